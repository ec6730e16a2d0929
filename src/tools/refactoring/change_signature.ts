// A function gets other parameters, and everyone who declares, overrides or calls it follows.
import { z } from 'zod';
import { signatureConflicts } from '../../ide/editErrors.ts';
import type { Place } from '../../ide/languages.ts';
import type { RefactoringConflict } from '../../ide/refactorings.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { excerpt, fileOf, isInProject } from '../words/place.ts';
import { allowIncomplete, carryOutRefactoring } from '../words/refactoring.ts';
import { relativesOf } from '../words/relatives.ts';
import { type PointedSymbol, resolveSymbol, symbolInput } from '../words/symbol.ts';
import { withUnresolved } from '../words/unresolvedUses.ts';

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
    const { relatives, lacking } = await declaredAlike(context, symbol);
    const found = await context.ide.languages.refactor({ kind: 'changeSignature', ...symbol.place, parameters, relatives }, context.signal);
    const uses = await context.ide.languages.references(symbol.place, { includeDeclaration: true }, context.signal);
    const known = lacking === '' || !found.complete ? found : { ...found, complete: false as const, why: lacking };
    const answer = await withUnresolved(context, symbol, known, uses.value);
    const conflicts = answer.value.conflicts ?? [];
    const left = await told(context, conflicts);
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

// Engines of these languages tell the uses of a method in one class only; all others tell those of the whole family.
const TELLS_ONE_CLASS: ReadonlySet<string> = new Set(['python', 'c', 'cpp']);

async function declaredAlike(context: ProjectContext, symbol: PointedSymbol): Promise<{ readonly relatives: readonly Place[]; readonly lacking: string }> {
  // A constructor overrides nothing: each class has its own.
  const isAlone = !TELLS_ONE_CLASS.has(symbol.document.languageId) || symbol.name === '__init__';
  const found = isAlone ? undefined : await relativesOf(context, symbol);
  if (found === undefined) return { relatives: [], lacking: '' };
  const unread = found.unread.length > 0 ? [`${found.unread.join(', ')}, which a library declares, may have a member ${symbol.name} too.`] : [];
  return { relatives: found.places, lacking: [...found.lacking, ...unread].join(' ') };
}

async function told({ ide, signal }: ProjectContext, conflicts: readonly RefactoringConflict[]): Promise<z.infer<typeof conflict>[]> {
  return Promise.all(
    conflicts.slice(0, MOST_CONFLICTS).map(async ({ uri, range: { start }, why }) => {
      const line = isInProject(ide.project, uri) ? ((await ide.documents.read(uri, signal)).line(start.line) ?? '') : '';
      return { file: fileOf(ide.project, uri), line: start.line + 1, text: excerpt(line, start.character).trim(), why };
    }),
  );
}
