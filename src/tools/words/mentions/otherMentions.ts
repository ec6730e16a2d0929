// Where a name is only written, in comments and strings: no engine resolves those, so they are changed on request, and reported otherwise.
import { contains, type Location, type TextSnapshot } from '../../../ide/text.ts';
import { notCode, type PartSpan, partAt } from '../../../source/codeParts.ts';
import { familyOf } from '../../../source/language.ts';
import { isWholeWord } from '../../../source/names.ts';
import type { ProjectContext } from '../../tool.ts';

export interface Mention extends Location {
  readonly part: 'comment' | 'string';
  // The string holds nothing else, so that it is a key or a name rather than prose.
  readonly isExact: boolean;
}

// Shorter ones stand everywhere and mean something else nearly always.
const SHORT = 3;

// In the files of the symbol's own language, or in the one function outside of which nothing can mean it.
export async function writtenMentions(
  { ide, signal }: ProjectContext,
  word: string,
  languageId: string,
  within: Location | undefined,
): Promise<readonly Mention[]> {
  const family = familyOf(languageId);
  const holders = within === undefined ? await ide.documents.filesWithWord(word, signal) : [within.uri];
  const uris = holders.filter((uri) => familyOf(ide.languages.languageOf(uri) ?? '') === family);
  const found = await Promise.all(uris.map(async (uri) => mentionsIn(await ide.documents.read(uri, signal), word)));
  return found
    .flat()
    .filter(({ range }) => within === undefined || contains(within.range, range.start))
    .filter(({ isExact }) => word.length > SHORT || isExact);
}

// Files that no engine of the symbol's language reads, such as templates, pages and data. Of a local or a short name nobody expects one.
export async function otherFilesWith({ ide, signal }: ProjectContext, word: string, languageId: string): Promise<readonly string[]> {
  if (word.length <= SHORT) return [];
  const family = familyOf(languageId);
  return (await ide.documents.filesWithWord(word, signal)).filter((uri) => familyOf(ide.languages.languageOf(uri) ?? '') !== family);
}

function mentionsIn(document: TextSnapshot, word: string): Mention[] {
  const spans = notCode(document.text, document.languageId);
  const mentions: Mention[] = [];
  for (let at = document.text.indexOf(word); at >= 0; at = document.text.indexOf(word, at + word.length)) {
    const part = partAt(spans, at);
    if (part === 'code' || !isWholeWord(document.text, at, at + word.length)) continue;
    const span = spans.find(({ start, end }) => start <= at && at < end);
    if (part === 'string' && span !== undefined && namesModule(document.text.slice(Math.max(0, span.start - 80), span.start))) continue;
    const range = { start: document.positionAt(at), end: document.positionAt(at + word.length) };
    mentions.push({ uri: document.uri, range, part, isExact: part === 'string' && isWhole(document.text, span, at, word) });
  }
  return mentions;
}

// 'total', but not 'the total'.
function isWhole(text: string, span: PartSpan | undefined, at: number, word: string): boolean {
  return span !== undefined && text.slice(span.start, span.end).replace(/^[\w]*['"`]+|['"`]+$/g, '') === word && at > span.start;
}

// What stands behind these is a file or a package, whose name is not the symbol's.
function namesModule(before: string): boolean {
  return /(?:\bfrom|\bimport|\brequire)\s*\(?\s*$|#include\s*$/.test(before);
}
