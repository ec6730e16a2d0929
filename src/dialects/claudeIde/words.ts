// What both tool sets of Claude Code's IDE protocol share: how files are named, and how a diff is proposed and decided.
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type IdeError, notPermitted } from '../../ide/errors/errors.ts';
import { type DialectTool, defineDialectTool } from '../dialect.ts';

// A name is shown to people and repeated in the answer; the command's own have less than a hundred characters.
const LONGEST_TAB_NAME = 1_000;
export const tabName = z.string().min(1).max(LONGEST_TAB_NAME);
export const path = z.string().min(1).max(4_096);

// As the command writes one: file:// and the path as it is. Others write it as a URI, where % stands before two digits and a space is %20.
export function pathIn(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  const isEscaped = /%[0-9a-f]{2}/i.test(uri) && !/[ #?\\]/.test(uri);
  if (isEscaped) {
    try {
      return fileURLToPath(uri);
    } catch {
      // Of another machine, or a % that escapes nothing: then it is the path as it is.
    }
  }
  const plain = uri.replace(/^file:\/\/(?:localhost(?=\/))?/, '');
  return /^\/[A-Za-z]:/.test(plain) ? plain.slice(1) : plain;
}

// What is sent stands in a person's prompt, and in what the model reads: a name that a repository brings must not write more there than a name.
export function isPlainName(file: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(file);
}

// The same the other way: the command compares it as text with its own.
export function plainUri(file: string): string {
  return `file://${file}`;
}

// What a person makes of a diff, as open_diff answers it.
export const opinion = z.object({
  accepted: z.boolean(),
  text: z.string().optional(),
  why: z.string().optional(),
  isNew: z.boolean().optional(),
  undecided: z.boolean().optional(),
});

// Decided by a person: the client writes the returned text itself. An error makes it ask in its own terminal, which is right wherever nobody decided.
// losesLastBreak: it drops the last line break of a text for a file that was not there or empty (docs/design/claude-ide.md), so it is sent one more.
export function diffRow(losesLastBreak: (client: string | undefined) => boolean): DialectTool {
  return defineDialectTool({
    name: 'openDiff',
    tool: 'open_diff',
    description: 'Show a person what a file would become, and wait until they accept, change or reject it.',
    input: z.strictObject({
      old_file_path: path.describe('The file that would change.'),
      new_file_path: path.optional().describe('Where the new text would be: the same file.'),
      new_file_contents: z.string().describe('The whole new text.'),
      tab_name: tabName.optional().describe('Name of the tab, for close_tab.'),
    }),
    diff: 'opens',
    answer: opinion,
    // The name of the tab is no title: a person who decides reads which file it is, in our words.
    toArguments: ({ old_file_path: old, new_file_path: file = old, new_file_contents: text }) => ({ file: pathIn(file), text }),
    toResult([{ accepted, text = '', why = 'nobody decided', isNew, undecided }], { given, client }) {
      if (undecided === true) return notPermitted('openDiff', why, 'Ask the person in another way.');
      const more = isNew === true && text.endsWith('\n') && losesLastBreak(client) ? '\n' : '';
      return { accepted, text: `${text}${more}`, tab: given.tab_name };
    },
    insteadOf({ code }, { tab_name: tab }) {
      // The client itself has closed it: the decision was taken in its terminal.
      return code === 'cancelled' ? { accepted: false, text: '', tab } : undefined;
    },
    tell: ({ accepted, text, tab }) => (accepted ? ['FILE_SAVED', text] : ['DIFF_REJECTED', ...(tab === undefined ? [] : [tab])]),
  });
}

// As clients read the reason of a refusal.
export function errorWords(error: IdeError): string {
  return [error.message, error.next].filter((part) => part !== '').join(' ');
}
