// What every host is asked to change, in this order and in the same project, and where VS Code's answers differ from those of the headless host, each with its reason.
import { expect } from 'vitest';
import type { Case } from './cases.ts';

const NAME_TAKEN = 'extensions of VS Code rename without saying whether the new name is taken; the answer says so';
const IMPORT_SETTING = 'VS Code has a setting for moves by hand; the answer says what it is, and that imports were updated';
const UNVERIFIED = 'VS Code shows its extensions only what its editors and the disk hold, so errors are known once it is written.';
const THROUGH_DAEMON = { error: 'unsupported', next: expect.stringContaining('through binnacle mcp') };
const OTHER_LAYOUT = 'the extension of VS Code lays out what it makes in another way, and names it';

export const EDITS: readonly Case[] = [
  { tool: 'edit_file', given: { file: 'src/checkout.ts', edits: [{ old_text: 'const items', new_text: '// What is bought.\n  const items' }] } },
  { tool: 'write_file', given: { file: 'src/extra.ts', text: "import { total } from './cart.ts';\n\nexport const none=total([]);\n" } },
  {
    tool: 'write_file',
    given: { file: 'src/extra.ts', text: 'export const none: string = 1;\n', verify: 'refuse' },
    differs: {
      because: UNVERIFIED,
      vscode: {
        refused: {
          error: 'new_errors',
          message: `write_file is refused and nothing has changed: it would bring a new error. It was checked after writing and taken back: ${UNVERIFIED}`,
        },
      },
    },
  },
  {
    tool: 'format_code',
    given: { file: 'src/extra.ts' },
    differs: { because: 'the formatter is the extension of VS Code', vscode: { applied: true, by: ['vscode 1.139.1'] } },
  },
  {
    tool: 'rename_symbol',
    given: { symbol: { name: 'total', file: 'src/cart.ts' }, new_name: 'sum' },
    differs: {
      because: NAME_TAKEN,
      vscode: {
        applied: true,
        edits: 8,
        newErrors: [],
        notes: [
          'VS Code does not say whether the new name is taken; the errors were compared instead.',
          'The word total still stands 1 time in strings (in_strings): src/checkout.ts:6. It may or may not mean this symbol.',
          '2 files of other languages hold the word total too: style/shop.css, notes.md.',
        ],
      },
    },
  },
  {
    tool: 'rename_file',
    given: { file: 'src/cart.ts', new_file: 'src/basket/cart.ts' },
    differs: {
      because: IMPORT_SETTING,
      vscode: {
        applied: true,
        edits: 5,
        newErrors: [],
        notes: ['Imports updated, although typescript.updateImportsOnFileMove.enabled is prompt: whoever moves a file with this tool has asked for it.'],
      },
    },
  },
  { tool: 'git_stage', given: { paths: ['.'] } },
  { tool: 'rename_symbol', given: { symbol: { name: 'pay' }, new_name: 'class' } },
  { tool: 'edit_file', given: { file: 'src/checkout.ts', edits: [{ old_text: 'nowhere', new_text: '' }] } },
  { tool: 'write_file', given: { file: '../outside.ts', text: '' } },
];

// Only looked at: what they would make differs.
export const PREVIEWS: readonly Case[] = [
  {
    tool: 'extract_variable',
    given: { file: 'src/checkout.ts', start_line: 9, start_column: 10, end_line: 9, end_column: 20, name: 'once', preview: true },
    differs: { because: OTHER_LAYOUT, vscode: { applied: false, unverified: UNVERIFIED } },
  },
  {
    tool: 'extract_function',
    given: { file: 'src/checkout.ts', start_line: 9, end_line: 9, name: 'doubled', preview: true },
    differs: { because: OTHER_LAYOUT, vscode: { applied: false, unverified: UNVERIFIED } },
  },
  {
    tool: 'inline_symbol',
    given: { symbol: { file: 'src/checkout.ts', line: 4, name: 'items' }, preview: true },
    differs: { because: OTHER_LAYOUT, vscode: { applied: false, unverified: UNVERIFIED } },
  },
  {
    tool: 'safe_delete',
    given: { symbol: { name: 'payTwice' }, preview: true },
    differs: { because: OTHER_LAYOUT, vscode: { applied: false, unverified: UNVERIFIED } },
  },
  {
    tool: 'move_symbol',
    given: { symbol: { name: 'payTwice' }, to_file: 'src/twice.ts', preview: true },
    differs: { because: 'extensions of VS Code ask the person where it goes', vscode: { refused: THROUGH_DAEMON } },
  },
  {
    tool: 'change_signature',
    given: { symbol: { name: 'pay' }, parameters: [{ name: 'cents' }], preview: true },
    differs: { because: 'no extension of VS Code changes parameters', vscode: { refused: THROUGH_DAEMON } },
  },
];
