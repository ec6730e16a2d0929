// Where the name of a symbol stands: extensions return the place of its whole declaration.
import type { Documents } from '../../ide/doors/documents.ts';
import type { WorkspaceSymbol } from '../../ide/doors/languages.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import type { Range, TextSnapshot } from '../../ide/text.ts';

const PART = /[\p{ID_Continue}$]/u;

export async function namedPlaces(symbols: readonly WorkspaceSymbol[], documents: Documents, signal: AbortSignal): Promise<readonly WorkspaceSymbol[]> {
  const texts = new Map<string, TextSnapshot | undefined>();
  for (const { location } of symbols) {
    if (!texts.has(location.uri)) texts.set(location.uri, await textOrNothing(location.uri, documents, signal));
  }
  return symbols.map((symbol) => {
    const { uri, range } = symbol.location;
    const text = texts.get(uri);
    return text === undefined ? symbol : { ...symbol, location: { uri, range: nameIn(text, range, symbol.name) } };
  });
}

export function nameIn(text: TextSnapshot, range: Range, name: string): Range {
  const end = text.offsetAt(range.end) - name.length;
  for (let at = text.text.indexOf(name, text.offsetAt(range.start)); at >= 0 && at <= end; at = text.text.indexOf(name, at + 1)) {
    const isWord = !PART.test(text.text[at - 1] ?? '') && !PART.test(text.text[at + name.length] ?? '');
    if (isWord) return { start: text.positionAt(at), end: text.positionAt(at + name.length) };
  }
  // What has no name in the text, such as a default export.
  return range;
}

// A file that went away meanwhile leaves the place as it was returned.
async function textOrNothing(uri: string, documents: Documents, signal: AbortSignal): Promise<TextSnapshot | undefined> {
  try {
    return await documents.read(uri, signal);
  } catch (error) {
    if (error instanceof IdeError && error.code !== 'cancelled') return undefined;
    throw error;
  }
}
