// Programs that Node runs as they are: where they stop, what they hold, and how they go on.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openSession } from './nodeSession.ts';

const CART = `const { add } = require('./add.js');
function total(items) {
  let sum = 0;
  for (const item of items) {
    sum = add(sum, item.price);
  }
  return sum; // done
}
const result = total([{ price: 1 }, { price: 2 }]);
console.log('total', result);
console.error('on the other stream');
process.exitCode = 3;
`;
const ADD = `exports.add = function add(a, b) {
  const sum = a + b;
  return sum;
};
`;

test('a CommonJS program stops at a breakpoint with its stack and its variables, steps, and ends with its exit code', async () => {
  const session = await openSession({ 'cart.js': CART, 'add.js': ADD });
  await session.launch({ program: 'cart.js' }, { breakpoints: { 'cart.js': ['sum = add'] } });
  const first = await session.stop();
  expect(first).toMatchObject({ reason: 'breakpoint', at: 'total cart.js:5', hit: [1] });
  expect(session.bound()).toEqual({ 1: { verified: true, line: 5 } });
  expect(await session.stack(first.thread)).toEqual(['total cart.js:5', '<anonymous> cart.js:9']);
  expect(await session.locals(first.thread)).toMatchObject({ item: '{price: 1}', items: '(2) [{…}, {…}]', sum: '0' });

  expect(await session.step('stepIn', first.thread)).toBe('add add.js:2');
  expect(await session.step('next', first.thread)).toBe('add add.js:3');
  expect(await session.locals(first.thread)).toMatchObject({ a: '0', b: '1', sum: '1' });
  expect(await session.step('stepOut', first.thread)).toBe('total cart.js:4');
  await session.setBreakpoints('cart.js', ['done']);
  await session.go(first.thread);
  expect(await session.stop()).toMatchObject({ reason: 'breakpoint', at: 'total cart.js:7' });
  await session.go(first.thread);
  expect(await session.exit()).toBe(3);
  expect(session.output('stdout')).toBe('total 3\n');
  expect(session.output('stderr')).toBe('on the other stream\n');
});

// V8 loses a step that leaves the function `require` of Node.
test.each([
  ['into a module that is loaded', 'main.js', 'a.js', ['stepIn main.js:6', 'stepIn main.js:3']],
  ['into a module that is there', 'main.js', 'again', ['stepIn main.js:8']],
  ['into a module of Node', 'main.js', 'node:events', ['stepIn main.js:9']],
  ['out of a module', 'a.js', 'a =', ['stepOut main.js:6']],
  ['over the last line of a module', 'a.js', '// last', ['next a.js:1', 'next main.js:6']],
  ['out of a function that requires', 'main.js', 'inside', ['stepIn main.js:4', 'next main.js:7', 'next main.js:8']],
  ['into what Node calls back', 'main.js', 'emit', ['stepIn main.js:9', 'next main.js:9', 'next main.js:11']],
] as const)('a step %s ends in code of the program', async (_what, file, text, steps) => {
  const session = await openSession({ 'main.js': REQUIRING, 'a.js': "exports.a = 'a'; // last\n" });
  await session.launch({ program: 'main.js' }, { breakpoints: { [file]: [text] } });
  const { thread } = await session.stop();
  const walked: string[] = [];
  for (const step of steps) {
    const [kind = ''] = step.split(' ');
    const at = await session.step(kind === 'stepIn' || kind === 'stepOut' ? kind : 'next', thread);
    walked.push(`${kind} ${at.replace(/^.* /, '')}`);
  }
  expect(walked).toEqual(steps);
});

const REQUIRING = `const { a } = require('./a.js');
function load() {
  const b = require('./a.js'); // inside
  return b;
}
load();
const again = require('./a.js').a; // again
const { EventEmitter } = require('node:events');
const events = new EventEmitter().on('x', (v) => console.log(v));
events.emit('x', a + again);
console.log('end');
`;

test('an ES module stops on its first lines and in what it imports', async () => {
  const session = await openSession({
    'main.mjs': "import { twice } from './twice.mjs';\nconst answer = twice(21);\nconst later = await Promise.resolve(answer);\nconsole.log(later);\n",
    'twice.mjs': 'export function twice(value) {\n  return value * 2;\n}\n',
  });
  await session.launch({ program: 'main.mjs' }, { breakpoints: { 'main.mjs': ['const answer'], 'twice.mjs': ['return'] } });
  const first = await session.stop();
  expect(first).toMatchObject({ reason: 'breakpoint', at: '<module> main.mjs:2' });
  await session.go(first.thread);
  expect(await session.stop()).toMatchObject({ at: 'twice twice.mjs:2' });
  expect(await session.stack(first.thread)).toEqual(['twice twice.mjs:2', '<module> main.mjs:2']);
  expect(await session.step('stepOut', first.thread)).toBe('<module> main.mjs:3');
  expect(await session.step('next', first.thread)).toBe('<module> main.mjs:4');
  expect(await session.evaluate(first.thread, 'later')).toBe('42');
});

test('expressions are evaluated, values set, and a hover never changes the program', async () => {
  const session = await openSession({
    'main.js':
      "let count = 1;\nconst cart = { total: 5, name: 'a' };\nconst bump = () => ++count;\nfunction stop(argument) {\n  return argument + count + (argument > 1000 ? bump() + cart.total : 0); // here\n}\nconsole.log(stop(10), cart.total, count);\n",
  });
  await session.launch({ program: 'main.js' }, { breakpoints: { 'main.js': ['here'] } });
  const { thread } = await session.stop();
  expect(await session.evaluate(thread, 'argument + count')).toBe('11');
  expect(await session.evaluate(thread, '{ a: 1, b: argument }')).toBe('{a: 1, b: 10}');
  expect(await session.evaluate(thread, 'bump()', { context: 'repl' })).toBe('2');
  await expect(session.evaluate(thread, 'bump()', { context: 'hover' })).rejects.toThrow(/side effect/);
  expect(await session.evaluate(thread, 'count', { context: 'hover' })).toBe('2');
  await expect(session.evaluate(thread, 'nothing.at.all')).rejects.toThrow('ReferenceError: nothing is not defined');
  await expect(session.evaluate(thread, 'let = ;')).rejects.toThrow(/SyntaxError/);
  expect(await session.evaluate(thread, "'long '.repeat(3000)", { context: 'clipboard' })).toHaveLength(15_000);

  const frameId = await session.topFrame(thread);
  const [local] = (await session.client.scopesRequest({ frameId })).body.scopes;
  const set = await session.client.setVariableRequest({ variablesReference: local?.variablesReference ?? 0, name: 'argument', value: '30 + 1' });
  expect(set.body).toMatchObject({ value: '31', type: 'number' });
  const cart = await session.expression(thread, 'cart');
  await session.client.setVariableRequest({ variablesReference: cart.variablesReference, name: 'total', value: 'argument' });
  const changed = await session.client.customRequest('setExpression', { expression: 'count', value: '100', frameId });
  expect(changed.body).toMatchObject({ value: '100' });
  await session.go(thread);
  await session.exit();
  expect(session.output('stdout')).toBe('131 31 100\n');
});

test('names are completed from scopes and from members', async () => {
  const session = await openSession({ 'main.js': "const shopping = { items: [], itemCount: 0 };\nconst text = 'x';\ndebugger;\n" });
  await session.launch({ program: 'main.js' });
  const { thread, reason } = await session.stop();
  expect(reason).toBe('pause');
  const frameId = await session.topFrame(thread);
  const complete = async (text: string) =>
    (await session.client.completionsRequest({ text, column: text.length + 1, frameId })).body.targets.map(({ label }) => label);
  expect(await complete('shopp')).toEqual(['shopping']);
  expect(await complete('1 + shopping.item')).toEqual(['itemCount', 'items']);
  expect(await complete('text.toUpper')).toEqual(['toUpperCase']);
  expect(await complete('shopping.items.pus')).toEqual(['push']);
  expect(await complete('nothing.')).toEqual([]);
});

test('a program that runs or sleeps is paused, and goes on', async () => {
  const session = await openSession({
    'busy.js': 'let count = 0;\nfunction spin() {\n  for (;;) {\n    count++;\n    if (globalThis.enough) return;\n  }\n}\nconsole.log("busy");\nspin();\n',
  });
  await session.launch({ program: 'busy.js' });
  await session.next('output');
  const [thread] = (await session.client.threadsRequest()).body.threads;
  const paused = async () => {
    await session.client.pauseRequest({ threadId: thread?.id ?? 0 });
    return session.stop();
  };
  let stopped = await paused();
  // What it prints arrives while it is still on its way out of the printing.
  for (let times = 0; times < 20 && !stopped.at.startsWith('spin '); times++) {
    await session.go(stopped.thread);
    stopped = await paused();
  }
  expect(stopped).toMatchObject({ reason: 'pause' });
  expect(stopped.at).toMatch(/^spin busy\.js:[345]$/);
  await session.evaluate(stopped.thread, 'globalThis.enough = true');
  await session.go(stopped.thread);
  expect(await session.exit()).toBe(0);

  const idle = await openSession({ 'idle.js': "setInterval(() => {}, 1_000_000);\nconsole.log('waiting');\n" });
  await idle.launch({ program: 'idle.js' });
  await idle.next('output');
  const [sleeping] = (await idle.client.threadsRequest()).body.threads;
  await idle.client.pauseRequest({ threadId: sleeping?.id ?? 0 });
  const { reason, thread: held } = await idle.stop();
  expect(reason).toBe('pause');
  expect(await idle.client.evaluateRequest({ expression: '1 + 1' })).toMatchObject({ body: { result: '2' } });
  await idle.go(held);
});

test('stops at the first statement, and restarts with new numbers for its threads', async () => {
  const session = await openSession({ 'main.js': '// The first line says nothing.\nconst answer = 42;\nconsole.log(answer);\n' });
  await session.launch({ program: 'main.js', stopOnEntry: true });
  const first = await session.stop();
  expect(first).toMatchObject({ reason: 'entry', at: '<anonymous> main.js:2' });
  await session.client.restartRequest({});
  const again = await session.stop();
  expect(again).toMatchObject({ reason: 'entry', at: '<anonymous> main.js:2' });
  expect(again.thread).not.toBe(first.thread);
  await session.go(again.thread);
  await session.next('exited');
  await session.exit();
  expect(session.output('stdout')).toBe('42\n');
});

test('a frame is restarted, and the function runs anew', async () => {
  const session = await openSession({ 'main.js': 'function work(value) {\n  const doubled = value * 2;\n  return doubled; // here\n}\nwork(4);\n' });
  await session.launch({ program: 'main.js' }, { breakpoints: { 'main.js': ['here'] } });
  const { thread } = await session.stop();
  const [top] = await session.frames(thread);
  expect(top?.canRestart).toBe(true);
  await session.client.restartFrameRequest({ frameId: top?.id ?? 0 });
  expect((await session.stop()).at).toBe('work main.js:2');
});

test("Node's own code is shown as source, and its frames stand back", async () => {
  const session = await openSession({ 'main.js': 'debugger;\n' });
  await session.launch({ program: 'main.js' });
  const { thread } = await session.stop();
  const internal = (await session.frames(thread)).find(({ source }) => source?.path?.startsWith('node:internal/modules'));
  expect(internal).toMatchObject({ presentationHint: 'subtle', source: { presentationHint: 'deemphasize', origin: 'internal module' } });
  const { content } = (await session.client.sourceRequest({ sourceReference: internal?.source?.sourceReference ?? 0 })).body;
  expect(content).toContain('function');
  const { sources } = z
    .object({ sources: z.array(z.object({ path: z.string().optional() })) })
    .parse((await session.client.customRequest('loadedSources')).body);
  expect(sources.map(({ path }) => path)).toContain(session.path('main.js'));
  expect(sources.some(({ path }) => path?.includes('nodeBootstrap'))).toBe(false);
});
