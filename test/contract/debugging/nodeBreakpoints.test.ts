// Breakpoints on functions, exceptions and endless expressions under our adapter for Node, as an agent sees them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { debuggee } from './debuggee.ts';

test('whoever listens hears each change of a session, its output, breakpoints and watches', async () => {
  await using project = await debuggee({ 'main.js': 'let sum = 0;\nsum += 1;\nconsole.log(sum);\n' });
  const events: string[] = [];
  const { debugging } = project.real.agent.ide;
  const listening = debugging.onEvent((event) => {
    const state = event.kind === 'session' ? ` ${event.session.id} ${event.session.state.state}` : '';
    events.push(event.kind + state);
  });
  await project.call('set_breakpoint', { file: 'main.js', line: 2 });
  const { watchId: watch_id } = await project.call('add_watch', { expression: 'sum' });
  await project.call('start_debug_session', { program: 'main.js' });
  await project.call('step_over');
  await project.call('resume');
  await expect.poll(() => events).toContain('output');
  const states = events.filter((event) => event.startsWith('session'));
  expect(events.slice(0, 2)).toEqual(['breakpoints', 'watches']);
  expect(states).toEqual(['session s1 running', 'session s1 paused', 'session s1 running', 'session s1 paused', 'session s1 running', 'session s1 ended']);
  listening[Symbol.dispose]();
  await project.call('remove_watch', { watch_id });
  expect(events.filter((event) => event === 'watches')).toHaveLength(1);
});

const FUNCTIONS = `// function total() { is only written here
const text = 'function ghost() {';
function total(items) {
  let sum = 0;
  for (const item of items) sum += item;
  return sum;
}
async function fetched(id) {
  await null;
  return id;
}
function* counted(to) {
  for (let at = 0; at < to; at++) yield at;
}
class Cart {
  async pay(cents) {
    await null;
    return cents;
  }
}
const twice = x => x * 2;
async function main() {
  for (let round = 1; round <= 4; round++) total([round, round]);
  await fetched(7);
  [...counted(2)];
  await new Cart().pay(30);
  twice(4);
  require('./later.js').late();
}
main();
`;
const LATER = "exports.late = function late() {\n  return 'late';\n};\n";

test('function breakpoints log, count and decide, and are in place exactly when their function is there', async () => {
  await using project = await debuggee({ 'main.js': FUNCTIONS, 'later.js': LATER });
  const traced = await project.call('set_breakpoint', { function: 'total', log_message: 'items are {items}' });
  expect(traced).toMatchObject({ breakpoint: { id: 'b1', verified: false } });
  const stop = await (async () => {
    for (const name of ['fetched', 'counted', 'Cart.pay', 'twice', 'late', 'ghost', 'nowhere']) await project.call('set_breakpoint', { function: name });
    return project.call('start_debug_session', { program: 'main.js' });
  })();
  expect(stop).toMatchObject({ state: 'paused', reason: 'breakpoint', location: { function: 'fetched' } });
  expect(verified(await project.call('list_breakpoints'))).toEqual({
    total: true,
    fetched: true,
    counted: true,
    'Cart.pay': true,
    twice: true,
    late: false,
    ghost: false,
    nowhere: false,
  });
  // A table, and not one stop.
  expect(await project.call('read_debug_output', { only: 'trace' })).toMatchObject({
    traces: [{ rows: [['[1, 1]'], ['[2, 2]'], ['[3, 3]'], ['[4, 4]']] }],
  });
  const functions: unknown[] = [];
  for (let at = await project.call('resume'); at['state'] === 'paused'; at = await project.call('resume')) functions.push(at['location']);
  expect(functions).toMatchObject(['counted', 'Cart.pay', 'twice', 'late'].map((name) => ({ function: expect.stringContaining(name) })));
});

test('a condition and a hit condition on a function choose the stops', async () => {
  await using project = await debuggee({ 'main.js': FUNCTIONS, 'later.js': LATER });
  await project.call('set_breakpoint', { function: 'total', condition: 'items[0] > 1', hit_condition: '2' });
  expect(await project.call('start_debug_session', { program: 'main.js' })).toMatchObject({ state: 'paused', location: { function: 'total' } });
  expect(await project.call('evaluate', { expression: 'items[0]' })).toMatchObject({ result: { value: '3' } });
  expect(await project.call('resume')).toMatchObject({ state: 'ended' });
});

test('a condition or a value to log that is no JavaScript is refused when it is set', async () => {
  await using project = await debuggee({ 'main.ts': 'const items = [1, 2];\nconsole.log(items);\n' });
  for (const condition of ['items.length = > 2', 'items[0', 'if (items) {}', 'items.length === "2', 'items.1'])
    expect(await project.refusal('set_breakpoint', { file: 'main.ts', line: 2, condition }), condition).toMatchObject({ error: 'invalid_condition' });
  expect(await project.refusal('set_breakpoint', { file: 'main.ts', line: 2, log_message: 'items {items..length}' })).toMatchObject({
    error: 'invalid_condition',
  });
  expect(await project.call('set_breakpoint', { file: 'main.ts', line: 2, condition: 'items?.some((item) => item > 1) ?? false' })).toMatchObject({
    breakpoint: { id: 'b1' },
  });
});

const ENDLESS = `const order = {
  cents: 30,
  get total() {
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  },
};
console.log(order.cents);
setInterval(() => {}, 1_000);
`;

test('an expression that never ends is interrupted, says so, and the session goes on at once', async () => {
  await using project = await debuggee({ 'main.js': ENDLESS });
  await project.call('set_breakpoint', { file: 'main.js', line: 7 });
  const { sessionId: waiting } = await project.call('start_debug_session', { program: 'main.js' });
  const { sessionId: session } = await project.call('start_debug_session', { program: 'main.js' });
  const evaluate = (expression: string) => project.refusal('evaluate', { session_id: session, expression });
  const sleep = `require('node:child_process').execFileSync(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])`;
  const isStuck = { error: 'evaluation_stuck', message: expect.stringContaining(`${sleep} still runs in the program`) };
  const stuck = project.refusal('evaluate', { session_id: waiting, expression: sleep });
  for (const expression of ['(() => { while (true) {} })()', 'order.total']) {
    const refusal = await evaluate(expression);
    const said = `${expression} was interrupted: it did not end within 8 s. The program stands where it stood.`;
    expect(refusal).toMatchObject({ error: 'evaluation_interrupted', message: said });
    expect(JSON.stringify(refusal)).not.toMatch(/call again/i);
    expect(await project.call('evaluate', { session_id: session, expression: 'order.cents + 1' })).toMatchObject({ result: { value: '31' } });
  }
  expect(await project.call('step_over', { session_id: session })).toMatchObject({ state: 'paused', location: { line: 8 } });
  // V8 interrupts no call into the system, and nothing can be evaluated meanwhile.
  expect(await stuck).toMatchObject(isStuck);
  expect(await project.refusal('evaluate', { session_id: waiting, expression: 'order.cents' })).toMatchObject(isStuck);
  expect(await project.call('stop_debug_session', { session_id: waiting })).toMatchObject({ state: 'ended' });
});

const THROWING: Readonly<Record<string, { readonly file: string; readonly text: string; readonly at: object }>> = {
  'CommonJS, at the top level': { file: 'main.js', text: "const n = 1;\nthrow new Error('lost');\n", at: { file: 'main.js', line: 2 } },
  'an ES module, in a function that it calls': {
    file: 'main.mjs',
    text: "function deep(n) {\n  throw new Error('lost');\n}\ndeep(1);\n",
    at: { file: 'main.mjs', line: 2, function: 'deep' },
  },
  'an ES module that awaits it': {
    file: 'main.mjs',
    text: "async function work() {\n  await null;\n  throw new Error('lost');\n}\nawait work();\n",
    at: { file: 'main.mjs', line: 3 },
  },
  'an asynchronous function that nobody awaits': {
    file: 'main.js',
    text: "async function work() {\n  throw new Error('lost');\n}\nwork();\n",
    at: { file: 'main.js', line: 2, function: 'work' },
  },
  'a promise that is rejected later': {
    file: 'main.js',
    text: "new Promise((_, reject) => {\n  setTimeout(() => reject(new Error('lost')), 5);\n}).then(() => {});\n",
    at: { file: 'main.js', line: 2 },
  },
  'a timer': { file: 'main.js', text: "setTimeout(() => {\n  throw new Error('lost');\n}, 1);\n", at: { file: 'main.js', line: 2 } },
  'a worker': {
    file: 'main.js',
    text: "const { Worker } = require('node:worker_threads');\nnew Worker('./worker.js').on('error', () => {});\n",
    at: { file: 'worker.js', line: 2 },
  },
};

for (const [name, { file, text, at }] of Object.entries(THROWING))
  test(`an exception that nobody catches stops without being asked for: ${name}`, async () => {
    await using project = await debuggee({ [file]: text, 'worker.js': "const f = () => {\n  throw new Error('lost');\n};\nf();\n" });
    expect(await project.call('start_debug_session', { program: file })).toMatchObject({
      state: 'paused',
      reason: 'exception',
      location: at,
      exception: { type: 'Error', message: expect.stringContaining('lost') },
    });
    expect(await project.call('resume')).toMatchObject({ state: 'ended' });
  });

const HANDLED = `async function fails() { throw new Error('handled'); }
async function failsLater() { await null; throw new Error('handled'); }
fails().catch(() => {});
failsLater().then(() => {}, () => {});
Promise.reject(new Error('handled')).catch(() => {});
new Promise(() => { throw new Error('handled'); }).catch(() => {});
Promise.allSettled([fails(), failsLater()]).then(() => console.log('settled'));
try { JSON.parse('{'); } catch {}
(async () => { try { await fails(); await failsLater(); } catch { console.log('done'); } })();
`;

for (const file of ['main.js', 'main.mjs'])
  test(`what is handled is not called uncaught: ${file}`, async () => {
    await using project = await debuggee({ [file]: HANDLED });
    expect(await project.call('start_debug_session', { program: file })).toMatchObject({ state: 'ended', exitCode: 0 });
  });

test('caught exceptions stop in the code of the project, not in libraries and not in Node', async () => {
  await using project = await debuggee({
    'main.js':
      "const { tries } = require('library');\nconst fs = require('node:fs');\ntries();\ntry { fs.readFileSync('missing'); } catch {}\ntry {\n  JSON.parse('{');\n} catch {}\nconsole.log('end');\n",
    'node_modules/library/index.js': "exports.tries = () => {\n  try {\n    throw new Error('its own affair');\n  } catch {}\n};\n",
    'node_modules/library/package.json': '{ "name": "library", "version": "1.0.0" }',
  });
  await project.call('set_exception_breakpoint', { caught: true });
  expect(await project.call('start_debug_session', { program: 'main.js' })).toMatchObject({ reason: 'exception', location: { file: 'main.js', line: 6 } });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', exitCode: 0 });
});

test('an exception breakpoint on a class stops at those that extend it, and at no other', async () => {
  const main = `class OutOfStock extends RangeError {}
class Pears extends OutOfStock { get name() { throw new Error('asked'); } }
for (const error of [new TypeError('no'), new Pears('none'), new OutOfStock('all')])
  try {
    throw error;
  } catch {}
throw Object.assign(Object.create(null), { message: 'bare' });
`;
  await using project = await debuggee({ 'main.js': main });
  await project.call('set_exception_breakpoint', { exception: 'OutOfStock', caught: true, uncaught: false });
  await project.call('set_exception_breakpoint', { exception: 'Pears', caught: true, uncaught: false });
  expect(await project.call('start_debug_session', { program: 'main.js' })).toMatchObject({
    reason: 'exception',
    location: { line: 5 },
    breakpoints: [{ id: 'b1' }, { id: 'b2' }],
  });
  expect(await project.call('resume')).toMatchObject({ reason: 'exception', breakpoints: [{ id: 'b1', hits: 2 }] });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', exitCode: 1 });
});

const Listed = z.looseObject({ breakpoints: z.array(z.looseObject({ function: z.string(), verified: z.boolean() })) });

function verified(listed: unknown): Record<string, boolean> {
  return Object.fromEntries(Listed.parse(listed).breakpoints.map((one) => [one.function, one.verified]));
}

test('a breakpoint in a compiled file that has its source beside it says where it was put, also where both are called alike', async () => {
  const source =
    'const unused = 1;\n\n// Nothing of this is compiled.\nexport function price(count) {\n  const cents = count * 7;\n  return cents;\n}\n\nconsole.log(price(3));\n';
  await using project = await debuggee({ 'lib/price.js': source }, async (folder) => {
    await build({ entryPoints: [join(folder, 'lib/price.js')], outfile: join(folder, 'dist/price.js'), format: 'cjs', bundle: true, sourcemap: 'inline' });
  });
  const compiled = await readFile(join(project.real.agent.ide.project.path, 'dist/price.js'), 'utf8');
  await project.call('set_breakpoint', { file: 'dist/price.js', line: compiled.split('\n').findIndex((line) => line.includes('return cents')) + 1 });
  expect(await project.call('start_debug_session', { program: 'dist/price.js' })).toMatchObject({
    location: { file: 'lib/price.js', line: 6 },
    breakpoints: [{ id: 'b1' }],
  });
  const { breakpoints } = await project.call('list_breakpoints');
  expect(breakpoints).toMatchObject([
    { file: 'dist/price.js', verified: true, sessions: [{ message: expect.stringMatching(/has put it at .*lib.price\.js:6$/) }] },
  ]);
  await project.call('stop_debug_session');
});
