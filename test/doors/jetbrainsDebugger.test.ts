// The dialect of the JetBrains debugger server through its own endpoint: every tool that exists, with every field of its models, and its error numbers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jetbrainsDebugger } from '../../src/dialects/jetbrainsDebugger.ts';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { LINES, PROGRAM } from '../support/debuggee.ts';
import { type Caller, newerHttp, olderHttp, olderSse, script, scriptWithStream } from './callers.ts';
import { partsWith, TOKEN } from './house.ts';
import { jsonOf } from './jetbrainsShop.ts';

const NAMES =
  'list_run_configurations run_configuration list_debug_sessions start_debug_session stop_debug_session get_debug_session_status list_breakpoints set_breakpoint remove_breakpoint ' +
  'set_exception_breakpoint resume pause step_over step_into step_out run_to_line get_stack_trace select_stack_frame list_threads get_variables expand_variable ' +
  'set_variable evaluate add_watch remove_watch get_source_context';

const callers: readonly { name: string; enter(url: string): Promise<Caller> }[] = [
  { name: 'SDK v1 over SSE', enter: (url) => olderSse(`${url}/debugger-mcp/sse`) },
  { name: 'SDK v1 over Streamable HTTP', enter: (url) => olderHttp(`${url}/debugger-mcp`) },
  { name: 'SDK v2, 2026-07-28', enter: (url) => newerHttp(`${url}/debugger-mcp`, '2026-07-28') },
  { name: 'SDK v1 that posts to the stream', enter: (url) => olderHttp(`${url}/debugger-mcp/sse`) },
  { name: 'the script of the original', enter: (url) => scriptWithStream(`${url}/debugger-mcp/sse`) },
  { name: 'a script that only posts', enter: async (url) => script(`${url}/debugger-mcp`) },
];

const doorsOn = (...names: string[]): Promise<Doors> =>
  startDoors({
    parts: partsWith(allTools, new ScriptedWorkbench(names.map((name) => openScriptedIde(PROGRAM, {}, name)))),
    dialects: [jetbrainsDebugger],
    port: 0,
    token: TOKEN,
  });

describe.each(callers)('$name', ({ enter }) => {
  let doors: Doors;
  let caller: Caller;
  beforeAll(async () => {
    doors = await doorsOn('shop');
    caller = await enter(doors.url);
  });
  afterAll(async () => {
    await caller.close();
    await doors.close();
  });
  const call = (name: string, given: Record<string, unknown> = {}) => caller.ask('tools/call', { name, arguments: given }).then(jsonOf);

  test('lists the tools that exist, by their original names', async () => {
    const { tools } = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) }).parse(await caller.ask('tools/list', {}));
    expect(tools.map(({ name }) => name)).toEqual(NAMES.split(' '));
  });

  test('a whole session, with every field', async () => {
    expect(await call('list_run_configurations')).toEqual({
      configurations: [
        { name: 'main.run', type: 'scripted', typeId: 'scripted', isTemporary: true, canRun: true, canDebug: true, folder: null, description: 'runs main.run' },
      ],
    });
    expect(await call('run_configuration', { configuration_name: 'main.run' })).toEqual({
      runId: 'r1',
      runConfigurationName: 'main.run',
      status: 'finished',
      exitCode: 0,
      output: 'ran main.run\n',
    });
    expect(await call('set_breakpoint', { file_path: 'main.run', line: LINES.sum, condition: 'result > 0' })).toEqual({
      breakpoint_id: 'b1',
      status: 'set',
      verified: false,
      message: expect.stringContaining('Kept'),
    });
    expect(await call('add_watch', { expression: 'limit' })).toEqual({
      watch_id: 'w2',
      status: 'added',
      watches: [{ id: 'w2', expression: 'limit', value: null, type: null, error: null }],
    });
    expect(await call('start_debug_session', { configuration_name: 'main.run' })).toEqual({
      sessionId: 's1',
      name: 'main.run',
      state: 'paused',
      pausedReason: 'breakpoint',
      currentLocation: { file: '/shop/main.run', line: LINES.sum, className: null, methodName: 'total', signature: null },
      breakpointHit: { id: 'b1', condition: 'result > 0', hitCount: 1 },
      stackSummary: [
        { index: 0, file: '/shop/main.run', line: LINES.sum, className: null, methodName: 'total', isCurrent: true, isLibrary: false },
        { index: 1, file: '/shop/main.run', line: LINES.printLimit, className: null, methodName: 'main', isCurrent: false, isLibrary: false },
      ],
      totalStackDepth: 2,
      variables: [{ name: 'result', value: '1', type: 'number', hasChildren: false, id: null }],
      watches: [{ id: 'w2', expression: 'limit', value: '10', type: 'number', error: null }],
      sourceContext: {
        file: '/shop/main.run',
        startLine: 1,
        endLine: 8,
        currentLine: LINES.sum,
        lines: expect.arrayContaining([{ number: LINES.sum, content: '  result = result + 2', isCurrent: true }]),
        breakpointsInView: [LINES.sum],
      },
      currentThread: { id: '1', name: 'main', state: 'paused', isCurrent: true, group: null },
      threadCount: 1,
    });
    expect(await call('list_debug_sessions')).toEqual({
      sessions: [{ id: 's1', name: 'main.run', state: 'paused', isCurrent: true, runConfigurationName: 'main.run', processId: 4711 }],
    });
    expect(await call('get_debug_session_status', { include_variables: false, include_source_context: false, max_stack_frames: 1 })).toMatchObject({
      variables: [],
      sourceContext: null,
      stackSummary: [{ index: 0 }],
    });
    expect(await call('list_breakpoints')).toEqual({
      breakpoints: [
        {
          id: 'b1',
          type: 'line',
          file: '/shop/main.run',
          line: LINES.sum,
          enabled: true,
          condition: 'result > 0',
          logMessage: null,
          suspendPolicy: 'all',
          hitCount: 1,
          temporary: false,
          exceptionClass: null,
          caught: null,
          uncaught: null,
        },
      ],
    });
    expect(await call('get_stack_trace')).toMatchObject({
      sessionId: 's1',
      threadId: '1',
      totalFrames: 2,
      frames: [{ index: 0, isCurrent: true }, { index: 1 }],
    });
    expect(await call('list_threads')).toEqual({ sessionId: 's1', threads: [{ id: '1', name: 'main', state: 'paused', isCurrent: true, group: null }] });
    expect(await call('select_stack_frame', { frame_index: 1 })).toMatchObject({ currentLocation: { methodName: 'main' } });
    const variables = z.looseObject({ variables: z.array(z.looseObject({ name: z.string(), id: z.string().nullable() })) }).parse(await call('get_variables'));
    expect(variables.variables.map(({ name }) => name)).toEqual(['limit', 'cart']);
    expect(await call('expand_variable', { variable_id: variables.variables[1]?.id })).toMatchObject({
      children: [
        { name: 'owner', value: '"ada"', hasChildren: false, id: null },
        { name: 'items', hasChildren: true },
      ],
    });
    expect(await call('evaluate', { expression: 'limit + 1' })).toEqual({ value: '11', type: 'number', hasChildren: false, id: null });
    expect(await call('set_variable', { variable_name: 'limit', new_value: '12' })).toEqual({
      name: 'limit',
      value: '12',
      type: 'number',
      hasChildren: false,
      id: null,
    });
    expect(await call('get_source_context', { file_path: 'main.run', line: LINES.limit, lines: 1 })).toMatchObject({
      file: '/shop/main.run',
      startLine: 6,
      endLine: 8,
      currentLine: LINES.limit,
    });
    expect(await call('step_over')).toMatchObject({ pausedReason: 'step', currentLocation: { line: LINES.print } });
    expect(await call('step_out')).toMatchObject({ currentLocation: { line: LINES.printLimit } });
    expect(await call('run_to_line', { file_path: 'main.run', line: LINES.throws })).toMatchObject({ currentLocation: { line: LINES.throws } });
    expect(await call('resume')).toMatchObject({ pausedReason: 'exception', exception: { type: 'Broken' } });
    expect(await call('set_exception_breakpoint', { exception_class: 'Broken', caught: true })).toMatchObject({
      breakpoint_id: 'b3',
      status: 'set',
      breakpoint: { type: 'exception', exceptionClass: 'Broken', caught: true, uncaught: true },
    });
    expect(await call('remove_breakpoint', { breakpoint_id: 'b1' })).toMatchObject({ breakpoint_id: 'b1', status: 'removed' });
    expect(await call('remove_watch', { watch_id: 'w2' })).toEqual({ watch_id: 'w2', status: 'removed', watches: [] });
    expect(await call('stop_debug_session')).toMatchObject({ sessionId: 's1', state: 'stopped' });
    await call('set_breakpoint', { file_path: 'main.run', line: LINES.call });
    await call('start_debug_session', { configuration_name: 'main.run' });
    expect(await call('step_into')).toMatchObject({ currentLocation: { methodName: 'total' } });
    expect(await call('pause')).toMatchObject({ state: 'paused' });
    await call('stop_debug_session');
  });

  test('what goes wrong has the original’s numbers', async () => {
    const number = (name: string, given: Record<string, unknown>) => caller.ask('tools/call', { name, arguments: given }).then(() => undefined, codeOf);
    expect(await number('resume', { session_id: 's9' })).toBe(-32002);
    expect(await number('set_breakpoint', { file_path: 'main.run', line: 6 })).toBe(-32003);
    expect(await number('remove_breakpoint', { breakpoint_id: 'b99' })).toBe(-32003);
    expect(await number('evaluate', { expression: 'x', projectPath: '/nowhere' })).toBe(-32006);
    expect(await number('evaluate', { expresion: 'x' })).toBe(-32602);
    await call('start_debug_session', { configuration_name: 'main.run' });
    expect(await number('evaluate', { expression: 'nothing' })).toBe(-32004);
    await call('stop_debug_session');
    expect(await number('resume', {})).toBe(-32002);
  });
});

// Longer than every limit of ours, as a value, as a line of source and as an error.
const LONG = 'x'.repeat(250_000);
const NAMES_OF_MANY = Array.from({ length: 2_100 }, (_, index) => `v${index}`);
const LARGE = `
// @file main.run
let text = "${LONG}"
let note = "${'y'.repeat(5_000)}"
let list = [${NAMES_OF_MANY.map((_, index) => index).join()}]
print(note)
print(text)
${NAMES_OF_MANY.map((name) => `let ${name} = 1`).join('\n')}
print(note)
throw Broken("${'z'.repeat(30_000)}")
`;
const END = NAMES_OF_MANY.length + 6;

test('what is longer than an answer can be is cut, and says so', async () => {
  await using large = await opened(openScriptedIde(LARGE, {}, 'shop'));
  const { call } = large;
  await call('set_breakpoint', { file_path: 'main.run', line: 4 });
  await call('add_watch', { expression: 'text' });
  const stop = await call('start_debug_session', { configuration_name: 'main.run' });
  const cut = { value: expect.stringMatching(/^"x{19999}…$/), valueTruncated: true, valueLength: LONG.length + 2 };
  expect(stop).toMatchObject({
    variables: [{ name: 'text', ...cut }, { name: 'note', value: JSON.stringify('y'.repeat(5_000)) }, { name: 'list' }],
    watches: [{ expression: 'text', ...cut }],
    sourceContext: {
      lines: [
        { number: 1, content: expect.stringMatching(/x…$/), contentTruncated: true, contentLength: LONG.length + 13 },
        { number: 2 },
        {},
        {},
        {},
        {},
        {},
        {},
        {},
      ],
    },
  });
  expect(JSON.stringify(stop)).not.toContain('"name":"note","value":"\\"yyy…');
  const list = z.object({ variables: z.array(z.object({ name: z.string(), id: z.string().nullable() })) }).parse(await call('get_variables'));
  const children = z.looseObject({ children: z.array(z.unknown()) });
  const inside = children.parse(await call('expand_variable', { variable_id: list.variables.find(({ name }) => name === 'list')?.id }));
  expect(inside).toMatchObject({ childrenTruncated: true });
  expect(inside.children).toHaveLength(2_000);
  expect(await call('evaluate', { expression: 'text' })).toMatchObject({
    value: expect.stringMatching(/x…$/),
    valueTruncated: true,
    valueLength: LONG.length + 2,
  });
  expect(await call('evaluate', { expression: 'note' })).toEqual({ value: JSON.stringify('y'.repeat(5_000)), type: 'string', hasChildren: false, id: null });
  const later = await call('run_to_line', { file_path: 'main.run', line: END });
  expect(later).toMatchObject({
    variablesTruncated: true,
    outputTruncated: true,
    outputLength: LONG.length + 5_002,
    otherScopes: [{ name: 'Locals', id: expect.any(String) }],
  });
  expect(z.looseObject({ variables: z.array(z.unknown()) }).parse(later).variables).toHaveLength(2_000);
  expect(await call('get_variables')).toMatchObject({ variablesTruncated: true, notes: [expect.stringContaining('expand_variable')] });
  expect(await call('get_source_context', { file_path: 'main.run', line: 1, lines: 1 })).toMatchObject({ lines: [{ contentTruncated: true }, {}] });
  expect(await call('resume')).toMatchObject({ exception: { type: 'Broken', messageTruncated: true, messageLength: 30_000 } });
});

test('a breakpoint logs and stops, only logs, or only counts, and is listed as it was set', async () => {
  await using shop = await opened(openScriptedIde(PROGRAM, {}, 'shop'));
  const { call } = shop;
  const set = (line: number, more: Record<string, unknown>) => call('set_breakpoint', { file_path: '/shop/main.run', line, ...more });
  await set(LINES.first, { suspend_policy: 'none' });
  await set(LINES.sum, { log_message: 'result {result}' });
  await set(LINES.print, { log_message: 'sum {result}', suspend_policy: 'thread', temporary: true });
  await set(LINES.printLimit, { log_message: 'limit {limit}', suspend_policy: 'none', enabled: false });
  expect(await call('start_debug_session', { configuration_name: 'main.run' })).toMatchObject({ breakpointHit: { id: 'b2' }, output: '1\n' });
  const one = { type: 'line', file: '/shop/main.run', enabled: true, condition: null, temporary: false, exceptionClass: null, caught: null, uncaught: null };
  const listed = (await call('list_breakpoints')) ?? {};
  expect(listed).toEqual({
    breakpoints: [
      { ...one, id: 'b1', line: LINES.first, logMessage: null, suspendPolicy: 'none', hitCount: 1 },
      { ...one, id: 'b2', line: LINES.sum, logMessage: 'result {result}', suspendPolicy: 'all', hitCount: 1 },
      { ...one, id: 'b3', line: LINES.print, logMessage: 'sum {result}', suspendPolicy: 'thread', hitCount: 0, temporary: true },
      { ...one, id: 'b4', line: LINES.printLimit, logMessage: 'limit {limit}', suspendPolicy: 'none', hitCount: 0, enabled: false },
    ],
  });
  expect(await call('resume')).toMatchObject({ breakpointHit: { id: 'b3' }, output: '3\n' });
  expect(await call('list_breakpoints', { file_path: '/shop/main.run' })).toMatchObject({ breakpoints: [{ id: 'b1' }, { id: 'b2' }, { id: 'b4' }] });
  await call('stop_debug_session');
});

test('breakpoints on functions and on what is written are methods and fields', async () => {
  const ide = openScriptedIde(PROGRAM, {}, 'shop');
  await using shop = await opened(ide);
  const { call } = shop;
  await call('set_breakpoint', { file_path: 'main.run', line: LINES.sum });
  const started = z.looseObject({ sessionId: z.string() }).parse(await call('start_debug_session', { configuration_name: 'main.run' }));
  const signal = new AbortController().signal;
  const kept = { enabled: true, temporary: false };
  await ide.debugging.breakpoints.set({ kind: 'function', name: 'total', ...kept }, signal);
  await ide.debugging.breakpoints.set({ kind: 'data', session: started.sessionId, name: 'result', reference: 1, member: 'result', ...kept }, signal);
  expect(await call('list_breakpoints')).toMatchObject({
    breakpoints: [
      { type: 'line' },
      { type: 'method', methodName: 'total', file: null, line: null, suspendPolicy: 'all' },
      { type: 'field', fieldName: 'result', file: null, line: null, suspendPolicy: 'all' },
    ],
  });
});

test('who stands still, and who is current, with several sessions', async () => {
  await using shop = await opened(openScriptedIde(PROGRAM, {}, 'shop'));
  const { call } = shop;
  const number = (name: string, given: Record<string, unknown> = {}) => call(name, given).then(() => undefined, codeOf);
  await call('set_breakpoint', { file_path: 'main.run', line: LINES.sum });
  await call('start_debug_session', { configuration_name: 'main.run' });
  await call('start_debug_session', { configuration_name: 'main.run' });
  await call('step_over', { session_id: 's1' });
  expect(await call('list_debug_sessions')).toMatchObject({
    sessions: [
      { id: 's1', state: 'paused', isCurrent: true },
      { id: 's2', state: 'paused', isCurrent: false },
    ],
  });
  for (const session of shop.ide.debugging.sessions()) Object.assign(session, { state: { state: 'running' } });
  expect(await number('get_stack_trace', { session_id: 's1' })).toBe(-32008);
  expect(await number('resume')).toBe(-32007);
  expect(await call('get_debug_session_status', { session_id: 's1' })).toEqual({
    sessionId: 's1',
    name: 'main.run',
    state: 'running',
    pausedReason: null,
    currentLocation: null,
    breakpointHit: null,
    stackSummary: [],
    totalStackDepth: 0,
    variables: [],
    watches: [],
    sourceContext: null,
    currentThread: { id: '1', name: 'main', state: 'running', isCurrent: true, group: null },
    threadCount: 1,
  });
  expect(await call('list_threads', { session_id: 's1' })).toMatchObject({ threads: [{ state: 'running', isCurrent: true }] });
});

test('the server is the one that its clients know', async () => {
  await using shop = await opened(openScriptedIde(PROGRAM, {}, 'shop'));
  const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'script', version: '1' } };
  expect(await shop.caller.ask('initialize', params)).toMatchObject({ serverInfo: { name: 'jetbrains-debugger', version: '1.0.0' } });
});

async function opened(ide: ScriptedIde) {
  const doors = await startDoors({ parts: partsWith(allTools, new ScriptedWorkbench([ide])), dialects: [jetbrainsDebugger], port: 0, token: TOKEN });
  const caller = await olderHttp(`${doors.url}/debugger-mcp`);
  const call = (name: string, given: Record<string, unknown> = {}) => caller.ask('tools/call', { name, arguments: given }).then(jsonOf);
  return {
    ide,
    caller: script(`${doors.url}/debugger-mcp`),
    call,
    async [Symbol.asyncDispose]() {
      await caller.close();
      await doors.close();
    },
  };
}

test('no session, and several projects', async () => {
  const doors = await doorsOn('one', 'two');
  const caller = script(`${doors.url}/debugger-mcp`);
  const failure = (name: string, given: Record<string, unknown>) =>
    caller.ask('tools/call', { name, arguments: given }).then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(codeOf(await failure('resume', { projectPath: '/one' }))).toBe(-32001);
  const several = await failure('resume', {});
  expect(codeOf(several)).toBe(-32005);
  expect(JSON.stringify(several)).toContain('open_projects');
  await caller.close();
  await doors.close();
});

function codeOf(error: unknown): unknown {
  return z.looseObject({ code: z.number() }).safeParse(error).data?.code ?? error;
}
