// Which files may break because others change: those that name them, those that see them without a name, and those that a configuration governs.
import { posix } from 'node:path';
import { type ChangePlan, type PlannedFile, textOf } from '../../../ide/doors/changes.ts';
import { CONFIGURATIONS } from '../../../source/engineConfigurations.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../place.ts';
import { certainDependents } from './certainDependents.ts';
import { changedNames } from './changedNames.ts';

export interface Dependents {
  readonly uris: readonly string[];
  // Which of them nobody looks at because they are too many; undefined when none.
  readonly unlooked?: string;
}

// Beyond this many they are not looked at.
export const MOST_DEPENDENTS = 60;
// To choose those that import something among the many that only say its name, their texts are read.
const MOST_READ = 1_000;
// A name that more files say than these is a common word.
const MOST_NAMESAKES = 100;
// Files of one folder see each other's declarations in these languages and say so nowhere.
const SEE_THEIR_FOLDER = new Set(['go', 'rust', 'java', 'kotlin', 'csharp', 'swift', 'scala']);

// `before` and `after` are the files of the plan that are there then.
export async function dependentsOf(context: ProjectContext, { files }: ChangePlan, before: readonly string[], after: readonly string[]): Promise<Dependents> {
  const { ide, signal } = context;
  // Files say where they import from, so whoever can break because of a file names it somewhere.
  const others = await Promise.all(before.map(async (uri) => (await ide.documents.namesOf?.(uri, signal)) ?? []));
  const sources = [...new Set([...before, ...after, ...others.flat()])];
  const isCode = ide.languages.diagnosable(sources).length > 0;
  const names = new Set(isCode ? sources.flatMap((uri) => namesFor(context, uri)) : []);
  const naming = new Set<string>();
  for (const name of names) for (const uri of await ide.documents.filesWithWord(name, signal)) naming.add(uri);
  const own = new Set([...before, ...after]);
  const declared = isCode ? changedNames(files) : [];
  const users = await usersOf(context, declared);
  const mentioning = [...naming].filter((uri) => !own.has(uri));
  const mates = await inTheirFolders(context, sources);
  const seeing = [...users, ...mates, ...mentioning];
  const governed = await governedBy(context, files);
  const governing = new Set(governed.uris);
  const readers = ide.languages.diagnosable(
    [...new Set(seeing)].filter((uri) => !own.has(uri) && !governing.has(uri)),
    sources,
  );
  const all = [...readers, ...ide.languages.diagnosable([...governing].filter((uri) => !own.has(uri)))];
  if (all.length <= MOST_DEPENDENTS) return { uris: all, ...(governed.unlooked.length > 0 && { unlooked: governed.unlooked.join(' ') }) };
  // Those that really depend on it come first: of a common word there are many who only say it.
  const importing = await certainDependents(context, all.slice(0, MOST_READ), { sources, modules: [...names], declared });
  const known = new Set([...governed.uris, ...mates.filter((uri) => users.includes(uri))]);
  const certain = [...new Set([...importing, ...all.filter((uri) => known.has(uri))])];
  const left = certain.length - MOST_DEPENDENTS;
  const unlooked = [
    ...(left > 0
      ? [left === 1 ? 'One more file that depends on what changes was not checked.' : `${left} more files that depend on what changes were not checked.`]
      : []),
    ...governed.unlooked,
  ].join(' ');
  return { uris: [...new Set([...certain, ...all])].slice(0, MOST_DEPENDENTS), ...(unlooked !== '' && { unlooked }) };
}

// Through a module that exports everything of another, a file is used by those who never name it; what is declared in it they do name.
async function usersOf({ ide, signal }: ProjectContext, names: readonly string[]): Promise<readonly string[]> {
  const users = new Set<string>();
  for (const name of names) {
    const uris = await ide.documents.filesWithWord(name, signal);
    if (uris.length <= MOST_NAMESAKES) for (const uri of uris) users.add(uri);
  }
  return [...users];
}

// As others name it: the file without its extensions, or the folder whose entrance it is. Packages of Go are named by their folder, crates of Rust by the one around src.
function namesFor({ ide }: ProjectContext, uri: string): readonly string[] {
  const path = decodeURIComponent(uri);
  const folder = posix.basename(posix.dirname(path));
  const [name = ''] = posix.basename(path).split('.');
  const language = ide.languages.languageOf(uri);
  const isEntrance = name === 'index' || name === '__init__' || name === 'mod';
  const crate = name === 'lib' || name === 'main' ? [posix.basename(posix.dirname(posix.dirname(path))).replaceAll('-', '_')] : [];
  const all = isEntrance ? [folder] : language === 'go' ? [folder, ...crate] : language === 'rust' ? [name, ...crate] : [name];
  return all.filter((each) => each.length > 2);
}

async function inTheirFolders({ ide, signal }: ProjectContext, uris: readonly string[]): Promise<readonly string[]> {
  const seeing = uris.filter((uri) => SEE_THEIR_FOLDER.has(ide.languages.languageOf(uri) ?? ''));
  if (seeing.length === 0) return [];
  const folders = new Map(seeing.map((uri) => [posix.dirname(uri), ide.languages.languageOf(uri)]));
  const listed = await ide.documents.list({}, signal);
  return listed.flatMap(({ uri }) => (folders.get(posix.dirname(uri)) === ide.languages.languageOf(uri) && folders.has(posix.dirname(uri)) ? [uri] : []));
}

// A configuration decides about everything below it, and names nothing of that.
async function governedBy(
  context: ProjectContext,
  files: readonly PlannedFile[],
): Promise<{ readonly uris: readonly string[]; readonly unlooked: readonly string[] }> {
  const { ide, signal } = context;
  const uris: string[] = [];
  const unlooked: string[] = [];
  for (const { uri, before, after } of files) {
    const kind = CONFIGURATIONS.find(({ file }) => file.test(posix.basename(decodeURIComponent(uri))));
    if (kind === undefined || kind.matters(textOf(before), textOf(after)) === false) continue;
    if (kind.languages.length === 0) unlooked.push(`What ${fileOf(ide.project, uri)} decides was not checked.`);
    const folder = posix.dirname(uri);
    const below = kind.languages.length === 0 ? [] : await ide.documents.list({}, signal);
    const listed = below.filter((file) => file.uri.startsWith(`${folder}/`) && kind.languages.includes(ide.languages.languageOf(file.uri) ?? ''));
    uris.push(...listed.map((file) => file.uri));
    for (const word of kind.namedBy?.(textOf(after)) ?? []) uris.push(...(await ide.documents.filesWithWord(word, signal)));
  }
  return { uris, unlooked };
}
