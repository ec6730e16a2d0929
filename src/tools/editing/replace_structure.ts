// Code of a certain shape written anew, wherever it stands.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import type { StructureFile, StructureMatch } from '../../ide/doors/search.ts';
import { tooManyMatches } from '../../ide/errors/editErrors.ts';
import { invalidPattern } from '../../ide/errors/errors.ts';
import { compare } from '../../ide/text.ts';
import { defineTool } from '../tool.ts';
import { carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { filesAsked, filesInput } from '../words/files.ts';
import { maxTokens } from '../words/page.ts';

const DEFAULT_MOST = 200;

export const replaceStructure = defineTool({
  name: 'replace_structure',
  title: 'Replace structure',
  description: 'Rewrite code by its syntax (ast-grep) in all files: pattern `foo($A, $$$REST)`, rewrite `bar($$$REST, $A)`.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    pattern: z.string().min(1).describe('As in search_structure.'),
    rewrite: z.string().describe('Code with variables of the pattern; empty deletes.'),
    language: z.string().min(1).describe('typescript, python, go …'),
    max_matches: z.int().min(1).max(5_000).default(DEFAULT_MOST).describe('More are refused.'),
    ...filesInput,
    ...changeInput,
    max_tokens: maxTokens,
  }),
  output: z.object({ ...changeOutput, matches: z.number() }),
  async run(context, input) {
    const { pattern, rewrite, language, max_matches: most } = input;
    const unbound = variablesIn(rewrite).filter((name) => !variablesIn(pattern).includes(name));
    if (unbound.length > 0) throw invalidPattern(rewrite, `the pattern has no ${unbound.join(', ')}`, 'Use only variables of the pattern.');
    const answer = await context.ide.search.structure({ pattern, rewrite, language, files: await filesAsked(context, input) }, context.signal);
    const total = answer.value.reduce((sum, { matches }) => sum + matches.length, 0);
    if (total > most || !answer.complete) throw tooManyMatches(total, most, answer.value.length);
    const operations = answer.value.map(({ uri, matches }) => ({ kind: 'edit', uri, edits: outermost(matches).map(editOf) }) as const);
    const nested = total - operations.reduce((sum, { edits }) => sum + edits.length, 0);
    const intention = { tool: 'replace_structure', title: `rewrite ${pattern}`, preview: input.preview, verify: input.verify };
    if (total === 0) return { ...NOTHING, root: context.ide.project.path, matches: 0, notes: ['Nothing matches.'] };
    return { ...(await carryOut(context, { operations }, { ...intention, notes: notesOn(nested) })), matches: total };
  },
  *tell(value) {
    if (value.matches === 0) yield 'Nothing matches; nothing written.';
    else for (const telling of tellChange(value)) yield `${counted(value.matches, 'match', 'matches')}\n${telling}`;
  },
});

const NOTHING = { applied: false, files: [], edits: 0, newErrors: [], fixedErrors: [] };

function variablesIn(code: string): readonly string[] {
  return [...new Set([...code.matchAll(/\$(?:\$\$)?[A-Z_][A-Z0-9_]*/g)].map(([name]) => name))];
}

// What matches inside another match would be written twice.
function outermost(matches: StructureFile['matches']): readonly StructureMatch[] {
  const kept: StructureMatch[] = [];
  for (const match of matches) {
    const last = kept.at(-1);
    if (last === undefined || compare(last.range.end, match.range.start) <= 0) kept.push(match);
  }
  return kept;
}

function editOf({ range, replacement = '' }: StructureMatch): { range: StructureMatch['range']; newText: string } {
  return { range, newText: replacement };
}

function notesOn(nested: number): readonly string[] {
  return nested === 0
    ? []
    : [`${counted(nested, 'match', 'matches')} inside another ${nested === 1 ? 'was' : 'were'} left; call again for ${nested === 1 ? 'it' : 'them'}.`];
}
