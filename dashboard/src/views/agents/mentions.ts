// The words of a prompt that may be files: @src/cart.ts, @src/cart.ts:10-20 for lines of it, @"a b.ts" where the name has spaces.
import type { MentionedFile } from '../../../../src/dashboard/protocol/shownConversations.ts';

// The daemon takes no more.
const MOST = 50;
const WORD = /(?<=^|\s)@(?:"(?<quoted>[^"\n]{1,400})"|(?<plain>[^\s"]{1,400}))/g;
const LINES = /:(\d{1,9})(?:-(\d{1,9}))?$/;

export function namedIn(text: string): readonly MentionedFile[] {
  const named = new Map<string, MentionedFile>();
  for (const { groups = {} } of text.matchAll(WORD)) {
    const word = groups['quoted'] ?? (groups['plain'] ?? '').replace(/[.,;!?)]+$/, '');
    const [lines = '', first, last] = LINES.exec(word) ?? [];
    const file = word.slice(0, word.length - lines.length);
    if (file === '' || named.has(word)) continue;
    const startLine = first === undefined ? undefined : Math.max(1, Number(first));
    const endLine = last === undefined ? undefined : Math.max(1, Number(last));
    named.set(word, { file, ...(startLine !== undefined && { startLine }), ...(endLine !== undefined && { endLine }) });
  }
  return [...named.values()].slice(0, MOST);
}

// As one writes it.
export function written(file: string): string {
  return /\s/.test(file) ? `"${file}"` : file;
}
