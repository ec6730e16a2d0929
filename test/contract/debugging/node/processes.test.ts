// A program of several processes and threads: each is a thread of the one session, with the same breakpoints.
import { mkdir, writeFile } from 'node:fs/promises';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { openSession } from './nodeSession.ts';

test('forked and spawned children stop at their breakpoints, also on their first lines', async () => {
  const session = await openSession({
    'main.js': `const { fork, spawn } = require('node:child_process');
const child = fork('./child.js', ['forked']);
child.on('exit', (code) => {
  console.log('fork', code); // parent
  spawn(process.execPath, ['child.js', 'spawned'], { stdio: 'inherit' }).on('exit', (status) => console.log('spawn', status));
});
`,
    'child.js': 'const how = process.argv[2]; // first\nconst twice = how + how;\nconsole.log(twice);\nprocess.exitCode = 4;\n',
  });
  await session.launch({ program: 'main.js' }, { breakpoints: { 'child.js': ['// first', 'console.log'], 'main.js': ['// parent'] } });
  const forked = await session.stop();
  expect(forked.at).toBe('<anonymous> child.js:1');
  const threads = (await session.client.threadsRequest()).body.threads;
  expect(threads.map(({ name }) => name.replace(/\d+/, 'N'))).toEqual(['main.js (N)', 'child.js (N)']);
  expect(threads[1]?.id).toBe(forked.thread);
  await session.go(forked.thread);
  expect((await session.stop()).at).toBe('<anonymous> child.js:3');
  expect(await session.evaluate(forked.thread, 'twice')).toBe("'forkedforked'");
  await session.go(forked.thread);
  const parent = await session.stop();
  expect(parent).toMatchObject({ thread: threads[0]?.id, at: '<anonymous> main.js:4' });
  await session.go(parent.thread);
  const spawned = await session.stop();
  expect(spawned.at).toBe('<anonymous> child.js:1');
  await session.go(spawned.thread);
  await session.go((await session.stop()).thread);
  expect(await session.exit()).toBe(0);
  expect(session.output('stdout')).toBe('forkedforked\nfork 4\nspawnedspawned\nspawn 4\n');
});

test('worker threads stop by themselves, while the main thread runs or is paused too', async () => {
  const session = await openSession({
    'main.js': `const { Worker } = require('node:worker_threads');
const worker = new Worker('./worker.js', { workerData: 20 });
worker.once('message', (value) => {
  console.log('got', value); // main
});
`,
    'worker.js': `const { parentPort, workerData } = require('node:worker_threads'); // first
const answer = workerData + 1;
parentPort.postMessage(answer); // post
setTimeout(() => {}, 50);
`,
  });
  await session.launch({ program: 'main.js' }, { breakpoints: { 'worker.js': ['// first', '// post'], 'main.js': ['// main'] } });
  const first = await session.stop();
  expect(first.at).toBe('<anonymous> worker.js:1');
  expect((await session.client.threadsRequest()).body.threads.map(({ name }) => name.replace(/\d+/, 'N'))).toEqual(['main.js (N)', 'worker N worker.js']);
  await session.go(first.thread);
  expect((await session.stop()).at).toBe('<anonymous> worker.js:3');
  expect(await session.evaluate(first.thread, 'answer')).toBe('21');
  await session.go(first.thread);
  const main = await session.stop();
  expect(main).toMatchObject({ at: '<anonymous> main.js:4' });
  expect(await session.locals(main.thread)).toMatchObject({ value: '21' });
  await session.go(main.thread);
  expect(await session.exit()).toBe(0);
  expect(session.bound()).toMatchObject({ 1: { verified: false }, 2: { verified: false } });
});

test('breakpoints of every kind stop in a worker, also in what a compiler wrote, and what is said there may be in any script', async () => {
  const source = `export function label(name: string): string {
  const text = 'é→' + name; // make
  return text; // give
}

console.log(label('ü'));
`;
  const session = await openSession({
    'src/label.ts': source,
    'main.js': "const { Worker } = require('node:worker_threads');\nnew Worker('./dist/label.js');\n",
  });
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, sourceMap: true, sourceRoot: '../src' };
  const { outputText, sourceMapText = '' } = ts.transpileModule(source, { fileName: 'label.ts', compilerOptions });
  await mkdir(session.path('dist'));
  await writeFile(session.path('dist/label.js'), outputText);
  await writeFile(session.path('dist/label.js.map'), sourceMapText);
  await session.launch(
    { program: 'main.js' },
    { breakpoints: { 'src/label.ts': [{ on: '// give', logMessage: '“{name}” 😀' }] }, functions: [{ name: 'label' }] },
  );
  const first = await session.stop();
  expect(first).toMatchObject({ reason: 'function breakpoint', at: 'label label.ts:2' });
  expect(await session.evaluate(first.thread, "'€' + name")).toBe("'€ü'");
  // While the main thread has nothing to do.
  for (const lines of [['// make'], [], [{ on: '// give', logMessage: '“{name}” 😀' }]]) await session.setBreakpoints('src/label.ts', lines);
  expect(await session.step('next', first.thread)).toBe('label label.ts:3');
  await session.go(first.thread);
  expect(await session.exit()).toBe(0);
  expect(session.output('console')).toBe('“ü” 😀\n');
});

test("a package manager's process is passed by, what it runs is debugged", async () => {
  const session = await openSession({
    'package.json': '{ "name": "shop", "scripts": { "start": "node main.js" } }',
    'main.js': "console.log('run by npm'); // here\n",
  });
  await session.launch({ runtimeExecutable: 'npm', runtimeArgs: ['run', '--silent', 'start'] }, { breakpoints: { 'main.js': ['// here'] } });
  const { thread, at } = await session.stop();
  expect(at).toBe('<anonymous> main.js:1');
  expect((await session.client.threadsRequest()).body.threads).toHaveLength(1);
  await session.go(thread);
  expect(await session.exit()).toBe(0);
});

test('arguments, environment and folder are those that were asked for; options of the user stay', async () => {
  const session = await openSession({
    'inner/show.js':
      'console.log(JSON.stringify([process.argv.slice(2), process.env.SHOP, process.env.HOME, process.cwd(), process.execArgv, globalThis.pre]));\n',
    'inner/pre.js': 'globalThis.pre = true;\n',
  });
  await session.launch({
    program: 'show.js',
    cwd: session.path('inner'),
    args: ['one', 'two words'],
    env: { SHOP: 'open', HOME: null, NODE_OPTIONS: '--require ./pre.js' },
    runtimeArgs: ['--no-warnings'],
  });
  expect(await session.exit()).toBe(0);
  expect(JSON.parse(session.output('stdout'))).toEqual([['one', 'two words'], 'open', null, session.path('inner'), ['--no-warnings'], true]);
});
