// What clients of the JetBrains debugger server get over HTTP from the built daemon with the debuggers of Python, Go, C++ and Node, and what is true of a program that runs.
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newerClient } from '../../doors/callers.ts';
import { temporaryHome } from '../../support/builtProgram.ts';
import { type ServedProject, serveProject } from '../../support/servedProject.ts';
import { needs } from '../../support/testTools.ts';

const Variables = z.looseObject({ variables: z.array(z.looseObject({ name: z.string(), id: z.string().nullable() })) });
const Threads = z.looseObject({
  threads: z.array(z.strictObject({ id: z.string(), name: z.string(), state: z.string(), isCurrent: z.boolean(), group: z.null() })),
});

test('a Python program is debugged from its first stop to its end', async (context) => {
  const { folder } = await needs(context, 'debugpy');
  await using shop = await served({ files: { 'cart.py': CART }, configurations: [python('cart', 'cart.py')], variables: { PYTHONPATH: folder } });
  const { call, file } = shop;
  expect(await call('list_run_configurations')).toMatchObject({ configurations: [{ name: 'cart', typeId: 'debugpy', isTemporary: false, canDebug: true }] });
  expect(await call('set_breakpoint', { file_path: 'cart.py', line: 9 })).toMatchObject({ breakpoint_id: 'b1', status: 'set', verified: false });

  const text = { type: 'str', valueTruncated: true, valueLength: expect.any(Number) };
  const stop = await call('start_debug_session', { configuration_name: 'cart' });
  expect({ ...stop, variables: [] }).toMatchObject({
    sessionId: 's1',
    name: 'cart',
    state: 'paused',
    pausedReason: 'breakpoint',
    currentLocation: { file: file('cart.py'), line: 9, className: null, methodName: 'total', signature: null },
    breakpointHit: { id: 'b1', hitCount: 1 },
    stackSummary: [
      { index: 0, file: file('cart.py'), line: 9, methodName: 'total', isCurrent: true, isLibrary: false },
      { index: 1, methodName: 'main', isCurrent: false },
      { index: 2, methodName: '<module>', isCurrent: false },
    ],
    totalStackDepth: 3,
    variablesTruncated: true,
    sourceContext: { currentLine: 9, breakpointsInView: [9] },
    currentThread: { state: 'paused', isCurrent: true, group: null },
    threadCount: 1,
  });
  const { variables } = Variables.parse(stop);
  expect(variables).toHaveLength(2_000);
  expect(variables.find(({ name }) => name === 'text')).toMatchObject({ hasChildren: false, id: null, ...text });
  const items = variables.find(({ name }) => name === 'items');
  const inside = await call('expand_variable', { variable_id: items?.id });
  expect(inside).toMatchObject({ childrenTruncated: true, children: expect.arrayContaining([expect.objectContaining({ value: '1990' })]) });

  expect(await call('evaluate', { expression: 'len(items) * 2' })).toMatchObject({ value: '6000', type: 'int', hasChildren: false });
  expect(await shop.refused('evaluate', { expression: 'nobody' })).toMatchObject({ code: -32004 });
  expect(await call('set_variable', { variable_name: 'result', new_value: '41' })).toMatchObject({ name: 'result', value: '41' });
  expect(await call('step_over')).toMatchObject({ pausedReason: 'step', currentLocation: { line: 10, methodName: 'total' } });
  expect(await call('evaluate', { expression: 'result' })).toMatchObject({ value: '42' });
  expect(await call('step_out')).toMatchObject({ currentLocation: { methodName: 'main' } });
  expect(await call('stop_debug_session')).toMatchObject({ sessionId: 's1', state: 'stopped' });
  expect(await call('list_debug_sessions')).toMatchObject({ sessions: [{ id: 's1', state: 'stopped', runConfigurationName: 'cart' }] });
});

test('Python values are whole or say that they are not, and functions and classes are variables like others', async (context) => {
  const { folder } = await needs(context, 'debugpy');
  await using shop = await served({ files: { 'shown.py': SHOWN }, configurations: [python('shown', 'shown.py')], variables: { PYTHONPATH: folder } });
  const { call } = shop;
  await call('set_breakpoint', { file_path: 'shown.py', line: 17 });
  const stop = await call('start_debug_session', { configuration_name: 'shown' });
  const { variables } = Variables.parse(stop);
  const named = (name: string) => variables.find((one) => one.name === name);
  expect(variables.map(({ name }) => name).toSorted()).toEqual(SHOWN_NAMES);
  expect(named('numbers')).toMatchObject({ value: `[${Array.from({ length: 1_000 }, (_, at) => at).join(', ')}]` });
  expect(named('nested')).toMatchObject({ value: '[[[[[1, 2], 3], 4], 5], 6]' });
  expect(named('around')).toMatchObject({ value: '[1, [...]]' });
  for (const name of ['numbers', 'nested', 'around', 'rules']) expect(named(name)).not.toHaveProperty('valueTruncated');
  expect(named('many')).toMatchObject({ value: expect.stringMatching(/, \.\.\.\}$/), valueTruncated: true });
  expect(named('many')).not.toHaveProperty('valueLength');
  for (const [name, length] of [
    ['text', 300_002],
    ['octets', 300_003],
    ['quoted', 10_001 * 2 + 2],
  ] as const)
    expect(named(name)).toMatchObject({ valueTruncated: true, valueLength: length });
  // Alone a value is as long as it can be, and what it lacks can be asked for.
  expect(await call('evaluate', { expression: 'text' })).toMatchObject({
    value: expect.stringMatching(/^'q{199999}…$/),
    valueTruncated: true,
    valueLength: 300_002,
  });
  expect(await call('evaluate', { expression: 'text[-3:]' })).toEqual({ value: "'qqq'", type: 'str', hasChildren: false, id: null });
  const inside = async (name: string) =>
    Variables.parse({ variables: (await call('expand_variable', { variable_id: named(name)?.id }))['children'] }).variables;
  expect((await inside('rules')).filter(({ name }) => /^\d+$/.test(name))).toMatchObject([
    { name: '0', value: '<built-in function len>' },
    { name: '1', value: expect.stringContaining('function work.<locals>.make') },
    { name: '2', value: "<class 'dict'>" },
  ]);
  // Its own attribute stands by itself, the methods of its class do not.
  expect((await inside('maker')).map(({ name }) => name)).toContain('make');
  expect((await inside('maker')).map(({ name }) => name)).not.toContain('other');
  expect(await call('set_variable', { variable_name: 'make', new_value: 'sorted' })).toMatchObject({ name: 'make', value: '<built-in function sorted>' });
  expect(await call('set_variable', { variable_name: 'numbers', new_value: 'list(range(4000))' })).toMatchObject({ valueTruncated: true });
  await call('stop_debug_session');
});

test('the variables of a function are shown, whatever it is called', async () => {
  const names = ['registerModule', 'globalStatic', 'specialOffer'];
  const file = names
    .map((name) => `function ${name}(given) {\n  return given;\n}\n${name}({ list: [...Array(200).keys()], deep: { deeper: { deepest: 1 } } });\n`)
    .join('');
  const configurations = [{ name: 'names', type: 'node', request: 'launch', program: `${'$'}{workspaceFolder}/names.js` }];
  await using shop = await served({ files: { 'names.js': file }, configurations });
  for (const line of [2, 6, 10]) await shop.call('set_breakpoint', { file_path: 'names.js', line });
  for (const [index, methodName] of names.entries()) {
    const stop = await shop.call(index === 0 ? 'start_debug_session' : 'resume', index === 0 ? { configuration_name: 'names' } : {});
    expect(stop).toMatchObject({ currentLocation: { methodName }, variables: [{ name: 'given', hasChildren: true, valueTruncated: true }, { name: 'this' }] });
    expect(await shop.call('evaluate', { expression: '({ text: "… and ...", count: 1 })' })).not.toHaveProperty('valueTruncated');
  }
  await shop.call('stop_debug_session');
});

test('None is a value in every place that shows one, and a statement has none', async (context) => {
  const { folder } = await needs(context, 'debugpy');
  await using shop = await served({ files: { 'none.py': NOTHING }, configurations: [python('none', 'none.py')], variables: { PYTHONPATH: folder } });
  const { call } = shop;
  // A line that holds nothing but a text, in the midst of what is built there, can hold a breakpoint.
  expect(await call('set_breakpoint', { file_path: 'none.py', line: 3 })).toMatchObject({ status: 'set' });
  await call('set_breakpoint', { file_path: 'none.py', line: 6, log_message: 'found {found}', suspend_policy: 'all' });
  expect(await call('start_debug_session', { configuration_name: 'none' })).toMatchObject({ currentLocation: { line: 3 } });
  const none = { value: 'None', type: 'NoneType', hasChildren: false, id: null };
  expect(await call('resume')).toMatchObject({ currentLocation: { line: 6 }, output: expect.stringContaining('found None') });
  for (const expression of ['found', 'marks.get("=")', 'print("a = b")', '(lambda key=1: None)()', '(x := None)', 'marks.get("(=") or None'])
    expect([expression, await call('evaluate', { expression })]).toEqual([expression, none]);
  expect(await call('evaluate', { expression: '""' })).toMatchObject({ value: "''", type: 'str' });
  expect(await call('add_watch', { expression: 'found' })).toMatchObject({ watches: [{ value: 'None', type: 'NoneType', error: null }] });
  for (const expression of ['changed = 1', 'changed += 1', 'changed <<= 1', 'import os', 'del changed', 'pass; pass', 'found: str = None'])
    expect([expression, await call('evaluate', { expression })]).toMatchObject([expression, { value: '', type: '' }]);
  expect(await call('get_variables')).toMatchObject({ variables: expect.arrayContaining([expect.objectContaining({ name: 'found', value: 'None' })]) });
});

test('an exception breakpoint is verified where its class is known, and says what is not', async (context) => {
  const { folder } = await needs(context, 'debugpy');
  await using shop = await served({ files: { 'raise.py': RAISING }, configurations: [python('raise', 'raise.py')], variables: { PYTHONPATH: folder } });
  const { call } = shop;
  await call('set_breakpoint', { file_path: 'raise.py', line: 7 });
  await call('start_debug_session', { configuration_name: 'raise' });
  expect(await call('set_exception_breakpoint', { exception_class: 'KeyError', caught: true })).toMatchObject({ verified: true });
  expect(await call('set_exception_breakpoint', { exception_class: 'KeyEror' })).toMatchObject({
    status: 'set',
    verified: false,
    message: expect.stringContaining('Did you mean KeyError?'),
  });
  const own = await call('set_exception_breakpoint', { exception_class: 'OutOfStock', caught: true });
  expect(own).toMatchObject({ verified: false, message: expect.stringContaining('known when it is thrown') });
  expect(await call('resume')).toMatchObject({ pausedReason: 'exception', breakpointHit: { id: own['breakpoint_id'] } });
  expect(await call('set_exception_breakpoint', { exception_class: 'OutOfStock', caught: true })).toMatchObject({ verified: true });
});

test('watches belong to the project, and their values to the session that is named', async (context) => {
  const { folder } = await needs(context, 'debugpy');
  const configurations = [python('first', 'count.py', ['1']), python('second', 'count.py', ['2'])];
  await using shop = await served({ files: { 'count.py': COUNTING }, configurations, variables: { PYTHONPATH: folder } });
  const { call } = shop;
  await call('set_breakpoint', { file_path: 'count.py', line: 4 });
  await call('start_debug_session', { configuration_name: 'first' });
  await call('start_debug_session', { configuration_name: 'second' });
  const valued = (value: string) => ({ watches: [{ expression: 'number', value, error: null }] });
  const added = await call('add_watch', { expression: 'number', session_id: 's1' });
  expect(added).toMatchObject({ status: 'added', ...valued('1') });
  expect(await call('get_debug_session_status', { session_id: 's2' })).toMatchObject(valued('2'));
  await call('add_watch', { expression: 'number + 1' });
  // A session that does not exist changes nothing.
  for (const [tool, given] of [
    ['add_watch', { expression: 'nothing' }],
    ['remove_watch', { watch_id: added['watch_id'] }],
  ] as const)
    expect(await shop.refused(tool, { ...given, session_id: 's9' })).toMatchObject({ code: -32002, text: expect.stringContaining('no debug session s9') });
  expect(await call('remove_watch', { watch_id: added['watch_id'], session_id: 's2' })).toMatchObject({
    status: 'removed',
    watches: [{ expression: 'number + 1', value: '3' }],
  });
});

test('a program that never stops is said to run, while it is waited for and in the answer', async () => {
  const configurations = [{ name: 'endless', type: 'node', request: 'launch', program: `${'$'}{workspaceFolder}/endless.js` }];
  await using shop = await served({ files: { 'endless.js': 'setInterval(() => {}, 1_000);\n' }, configurations });
  const headers = { authorization: `Bearer ${shop.token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${shop.url}/debugger-mcp`), { requestInit: { headers } });
  const client = await newerClient(transport, '2026-07-28');
  const heard: string[] = [];
  const given = { name: 'start_debug_session', arguments: { configuration_name: 'endless', timeout: 1 } };
  const answer = await client.ask('tools/call', given, { onProgress: ({ message = '' }) => heard.push(message) });
  await client.close();
  expect(heard).toContainEqual(expect.stringMatching(/^endless has started as session s1; waits up to 1 s/));
  expect(JSON.parse(textOf(answer))).toMatchObject({
    state: 'running',
    pausedReason: null,
    currentThread: { state: 'running', isCurrent: true },
    threadCount: 1,
    notes: ['It did not stop within 1 s.'],
  });
  const { threads } = Threads.parse(await shop.call('list_threads'));
  expect(threads).toEqual([{ id: '1', name: expect.any(String), state: 'running', isCurrent: true, group: null }]);
  expect(await shop.call('pause')).toMatchObject({ state: 'paused' });
  expect(await shop.call('resume', { timeout: 0 })).toMatchObject({ state: 'running' });
  expect(await shop.call('stop_debug_session')).toMatchObject({ state: 'stopped' });
});

test('goroutines that are parked are waiting, however many there are', async (context) => {
  const dlv = dirname((await needs(context, 'dlv')).command[0] ?? '');
  const configurations = [{ name: 'workers', type: 'go', request: 'launch', mode: 'debug', program: `${'$'}{workspaceFolder}` }];
  const variables = { PATH: `${dlv}${delimiter}${process.env['PATH'] ?? ''}` };
  await using shop = await served({ files: { 'go.mod': 'module shop\n\ngo 1.21\n', 'main.go': WORKERS }, configurations, variables });
  await shop.call('set_breakpoint', { file_path: 'main.go', line: 12 });
  expect(await shop.call('start_debug_session', { configuration_name: 'workers', timeout: 50 })).toMatchObject({
    currentLocation: { line: 12, className: 'main', methodName: 'main' },
    currentThread: { state: 'paused', isCurrent: true },
  });
  const { threads } = Threads.parse(await shop.call('list_threads'));
  expect(threads.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ state: 'paused' }]);
  const parked = threads.filter(({ name }) => name.includes('main.main.func1'));
  expect(parked).toHaveLength(600);
  expect(parked.filter(({ state, isCurrent }) => state !== 'waiting' || isCurrent)).toEqual([]);
  await shop.call('stop_debug_session');
});

test('a function whose debugger knows its parameters has a signature', async (context) => {
  const codelldb = dirname((await needs(context, 'codelldb')).command[0] ?? '');
  const configurations = [{ name: 'native', type: 'lldb', request: 'launch', program: `${'$'}{workspaceFolder}/shop` }];
  const variables = { PATH: `${codelldb}${delimiter}${process.env['PATH'] ?? ''}` };
  await using shop = await served({ files: { 'main.cpp': NATIVE }, configurations, variables });
  execFileSync('g++', ['-g', '-O0', '-o', shop.file('shop'), shop.file('main.cpp')]);
  await shop.call('set_breakpoint', { file_path: 'main.cpp', line: 3 });
  expect(await shop.call('start_debug_session', { configuration_name: 'native' })).toMatchObject({
    currentLocation: { file: shop.file('main.cpp'), line: 3, className: 'shop::Cart', methodName: 'total', signature: 'shop::Cart::total(int, char const*)' },
  });
  await shop.call('stop_debug_session');
});

const CART = `def total(items):
    result = 0
    text = "x" * 30000
    ${declarations()}
    first = 1
    second = 2
    third = 3
    # One more.
    result += 1
    return result


def main():
    amount = total(list(range(3000)))
    print("after", amount)


main()
`;
const SHOWN = `class Maker:
    def __init__(self, make):
        self.make = make
    def other(self): pass

def work(cls):
    def make(): return cls
    rules = [len, make, cls]
    text, octets, quoted = "q" * 300000, b"q" * 300000, "\\n" * 10001
    numbers = list(range(1000))
    nested = [[[[[1, 2], 3], 4], 5], 6]
    many = {at: at for at in range(5000)}
    maker = Maker(make)
    around = [1]
    around.append(around)
    class Inner: pass
    return rules


work(dict)
`;
const SHOWN_NAMES = ['Inner', 'around', 'cls', 'make', 'maker', 'many', 'nested', 'numbers', 'octets', 'quoted', 'rules', 'text'];
const NOTHING = `marks = {
    str(1): 1,
    '"': '"',
}
found = marks.get('nothing')
print('end')
`;
const RAISING = `class OutOfStock(Exception):
    pass


def buy():
    try:
        raise OutOfStock("pears")
    except OutOfStock:
        pass


buy()
`;
const COUNTING = `import sys

number = int(sys.argv[1])
print(number)
`;
const WORKERS = `package main

import "time"

func main() {
	done := make(chan bool)
	for at := 0; at < 600; at++ {
		go func() { <-done }()
	}
	time.Sleep(100 * time.Millisecond)
	count := 1
	println(count)
	close(done)
}
`;
const NATIVE = `namespace shop { struct Cart {
  int total(int count, const char* name) {
    return count + (name != nullptr);
  }
}; }
int main() { return shop::Cart{}.total(1, "apple"); }
`;

function declarations(): string {
  return Array.from({ length: 2_500 }, (_, index) => `v${index} = ${index}`).join('; ');
}

function python(name: string, program: string, args: readonly string[] = []): Record<string, unknown> {
  return { name, type: 'debugpy', request: 'launch', program: `${'$'}{workspaceFolder}/${program}`, args, console: 'internalConsole' };
}

interface Wanted {
  readonly files: Readonly<Record<string, string>>;
  readonly configurations: readonly Record<string, unknown>[];
  readonly variables?: Readonly<Record<string, string>>;
}

interface Debugged extends AsyncDisposable, Pick<ServedProject, 'url' | 'token'> {
  // As the server names a file.
  file(name: string): string;
  call(tool: string, given?: Record<string, unknown>): Promise<Record<string, unknown>>;
  refused(tool: string, given: Record<string, unknown>): ReturnType<ServedProject['refused']>;
}

async function served({ files, configurations, variables = {} }: Wanted): Promise<Debugged> {
  const home = await temporaryHome();
  const project = join(home.folder, 'shop');
  await mkdir(join(project, '.vscode'), { recursive: true });
  const all = { ...files, '.vscode/launch.json': JSON.stringify({ version: '0.2.0', configurations }) };
  await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(project, name), text)));
  const daemon = await serveProject(home, project, variables);
  return {
    url: daemon.url,
    token: daemon.token,
    file: (name) => join(project, name),
    call: (tool, given = {}) => daemon.call('/debugger-mcp', tool, given),
    refused: (tool, given) => daemon.refused('/debugger-mcp', tool, given),
    async [Symbol.asyncDispose]() {
      await daemon[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

function textOf(answer: unknown): string {
  return z.looseObject({ content: z.tuple([z.looseObject({ text: z.string() })]) }).parse(answer).content[0].text;
}
