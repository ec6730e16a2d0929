// Names that are those of files: a module or package that an import names is renamed with its file.
import { basename, dirname, extname, join } from 'node:path/posix';
import type { Answer } from '../../../ide/answer.ts';
import { nameOfFile } from '../../../ide/errors/editErrors.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { Renaming } from '../../../ide/renaming.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf, isInProject } from '../../words/place.ts';
import type { PointedSymbol } from '../../words/symbol.ts';

// Files that stand for their folder.
const FOLDER_FILES = new Set(['__init__', 'index', 'mod']);

// A rename that an engine refuses, or that changes nothing, says which file to rename instead. An alias of a module is a name of its own.
export async function orNameOfFile(
  context: ProjectContext,
  symbol: PointedSymbol,
  newName: string,
  rename: () => Promise<Answer<Renaming>>,
): Promise<Answer<Renaming>> {
  const answer = await rename().catch(async (error: unknown) => {
    if (!(error instanceof IdeError) || error.code !== 'cannot_rename') throw error;
    throw (await moduleRefusal(context, symbol, newName)) ?? error;
  });
  const refusal = answer.value.edit.operations.length > 0 ? undefined : await moduleRefusal(context, symbol, newName);
  if (refusal !== undefined) throw refusal;
  return answer;
}

// The refusal that says which file to rename instead; undefined for a name of its own.
async function moduleRefusal(context: ProjectContext, { place, name }: PointedSymbol, newName: string): Promise<IdeError | undefined> {
  const { ide, signal } = context;
  const found = (await ide.languages.definition(place, signal)).value.filter(({ uri }) => isInProject(ide.project, uri));
  for (const { uri, range } of found) {
    // Engines lead from the name of a module to where its file begins.
    if (range.start.line !== 0 || range.start.character !== 0) continue;
    // The file may begin with a declaration of that name.
    if ((await ide.documents.read(uri, signal)).text.startsWith(name)) continue;
    const path = fileOf(ide.project, uri);
    const stem = basename(path, extname(path));
    const folder = dirname(path);
    if (stem === name) return nameOfFile(name, 'file', path, join(folder, `${newName}${extname(path)}`));
    if (FOLDER_FILES.has(stem) && basename(folder) === name) return nameOfFile(name, 'folder', folder, join(dirname(folder), newName));
  }
  return undefined;
}
