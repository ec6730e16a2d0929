// A declaration or a file goes, if nobody would miss it.
import { z } from 'zod';
import type { Place } from '../../ide/doors/languages.ts';
import { knowledgeIncomplete, possiblyUsed, stillUsed } from '../../ide/errors/editErrors.ts';
import { IdeError, invalidArguments } from '../../ide/errors/errors.ts';
import type { Refactored } from '../../ide/refactorings.ts';
import { contains, type Location } from '../../ide/text.ts';
import type { WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { superMembersOf } from '../../source/superMembers.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { carryOut, changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { excerpt, fileOf, isInProject } from '../words/place.ts';
import { meantOutput, nearestMeant, resolveSymbol, symbolInput, type symbolOutput } from '../words/symbol.ts';
import { withoutDeclaration } from './words/declarationText.ts';
import { stillNamed } from './words/filesNaming.ts';
import { type FileUses, usesOfFile, usesOfLink } from './words/fileUses.ts';
import { entryOf, refuseBrokenLinks } from './words/links.ts';
import { possibleUses } from './words/possibleUses.ts';
import { allowIncomplete } from './words/refactoring.ts';

const use = z.object({ file: z.string(), line: z.number(), text: z.string() });
const MOST_USES = 20;

interface Doomed {
  // For the history and for refusals.
  readonly what: string;
  readonly edit: WorkspaceEdit;
  readonly uses: readonly Location[];
  readonly gaps: readonly string[];
  // Places that no engine resolves.
  readonly possible: readonly string[];
  readonly notes: readonly string[];
  // Where its name is only the nearest to the place that was given.
  readonly meant?: { readonly symbol?: z.infer<typeof symbolOutput> };
}

export const safeDelete = defineTool({
  name: 'safe_delete',
  title: 'Safe delete',
  description: 'Delete a declaration or a file if nothing refers to it; else tell what does.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    symbol: symbolInput.optional(),
    file: z.string().min(1).optional().describe('Instead of symbol.'),
    force: z.boolean().default(false).describe('Although it is used.'),
    allow_incomplete: allowIncomplete,
    ...refactoringInput,
  }),
  output: z.object({ ...meantOutput, ...changeOutput, uses: z.array(use).optional() }),
  async run(context, { symbol, file, force, allow_incomplete: incomplete, preview, verify }) {
    const doomed =
      symbol !== undefined && file === undefined
        ? await doomedSymbol(context, symbol)
        : await doomedFile(context, symbol === undefined ? file : undefined, force);
    const uses = await useRows(context, doomed.uses);
    if (!force && doomed.uses.length > 0) throw stillUsed(doomed.what, uses, doomed.uses.length);
    const [why] = doomed.gaps;
    if (!force && !incomplete && why !== undefined) throw knowledgeIncomplete('safe_delete', why);
    const [unclear] = doomed.possible;
    if (!force && !incomplete && unclear !== undefined) throw possiblyUsed('safe_delete', unclear);
    const notes = [...doomed.notes, ...[...doomed.gaps, ...doomed.possible].map((text) => `Not every use is known: ${text}`)];
    const done = await carryOut(context, doomed.edit, {
      tool: 'safe_delete',
      title: `delete ${doomed.what}`,
      preview,
      verify: force ? 'report' : verify,
      notes,
    });
    return { ...doomed.meant, ...done, ...(uses.length > 0 && { uses }) };
  },
  *tell({ uses = [], ...value }) {
    const listed = uses.map(({ file, line, text }) => `used ${file}:${line}  ${text}`);
    for (const telling of tellChange(value)) yield [telling, ...listed].join('\n');
  },
});

async function doomedSymbol(context: ProjectContext, given: z.infer<typeof symbolInput>): Promise<Doomed> {
  const { ide, signal } = context;
  const symbol = await resolveSymbol(context, given);
  const { edit, notes } = await deletion(context, symbol.place);
  const found = await ide.languages.references(symbol.place, { includeDeclaration: true }, signal);
  const above = (await superMembersOf(context, symbol.place))?.above.map(({ name }) => name) ?? [];
  const uses = found.value.filter((location) => !isWithin(edit, location));
  // What is used for certain need not be looked for elsewhere.
  const possible = uses.length > 0 ? [] : await possibleUses(context, symbol, found.value);
  const overriding = above.length === 0 ? [] : [`${symbol.name} overrides ${above.join(', ')} and may be called through that.`];
  return {
    what: `${symbol.name} (${symbol.file}:${symbol.line})`,
    edit,
    // What stands in the declaration itself, such as a recursive call, goes with it.
    uses,
    gaps: [...(found.complete ? [] : [found.why]), ...overriding],
    possible,
    notes: [...symbol.notes, ...notes],
    meant: nearestMeant(symbol),
  };
}

async function deletion(context: ProjectContext, place: Place): Promise<Refactored> {
  try {
    return (await context.ide.languages.refactor({ kind: 'delete', ...place }, context.signal)).value;
  } catch (error) {
    if (!(error instanceof IdeError) || error.code !== 'unsupported') throw error;
    return { edit: await withoutDeclaration(context, place), notes: [] };
  }
}

async function doomedFile(context: ProjectContext, file: string | undefined, force: boolean): Promise<Doomed> {
  if (file === undefined)
    throw invalidArguments('safe_delete', ['pass either symbol or file'], ['symbol', 'file', 'force', 'preview', 'verify', 'project_path']);
  const uri = await entryOf(context, file);
  const found = uri === (await context.ide.documents.locate(file)) ? await usesOfFile(context, uri) : await usesOfLinkedFile(context, uri);
  if (!force) await refuseBrokenLinks(context, `delete ${fileOf(context.ide.project, uri)}`, uri);
  const path = fileOf(context.ide.project, uri);
  const listed = new Set((await context.ide.documents.list({}, context.signal)).map((entry) => entry.path));
  const naming = await stillNamed(context, { path, isFolder: false }, new Set([uri, ...found.uses.map((use) => use.uri)]), listed);
  return {
    what: path,
    edit: { operations: [{ kind: 'delete', uri, ifMissing: 'fail' }] },
    ...found,
    possible: [],
    notes: naming === undefined ? [] : [naming],
  };
}

async function usesOfLinkedFile(context: ProjectContext, uri: string): Promise<FileUses> {
  // A link to a folder may be on the way of any import; reading shows whether it is one to a file.
  await context.ide.documents.read(uri, context.signal);
  return usesOfLink(context, uri);
}

function isWithin({ operations }: WorkspaceEdit, { uri, range }: Location): boolean {
  return operations.some(
    (operation) => operation.kind === 'edit' && operation.uri === uri && operation.edits.some((edit) => contains(edit.range, range.start)),
  );
}

async function useRows({ ide, signal }: ProjectContext, uses: readonly Location[]): Promise<z.infer<typeof use>[]> {
  return Promise.all(
    uses.slice(0, MOST_USES).map(async ({ uri, range: { start } }) => {
      const line = isInProject(ide.project, uri) ? ((await ide.documents.read(uri, signal)).line(start.line) ?? '') : '';
      return { file: fileOf(ide.project, uri), line: start.line + 1, text: excerpt(line, start.character) };
    }),
  );
}
