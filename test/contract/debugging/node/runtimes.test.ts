// Other Nodes than the one that runs the adapter, and names of files that lead over links.
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../../support/testTools.ts';
import { folderWith, openSession, openSessionIn } from './nodeSession.ts';

const FILES = {
  'main.mjs': `import { Worker } from 'node:worker_threads';
import { half } from './half.cjs';
const answer = half(84); // answer
console.log(answer);
new Worker(new URL('./worker.mjs', import.meta.url));
`,
  'half.cjs': 'exports.half = (value) => {\n  return value / 2; // half\n};\n',
  'worker.mjs':
    "import { Worker, isMainThread, threadId } from 'node:worker_threads'; // in the worker\nif (threadId < 3) new Worker(new URL('./inner.mjs', import.meta.url));\n",
  'inner.mjs': "const inner = 'inner'; // innermost\nconsole.log(inner);\n",
  'typed.ts': 'interface Row {\n  price: number;\n}\nconst row: Row = { price: 5 }; // typed\nconsole.log(row.price);\n',
};

for (const name of ['node-22', 'node-24'] as const)
  test(`${name}: modules of both kinds, workers and their workers, and TypeScript that Node reads itself`, async (context) => {
    const [node = ''] = (await needs(context, name)).command;
    const session = await openSession(FILES);
    await session.launch(
      { program: 'main.mjs', runtimeExecutable: node },
      { breakpoints: { 'main.mjs': ['// answer'], 'half.cjs': ['// half'], 'worker.mjs': ['if (threadId'], 'inner.mjs': ['// innermost'] } },
    );
    const first = await session.stop();
    expect(first.at).toBe('<module> main.mjs:3');
    await session.go(first.thread);
    const second = await session.stop();
    expect(second.at).toMatch(/half half\.cjs:2$/);
    expect(await session.step('stepOut', second.thread)).toBe('<module> main.mjs:4');
    await session.go(second.thread);
    const worker = await session.stop();
    expect(worker.at).toBe('<module> worker.mjs:2');
    await session.go(worker.thread);
    const inner = await session.stop();
    expect(inner.at).toBe('<module> inner.mjs:1');
    await session.go(inner.thread);
    expect(await session.exit()).toBe(0);
    expect(session.output('stdout')).toBe('42\ninner\n');

    const typed = await openSession(FILES);
    await typed.launch({ program: 'typed.ts', runtimeExecutable: node, runtimeArgs: ['--no-warnings'] }, { breakpoints: { 'typed.ts': ['// typed'] } });
    const at = await typed.stop();
    expect(at.at).toBe('<anonymous> typed.ts:4');
    expect(await typed.step('next', at.thread)).toBe('<anonymous> typed.ts:5');
    expect(await typed.evaluate(at.thread, 'row.price')).toBe('5');
  });

test.skipIf(process.platform === 'win32')('a file that is reached over a link keeps the name that the client uses', async () => {
  const root = await folderWith({ 'real/main.js': 'const a = 1;\nconsole.log(a); // here\n' });
  await symlink(join(root, 'real'), join(root, 'link'));
  const session = await openSessionIn(join(root, 'link'));
  await session.launch({ program: 'main.js' }, { breakpoints: { 'main.js': ['// here'] } });
  const { thread, at } = await session.stop();
  expect(at).toBe('<anonymous> main.js:2');
  expect((await session.frames(thread))[0]?.source?.path).toBe(join(root, 'link', 'main.js'));
});
