// Members of other types that need the same new name, because a rename without them brings errors: a type that fits by its shape, a member of a union, a key in a string.
import { type Answer, complete } from '../../../ide/answer.ts';
import type { Place } from '../../../ide/doors/languages.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import { isRenamed, joinedRenamings, type Renaming } from '../../../ide/renaming.ts';
import { compare, type Position, positionKey, type TextSnapshot } from '../../../ide/text.ts';
import type { WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../../tool.ts';
import { type AgentPlace, fileOf, isInProject, placeOf } from '../../words/place.ts';
import type { PointedSymbol } from '../../words/symbol.ts';
import type { ErrorRow } from '../../words/verification/errorDelta.ts';
import { Verification } from '../../words/verification/verification.ts';

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
  context: ProjectContext<'changes'>,
  symbol: PointedSymbol,
  newName: string,
  first: Answer<Renaming>,
): Promise<WithRelatives | undefined> {
  let errors = await errorsBroughtBy(context, first.value.edit, symbol.name, newName);
  if (errors.length === 0) return undefined;
  let answer = first;
  const relatives: AgentPlace[] = [];
  const candidates = await namesakes(context, symbol, first.value, errors);
  for (const { place, isText } of candidates) {
    if (errors.length === 0) break;
    const alone = isRenamed(answer.value, place) ? undefined : await renamed(context, place, newName);
    const renaming = alone ?? (isText && !isRenamed(answer.value, place) ? written(place, symbol.name, newName) : undefined);
    if (renaming === undefined) continue;
    const more = joinedRenamings([answer, renaming], [...(answer.notes ?? [])]);
    const left = await errorsBroughtBy(context, more.value.edit, symbol.name, newName);
    if (left.length >= errors.length) continue;
    answer = more;
    errors = left;
    relatives.push(placeOf(context.ide.project, place.uri, place.position));
  }
  // A union of strings and those that are given for it help only together.
  const texts = candidates.filter(({ place, isText }) => isText && !isRenamed(answer.value, place)).map(({ place }) => place);
  if (errors.length > 0 && texts.length > 1) {
    const more = joinedRenamings([answer, ...texts.map((place) => written(place, symbol.name, newName))], [...(answer.notes ?? [])]);
    errors = await errorsBroughtBy(context, more.value.edit, symbol.name, newName);
    answer = more;
    relatives.push(...texts.map(({ uri, position }) => placeOf(context.ide.project, uri, position)));
  }
  return relatives.length === 0 || errors.length > 0 ? undefined : { relatives, answer };
}

async function errorsBroughtBy(context: ProjectContext<'changes'>, edit: WorkspaceEdit, from: string, to: string): Promise<readonly ErrorRow[]> {
  const plan = await context.ide.changes.plan(edit, context.signal);
  return (await Verification.withoutLinters(context, plan, { renames: { from, to, isMember: true } })).appearedInMemory();
}

interface Namesake {
  readonly place: Place;
  // The whole of a string, such as a key that a type has in it.
  readonly isText: boolean;
}

// What else has the name, nearest to the errors first: declarations, uses of what is renamed that the engine forgot, and strings.
async function namesakes(context: ProjectContext, { name }: PointedSymbol, renaming: Renaming, errors: readonly ErrorRow[]): Promise<readonly Namesake[]> {
  const { ide, signal } = context;
  const lines = new Map<string, number>();
  for (const { file, line } of errors) if (!lines.has(file)) lines.set(file, line - 1);
  const found = new Map<string, Namesake>();
  const add = (place: Place, isText: boolean) => found.set(positionKey(place.uri, place.position), { place, isText });
  for (const uri of (await nearestFiles(context, name, renaming, errors)).slice(0, MOST_FILES)) {
    const line = lines.get(fileOf(ide.project, uri)) ?? 0;
    const document = await ide.documents.read(uri, signal);
    const places = occurrences(document, name).toSorted((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line));
    for (const position of places.slice(0, MOST_IN_FILE)) {
      if (found.size >= MOST_TRIED) return [...found.values()];
      const place = { uri, position };
      if (isRenamed(renaming, place)) continue;
      if (isWholeString(document, position, name)) {
        add(place, true);
        continue;
      }
      // Where it is declared; a use leads there. One that leads to what is renamed was forgotten.
      const declared: Place[] = [];
      for (const { uri: target, range } of (await ide.languages.definition(place, signal)).value)
        if (isInProject(ide.project, target) && (await isNamed(context, target, range.start, name))) declared.push({ uri: target, position: range.start });
      const others = declared.filter((each) => !isRenamed(renaming, each));
      for (const each of others.length === 0 && declared.length > 0 ? [place] : others) add(each, false);
    }
  }
  return [...found.values()];
}

// Those with errors, then those that the rename changes, then those that name a type of which an error speaks.
async function nearestFiles({ ide, signal }: ProjectContext, name: string, { edit }: Renaming, errors: readonly ErrorRow[]): Promise<readonly string[]> {
  const failing = new Set(errors.map(({ file }) => file));
  const edited = new Set(edit.operations.flatMap((operation) => (operation.kind === 'edit' ? [operation.uri] : [])));
  const types = [
    ...new Set(errors.flatMap(({ message }) => [...message.matchAll(/['"`]([\p{ID_Start}_$][\p{ID_Continue}$]*)['"`]/gu)].flatMap(([, word]) => word ?? []))),
  ];
  const naming = new Set(
    (
      await Promise.all(
        types
          .filter((type) => type !== name)
          .slice(0, MOST_TRIED)
          .map((type) => ide.documents.filesWithWord(type, signal)),
      )
    ).flat(),
  );
  const weight = (uri: string) => Number(failing.has(fileOf(ide.project, uri))) * 4 + Number(edited.has(uri)) * 2 + Number(naming.has(uri));
  const holding = (await ide.documents.filesWithWord(name, signal)).filter((uri) => ide.languages.diagnosable([uri]).length > 0);
  return holding.toSorted((a, b) => weight(b) - weight(a));
}

function isWholeString(document: TextSnapshot, { line, character }: Position, name: string): boolean {
  const text = document.line(line) ?? '';
  const quote = text[character - 1] ?? '';
  return `'"\``.includes(quote) && quote !== '' && text[character + name.length] === quote;
}

// Where the engine renames no string.
function written({ uri, position }: Place, name: string, newName: string): Answer<Renaming> {
  const range = { start: position, end: { line: position.line, character: position.character + name.length } };
  return complete({ edit: { operations: [{ kind: 'edit', uri, edits: [{ range, newText: newName }] }] }, collisions: [] });
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
