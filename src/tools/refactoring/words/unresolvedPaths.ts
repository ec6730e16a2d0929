// Imports that name a file which moves, and that the engine can follow nowhere, so that nobody changes them: of packages whose configuration is broken.
import { posix } from 'node:path';
import { compare, type Location } from '../../../ide/text.ts';
import type { FileOperation } from '../../../ide/workspaceEdit.ts';
import { familyOf } from '../../../source/language.ts';
import type { ProjectContext } from '../../tool.ts';
import { placeList } from '../../words/mentions/leftMentions.ts';
import { fileOf } from '../../words/place.ts';

const SPECIFIER = /\b(?:from|import|require)\s*\(?\s*(['"])([^'"\n.][^'"\n]*)\1/g;
const MOST_ASKED = 60;

// A sentence that names them, where there are some. `edits` are those that follow the move.
export async function whyPathsUnresolved(context: ProjectContext, path: string, edits: readonly FileOperation[]): Promise<string | undefined> {
  const { ide, signal } = context;
  const word = posix.basename(path).match(/[\p{ID_Continue}$]+/u)?.[0];
  if (word === undefined) return undefined;
  const files = (await ide.documents.filesWithWord(word, signal)).filter((uri) => familyOf(ide.languages.languageOf(uri) ?? '') === 'typescript');
  const left: Location[] = [];
  let asked = 0;
  for (const uri of files) {
    const document = await ide.documents.read(uri, signal);
    for (const found of document.text.matchAll(SPECIFIER)) {
      const start = found.index + found[0].length - (found[2]?.length ?? 0) - 1;
      const range = { start: document.positionAt(start), end: document.positionAt(start + (found[2]?.length ?? 0)) };
      if (asked >= MOST_ASKED || !mayName(found[2] ?? '', path) || isEdited(edits, { uri, range })) continue;
      asked += 1;
      if ((await ide.languages.definition({ uri, position: range.start }, signal)).value.length === 0) left.push({ uri, range });
    }
  }
  return left.length === 0
    ? undefined
    : `These imports may name ${path} and cannot be resolved, so that they do not follow: ${placeList(left, (uri) => fileOf(ide.project, uri))}.`;
}

// @acme/core/src/total names packages/core/src/total.ts: the end of one is the end of the other.
function mayName(specifier: string, path: string): boolean {
  const [named, own] = [specifier, path].map((text) => text.replace(/(?:\/index)?(?:\.d)?\.[cm]?[jt]sx?$/, '').split('/'));
  const [last, before] = [named?.at(-1), named?.at(-2)];
  return last !== undefined && last === own?.at(-1) && (before === own.at(-2) || /^[@~#]/.test(specifier));
}

function isEdited(operations: readonly FileOperation[], { uri, range }: Location): boolean {
  return operations.some(
    (operation) =>
      operation.kind === 'edit' &&
      operation.uri === uri &&
      operation.edits.some((edit) => compare(edit.range.start, range.end) <= 0 && compare(range.start, edit.range.end) <= 0),
  );
}
