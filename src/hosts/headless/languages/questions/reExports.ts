// Files that re-export what a module exports. They name the module and need not name the symbol, so no search for its uses finds them.
import { basename, dirname } from 'node:path/posix';
import type { Place } from '../../../../ide/doors/languages.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';

const HANDS_ON = /\bexport\b[^'"`;]*?\bfrom\s*(['"])([^'"\r\n]*)\1/g;

// Of the module that declares the symbol at this place.
export async function reExportingFiles(session: EngineSession, at: Place, signal: AbortSignal): Promise<readonly string[]> {
  const declared = locationsOf(await session.request('textDocument/definition', { textDocument: { uri: at.uri }, position: at.position }, signal));
  const found: string[] = [];
  for (const module of new Set(declared.map(({ uri }) => uri))) {
    const names = namesOf(module);
    for (const uri of await filesThatName(session, module, signal)) {
      const text = (await textOrNothing(session, uri, signal))?.text;
      if ([...(text ?? '').matchAll(HANDS_ON)].some(([, , path = '']) => mayLead(path, names))) found.push(uri);
    }
  }
  return found;
}

const HANDS_ON_ALL = /\bexport\s+(?:type\s+)?\*\s*from\s*(['"])([^'"\r\n]*)\1/g;

// Those that re-export all that the module exports, under the names that it has there.
export async function filesReExportingAll(session: EngineSession, module: string, signal: AbortSignal): Promise<readonly string[]> {
  const names = namesOf(module);
  const found: string[] = [];
  for (const uri of await filesThatName(session, module, signal)) {
    const snapshot = await textOrNothing(session, uri, signal);
    const paths = [...(snapshot?.text ?? '').matchAll(HANDS_ON_ALL)].filter(([, , path = '']) => mayLead(path, names));
    if (snapshot === undefined || paths.length === 0) continue;
    await session.documents.open(uri, signal);
    for (const { index, 0: written } of paths) {
      // The last letter of the path, before its quote.
      const position = snapshot.positionAt(index + written.length - 2);
      const led = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position }, signal));
      if (!led.some((location) => location.uri === module)) continue;
      found.push(uri);
      break;
    }
  }
  return found;
}

// Whether a path can be one to a module of these names; only the compiler knows for certain.
function mayLead(path: string, names: readonly string[]): boolean {
  const stem = stemOf(path);
  return names.includes(stem) || (names.includes('index') && /^\.*$/.test(stem));
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

async function filesThatName(session: EngineSession, module: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  for (const name of namesOf(module)) {
    const word = name.match(/[\p{ID_Continue}$]+/gu)?.toSorted((a, b) => b.length - a.length)[0];
    if (word === undefined) continue;
    for (const uri of await session.project.documents.filesWithWord(word, signal)) if (languageIn(session.row, uri) !== undefined) files.add(uri);
  }
  files.delete(module);
  return files;
}
