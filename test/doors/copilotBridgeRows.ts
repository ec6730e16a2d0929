// What each tool of the Copilot bridge is asked in the tests, and what it answers.
import { expect } from 'vitest';

export const SHOP = `
// @file package.json
{ "name": "shop", "scripts": { "test": "vitest" }, "dependencies": { "zod": "^4.0.0" } }
// @file src/cart.ts
export class Cart {
  /** What it costs. */
  total() { return 1; }
}
// @file src/checkout.ts
import { Cart } from './cart.ts';
const cart = new Cart();
export const price = cart.total();
const wrong = price;
//    ^^^^^ error: nobody uses this
// @file src/gift.ts
import { Cart } from './cart.ts';
export class Gift {
  wrap() { return new Cart().total(); }
}
export class Box {
  wrap() {}
}
`;

export const ZOD = {
  uri: 'file:///shop/node_modules/zod',
  version: '4.6.7',
  parts: [{ kind: 'declarations', uri: 'file:///shop/node_modules/zod/index.d.ts' }],
} as const;

export interface Row {
  readonly tool: string;
  readonly given: Record<string, unknown>;
  readonly text: string | RegExp;
  readonly results: unknown;
}

export const rows: readonly Row[] = [
  {
    tool: 'search_symbols',
    given: { query: 'Cart', type: 'class' },
    text: 'Found 1 class:\n1. Cart at src/cart.ts:1',
    results: [{ name: 'Cart', type: 'class', file: 'src/cart.ts', line: 1 }],
  },
  {
    tool: 'search_symbols',
    given: { query: 'wrap' },
    text: /^Found 2 symbols:\n1\. Gift\.wrap \[method\] at src\/gift\.ts:3\n2\. Box\.wrap/,
    results: { length: 2 },
  },
  { tool: 'search_symbols', given: { query: 'nothing', type: '' }, text: 'Found no symbols named like nothing.', results: [] },
  {
    tool: 'get_file_outline',
    given: { path: 'src/cart.ts' },
    text: /^Outline of src\/cart\.ts, 2 declarations:\n1: class Cart\n {2}3: method total/,
    results: [
      expect.objectContaining({
        name: 'Cart',
        type: 'class',
        line: 1,
        endLine: 4,
        children: [expect.objectContaining({ name: 'total', type: 'method', line: 3 })],
      }),
    ],
  },
  {
    tool: 'find_references',
    given: { symbol: 'Cart.total', file_pattern: '' },
    text: /^Found 2 references to Cart\.total:\n1\. src\/checkout\.ts:3 \[call\] export const price = cart\.total\(\);\n2\. src\/gift\.ts:3 \[call\]/,
    results: [
      { file: 'src/checkout.ts', line: 3, column: 27, type: 'call', text: 'export const price = cart.total();' },
      expect.objectContaining({ file: 'src/gift.ts', line: 3 }),
    ],
  },
  {
    tool: 'find_references',
    given: { symbol: 'Cart', file_pattern: 'gift*' },
    text: /^Found 2 references to Cart in gift\*:\n1\. src\/gift\.ts:1 \[import\]/,
    results: { length: 2 },
  },
  { tool: 'find_references', given: { symbol: 'Cart', file_pattern: '*.kt' }, text: 'Found no references to Cart in *.kt.', results: [] },
  { tool: 'find_references', given: { symbol: 'wrap', path: 'src/gift.ts', line: 3 }, text: /^Found 1 reference to wrap/, results: { length: 1 } },
  {
    tool: 'list_project_files',
    given: { directory: 'src', pattern: '*.ts' },
    text: 'Found 3 files:\n1. src/cart.ts\n2. src/checkout.ts\n3. src/gift.ts',
    results: ['src/cart.ts', 'src/checkout.ts', 'src/gift.ts'],
  },
  { tool: 'list_project_files', given: { directory: '', pattern: '*.java' }, text: 'Found no files.', results: [] },
  {
    tool: 'get_project_info',
    given: {},
    text: /^Project: shop\nPath: \/shop\n[\s\S]*Build system: npm\n[\s\S]*Modules: 1\n- shop \(\.\); sources: src\nCommands:\n- test: npm test/,
    results: [
      {
        name: 'shop',
        path: '/shop',
        files: 4,
        languages: expect.objectContaining({ typescript: 3 }),
        buildSystems: ['npm'],
        sdks: expect.any(Array),
        missingSdks: expect.any(Array),
        modules: [expect.objectContaining({ name: 'shop', folder: '.', sourceRoots: ['src'] })],
        commands: [expect.objectContaining({ task: 'test', command: 'npm test', folder: '.' })],
      },
    ],
  },
  {
    tool: 'get_problems',
    given: { path: 'src/checkout.ts' },
    text: 'Found 1 problem in 1 file:\n1. src/checkout.ts:4:7 [ERROR] nobody uses this',
    results: [expect.objectContaining({ file: 'src/checkout.ts', line: 4, column: 7, severity: 'ERROR', message: 'nobody uses this' })],
  },
  { tool: 'get_problems', given: { path: 'src/cart.ts' }, text: 'Found no problems in 1 file.', results: [] },
  { tool: 'get_problems', given: {}, text: /^Found 1 problem in \d files:/, results: { length: 1 } },
  {
    tool: 'intellij_read_file',
    given: { path: 'src/gift.ts', start_line: 2, end_line: 3 },
    text: 'export class Gift {\n  wrap() { return new Cart().total(); }',
    results: [{ path: 'src/gift.ts', content: 'export class Gift {\n  wrap() { return new Cart().total(); }', lines: 7, startLine: 2, endLine: 3 }],
  },
  { tool: 'intellij_read_file', given: { path: '/shop/src/cart.ts' }, text: /^export class Cart \{\n/, results: [expect.objectContaining({ startLine: 1 })] },
  {
    tool: 'get_documentation',
    given: { symbol: 'Cart.total' },
    text: /total\(\)[\s\S]*Declared at src\/cart\.ts:3\n\nWhat it costs\./,
    results: [
      {
        symbol: 'Cart.total',
        signature: expect.stringContaining('total()'),
        documentation: 'What it costs.',
        declared: [{ file: 'src/cart.ts', line: 3, column: 3 }],
      },
    ],
  },
  {
    tool: 'download_sources',
    given: { library: 'zod' },
    text: 'Found zod at 1 place:\n1. node_modules/zod 4.6.7; declarations: node_modules/zod/index.d.ts',
    results: [{ place: 'node_modules/zod', version: '4.6.7', declarations: ['node_modules/zod/index.d.ts'] }],
  },
];

export interface Wrong {
  readonly what: string;
  readonly tool: string;
  readonly given: Record<string, unknown>;
  readonly says: RegExp;
  // Undefined: a result that says that it is an error.
  readonly code?: number;
  readonly status: number;
}

export const wrongs: readonly Wrong[] = [
  { what: 'a missing argument', tool: 'search_symbols', given: {}, says: /query is missing/, code: -32602, status: 400 },
  { what: 'an unknown type', tool: 'search_symbols', given: { query: 'Cart', type: 'klass' }, says: /type: .*class/, code: -32602, status: 400 },
  { what: 'a query for everything', tool: 'search_symbols', given: { query: '*' }, says: /pass a name/, code: -32602, status: 400 },
  { what: 'a misspelled argument', tool: 'get_file_outline', given: { pth: 'src/cart.ts' }, says: /did you mean path/, code: -32602, status: 400 },
  { what: 'a file that is not there', tool: 'get_file_outline', given: { path: 'src/card.ts' }, says: /no file src\/card\.ts.*src\/cart\.ts/s, status: 400 },
  {
    what: 'a name of several',
    tool: 'find_references',
    given: { symbol: 'wrap' },
    says: /2 symbols.*path and line.*Gift\/wrap at src\/gift\.ts:3/s,
    status: 400,
  },
  { what: 'a symbol that is not there', tool: 'find_references', given: { symbol: 'Kart' }, says: /No symbol found for Kart/, status: 400 },
  { what: 'a folder that is not there', tool: 'list_project_files', given: { directory: 'lib' }, says: /lib/, status: 400 },
  { what: 'an argument where none is taken', tool: 'get_project_info', given: { path: '.' }, says: /path is not an argument/, code: -32602, status: 400 },
  { what: 'problems of a file that is not there', tool: 'get_problems', given: { path: 'none.ts' }, says: /no file none\.ts/, status: 400 },
  { what: 'a way out of the project', tool: 'intellij_read_file', given: { path: '../../etc/passwd' }, says: /outside the project/, status: 400 },
  {
    what: 'lines in the wrong order',
    tool: 'intellij_read_file',
    given: { path: 'src/cart.ts', start_line: 3, end_line: 2 },
    says: /end_line: is before start_line/,
    code: -32602,
    status: 400,
  },
  { what: 'a line behind the end', tool: 'intellij_read_file', given: { path: 'src/cart.ts', start_line: 99 }, says: /no line 99/, status: 400 },
  { what: 'documentation of nothing', tool: 'get_documentation', given: { symbol: 'Kart' }, says: /No symbol found for Kart/, status: 400 },
  { what: 'a library that nobody declares', tool: 'download_sources', given: { library: 'zodd' }, says: /zodd/, status: 400 },
  { what: 'no library', tool: 'download_sources', given: {}, says: /library is missing/, code: -32602, status: 400 },
  {
    what: 'an unknown tool',
    tool: 'search_symbol',
    given: {},
    says: /search_symbol.*Available tools: search_symbols, get_file_outline/s,
    code: -32602,
    status: 404,
  },
];

export const NAMES = [
  'search_symbols',
  'get_file_outline',
  'find_references',
  'list_project_files',
  'list_tests',
  'run_tests',
  'get_test_results',
  'get_coverage',
  'get_project_info',
  'get_problems',
  'intellij_read_file',
  'intellij_write_file',
  'optimize_imports',
  'format_code',
  'get_documentation',
  'download_sources',
  'create_scratch_file',
  'git_status',
  'git_diff',
  'git_log',
  'git_show',
  'git_blame',
  'git_stage',
  'git_unstage',
  'git_commit',
  'git_branch',
  'git_stash',
  'list_run_configurations',
  'run_configuration',
  'create_run_configuration',
  'edit_run_configuration',
  'read_run_output',
  'run_command',
  'run_in_terminal',
  'list_terminals',
  'read_terminal_output',
  'http_request',
  'read_ide_log',
  'get_notifications',
  'rename_symbol',
  'rename_file',
  'extract_function',
  'extract_variable',
  'inline_symbol',
  'move_symbol',
  'safe_delete',
  'change_signature',
  'undo',
  'redo',
  'list_changes',
  'batch',
  'stop_run',
  'write_terminal_input',
  'close_terminal',
  'git_push',
  'git_pull',
  'git_fetch',
  'set_breakpoint',
  'list_breakpoints',
  'remove_breakpoint',
  'set_exception_breakpoint',
  'start_debug_session',
  'debug_test',
  'list_debug_sessions',
  'get_debug_session_status',
  'stop_debug_session',
  'resume',
  'pause',
  'wait_for_pause',
  'step_over',
  'step_into',
  'step_out',
  'run_to_line',
  'get_stack_trace',
  'get_variables',
  'expand_variable',
  'set_variable',
  'evaluate',
  'add_watch',
  'remove_watch',
  'read_debug_output',
];
