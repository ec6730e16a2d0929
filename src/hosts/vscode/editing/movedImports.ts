// Imports that lead to files which move, by other names than their paths: those no tool can follow, and VS Code returns no edits for a move that is only planned.
import * as vscode from 'vscode';
import type { Documents } from '../../../ide/doors/documents.ts';
import { cancelled, IdeError } from '../../../ide/errors/errors.ts';
import type { FileMove } from '../../../ide/renaming.ts';
import type { TextSnapshot } from '../../../ide/text.ts';
import { argumentsAt, ask } from '../ask.ts';
import { locationsOf } from '../convert.ts';

// Each costs a question; a word in more files than this is one that everybody uses.
const MOST_FILES = 200;
const SPECIFIER = /\b(?:from|import|require|module)\s*\(?\s*(['"])(?<path>[^'"\s]+)\1/dg;

// A sentence that says which imports were not followed; undefined where all are.
export async function unfollowedImports(move: FileMove, files: readonly string[], documents: Documents, signal: AbortSignal): Promise<string | undefined> {
  const moved = new Set(files);
  const words = new Set(files.flatMap((uri) => wordOf(uri) ?? []));
  const naming = new Set<string>();
  for (const word of words) for (const uri of await documents.filesWithWord(word, signal)) naming.add(uri);
  const unfollowed: string[] = [];
  for (const uri of [...naming].slice(0, MOST_FILES)) {
    if (signal.aborted) throw cancelled();
    if (!/\.[cm]?[jt]sx?$/.test(uri)) continue;
    const document = await readable(documents, uri, signal);
    for (const { path, position } of document === undefined ? [] : specifiersIn(document, words)) {
      const found = locationsOf(await ask('vscode.executeDefinitionProvider', argumentsAt({ uri, position }), signal));
      if (found.some((location) => moved.has(location.uri))) unfollowed.push(`'${path}' in ${decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))}`);
    }
  }
  const cut = naming.size > MOST_FILES ? `More than ${MOST_FILES} files may import what is at ${decodeURIComponent(move.from)}.` : undefined;
  const left =
    unfollowed.length === 0 ? undefined : `VS Code does not say what becomes of imports by other names than the path: ${unfollowed.slice(0, 5).join(', ')}.`;
  return [left, cut].filter((sentence) => sentence !== undefined).join(' ') || undefined;
}

// What the person has decided for moves of their own. A tool that is asked to move a file updates imports whatever it says, and says so.
export function importSetting(files: readonly string[]): string | undefined {
  const language = files.some((uri) => /\.[cm]?tsx?$/.test(uri)) ? 'typescript' : files.some((uri) => /\.[cm]?jsx?$/.test(uri)) ? 'javascript' : undefined;
  if (language === undefined) return undefined;
  const value: unknown = vscode.workspace.getConfiguration(language).get('updateImportsOnFileMove.enabled');
  const own = `${language}.updateImportsOnFileMove.enabled`;
  return value === 'always'
    ? `Imports updated (${own} is always).`
    : `Imports updated, although ${own} is ${String(value ?? 'not set')}: whoever moves a file with this tool has asked for it.`;
}

// Those without a dot at the beginning; the others are followed by their paths.
function specifiersIn(document: TextSnapshot, words: ReadonlySet<string>) {
  return [...document.text.matchAll(SPECIFIER)].flatMap(({ groups, indices }) => {
    const path = groups?.['path'] ?? '';
    const [start, end] = indices?.groups?.['path'] ?? [0, 0];
    const isPossible = !path.startsWith('.') && [...words].some((word) => path.includes(word));
    return isPossible ? [{ path, position: document.positionAt(Math.max(start, end - 1)) }] : [];
  });
}

async function readable(documents: Documents, uri: string, signal: AbortSignal): Promise<TextSnapshot | undefined> {
  try {
    return await documents.read(uri, signal);
  } catch (error) {
    if (error instanceof IdeError && error.code !== 'cancelled') return undefined;
    throw error;
  }
}

// What every path to it must contain: of the file that stands for its folder, the folder's name.
function wordOf(uri: string): string | undefined {
  const [name = '', folder = ''] = decodeURIComponent(uri).split('/').reverse();
  return (/^index\./.test(name) ? folder : name).match(/[\p{ID_Continue}$]+/u)?.[0];
}
