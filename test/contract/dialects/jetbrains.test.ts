// What clients of the JetBrains servers get over HTTP from the built daemon, with the real engine and debugger, of answers longer than any limit and of wrong calls.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { binnacle, type Home, temporaryHome } from '../../support/builtProgram.ts';

const Ready = z.object({ url: z.string(), token: z.string() });
const Reply = z.object({
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), message: z.string(), data: z.looseObject({ error: z.string() }) }).optional(),
});
const ToolResult = z.object({ isError: z.boolean().optional(), content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]) });
const Listed = z.object({ tools: z.array(z.object({ name: z.string() })) });
const Variables = z.looseObject({ variables: z.array(z.looseObject({ name: z.string(), value: z.string(), id: z.string().nullable() })) });

type Endpoint = '/index-mcp' | '/debugger-mcp';

// More references than a page of 500 holds.
const USERS = 260;
const LINES = { deeper: 3, count: 4, print: 11, end: 12, brace: 13, throws: 16, lines: 16 };
const CART = { file: 'src/cart.ts', line: 2, column: 17 };
const MISSING = { file: 'src/none.ts', line: 1, column: 1 };
const SELECTED = { file: 'src/cart.ts', start_line: 3, start_column: 3, end_line: 3, end_column: 7 };

let home: Home;
let project: string;
let daemon: ChildProcess;
let ready: z.infer<typeof Ready>;

beforeAll(async () => {
  home = await temporaryHome();
  project = join(home.folder, 'shop');
  await Promise.all(['.vscode', 'src/users'].map((folder) => mkdir(join(project, folder), { recursive: true })));
  await Promise.all(Object.entries(files()).map(([name, text]) => writeFile(join(project, name), text)));
  const child = spawn(process.execPath, [binnacle, 'serve', '--project', project, '--port', '0', '--json'], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  daemon = child;
  ready = Ready.parse(JSON.parse(await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve))));
});

afterAll(async () => {
  const ended = new Promise((resolve) => daemon.once('close', resolve));
  daemon.kill('SIGTERM');
  await ended;
  await home[Symbol.asyncDispose]();
});

test('a stop shows every field of the models, whole or marked as cut', async () => {
  expect(await call('/debugger-mcp', 'list_run_configurations')).toEqual({
    configurations: [
      {
        name: 'till',
        type: 'node',
        typeId: 'node',
        isTemporary: false,
        canRun: true,
        canDebug: true,
        folder: null,
        description: expect.stringContaining('src/main.js'),
      },
    ],
  });
  const file = join(project, 'src', 'main.js');
  await call('/debugger-mcp', 'set_breakpoint', { file_path: file, line: LINES.print });
  const logging = { condition: 'object.key1 === 1', log_message: 'counted {depth}', suspend_policy: 'thread' };
  await call('/debugger-mcp', 'set_breakpoint', { file_path: 'src/main.js', line: LINES.end, ...logging });
  await call('/debugger-mcp', 'add_watch', { expression: 'text' });

  const frame = { file, className: null, isLibrary: false };
  const text = { value: expect.stringMatching(/^'x{10000}/), type: 'string', valueTruncated: true, valueLength: 30_000 };
  const stop = await call('/debugger-mcp', 'start_debug_session', { configuration_name: 'till' });
  expect({ ...stop, variables: [], sourceContext: undefined }).toEqual({
    sessionId: 's1',
    name: 'till',
    state: 'paused',
    pausedReason: 'breakpoint',
    currentLocation: { file, line: LINES.print, className: null, methodName: 'count', signature: null },
    breakpointHit: { id: 'b1', condition: null, hitCount: 1 },
    stackSummary: [
      { ...frame, index: 0, line: LINES.print, methodName: 'count', isCurrent: true },
      { ...frame, index: 1, line: LINES.count, methodName: 'ring', isCurrent: false },
      ...[2, 3, 4].map((index) => ({ ...frame, index, line: LINES.deeper, methodName: 'ring', isCurrent: false })),
    ],
    totalStackDepth: expect.any(Number),
    variables: [],
    variablesTruncated: true,
    otherScopes: expect.arrayContaining([{ name: 'Global', id: expect.any(String) }]),
    watches: [{ id: 'w3', expression: 'text', error: null, ...text }],
    sourceContext: undefined,
    currentThread: { id: '1', name: expect.any(String), state: 'paused', isCurrent: true, group: null },
    threadCount: 1,
  });
  expect(stop).toMatchObject({
    sourceContext: {
      file,
      startLine: LINES.print - 5,
      endLine: LINES.lines,
      currentLine: LINES.print,
      lines: expect.arrayContaining([
        { number: LINES.print, content: '    console.log(text.length);', isCurrent: true },
        { number: LINES.print - 1, content: expect.stringMatching(/…$/), isCurrent: false, contentTruncated: true, contentLength: declarations().length + 4 },
      ]),
      breakpointsInView: [LINES.print, LINES.end],
    },
  });
  const { variables } = Variables.parse(stop);
  expect(variables).toHaveLength(2_000);
  expect(variables[0]).toEqual({ name: 'depth', value: '1', type: 'number', hasChildren: false, id: null });
  expect(variables[1]).toEqual({ name: 'text', hasChildren: false, id: null, ...text });

  expect(await call('/debugger-mcp', 'evaluate', { expression: 'text' })).toEqual({ hasChildren: false, id: null, ...text });
  // What is cut can be had in parts.
  expect(await call('/debugger-mcp', 'evaluate', { expression: 'text.slice(21_000)' })).toEqual({
    value: `'${'x'.repeat(9_000)}'`,
    type: 'string',
    hasChildren: false,
    id: null,
  });
  expect(await call('/debugger-mcp', 'get_variables')).toMatchObject({ variablesTruncated: true, notes: [expect.stringContaining('expand_variable')] });
  const inside = await call('/debugger-mcp', 'expand_variable', { variable_id: variables.find(({ name }) => name === 'object')?.id });
  expect(inside).toMatchObject({ childrenTruncated: true, children: expect.arrayContaining([expect.objectContaining({ name: 'key1999', value: '1999' })]) });
  // As deep as it is, however many frames are shown.
  const stack = await call('/debugger-mcp', 'get_stack_trace', { max_frames: 500 });
  const { frames } = z.looseObject({ frames: z.array(z.unknown()) }).parse(stack);
  expect(frames.length).toBeGreaterThan(60);
  expect(stack).toMatchObject({ totalFrames: frames.length });
  expect(stop).toMatchObject({ totalStackDepth: frames.length });
  expect(await call('/debugger-mcp', 'get_stack_trace', { max_frames: 10 })).toMatchObject({ totalFrames: frames.length });
  expect(await call('/debugger-mcp', 'list_threads')).toEqual({
    sessionId: 's1',
    threads: [{ id: '1', name: expect.any(String), state: 'paused', isCurrent: true, group: null }],
  });
  const unset = { type: 'line', file, enabled: true, temporary: false, exceptionClass: null, caught: null, uncaught: null };
  expect(await call('/debugger-mcp', 'list_breakpoints')).toEqual({
    breakpoints: [
      { ...unset, id: 'b1', line: LINES.print, condition: null, logMessage: null, suspendPolicy: 'all', hitCount: 1 },
      { ...unset, id: 'b2', line: LINES.end, condition: logging.condition, logMessage: logging.log_message, suspendPolicy: 'thread', hitCount: 0 },
    ],
  });
});

// While the program of the test above stands at its breakpoint.
test('every tool answers a wrong call with the number or the words of its server, and nothing has changed', async () => {
  for (const endpoint of ENDPOINTS) {
    const { tools } = Listed.parse((await ask(endpoint, 'tools/list', {})).result);
    expect([...new Set(WRONG_CALLS[endpoint].map(([name]) => name))].toSorted(), endpoint).toEqual(tools.map(({ name }) => name).toSorted());
  }
  const before = await everything();
  for (const endpoint of ENDPOINTS)
    for (const [name, given, code, says] of WRONG_CALLS[endpoint]) {
      const refusal = await refused(endpoint, name, given);
      expect([name, given, refusal], JSON.stringify(refusal)).toEqual([name, given, { code, text: expect.stringMatching(says) }]);
      // Nothing that is said may need a tool or an argument that the client does not have.
      expect([name, refusal.text], name).toEqual([name, expect.not.stringMatching(endpoint === '/index-mcp' ? OURS_ONLY : OURS_ONLY_DEBUGGING)]);
    }
  expect(await everything()).toEqual(before);
});

test('a program that goes on and ends says how', async () => {
  expect(await call('/debugger-mcp', 'resume')).toMatchObject({
    pausedReason: 'breakpoint',
    currentLocation: { line: LINES.end },
    breakpointHit: { id: 'b2', condition: 'object.key1 === 1', hitCount: 1 },
  });
  expect(await call('/debugger-mcp', 'resume')).toMatchObject({
    pausedReason: 'exception',
    currentLocation: { line: LINES.throws },
    exception: { type: 'TypeError', messageTruncated: true, messageLength: 30_011 },
  });
  expect(await call('/debugger-mcp', 'resume')).toMatchObject({ state: 'stopped', exitCode: 1, endedBecause: 'exit code 1' });
  expect(await refused('/debugger-mcp', 'resume', {})).toEqual({ code: -32002, text: expect.stringContaining('start_debug_session') });
});

test('usages and a rename reach more files than a page holds, and name them all', async () => {
  const found = z
    .object({
      usages: z.array(z.object({ file: z.string(), line: z.number(), column: z.number(), context: z.string(), type: z.string() })),
      totalCount: z.number(),
    })
    .parse(await call('/index-mcp', 'ide_find_references', CART));
  expect(found.totalCount).toBe(2 * USERS + 1);
  expect(found.usages).toHaveLength(2 * USERS + 1);
  expect(found.usages).toContainEqual({ file: 'src/users/u259.ts', line: 2, column: 21, context: 'export const u259 = total(259);', type: 'METHOD_CALL' });

  const all = ['src/cart.ts', ...Array.from({ length: USERS }, (_, index) => `src/users/u${index}.ts`)];
  const renamed = z
    .strictObject({ success: z.literal(true), affectedFiles: z.array(z.string()), changesCount: z.number(), message: z.string() })
    .parse(await call('/index-mcp', 'ide_refactor_rename', { ...CART, new_name: 'sum' }));
  expect(renamed.affectedFiles.toSorted()).toEqual(all.toSorted());
  expect(renamed.changesCount).toBe(2 * USERS + 2);
  for (const file of all.slice(1)) expect(await readFile(join(project, file), 'utf8'), file).not.toContain('total');
});

const ENDPOINTS = ['/index-mcp', '/debugger-mcp'] as const;
const OURS_ONLY = /list_project_files|open_project\b|edit_file|get_diagnostics|snippet|find_references(?<!ide_find_references)/;
const OURS_ONLY_DEBUGGING = /list_project_files|open_project\b|wait_for_pause|read_debug_output|debug_test|project_path|pass program/;

type WrongCall = readonly [name: string, given: Record<string, unknown>, code: number | 'isError', says: RegExp];

const wrongSession = (name: string, given: Record<string, unknown> = {}): WrongCall => [
  name,
  { ...given, session_id: 's99' },
  -32002,
  /no debug session s99. There are s1/,
];
const noFile = (name: string, given: Record<string, unknown> = MISSING): WrongCall => [name, given, -32002, /no file src\/none\.ts\. Pass a path/];

const WRONG_CALLS: Readonly<Record<Endpoint, readonly WrongCall[]>> = {
  '/index-mcp': [
    noFile('ide_find_references'),
    ['ide_find_references', { ...CART, line: 99 }, -32602, /there is no line 99/],
    ['ide_find_references', { ...CART, line: 4, column: 1 }, -32003, /holds no name.*Pass the line and the column/],
    ['ide_find_references', { ...CART, column: '17' }, -32602, /column: .*number/],
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

async function ask(endpoint: Endpoint, method: string, params: Record<string, unknown>): Promise<z.infer<typeof Reply>> {
  const response = await fetch(`${ready.url}${endpoint}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return Reply.parse(await response.json());
}

async function call(endpoint: Endpoint, name: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const reply = await ask(endpoint, 'tools/call', { name, arguments: given });
  expect(reply.error, name).toBeUndefined();
  const { isError, content } = ToolResult.parse(reply.result);
  expect(isError ?? false, content[0].text).toBe(false);
  return z.looseObject({}).parse(JSON.parse(content[0].text));
}

async function refused(endpoint: Endpoint, name: string, given: Record<string, unknown>): Promise<{ code: number | 'isError' | 'success'; text: string }> {
  const { error, result } = await ask(endpoint, 'tools/call', { name, arguments: given });
  if (error !== undefined) return { code: error.code, text: error.message };
  const { isError, content } = ToolResult.parse(result);
  return { code: isError === true ? 'isError' : 'success', text: content[0].text };
}

// What a wrong call could have changed: the files, the breakpoints, the watches and where the program stands.
async function everything(): Promise<unknown> {
  const names = (await readdir(project, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  const texts = await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const));
  const { breakpoints } = await call('/debugger-mcp', 'list_breakpoints');
  const { sessions } = await call('/debugger-mcp', 'list_debug_sessions');
  const { currentLocation, watches, breakpointHit } = await call('/debugger-mcp', 'get_debug_session_status', { include_variables: false });
  return { texts, breakpoints, sessions, currentLocation, watches, breakpointHit };
}

function files(): Record<string, string> {
  const users = Array.from({ length: USERS }, (_, index) => [
    `src/users/u${index}.ts`,
    `import { total } from '../cart.ts';\nexport const u${index} = total(${index});\n`,
  ]);
  const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] };
  const till = { name: 'till', type: 'node', request: 'launch', program: `${'$'}{workspaceFolder}/src/main.js` };
  return {
    ...Object.fromEntries(users),
    'package.json': JSON.stringify({ name: 'shop', private: true, type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    '.vscode/launch.json': JSON.stringify({ version: '0.2.0', configurations: [till] }),
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
  };
}

function declarations(): string {
  return Array.from({ length: 3_000 }, (_, index) => `let v${index} = ${index};`).join(' ');
}
