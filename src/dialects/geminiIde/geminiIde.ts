// The tools and notifications that Gemini CLI expects of an IDE that it is connected to, and Qwen Code, which is a fork of it (docs/design/ide-companions.md).
import { z } from 'zod';
import { pathOf } from '../../base/files/fileUri.ts';
import { notPermitted } from '../../ide/errors/errors.ts';
import { errorWords, isPlainName, opinion, path } from '../claudeIde/words.ts';
import { type Dialect, defineDialectTool, type EditorView } from '../dialect.ts';

// What a page shows as a diff; the terminal shows what is longer.
const LONGEST_SHOWN = 4 * 1024 * 1024;

const openDiff = defineDialectTool({
  name: 'openDiff',
  tool: 'open_diff',
  description: 'Show a person what a file would become. Answered at once; ide/diffAccepted or ide/diffRejected follows.',
  input: z.strictObject({ filePath: path.describe('Absolute.'), newContent: z.string().describe('The whole new text.') }),
  diff: 'opens',
  answer: opinion,
  toArguments: ({ filePath: file, newContent: text }) => ({ file, text }),
  toResult([{ accepted, text = '', why = 'nobody decided', undecided }]) {
    // An error is never sent: the tool that asks would fail with it, though the person allows it in the terminal.
    return undecided === true ? notPermitted('openDiff', why, 'Ask the person in another way.') : { accepted, text };
  },
  tell: () => [],
});

const closeDiff = defineDialectTool({
  name: 'closeDiff',
  tool: 'open_diff',
  description: 'Close a diff that waits.',
  input: z.strictObject({
    filePath: path.describe('Absolute, as it was opened.'),
    suppressNotification: z.boolean().default(false).describe('Without ide/diffClosed.'),
  }),
  diff: 'closesDiff',
  answer: z.object({ closed: z.number() }),
  toArguments: () => ({}),
  toResult: ([{ closed }]) => ({ closed }),
  // What a person is typing in a review is theirs until they decide, so what was proposed stays what it was.
  tell: () => JSON.stringify({ content: null }),
});

export const geminiIde = companionDialect('geminiIde', 'gemini-cli');
export const qwenIde = companionDialect('qwenIde', 'qwen-code');

function companionDialect(name: string, client: string): Dialect {
  return {
    name,
    tools: [openDiff, closeDiff],
    resources: [],
    templates: [],
    errorNumbers: {},
    errorBody: (error) => ({ error: error.code, message: error.message, next: error.next, ...error.details }),
    errorText: errorWords,
    companion: {
      hasResources: false,
      client,
      tab: 'filePath',
      decides: {
        isShown: ({ newContent }) => typeof newContent !== 'string' || newContent.length <= LONGEST_SHOWN,
        accepted: (filePath, content) => ({ method: 'ide/diffAccepted', params: { filePath, content } }),
        rejected: (filePath) => ({ method: 'ide/diffRejected', params: { filePath } }),
        closed: (filePath) => ({ method: 'ide/diffClosed', params: { filePath } }),
      },
      viewChanged: (view) => ({ method: 'ide/contextUpdate', params: { workspaceState: { openFiles: openFiles(view) } } }),
    },
  };
}

// As much as the command itself keeps of it.
const MOST_FILES = 10;
const LONGEST_SELECTION = 16_384;

// Without isTrusted: whether the command trusts the folder is between it and the person.
function openFiles({ tabs, selected }: EditorView): readonly Record<string, unknown>[] {
  return tabs
    .filter(({ tab }) => isPlainName(pathOf(tab.uri)))
    .toSorted((one, other) => other.seen - one.seen)
    .slice(0, MOST_FILES)
    .map(({ tab: { uri, isActive, selection }, seen }) => {
      const { line, character } = selection.end;
      const text = isActive && selected?.uri === uri ? selected.text.slice(0, LONGEST_SELECTION) : '';
      return {
        path: pathOf(uri),
        timestamp: seen,
        isActive,
        ...(isActive && { cursor: { line: line + 1, character: character + 1 } }),
        ...(text !== '' && { selectedText: text }),
      };
    });
}
