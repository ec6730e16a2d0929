// The project that clients of the JetBrains servers are shown in the tests, with more of everything than any limit, and a wrong call of every tool.
export type Endpoint = '/index-mcp' | '/debugger-mcp';

// More references than a page of 500 holds.
export const USERS = 260;
export const LINES = { deeper: 3, count: 4, print: 11, end: 12, brace: 13, throws: 16, lines: 16 };
export const LONG = 30_000;
// A name as no limit expects it, which is whole wherever it is said.
export const LONG_NAME = 'n'.repeat(6_000);
export const LOUD = `loud ${LONG_NAME}`;
// More than a page of 500 holds.
export const MANY = 510;
export const CART = { file: 'src/cart.ts', line: 2, column: 17 };
const MISSING = { file: 'src/none.ts', line: 1, column: 1 };
const SELECTED = { file: 'src/cart.ts', start_line: 3, start_column: 3, end_line: 3, end_column: 7 };

export const ENDPOINTS = ['/index-mcp', '/debugger-mcp'] as const;
export const OURS_ONLY = /list_project_files|open_project\b|edit_file|get_diagnostics|snippet|find_references(?<!ide_find_references)/;
export const OURS_ONLY_DEBUGGING = /list_project_files|open_project\b|wait_for_pause|read_debug_output|debug_test|project_path|pass program/;

type WrongCall = readonly [name: string, given: Record<string, unknown>, code: number | 'isError', says: RegExp];

const wrongSession = (name: string, given: Record<string, unknown> = {}): WrongCall => [
  name,
  { ...given, session_id: 's99' },
  -32002,
  /no debug session s99. There are s1/,
];
const noFile = (name: string, given: Record<string, unknown> = MISSING): WrongCall => [name, given, -32002, /no file src\/none\.ts\. Pass a path/];

export const WRONG_CALLS: Readonly<Record<Endpoint, readonly WrongCall[]>> = {
  '/index-mcp': [
    noFile('ide_find_references'),
    ['ide_find_references', { ...CART, line: 99 }, -32602, /there is no line 99/],
    ['ide_find_references', { ...CART, line: 4, column: 1 }, -32003, /holds no name.*Pass the line and the column/],
    ['ide_find_references', { ...CART, column: '17' }, -32602, /column: .*number/],
    ['ide_refactor_rename', { ...CART, column: 900, new_name: 'sum' }, -32003, /far beyond its end.*Pass the line and the column/],
    ['ide_inspect_symbol', { ...CART, column: 900 }, -32003, /far beyond its end/],
    noFile('find_usages'),
    noFile('ide_find_definition'),
    ['ide_type_hierarchy', CART, -32003, /not a class or interface/],
    ['ide_call_hierarchy', { file: 'src/cart.ts', line: 6, column: 14, direction: 'sideways' }, -32602, /direction/],
    noFile('ide_find_implementations'),
    ['ide_inspect_symbol', { ...CART, file: '../outside.ts' }, -32002, /outside the project.*Pass a file/],
    noFile('ide_code_completions'),
    ['ide_analyze_code', { file: 'src' }, -32002, /is a folder. Pass a file/],
    [
      'ide_analyze_code',
      { file: 'src/cart.ts', start_line: 3, end_line: 1 },
      -32602,
      /^ide_analyze_code: start_line 3 .*are: file, start_line, end_line, project_path\.$/,
    ],
    noFile('ide_list_quick_fixes', { file: 'src/none.ts' }),
    ['ide_apply_quick_fix', { fix_id: 'fix-99' }, 'isError', /ide_list_quick_fixes/],
    ['ide_project_structure', { project_path: '/nowhere' }, 'isError', /available_projects as project_path/],
    noFile('ide_file_structure', { file: 'src/none.ts' }),
    ['ide_list_dependencies', { module: 'none' }, -32602, /^ide_list_dependencies: there is no package none; .*are: module, project_path\.$/],
    ['ide_index_status', { project: '.' }, -32602, /did you mean project_path/],
    ['ide_refactor_rename', { ...CART, new_name: '9 x' }, -32602, /cannot be a name.*Choose another/],
    ['ide_refactor_rename', { ...CART, new_name: 'Cart' }, -32004, /already means something else/],
    ['ide_refactor_extract_method', { ...SELECTED, name: 'part' }, -32004, /Nothing was changed. Choose/],
    ['ide_refactor_extract_variable', { ...SELECTED, start_column: 10, end_column: 19, name: '9 x' }, -32004, /cannot be a name. Nothing was changed/],
    ['ide_refactor_inline', { file: 'src/cart.ts', line: 6, column: 14 }, -32004, /can be inlined. Nothing was changed/],
    ['ide_refactor_safe_delete', CART, -32004, /is used at 521 places, so nothing was deleted/],
    ['ide_refactor_move', { ...CART, target_file: '../outside.ts' }, -32002, /outside the project/],
  ],
  '/debugger-mcp': [
    ['list_run_configurations', { projectPath: '/nowhere' }, -32006, /open_projects as projectPath/],
    ['run_configuration', { configuration_name: 'nothing' }, 'isError', /list_run_configurations shows them/],
    ['list_debug_sessions', { projectPath: 1 }, -32602, /projectPath: .*string/],
    ['start_debug_session', { configuration_name: 'nothing' }, 'isError', /list_run_configurations shows them/],
    wrongSession('stop_debug_session'),
    ['get_debug_session_status', { max_stack_frames: 0 }, -32602, /max_stack_frames/],
    ['list_breakpoints', { file: 'src/main.js' }, -32602, /did you mean file_path/],
    ['set_breakpoint', { file_path: 'src/none.js', line: 1 }, 'isError', /no file src\/none\.js.*Pass a path/],
    ['set_breakpoint', { file_path: 'src/main.js', line: LINES.brace }, -32003, /holds no code.*nearest lines/],
    ['set_breakpoint', { file_path: 'src/main.js', line: LINES.end, condition: 'a b' }, -32003, /no operator between/],
    ['remove_breakpoint', { breakpoint_id: 'b99' }, -32003, /list_breakpoints shows them/],
    ['set_exception_breakpoint', { caught: false, uncaught: false }, -32602, /caught or uncaught.*are: exception_class, caught, uncaught, projectPath\.$/],
    wrongSession('resume'),
    wrongSession('pause'),
    wrongSession('step_over'),
    wrongSession('step_into'),
    wrongSession('step_out'),
    ['run_to_line', { file_path: 'src/main.js', line: 99 }, -32003, /no line 99/],
    ['get_stack_trace', { thread_id: 'main' }, -32602, /list_threads/],
    ['get_stack_trace', { thread_id: '77' }, 'isError', /no thread 77. There are: 1/],
    ['select_stack_frame', { frame_index: 99 }, 'isError', /no frame 99; the stack has \d+.*get_stack_trace/],
    wrongSession('list_threads'),
    ['get_variables', { frame_index: 99 }, 'isError', /get_stack_trace shows them/],
    ['expand_variable', { variable_id: 'nothing' }, -32004, /take one from get_variables/],
    ['set_variable', { variable_name: 'nobody', new_value: '1' }, -32004, /There are depth, text/],
    ['set_variable', { variable_name: 'text', new_value: '1 +' }, -32004, /was not set: something is missing/],
    ['evaluate', { expression: 'nobody' }, -32004, /nobody is not defined.*get_variables/],
    ['add_watch', { expression: 'nobody +' }, -32004, /cannot be watched: something is missing/],
    ['remove_watch', { watch_id: 'w99' }, 'isError', /There are w3 \(text\)/],
    ['get_source_context', { file_path: 'src/main.js' }, -32602, /file and line.*are: file_path, line, lines, session_id, projectPath\.$/],
  ],
};

export function projectFiles(): Record<string, string> {
  const users = Array.from({ length: USERS }, (_, index) => [
    `src/users/u${index}.ts`,
    `import { total } from '../cart.ts';\nexport const u${index} = total(${index});\n`,
  ]);
  const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] };
  const till = { name: 'till', type: 'node', request: 'launch', program: `${'$'}{workspaceFolder}/src/main.js` };
  const loud = { ...till, name: LOUD, program: `${'$'}{workspaceFolder}/src/loud.js` };
  return {
    ...Object.fromEntries(users),
    'package.json': JSON.stringify({ name: 'shop', private: true, type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    '.vscode/launch.json': JSON.stringify({ version: '0.2.0', configurations: [till, loud] }),
    'src/cart.ts': `/** What it costs. */
export function total(count: number): number {
  return count * 2;
}

export class Cart {
  price(): number { return total(1); }
}
`,
    'src/main.js': `class Till {
  static ring(depth) {
    if (depth > 0) return Till.ring(depth - 1);
    return Till.count(1);
  }
  static count(depth) {
    const text = 'x'.repeat(30_000);

    const object = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => ['key' + index, index]));
    ${declarations()}
    console.log(text.length);
    return object;
  }
}
Till.ring(60);
throw new TypeError('z'.repeat(30_000));
`,
    'src/loud.js': `function ${LONG_NAME}(text) {
  let more = text + 'z';
  return more.length;
}
const text = 'x'.repeat(${LONG});
console.log(text);
const first = ${LONG_NAME}(text);
const second = ${LONG_NAME}(text);
setInterval(() => {}, 1_000);
`,
  };
}

export function declarations(): string {
  return Array.from({ length: 3_000 }, (_, index) => `let v${index} = ${index};`).join(' ');
}

const times = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, index) => line(index)).join('\n');

// Written by the test that asks about them, so that the others count what is theirs.
export const LONG_FILES: Readonly<Record<string, string>> = {
  'packages/long/package.json': JSON.stringify({
    name: LONG_NAME,
    dependencies: Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`dependency${index}`, `^${index}.0.0`])),
  }),
  'src/wide.ts': `export const wide = '${'w'.repeat(LONG)}';\nexport const ${LONG_NAME} = wide;\n`,
  'src/shapes.ts': `export interface Shape { area(): number }\n${times(MANY, (at) => `export class Shape${at} implements Shape { area() { return ${at}; } }`)}\n`,
  'src/calls.ts': `export function base(): number { return 1; }\n${times(MANY, (at) => `export function caller${at}() { return base(); }`)}\n`,
  'src/members.ts': `const members = {\n${times(MANY, (at) => `  member${at}: ${at},`)}\n};\nmembers.m\n`,
  'src/wrong.ts': `${times(MANY, (at) => `export const wrong${at}: string = ${at};`)}\n`,
  'src/fixed.ts': `const ${LONG_NAME}b = 1;\nexport const fixed = ${LONG_NAME}c;\nexport const kept = ${LONG_NAME}b;\n`,
  'src/extracted.ts': 'export function extracted(count: number): number {\n  return count * 2;\n}\n',
  'src/inlined.ts': `const inlined = '${'i'.repeat(LONG)}';\nexport const length = inlined.length;\n`,
  'src/deleted.ts': `export const kept = 1;\nconst deleted = '${'d'.repeat(LONG)}';\n`,
  'src/moved.ts': `export const moved = '${'m'.repeat(LONG)}';\nexport const stays = 1;\n`,
};
