// A function gets other parameters, and everyone who declares, overrides or calls it follows.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import { signatureConflicts } from '../../ide/errors/editErrors.ts';
import type { Refactored, RefactoringConflict } from '../../ide/refactorings.ts';
import type { Location } from '../../ide/text.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { placeList } from '../words/mentions/leftMentions.ts';
import { withUnresolved } from '../words/mentions/unresolvedUses.ts';
import { excerpt, fileOf, isInProject } from '../words/place.ts';
import { resolveSymbol, symbolInput } from '../words/symbol.ts';
import { allowIncomplete, carryOutRefactoring } from './words/refactoring.ts';

const parameter = z.strictObject({
  name: z.string().min(1).describe('name, name? or ...name'),
  from: z.string().optional().describe('Old name, if renamed.'),
  type: z.string().optional(),
  default: z.string().optional(),
  value: z.string().optional().describe('What calls pass that lack it.'),
});
const conflict = z.object({ file: z.string(), line: z.number(), text: z.string(), why: z.string() });
const MOST_CONFLICTS = 20;

export const changeSignature = defineTool({
  name: 'change_signature',
  title: 'Change signature',
  description: 'Add, remove, reorder or rename the parameters of a function, method or constructor; overrides and all calls follow.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    symbol: symbolInput,
    parameters: z.array(parameter).describe('The whole new list, in order. A name alone keeps the old one.'),
    force: z.boolean().default(false).describe('Leave places that cannot follow.'),
    allow_incomplete: allowIncomplete,
    ...refactoringInput,
  }),
  output: z.object({ ...changeOutput, left: z.array(conflict).optional() }),
  async run(context, { symbol: given, parameters, force, allow_incomplete: incomplete, preview, verify }) {
    const symbol = await resolveSymbol(context, given);
    const changed = (wanted: typeof parameters) =>
      context.ide.languages.refactor({ kind: 'changeSignature', ...symbol.place, parameters: wanted }, context.signal);
    const found = await changed(parameters);
    const uses = await context.ide.languages.references(symbol.place, { includeDeclaration: true }, context.signal);
    const unseen = await unseenCalls(context, uses.value, found.value, async () => (await changed([PROBE, ...parameters])).value);
    const known = unseen === '' || !found.complete ? found : { ...found, complete: false as const, why: unseen };
    const answer = await withUnresolved(context, symbol, known, uses.value);
    const conflicts = answer.value.conflicts ?? [];
    const left = await conflictRows(context, conflicts);
    if (!force && left.length > 0) throw signatureConflicts(symbol.name, left, conflicts.length);
    const title = `change parameters of ${symbol.name}`;
    const intention = {
      tool: 'change_signature',
      title,
      preview,
      verify: force ? ('report' as const) : verify,
      notes: symbol.notes,
      allowIncomplete: incomplete,
    };
    const done = await carryOutRefactoring(context, answer, intention);
    return { ...done, ...(left.length > 0 && { left }) };
  },
  *tell({ left = [], ...value }) {
    const listed = left.map(({ file, line, text, why }) => `LEFT ${file}:${line}  ${text}  (${why})`);
    for (const telling of tellChange(value)) yield [telling, ...listed].join('\n');
  },
});

// Whoever calls the function would have to pass it.
const PROBE = { name: 'binnacleProbe', type: 'number', value: '0' };

// Calls through modules that scripts require, which the engine that changes signatures may not follow: a sentence that names them, or an empty one.
async function unseenCalls({ ide, signal }: ProjectContext, uses: readonly Location[], found: Refactored, probed: () => Promise<Refactored>): Promise<string> {
  const calls: Location[] = [];
  for (const use of uses) {
    if (!/\.[cm]?jsx?$/.test(use.uri) || !isInProject(ide.project, use.uri) || isReached(found, use.uri)) continue;
    const document = await ide.documents.read(use.uri, signal);
    if (/^\s*\(/.test(document.text.slice(document.offsetAt(use.range.end), document.offsetAt(use.range.end) + LONGEST_GAP))) calls.push(use);
  }
  if (calls.length === 0) return '';
  const probe = await probed();
  const unseen = calls.filter(({ uri }) => !isReached(probe, uri));
  if (unseen.length === 0) return '';
  return `${counted(unseen.length, 'call')} through a module that is required cannot be changed: ${placeList(unseen, (uri) => fileOf(ide.project, uri))}.`;
}

const LONGEST_GAP = 20;

function isReached({ edit, conflicts = [] }: Refactored, uri: string): boolean {
  return conflicts.some((each) => each.uri === uri) || edit.operations.some((operation) => operation.kind === 'edit' && operation.uri === uri);
}

async function conflictRows({ ide, signal }: ProjectContext, conflicts: readonly RefactoringConflict[]): Promise<z.infer<typeof conflict>[]> {
  return Promise.all(
    conflicts.slice(0, MOST_CONFLICTS).map(async ({ uri, range: { start }, why }) => {
      const line = isInProject(ide.project, uri) ? ((await ide.documents.read(uri, signal)).line(start.line) ?? '') : '';
      return { file: fileOf(ide.project, uri), line: start.line + 1, text: excerpt(line, start.character).trim(), why };
    }),
  );
}
