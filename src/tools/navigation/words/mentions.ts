// The cross-check of references: files that hold the word but no reference, and what the word is there.
import { z } from 'zod';
import { notCode, partAt } from '../../../source/codeParts.ts';
import { familyOf } from '../../../source/language.ts';
import { isWholeWord } from '../../../source/names.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../../words/place.ts';

export const mentionsOutput = z.object({ total: z.number(), files: z.array(z.object({ file: z.string(), why: z.string() })) });
export type Mentions = z.infer<typeof mentionsOutput>;

// Enough to see what kind of mentions there are; the total says how many.
const MOST_LISTED = 8;
// A word that stands in more places than this in one file is judged by the first ones.
const MOST_LOOKED_AT = 5;

export async function mentionsOf(
  context: ProjectContext,
  word: string,
  filesWithWord: readonly string[],
  referenced: ReadonlySet<string>,
  languageOfSymbol: string,
): Promise<Mentions | undefined> {
  const others = filesWithWord.filter((uri) => !referenced.has(uri));
  if (others.length === 0) return undefined;
  const { ide } = context;
  // A file of the same language is where a reference could have been missed, so it is listed first.
  const isForeign = (uri: string) => (familyOf(ide.languages.languageOf(uri) ?? '') === familyOf(languageOfSymbol) ? 0 : 1);
  const listed = others.toSorted((a, b) => isForeign(a) - isForeign(b)).slice(0, MOST_LISTED);
  const files = await Promise.all(
    listed.map(async (uri) => ({
      file: fileOf(ide.project, uri),
      why: isForeign(uri) === 0 ? await partsOf(context, uri, word) : (ide.languages.languageOf(uri) ?? extensionOf(uri)),
    })),
  );
  return { total: others.length, files };
}

export function tellMentions(word: string, mentions: Mentions): string {
  const listed = mentions.files.map(({ file, why }) => `${file} (${why})`).join(', ');
  return `${mentions.total} more ${mentions.total === 1 ? 'file holds' : 'files hold'} the word ${word} but no reference: ${listed}${mentions.total > mentions.files.length ? ', …' : ''}`;
}

// What no engine speaks is named by its file's extension.
function extensionOf(uri: string): string {
  return /\.\w+$/.exec(uri)?.[0] ?? 'text';
}

async function partsOf(context: ProjectContext, uri: string, word: string): Promise<string> {
  const document = await context.ide.documents.read(uri, context.signal);
  const offsets = firstOccurrences(document.text, word);
  const spans = notCode(document.text, document.languageId, (offsets.at(-1) ?? 0) + 1);
  const parts = new Set(offsets.map((offset) => partAt(spans, offset)));
  // Code that the engine does not count is another symbol of that name, or comes through an import that does not resolve.
  return parts.has('code') ? 'another symbol or unresolved import' : [...parts].sort().join(' and ') || 'mention';
}

function firstOccurrences(text: string, word: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(word); at >= 0 && offsets.length < MOST_LOOKED_AT; at = text.indexOf(word, at + word.length)) {
    if (isWholeWord(text, at, at + word.length)) offsets.push(at);
  }
  return offsets;
}
