// What clients of the JetBrains servers get over HTTP from the built daemon, with the real engine and debugger, of answers longer than any limit and of wrong calls.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Home, temporaryHome } from '../../support/builtProgram.ts';
import { type ServedProject, serveProject } from '../../support/servedProject.ts';
import {
  CART,
  declarations,
  ENDPOINTS,
  type Endpoint,
  LINES,
  LONG,
  LONG_FILES,
  LONG_NAME,
  LOUD,
  MANY,
  OURS_ONLY,
  OURS_ONLY_DEBUGGING,
  projectFiles,
  USERS,
  WRONG_CALLS,
} from './jetbrainsCalls.ts';
import { Ledger } from './ledger.ts';
import { SEED_MODELS } from './seedModels.ts';

const Listed = z.object({ tools: z.array(z.object({ name: z.string() })) });
const Variables = z.looseObject({ variables: z.array(z.looseObject({ name: z.string(), value: z.string(), id: z.string().nullable() })) });

let home: Home;
let project: string;
let served: ServedProject;
const ledgers = { '/index-mcp': new Ledger(), '/debugger-mcp': new Ledger() } as const;

beforeAll(async () => {
  home = await temporaryHome();
  project = join(home.folder, 'shop');
  await Promise.all(['.vscode', 'src/users'].map((folder) => mkdir(join(project, folder), { recursive: true })));
  await Promise.all(Object.entries(projectFiles()).map(([name, text]) => writeFile(join(project, name), text)));
  served = await serveProject(home, project);
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
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
      expect.objectContaining({ name: LOUD }),
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
    const { tools } = Listed.parse((await served.ask(endpoint, 'tools/list', {})).result);
    expect([...new Set(WRONG_CALLS[endpoint].map(([name]) => name))].toSorted(), endpoint).toEqual(tools.map(({ name }) => name).toSorted());
  }
  const before = await everything();
  for (const endpoint of ENDPOINTS)
    for (const [name, given, code, says] of WRONG_CALLS[endpoint]) {
      const refusal = await served.refused(endpoint, name, given);
      ledgers[endpoint].noteRefusal(name);
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
  expect(await served.refused('/debugger-mcp', 'resume', {})).toEqual({ code: -32002, text: expect.stringContaining('start_debug_session') });
});

test('a session with values that are longer than any limit, from its first stop to its end', async () => {
  const debug = (tool: string, given: Record<string, unknown> = {}) => call('/debugger-mcp', tool, given);
  const text = { value: expect.stringMatching(/^'x{10000}/), valueTruncated: true, valueLength: LONG };
  const at = (line: number, of = 'text') => ({
    currentLocation: { line },
    variables: expect.arrayContaining([expect.objectContaining({ name: of, ...text })]),
  });
  const condition = `first !== '${LONG_NAME}'`;
  const set = await debug('set_breakpoint', { file_path: 'src/loud.js', line: 7, condition, suspend_policy: 'all' });
  expect(await debug('list_breakpoints')).toMatchObject({ breakpoints: expect.arrayContaining([expect.objectContaining({ condition })]) });
  const thrown = await debug('set_exception_breakpoint', { exception_class: LONG_NAME, caught: true });
  expect(thrown).toMatchObject({ breakpoint: { exceptionClass: LONG_NAME } });
  expect(await debug('remove_breakpoint', { breakpoint_id: thrown['breakpoint_id'] })).toMatchObject({ breakpoint: { exceptionClass: LONG_NAME } });
  expect(await debug('start_debug_session', { configuration_name: LOUD })).toMatchObject({ name: LOUD, ...at(7), output: expect.stringMatching(/x{10000}/) });
  expect(await debug('list_debug_sessions')).toMatchObject({ sessions: [{}, { name: LOUD, runConfigurationName: LOUD, state: 'paused', isCurrent: true }] });
  expect(await debug('get_source_context', { file_path: 'src/main.js', line: LINES.print })).toMatchObject({
    lines: expect.arrayContaining([expect.objectContaining({ contentTruncated: true })]),
  });
  expect(await debug('pause')).toMatchObject(at(7));
  expect(await debug('step_into')).toMatchObject(at(2));
  expect(await debug('step_over')).toMatchObject({ currentLocation: { line: 3 } });
  expect(await debug('set_variable', { variable_name: 'more', new_value: `'${'q'.repeat(LONG)}'` })).toMatchObject({ valueTruncated: true, valueLength: LONG });
  expect(await debug('evaluate', { expression: 'more.length' })).toMatchObject({ value: String(LONG) });
  expect(await debug('select_stack_frame', { frame_index: 1 })).toMatchObject(at(7));
  expect(await debug('get_stack_trace')).toMatchObject({
    frames: expect.arrayContaining([expect.objectContaining({ methodName: LONG_NAME, line: 3 })]),
  });
  expect(await debug('step_out')).toMatchObject({ state: 'paused', pausedReason: 'step' });
  expect(await debug('run_to_line', { file_path: 'src/loud.js', line: 9 })).toMatchObject(at(9));
  const watch = await debug('add_watch', { expression: 'second' });
  expect(await debug('remove_watch', { watch_id: watch['watch_id'] })).toMatchObject({ watches: [{ expression: 'text', ...text }] });
  expect(await debug('stop_debug_session')).toMatchObject({ state: 'stopped', name: LOUD });
  await debug('remove_breakpoint', { breakpoint_id: set['breakpoint_id'] });
  expect(await debug('run_configuration', { configuration_name: LOUD })).toMatchObject({
    runConfigurationName: LOUD,
    output: expect.stringMatching(/x{20000}/),
  });
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
  // At the keyword before it: the nearest name is taken, and the answer says so.
  expect(await call('/index-mcp', 'ide_find_references', { ...CART, column: 3 })).toMatchObject({
    totalCount: 2 * USERS + 1,
    symbolName: 'total',
    note: expect.stringMatching(/^Column 3 of line \d+ holds no name; total at column \d+ was taken\.$/),
  });
  expect(found.usages).toContainEqual({ file: 'src/users/u259.ts', line: 2, column: 21, context: 'export const u259 = total(259);', type: 'METHOD_CALL' });

  const all = ['src/cart.ts', ...Array.from({ length: USERS }, (_, index) => `src/users/u${index}.ts`)];
  const renamed = z
    .strictObject({ success: z.literal(true), affectedFiles: z.array(z.string()), changesCount: z.number(), message: z.string() })
    .parse(await call('/index-mcp', 'ide_refactor_rename', { ...CART, new_name: 'sum' }));
  expect(renamed.affectedFiles.toSorted()).toEqual(all.toSorted());
  expect(renamed.changesCount).toBe(2 * USERS + 2);
  for (const file of all.slice(1)) expect(await readFile(join(project, file), 'utf8'), file).not.toContain('total');
});

test('a symbol that is declared in many places names them, and says where that is not all', async () => {
  const declaredIn = async (name: string, count: number) => {
    const file = `src/${name}.ts`;
    const declaration = (_: unknown, index: number) => `interface ${name} { member${index}: number }`;
    await writeFile(join(project, file), `${Array.from({ length: count }, declaration).join('\n')}\nexport type { ${name} };\n`);
    return z
      .looseObject({ file: z.string(), line: z.number(), otherDeclarations: z.array(z.object({ file: z.string(), line: z.number(), column: z.number() })) })
      .parse(await call('/index-mcp', 'ide_inspect_symbol', { file, line: 1, column: 11 }));
  };
  const several = await declaredIn('several', 25);
  expect(several).toMatchObject({ name: 'several', kind: 'INTERFACE', file: 'src/several.ts', line: 1 });
  expect(several.otherDeclarations.map(({ line }) => line)).toEqual(Array.from({ length: 24 }, (_, index) => index + 2));
  expect(several).not.toHaveProperty('otherDeclarationsTruncated');
  const many = await declaredIn('many', 1_003);
  expect(many.otherDeclarations).toHaveLength(999);
  expect(many).toMatchObject({ otherDeclarationsTruncated: true, declarationsCount: 1_003 });
});

// On the keyword before the name, and further off than the sign of a private one.
const BESIDE: readonly (readonly [name: string, line: number, column: number, symbolName: string, more?: Record<string, unknown>])[] = [
  ['ide_find_references', 5, 3, 'first'],
  ['find_usages', 5, 3, 'first'],
  ['ide_find_definition', 5, 3, 'first'],
  ['ide_type_hierarchy', 1, 9, 'Shape'],
  ['ide_call_hierarchy', 5, 12, 'first'],
  ['ide_find_implementations', 1, 3, 'Shape'],
  ['ide_inspect_symbol', 2, 8, 'Square'],
  ['ide_refactor_rename', 5, 3, 'first', { new_name: 'third' }],
  ['ide_refactor_inline', 7, 2, 'once'],
  ['ide_refactor_safe_delete', 10, 2, 'unused'],
  ['ide_refactor_move', 9, 4, 'Other', { target_file: 'src/other.ts' }],
];

test('a tool that is pointed beside every name says in fields of its own which one it took, and one that is pointed at a name does not', async () => {
  const file = 'src/near.ts';
  const lines = [
    'export interface Shape { area(): number }',
    'export class Square implements Shape {',
    '  area(): number { return 1; }',
    '}',
    'export function first(): number { return 1; }',
    'export function second(): number { return first(); }',
    'const once = 5;',
    'export const twice = once * 2;',
    'export class Other {}',
    'function unused(): void {}',
  ];
  for (const [name, line, column, symbolName, more] of BESIDE) {
    const text = lines[line - 1] ?? '';
    const symbolColumn = text.indexOf(symbolName) + 1;
    for (const at of [column, symbolColumn, symbolColumn + symbolName.length]) {
      await writeFile(join(project, file), `${lines.join('\n')}\n`);
      await rm(join(project, 'src/other.ts'), { force: true });
      const answer = await call('/index-mcp', name, { file, line, column: at, ...more });
      const said = { symbolColumn, symbolName, note: `Column ${column} of line ${line} holds no name; ${symbolName} at column ${symbolColumn} was taken.` };
      if (at === column) expect([name, answer]).toMatchObject([name, said]);
      else expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['note']));
    }
  }
  await rm(join(project, file));
  await rm(join(project, 'src/other.ts'), { force: true });
});

test('what is longer than any limit is whole, or says in a field of its own that it is not', async () => {
  const index = (tool: string, given: Record<string, unknown> = {}) => call('/index-mcp', tool, given);
  await mkdir(join(project, 'packages/long'), { recursive: true });
  await Promise.all(Object.entries(LONG_FILES).map(([name, text]) => writeFile(join(project, name), text)));
  const textOf = (file: string) => readFile(join(project, file), 'utf8');
  const at = (file: string, line: number, column: number, more: Record<string, unknown> = {}) => ({ file: `src/${file}.ts`, line, column, ...more });

  expect(await index('ide_find_definition', at('wide', 2, 6_020))).toMatchObject({ symbolName: 'wide', preview: LONG_FILES['src/wide.ts']?.split('\n')[0] });
  expect(await index('ide_type_hierarchy', at('shapes', 1, 18))).toMatchObject({ element: { name: 'Shape', kind: 'INTERFACE' }, subtypes: { length: MANY } });
  expect(await index('ide_find_implementations', at('shapes', 1, 26))).toMatchObject({ totalCount: MANY, implementations: { length: MANY } });
  const calls = await index('ide_call_hierarchy', at('calls', 1, 17, { depth: 1 }));
  if (calls['truncated'] !== true) expect(calls['calls']).toHaveLength(MANY);
  expect(await index('ide_inspect_symbol', at('wide', 2, 14))).toMatchObject({ name: LONG_NAME });
  expect(await index('ide_code_completions', at('members', MANY + 3, 10, { max_results: 500 }))).toMatchObject({
    totalCount: MANY,
    completions: { length: 500 },
  });
  expect(await index('ide_analyze_code', { file: 'src/wrong.ts' })).toMatchObject({ totalCount: MANY, problems: { length: MANY } });
  expect(await index('ide_file_structure', { file: 'src/shapes.ts' })).toMatchObject({ structure: { length: MANY + 1 } });
  expect(await index('ide_project_structure')).toMatchObject({ modules: expect.arrayContaining([expect.objectContaining({ name: LONG_NAME })]) });
  expect(await index('ide_list_dependencies', { module: LONG_NAME })).toMatchObject({ totalCount: MANY, dependencies: { length: MANY } });
  expect(await index('ide_index_status')).toMatchObject({ isDumbMode: false, isIndexing: false });
  expect(await index('find_usages', at('calls', 1, 17))).toMatchObject({ totalCount: MANY });

  const { fixes } = z
    .object({ fixes: z.array(z.looseObject({ fixId: z.string(), name: z.string() })) })
    .parse(await index('ide_list_quick_fixes', { file: 'src/fixed.ts', line: 2 }));
  const spelling = fixes.find(({ name }) => name.includes(`${LONG_NAME}b`));
  await index('ide_apply_quick_fix', { fix_id: spelling?.fixId });
  expect(await textOf('src/fixed.ts')).toContain(`fixed = ${LONG_NAME}b;`);

  const selected = { file: 'src/extracted.ts', start_line: 2, start_column: 10, end_line: 2, end_column: 19 };
  await index('ide_refactor_extract_variable', { ...selected, name: LONG_NAME });
  expect(await textOf('src/extracted.ts')).toContain(`const ${LONG_NAME} = count * 2;`);
  const variable = { file: 'src/extracted.ts', start_line: 2, start_column: 9 + LONG_NAME.length + 3, end_line: 2, end_column: 9 + LONG_NAME.length + 12 };
  await index('ide_refactor_extract_method', { ...variable, name: `${LONG_NAME}m` });
  expect(await textOf('src/extracted.ts')).toContain(`function ${LONG_NAME}m(count: number)`);
  await index('ide_refactor_rename', at('extracted', 1, 17, { new_name: `${LONG_NAME}r` }));
  expect(await textOf('src/extracted.ts')).toContain(`function ${LONG_NAME}r(count`);
  for (const [tool, given, file, wanted] of [
    ['ide_refactor_inline', at('inlined', 1, 7), 'src/inlined.ts', `export const length = '${'i'.repeat(LONG)}'.length;\n`],
    ['ide_refactor_safe_delete', at('deleted', 2, 7), 'src/deleted.ts', 'export const kept = 1;\n'],
    ['ide_refactor_move', at('moved', 1, 14, { target_file: 'src/home.ts' }), 'src/home.ts', `export const moved = '${'m'.repeat(LONG)}';\n`],
  ] as const) {
    await index(tool, given);
    expect((await textOf(file)).trim(), tool).toBe(wanted.trim());
    ledgers['/index-mcp'].noteLong(tool);
  }
});

// What has nothing that could be long, and why.
const SHORT: Readonly<Record<Endpoint, Readonly<Record<string, string>>>> = {
  '/index-mcp': { ide_index_status: 'It says whether the index is ready; its one argument is the project.' },
  '/debugger-mcp': { list_threads: 'Threads are as many as the program has: 600 in jetbrainsDebuggers.test.ts.' },
};

test('every tool was called with every field of its model, wrongly, and with a value longer than any limit', async () => {
  for (const endpoint of ENDPOINTS) {
    const { tools } = Listed.parse((await served.ask(endpoint, 'tools/list', {})).result);
    const names = tools.map(({ name }) => name);
    expect(Object.keys(SEED_MODELS[endpoint]).toSorted()).toEqual(names.toSorted());
    ledgers[endpoint].expectAll(names, SHORT[endpoint]);
  }
});

// Every answer holds what the seed promises of it.
async function call(endpoint: Endpoint, name: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const answer = await served.call(endpoint, name, given);
  const parsed = SEED_MODELS[endpoint][name]?.safeParse(answer);
  if (parsed?.success !== true) throw new Error(`${name}: ${parsed?.error.message ?? 'has no model'}`);
  ledgers[endpoint].note(name, given, answer);
  return answer;
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
