// Members of other types that need the same new name, because a rename without them brings errors: a type that fits by its shape, a member of a union.
import type { Answer } from '../../ide/answer.ts';
import { IdeError } from '../../ide/errors.ts';
import type { Place } from '../../ide/languages.ts';
import type { Renaming } from '../../ide/renaming.ts';
import { compare, type Position, type TextSnapshot } from '../../ide/text.ts';
import type { WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../tool.ts';
import type { ErrorRow } from './errorDelta.ts';
import { isEdited, together } from './overrides.ts';
import { type AgentPlace, fileOf, isInProject, placeOf } from './place.ts';
import type { PointedSymbol } from './symbol.ts';
import { Verification } from './verification.ts';

export interface WithRelatives {
  readonly relatives: readonly AgentPlace[];
  // The rename with all of them.
  readonly answer: Answer<Renaming>;
}

// Each of these is renamed and compiled in memory once.
const MOST_TRIED = 8;
const MOST_FILES = 20;
const MOST_IN_FILE = 12;

// Only what takes errors away is a relative, judged by the compiler; undefined where nothing does, or where the errors stay.
export async function withForgottenRelatives(
  context: ProjectContext,
  symbol: PointedSymbol,
  newName: string,
  first: Answer<Renaming>,
): Promise<WithRelatives | undefined> {
  let errors = await errorsBroughtBy(context, first.value.edit, symbol.name, newName);
  if (errors.length === 0) return undefined;
  let answer = first;
  const relatives: AgentPlace[] = [];
  for (const place of await namesakes(context, symbol, first.value, errors)) {
    if (errors.length === 0) break;
    const renaming = isEdited(answer.value, place) ? undefined : await renamed(context, place, newName);
    if (renaming === undefined) continue;
    const more = together([answer, renaming], [...(answer.notes ?? [])]);
    const left = await errorsBroughtBy(context, more.value.edit, symbol.name, newName);
    if (left.length >= errors.length) continue;
    answer = more;
    errors = left;
    relatives.push(placeOf(context.ide.project, place.uri, place.position));
  }
  return relatives.length === 0 || errors.length > 0 ? undefined : { relatives, answer };
}

async function errorsBroughtBy(context: ProjectContext, edit: WorkspaceEdit, from: string, to: string): Promise<readonly ErrorRow[]> {
  const plan = await context.ide.changes.plan(edit, context.signal);
  return (await Verification.withoutLinters(context, plan, { renames: { from, to, isMember: true } })).appearedInMemory();
}

// What else is declared under the name, nearest to the errors first.
async function namesakes(context: ProjectContext, { name }: PointedSymbol, renaming: Renaming, errors: readonly ErrorRow[]): Promise<readonly Place[]> {
  const { ide, signal } = context;
  const lines = new Map<string, number>();
  for (const { file, line } of errors) if (!lines.has(file)) lines.set(file, line - 1);
  const holding = (await ide.documents.filesWithWord(name, signal)).filter((uri) => ide.languages.diagnosable([uri]).length > 0);
  const nearest = holding.toSorted((a, b) => Number(lines.has(fileOf(ide.project, b))) - Number(lines.has(fileOf(ide.project, a))));
  const found = new Map<string, Place>();
  for (const uri of nearest.slice(0, MOST_FILES)) {
    const line = lines.get(fileOf(ide.project, uri)) ?? 0;
    const places = occurrences(await ide.documents.read(uri, signal), name).toSorted((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line));
    for (const position of places.slice(0, MOST_IN_FILE)) {
      if (found.size >= MOST_TRIED) return [...found.values()];
      const place = { uri, position };
      if (isEdited(renaming, place)) continue;
      // Where it is declared; a use leads there.
      for (const { uri: declared, range } of (await ide.languages.definition(place, signal)).value)
        if (
          isInProject(ide.project, declared) &&
          !isEdited(renaming, { uri: declared, position: range.start }) &&
          (await isNamed(context, declared, range.start, name))
        )
          found.set(`${declared}#${range.start.line}:${range.start.character}`, { uri: declared, position: range.start });
    }
  }
  return [...found.values()];
}

async function isNamed({ ide, signal }: ProjectContext, uri: string, { line, character }: Position, name: string): Promise<boolean> {
  return (await ide.documents.read(uri, signal)).line(line)?.startsWith(name, character) === true;
}

function occurrences(document: TextSnapshot, name: string): Position[] {
  const found: Position[] = [];
  const word = new RegExp(`(?<![\\p{ID_Continue}$])${name.replace(/[$]/g, '\\$&')}(?![\\p{ID_Continue}$])`, 'gu');
  for (let line = 0; line < document.lineCount; line++)
    for (const { index } of (document.line(line) ?? '').matchAll(word)) found.push({ line, character: index });
  return found.sort(compare);
}

// What cannot be renamed, such as a word in a comment, is no relative.
async function renamed({ ide, signal }: ProjectContext, place: Place, newName: string): Promise<Answer<Renaming> | undefined> {
  try {
    const answer = await ide.languages.rename(place, newName, signal);
    return answer.value.collisions.length > 0 ? undefined : answer;
  } catch (error) {
    if (!(error instanceof IdeError) || error.code === 'cancelled') throw error;
    return undefined;
  }
}
