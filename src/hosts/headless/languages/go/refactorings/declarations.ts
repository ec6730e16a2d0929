// Where a Go symbol is declared, what kind of thing it is, and how its declaration is taken away.
import type { OutlineSymbol, Place } from '../../../../../ide/doors/languages.ts';
import { compare, contains, type Location, type TextSnapshot } from '../../../../../ide/text.ts';
import { hoverOf, locationsOf } from '../../engine/answers.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';

export interface GoDeclaration {
  readonly uri: string;
  readonly name: string;
  readonly location: Location;
  readonly kind: 'func' | 'const' | 'var' | 'other';
  // As the editor shows it.
  readonly signature: string;
}

export async function declarationAt(session: EngineSession, { uri, position }: Place, signal: AbortSignal): Promise<GoDeclaration> {
  await session.documents.open(uri, signal);
  const [location] = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position }, signal));
  if (location === undefined || !location.uri.startsWith(`${session.project.rootUri}/`)) throw new RefusedRefactoring('it is not declared in the project.');
  await session.documents.open(location.uri, signal);
  const snapshot = await session.project.documents.read(location.uri, signal);
  const line = snapshot.line(location.range.start.line) ?? '';
  const [name = ''] = /^[\p{L}_][\p{L}\p{Nd}_]*/u.exec(line.slice(location.range.start.character)) ?? [];
  const hover = hoverOf(await session.request('textDocument/hover', { textDocument: { uri: location.uri }, position: location.range.start }, signal));
  const signature = hover?.signature ?? '';
  const [, kind] = /^(func|const|var)\b/.exec(signature) ?? [];
  return { uri: location.uri, name, location, kind: kind === 'func' || kind === 'const' || kind === 'var' ? kind : 'other', signature };
}

export function symbolOf(outline: readonly OutlineSymbol[], { location }: GoDeclaration): OutlineSymbol | undefined {
  return outline.find(({ selection }) => compare(selection.start, location.range.start) === 0 || contains(selection, location.range.start));
}

// The text without these lines, the comment above them and one of the gaps around them.
export function withoutLines(snapshot: TextSnapshot, first: number, last: number): string {
  let from = first;
  while (from > 0 && /^\s*\/\//.test(snapshot.line(from - 1) ?? '')) from -= 1;
  let to = last + 1;
  const isBlank = (line: number) => (snapshot.line(line) ?? '').trim() === '';
  if (from === 0 || isBlank(from - 1)) while (to < snapshot.lineCount - 1 && isBlank(to)) to += 1;
  const start = snapshot.offsetAt({ line: from, character: 0 });
  const end = to >= snapshot.lineCount ? snapshot.text.length : snapshot.offsetAt({ line: to, character: 0 });
  const before = snapshot.text.slice(0, start);
  const rest = snapshot.text.slice(end);
  return rest.trim() === '' ? `${before.trimEnd()}${/\r\n/.test(snapshot.text) ? '\r\n' : '\n'}` : `${before}${rest}`;
}

export function fileOf(uri: string): string {
  return uri.split('/').at(-1) ?? uri;
}
