// The questions that every host is asked, and where VS Code's answers differ from those of the headless host, each with its reason.

export interface Case {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly differs?: Difference;
}

// A known difference: the test fails when it is gone.
export interface Difference {
  readonly because: string;
  // What VS Code's answer holds instead, in this very form.
  readonly vscode: Readonly<Record<string, unknown>>;
}

const WITHOUT_PYTHON = 'a plain VS Code has no extension for Python; the headless host brings its own engine';
const ONLY_WHILE_SHOWN = 'VS Code checks style sheets and JSON only while an editor shows them; the answer says so';

export const CASES: readonly Case[] = [
  {
    tool: 'find_references',
    given: { symbol: { name: 'total', file: 'src/cart.ts' } },
    differs: {
      because: 'VS Code knows Markdown as a language, for which the headless host has no engine: other words for the same mention',
      vscode: {
        total: 7,
        complete: true,
        mentions: {
          total: 2,
          files: [
            { file: 'notes.md', why: 'markdown' },
            { file: 'style/shop.css', why: 'css' },
          ],
        },
      },
    },
  },
  { tool: 'find_references', given: { symbol: { name: 'Offer' }, include_declaration: false } },
  { tool: 'find_references', given: { symbol: { name: 'Item/price' } } },
  { tool: 'find_references', given: { symbol: { file: 'src/cart.ts', line: 12, column: 4 } } },
  { tool: 'find_definition', given: { symbol: { file: 'src/checkout.ts', line: 5, name: 'total' } } },
  { tool: 'find_definition', given: { symbol: { file: 'src/checkout.ts', snippet: 'return <<pay>>(cents)' } } },
  { tool: 'find_type_definition', given: { symbol: { file: 'src/cart.ts', line: 26, name: 'item' } } },
  { tool: 'find_implementations', given: { symbol: { name: 'Priced' } } },
  { tool: 'find_implementations', given: { symbol: { name: 'Priced/price' } } },
  { tool: 'find_super_methods', given: { symbol: { name: 'Offer/price' } } },
  { tool: 'type_hierarchy', given: { symbol: { name: 'Item' } } },
  { tool: 'type_hierarchy', given: { symbol: { name: 'Priced' }, direction: 'down' } },
  { tool: 'call_hierarchy', given: { symbol: { name: 'pay' }, direction: 'callers', depth: 2 } },
  { tool: 'call_hierarchy', given: { symbol: { name: 'pay' }, direction: 'callees', depth: 1 } },
  { tool: 'inspect_symbol', given: { symbol: { name: 'total', file: 'src/cart.ts' } } },
  { tool: 'inspect_symbol', given: { symbol: { name: 'Offer/price' } } },
  { tool: 'get_documentation', given: { symbol: { name: 'Item' } } },
  { tool: 'get_file_outline', given: { file: 'src/cart.ts' } },
  { tool: 'get_file_outline', given: { file: 'style/shop.css' } },
  { tool: 'get_file_outline', given: { file: 'settings.json' } },
  {
    tool: 'search_symbols',
    given: { query: 'tot' },
    differs: {
      because: WITHOUT_PYTHON,
      vscode: {
        total: 1,
        complete: true,
        notes: ['No extension of this VS Code serves python, so symbols in it were not looked for.'],
        symbols: [{ name: 'total', kind: 'function', file: 'src/cart.ts', line: 25, column: 17 }],
      },
    },
  },
  {
    tool: 'search_symbols',
    given: { query: 'Item' },
    differs: {
      because: "TypeScript 6 in VS Code also finds local variables by their names, which the headless host's TypeScript 7 does not",
      vscode: { total: 2, complete: true, symbols: [{ name: 'Item' }, { name: 'items', container: 'pay' }] },
    },
  },
  { tool: 'get_diagnostics', given: { file: 'src/wrong.ts' } },
  { tool: 'get_diagnostics', given: { files: ['src/cart.ts', 'src/checkout.ts'] } },
  {
    tool: 'get_diagnostics',
    given: { file: 'style/shop.css' },
    differs: { because: ONLY_WHILE_SHOWN, vscode: { complete: false, settled: false, total: 0 } },
  },
  {
    tool: 'get_diagnostics',
    given: {},
    differs: { because: ONLY_WHILE_SHOWN, vscode: { complete: false, settled: false, counts: { error: 1, warning: 0, information: 0, hint: 0 } } },
  },
  {
    tool: 'code_completions',
    given: { file: 'src/checkout.ts', line: 4, column: 24, limit: 3, documentation: true },
    differs: {
      because: 'the same names in the same order, but TypeScript 6 and 7 describe them in different words',
      vscode: {
        prefix: 'It',
        complete: true,
        completions: [
          { label: 'Item', kind: 'variable', detail: '(alias) new Item(cents: number): Item\nimport Item', documentation: 'Something to buy.' },
          { label: 'ClipboardItem', kind: 'variable' },
          { label: 'DataTransferItem', kind: 'variable' },
        ],
      },
    },
  },
  {
    tool: 'list_quick_fixes',
    given: { file: 'src/wrong.ts' },
    differs: { because: 'VS Code offers fixes only while an editor shows the file; the answer says so', vscode: { complete: false, unmended: 1 } },
  },
  { tool: 'list_quick_fixes', given: { file: 'src/cart.ts' } },
  { tool: 'download_sources', given: { package: 'nothing' } },
  { tool: 'list_breakpoints', given: {} },
  { tool: 'list_debug_sessions', given: {} },
  { tool: 'step_over', given: {} },
  { tool: 'start_debug_session', given: { configuration_name: 'nothing' } },
  { tool: 'git_status', given: {} },
  { tool: 'git_log', given: { range: '--all' } },
  { tool: 'git_stage', given: { paths: ['.'] } },
  { tool: 'list_run_configurations', given: {} },
  { tool: 'stop_run', given: { run_id: 'r99' } },
  { tool: 'list_terminals', given: {} },
  { tool: 'close_terminal', given: { terminal_id: 't99' } },
  { tool: 'http_request', given: { url: 'http://127.0.0.1:9/' } },
  { tool: 'read_ide_log', given: { query: 'no line holds this' } },
  { tool: 'get_notifications', given: {} },
  { tool: 'list_tests', given: {} },
  { tool: 'search_text', given: { query: 'total' } },
  { tool: 'search_structure', given: { pattern: 'total($A)', language: 'typescript' } },
  { tool: 'list_project_files', given: {} },
  { tool: 'read_file', given: { file: 'src/index.ts' } },
  { tool: 'project_structure', given: {} },
  { tool: 'list_dependencies', given: {} },
  {
    tool: 'get_project_info',
    given: {},
    differs: {
      because: 'VS Code knows Markdown as a language',
      vscode: { languages: { typescript: 5, jsonc: 3, markdown: 1, json: 1, css: 1 } },
    },
  },
  {
    tool: 'index_status',
    given: {},
    differs: {
      because: 'the engines are extensions of VS Code, which report neither memory nor progress',
      vscode: {
        ready: true,
        engines: [{ language: 'markdown' }, { language: 'json' }, { language: 'jsonc' }, { language: 'typescript' }, { language: 'css' }],
      },
    },
  },
  // What cannot be answered is refused in the same words.
  {
    tool: 'find_references',
    given: { symbol: { name: 'nowhere' } },
    differs: {
      because: WITHOUT_PYTHON,
      vscode: {
        refused: {
          error: 'symbol_not_found',
          next: 'Not everything could be searched: No extension of this VS Code serves python, so symbols in it were not looked for. Call again, or pass its file.',
        },
      },
    },
  },
  { tool: 'find_references', given: { symbol: { file: 'src/cart.ts', line: 900, column: 1 } } },
  { tool: 'find_definition', given: { symbol: {} } },
  { tool: 'call_hierarchy', given: { symbol: { name: 'Priced' }, direction: 'callers' } },
  { tool: 'get_file_outline', given: { file: 'src/missing.ts' } },
  { tool: 'read_file', given: { file: '../outside.ts' } },
  {
    tool: 'get_file_outline',
    given: { file: 'notes.md' },
    differs: { because: 'VS Code serves Markdown, for which the headless host has no engine', vscode: { total: 0, complete: true } },
  },
  {
    tool: 'get_file_outline',
    given: { file: 'reports/report.py' },
    differs: {
      because: WITHOUT_PYTHON,
      vscode: {
        refused: {
          error: 'no_engine',
          next: 'No extension of this VS Code serves python. Ask a person to install or enable one, or use read_file and search_text.',
        },
      },
    },
  },
];
