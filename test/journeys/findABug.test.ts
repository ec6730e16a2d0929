// Can an agent find and understand a bug with our tools? One session over stdio, kept as a golden transcript.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryHome } from '../support/builtProgram.ts';
import { door, openShop } from './shop.ts';
import { stabilised } from './stabilised.ts';

// Stands for the change that was made last.
const LAST_CHANGE = '<change>';

// A customer complains: with a voucher of 10 % the invoice shows less than 90 % of the price.
const session = (folder: string): { thought: string; tool: string; arguments: Record<string, unknown> }[] => [
  { thought: 'Where am I?', tool: 'list_projects', arguments: {} },
  { thought: 'What is there?', tool: 'list_project_files', arguments: {} },
  { thought: 'How does one work here?', tool: 'get_project_info', arguments: {} },
  { thought: 'What is it made of?', tool: 'project_structure', arguments: {} },
  { thought: 'What does it stand on?', tool: 'list_dependencies', arguments: {} },
  { thought: 'Where is a voucher taken off?', tool: 'search_text', arguments: { query: 'voucher (has been|included)', ignore_case: true, where: 'comments' } },
  { thought: 'Which calls pass one?', tool: 'search_structure', arguments: { pattern: 'applyVoucher($AMOUNT, $VOUCHER)', language: 'typescript' } },
  { thought: 'Something about vouchers.', tool: 'search_symbols', arguments: { query: 'voucher' } },
  { thought: 'What does it promise?', tool: 'inspect_symbol', arguments: { symbol: { name: 'applyVoucher' } } },
  { thought: 'Every word of it.', tool: 'get_documentation', arguments: { symbol: { name: 'Cart/total' } } },
  { thought: 'Who calls it?', tool: 'find_references', arguments: { symbol: { name: 'applyVoucher' } } },
  { thought: 'And who calls those?', tool: 'call_hierarchy', arguments: { symbol: { name: 'applyVoucher' } } },
  { thought: 'Two callers. What is in the checkout?', tool: 'get_file_outline', arguments: { file: 'src/checkout.ts' } },
  { thought: 'Read it.', tool: 'read_file', arguments: { file: 'src/checkout.ts' } },
  { thought: 'Is the total already reduced?', tool: 'find_definition', arguments: { symbol: { file: 'src/checkout.ts', snippet: 'cart.<<total>>()' } } },
  { thought: 'What is the cart there?', tool: 'find_type_definition', arguments: { symbol: { file: 'src/checkout.ts', snippet: '<<cart>>.total()' } } },
  { thought: 'Are there other carts?', tool: 'type_hierarchy', arguments: { symbol: { name: 'Cart' } } },
  { thought: 'Do they have a total of their own?', tool: 'find_implementations', arguments: { symbol: { name: 'Cart/total' } } },
  { thought: 'So the change must fit what it overrides.', tool: 'find_super_methods', arguments: { symbol: { name: 'GiftCart/total' } } },
  { thought: 'It is: the voucher is taken off twice. What else is wrong?', tool: 'get_diagnostics', arguments: {} },
  { thought: 'Does somebody know how to fix that?', tool: 'list_quick_fixes', arguments: { file: 'src/invoice.ts', line: 7, preview: true } },
  { thought: 'What does an order have?', tool: 'code_completions', arguments: { file: 'src/invoice.ts', snippet: '.<<>>ammount' } },
  { thought: 'Where are the types of the compiler?', tool: 'download_sources', arguments: { package: 'typescript', fetch: false } },
  { thought: 'The report repeats the rule; look at it as a project of its own.', tool: 'open_project', arguments: { path: join(folder, 'reports') } },
  { thought: 'Were all of these answers whole?', tool: 'index_status', arguments: {} },
  { thought: 'And would one that has just started say the same?', tool: 'restart_engine', arguments: { language: 'typescript' } },
  { thought: 'The image will be changed too; fetch what knows it.', tool: 'install_server', arguments: { server: 'dockerfile-language-server' } },
  {
    thought: 'Is there a tool for the callers of a function that I have not seen?',
    tool: 'find_tools',
    arguments: { query: 'callers of a function', page_size: 1 },
  },
  { thought: 'Call it by its name.', tool: 'call_tool', arguments: { name: 'read_file', arguments: { file: 'src/money.ts' } } },
  { thought: 'Let the person see it too.', tool: 'open_file', arguments: { file: 'src/checkout.ts', line: 10, end_line: 12 } },
  { thought: 'What else do they have open?', tool: 'list_opened_files', arguments: {} },
  { thought: 'What do they mean by "this"?', tool: 'get_selection', arguments: {} },
  { thought: 'And where are they?', tool: 'get_cursor_position', arguments: {} },
  { thought: 'The call is here.', tool: 'set_selection', arguments: { file: 'src/checkout.ts', line: 11, column: 3, end_line: 11, end_column: 8 } },
  { thought: 'Back to the beginning.', tool: 'set_cursor_position', arguments: { file: 'src/checkout.ts', line: 1 } },
  { thought: 'Have they typed anything?', tool: 'save_file', arguments: { file: 'src/checkout.ts' } },
  { thought: 'How wide are tabs here?', tool: 'get_setting', arguments: { key: 'editor.tabSize' } },
  { thought: 'The code has two.', tool: 'set_setting', arguments: { key: 'editor.tabSize', value: 2, preview: true } },
  { thought: 'They have seen it.', tool: 'close_tab', arguments: { file: 'src/checkout.ts' } },
  { thought: 'Does the person want this fix?', tool: 'open_diff', arguments: { file: 'src/checkout.ts', text: FIXED } },
  {
    thought: 'Then it is made.',
    tool: 'edit_file',
    arguments: {
      file: 'src/checkout.ts',
      edits: [
        { old_text: "import { applyVoucher } from './voucher.ts';\n", new_text: '' },
        { old_text: '  const amount = applyVoucher(cart.total(), cart.voucher);\n  return { amount,', new_text: '  return { amount: cart.total(),' },
      ],
    },
  },
  { thought: 'And the misspelled name?', tool: 'apply_quick_fix', arguments: { kind: '2551', file: 'src/invoice.ts', preview: true } },
  {
    thought: 'Should vouchers stop at nothing?',
    tool: 'edit_symbol',
    arguments: { symbol: { name: 'applyVoucher' }, action: 'replace_body', text: 'return amount;', preview: true },
  },
  {
    thought: 'Or should every call go?',
    tool: 'replace_structure',
    arguments: { pattern: 'applyVoucher($AMOUNT, $VOUCHER)', rewrite: '$AMOUNT', language: 'typescript', preview: true },
  },
  { thought: 'Is it laid out well?', tool: 'format_code', arguments: { file: 'src/checkout.ts' } },
  { thought: 'And are its imports in order?', tool: 'optimize_imports', arguments: { file: 'src/checkout.ts', preview: true } },
  {
    thought: 'Try the sum alone.',
    tool: 'create_scratch_file',
    arguments: { name: 'sum.ts', text: 'console.log([1, 2].reduce((sum, price) => sum + price, 0));\n', preview: true },
  },
  { thought: 'Leave a note.', tool: 'write_file', arguments: { file: 'NOTES.md', text: 'The total of a cart includes its voucher.\n' } },
  { thought: 'What have I changed?', tool: 'list_changes', arguments: {} },
  { thought: 'Nobody asked for the note.', tool: 'undo', arguments: { change_id: LAST_CHANGE } },
  { thought: 'It helps the next reader, though.', tool: 'redo', arguments: { change_id: LAST_CHANGE } },
  {
    thought: 'The name should say that it takes something off.',
    tool: 'rename_symbol',
    arguments: { symbol: { name: 'applyVoucher' }, new_name: 'withoutVoucher' },
  },
  { thought: 'And its file what it is about.', tool: 'rename_file', arguments: { file: 'src/voucher.ts', new_file: 'src/vouchers.ts' } },
  {
    thought: 'Would a name for the amount read better?',
    tool: 'extract_variable',
    arguments: { file: 'src/checkout.ts', start_line: 10, start_column: 20, end_line: 10, end_column: 32, name: 'amount', preview: true },
  },
  {
    thought: 'Or a function?',
    tool: 'extract_function',
    arguments: { file: 'src/checkout.ts', start_line: 10, start_column: 20, end_line: 10, end_column: 32, name: 'amountOf', preview: true },
  },
  { thought: 'The sum needs no name.', tool: 'inline_symbol', arguments: { symbol: { file: 'src/cart.ts', line: 20, name: 'sum' }, preview: true } },
  { thought: 'An order may be a file of its own.', tool: 'move_symbol', arguments: { symbol: { name: 'Order' }, to_file: 'src/order.ts', preview: true } },
  {
    thought: 'The example is used by nobody.',
    tool: 'safe_delete',
    arguments: { symbol: { file: 'src/invoice.ts', name: 'example' }, force: true, preview: true },
  },
  {
    thought: 'The voucher could come first.',
    tool: 'change_signature',
    arguments: { symbol: { name: 'withoutVoucher' }, parameters: [{ name: 'voucher' }, { name: 'price', from: 'amount' }], preview: true },
  },
];

const FIXED = `import type { Cart } from './cart.ts';
import type { Cents } from './money.ts';

export interface Order {
  readonly amount: Cents;
  readonly items: number;
}

export function checkout(cart: Cart): Order {
  return { amount: cart.total(), items: cart.items.length };
}
`;

const Result = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

test('an agent finds a voucher that is taken off twice', async () => {
  await using home = await temporaryHome();
  await using shop = await openShop();
  await installed(shop.folder);
  const [command, ...args] = door;
  const client = new Client({ name: 'journey', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: {} }));
  await client.connect(new StdioClientTransport({ command, args, cwd: shop.folder, env: strings(home.environment), stderr: 'inherit' }));
  try {
    const transcript: unknown[] = [];
    let lastChange = '';
    for (const { thought, tool, arguments: given } of session(shop.folder)) {
      const meant = given['change_id'] === LAST_CHANGE ? { ...given, change_id: lastChange } : given;
      const { isError, structuredContent, content } = Result.parse(await client.callTool({ name: tool, arguments: meant }));
      expect(isError, `${tool}: ${content[0]?.text}`).not.toBe(true);
      if (typeof structuredContent?.['changeId'] === 'string') lastChange = structuredContent['changeId'];
      transcript.push({
        thought,
        tool,
        arguments: given,
        answer: structuredContent,
        text: content
          .map(({ text }) => text)
          .join('\n')
          .split('\n'),
      });
    }
    const stable = stabilised(JSON.stringify(transcript, undefined, 2), { project: shop.folder, home: home.folder });
    await expect(`${stable}\n`).toMatchFileSnapshot('findABug.golden.json');
  } finally {
    await client.close();
  }
});

test('the golden session holds the bug: both places where the voucher is taken off', async () => {
  const golden = await readFile(new URL('findABug.golden.json', import.meta.url), 'utf8');
  const calls = z.array(z.looseObject({ tool: z.string(), answer: z.unknown() })).parse(JSON.parse(golden));
  const references = z
    .object({ files: z.array(z.object({ file: z.string(), references: z.array(z.object({ type: z.string() })) })) })
    .parse(calls.find((call) => call.tool === 'find_references')?.answer);
  const callers = references.files.filter((file) => file.references.some(({ type }) => type === 'call')).map(({ file }) => file);
  expect(callers).toEqual(['src/cart.ts', 'src/checkout.ts']);
});

// What the manifest of the shop asks for, as far as this session looks at it.
async function installed(folder: string): Promise<void> {
  const compiler = join(folder, 'node_modules', 'typescript');
  await mkdir(join(compiler, 'lib'), { recursive: true });
  await writeFile(join(compiler, 'package.json'), '{ "name": "typescript", "version": "6.0.3", "types": "./lib/typescript.d.ts" }\n');
  await writeFile(join(compiler, 'lib', 'typescript.d.ts'), 'export declare const version: string;\n');
}

function strings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
