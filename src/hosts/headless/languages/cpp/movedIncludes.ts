// Which #include lines must say something else when files of C and C++ get another name or folder; where each leads clangd knows from the compile commands.
import { posix } from 'node:path';
import type { FileMove } from '../../../../ide/renaming.ts';
import type { Range, TextSnapshot } from '../../../../ide/text.ts';
import type { FileOperation } from '../../../../ide/workspaceEdit.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type { MovedFile } from '../engine/middleware.ts';

interface Include {
  // Between the quotes or angle brackets.
  readonly written: string;
  readonly quoted: boolean;
  // With the quotes or angle brackets.
  readonly range: Range;
}

export async function includesAfter(session: EngineSession, { from, to }: FileMove, files: readonly string[], signal: AbortSignal): Promise<MovedFile> {
  const newPlace = (uri: string) => (uri === from ? to : uri.startsWith(`${from}/`) ? to + uri.slice(from.length) : uri);
  const names = new Set(files.map((uri) => posix.basename(decodeURIComponent(uri))));
  const operations: FileOperation[] = [];
  const gaps: string[] = [];
  for (const { uri } of await session.project.documents.list({}, signal)) {
    const snapshot = languageIn(session.row, uri) === undefined ? undefined : await textOrNothing(session, uri, signal);
    if (snapshot === undefined) continue;
    const isMoved = newPlace(uri) !== uri;
    const leading = includesIn(snapshot).filter(({ written, quoted }) => names.has(posix.basename(written)) || (isMoved && quoted));
    const edits: { range: Range; newText: string }[] = [];
    if (leading.length > 0) await session.documents.open(uri, signal);
    for (const include of leading) {
      const target = await targetOf(session, uri, include, signal);
      if (target === undefined) {
        gaps.push(`clangd does not find ${include.written}, which line ${include.range.start.line + 1} of ${posix.basename(uri)} includes.`);
        continue;
      }
      const written = newlyWritten(include, { uri, newUri: newPlace(uri) }, { uri: target, newUri: newPlace(target) });
      if (written !== snapshot.textIn(include.range)) edits.push({ range: include.range, newText: written });
    }
    if (edits.length > 0) operations.push({ kind: 'edit', uri, edits });
  }
  return { operations, gaps };
}

interface Moved {
  readonly uri: string;
  readonly newUri: string;
}

// In the style in which it was written: from the folder of the file that includes, or from one that the compiler looks in.
function newlyWritten({ written, quoted }: Include, includer: Moved, target: Moved): string {
  const asWritten = quoted ? `"${written}"` : `<${written}>`;
  if (includer.newUri === includer.uri && target.newUri === target.uri) return asWritten;
  const [file, newFile, own, newOwn] = [target.uri, target.newUri, includer.uri, includer.newUri].map(decodeURIComponent);
  if (file === undefined || newFile === undefined || own === undefined || newOwn === undefined) return asWritten;
  const besides = `"${posix.relative(posix.dirname(newOwn), newFile)}"`;
  const isBeside = quoted && posix.join(posix.dirname(own), written) === posix.normalize(file);
  if (isBeside) return besides;
  const searched = file.endsWith(`/${written}`) ? file.slice(0, -written.length) : undefined;
  const path = searched === undefined ? '..' : posix.relative(searched, newFile);
  if (path.startsWith('..')) return besides;
  return quoted ? `"${path}"` : `<${path}>`;
}

function includesIn(snapshot: TextSnapshot): readonly Include[] {
  return [...snapshot.text.matchAll(/^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*(?:"([^"\r\n]+)"|<([^>\r\n]+)>)/gm)].map((match) => {
    const [line, quoted, angled = ''] = match;
    const end = match.index + line.length;
    const written = quoted ?? angled;
    const range = { start: snapshot.positionAt(end - written.length - 2), end: snapshot.positionAt(end) };
    return { written, quoted: quoted !== undefined, range };
  });
}

async function targetOf(session: EngineSession, uri: string, { range }: Include, signal: AbortSignal): Promise<string | undefined> {
  const position = { line: range.start.line, character: range.start.character + 1 };
  const [found] = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position }, signal));
  return found?.uri;
}
