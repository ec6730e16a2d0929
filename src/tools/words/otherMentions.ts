// Where a name is only written, in comments and strings: no engine resolves those, so they are changed on request, and told otherwise.
import type { Location, TextSnapshot } from '../../ide/text.ts';
import type { ProjectContext } from '../tool.ts';
import { notCode, partAt } from './codeParts.ts';
import { familyOf } from './language.ts';
import { isWholeWord } from './names.ts';

export interface Mention extends Location {
  readonly part: 'comment' | 'string';
}

// In the files of the symbol's own language.
export async function writtenMentions({ ide, signal }: ProjectContext, word: string, languageId: string): Promise<readonly Mention[]> {
  const family = familyOf(languageId);
  const uris = (await ide.documents.filesWithWord(word, signal)).filter((uri) => familyOf(ide.languages.languageOf(uri) ?? '') === family);
  const found = await Promise.all(uris.map(async (uri) => mentionsIn(await ide.documents.read(uri, signal), word)));
  return found.flat();
}

function mentionsIn(document: TextSnapshot, word: string): Mention[] {
  const spans = notCode(document.text, document.languageId);
  const mentions: Mention[] = [];
  for (let at = document.text.indexOf(word); at >= 0; at = document.text.indexOf(word, at + word.length)) {
    const part = partAt(spans, at);
    if (part === 'code' || !isWholeWord(document.text, at, at + word.length)) continue;
    const span = spans.find(({ start, end }) => start <= at && at < end);
    if (part === 'string' && span !== undefined && namesModule(document.text.slice(Math.max(0, span.start - 80), span.start))) continue;
    mentions.push({ uri: document.uri, range: { start: document.positionAt(at), end: document.positionAt(at + word.length) }, part });
  }
  return mentions;
}

// What stands behind these is a file or a package, whose name is not the symbol's.
function namesModule(before: string): boolean {
  return /(?:\bfrom|\bimport|\brequire)\s*\(?\s*$|#include\s*$/.test(before);
}
