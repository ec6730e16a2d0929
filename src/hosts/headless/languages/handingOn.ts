// Files that hand on what a module exports. They name the module and need not name the symbol, so no search for its uses finds them.
import { basename, dirname } from 'node:path/posix';
import type { Place } from '../../../ide/languages.ts';
import { locationsOf } from './answers.ts';
import type { EngineSession } from './engineSession.ts';
import { languageIn } from './languageFiles.ts';
import { textOrNothing } from './sourceText.ts';

const HANDS_ON = /\bexport\b[^'"`;]*?\bfrom\s*(['"])([^'"\r\n]*)\1/g;

// Of the module that declares the symbol at this place.
export async function filesThatHandOn(session: EngineSession, at: Place, signal: AbortSignal): Promise<readonly string[]> {
  const declared = locationsOf(await session.request('textDocument/definition', { textDocument: { uri: at.uri }, position: at.position }, signal));
  const found: string[] = [];
  for (const module of new Set(declared.map(({ uri }) => uri))) {
    const names = namesOf(module);
    for (const uri of await filesWithAny(session, names, signal)) {
      const text = uri === module ? undefined : (await textOrNothing(session, uri, signal))?.text;
      const handed = [...(text ?? '').matchAll(HANDS_ON)].map(([, , path = '']) => stemOf(path));
      if (handed.some((stem) => names.includes(stem) || (names.includes('index') && /^\.*$/.test(stem)))) found.push(uri);
    }
  }
  return found;
}

// What the end of a path to the module can be; of one that stands for its folder, the folder's name too.
function namesOf(uri: string): readonly string[] {
  const path = decodeURIComponent(uri);
  const stem = stemOf(path);
  return stem === 'index' ? [stem, basename(dirname(path))] : [stem];
}

function stemOf(path: string): string {
  return basename(path).replace(/\.(?:d\.)?[cm]?[jt]sx?$/, '');
}

async function filesWithAny(session: EngineSession, names: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  for (const name of names) {
    const word = name.match(/[\p{ID_Continue}$]+/gu)?.toSorted((a, b) => b.length - a.length)[0];
    if (word === undefined) continue;
    for (const uri of await session.project.documents.filesWithWord(word, signal)) if (languageIn(session.row, uri) !== undefined) files.add(uri);
  }
  return files;
}
