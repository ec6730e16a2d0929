// Exceptions stop where they are thrown, asynchronous callers are in the stack, and steps pass over what was asked to be passed over.
import { expect, test } from 'vitest';
import { openSession } from './nodeSession.ts';

const THROWS = `function risky(value) {
  if (value < 0) throw new RangeError('too small'); // throws
  return value;
}
try {
  risky(-1);
} catch {}
console.log('caught');
Object.defineProperty(globalThis, 'late', { value: risky(-2) }); // not caught
`;

test('caught and uncaught exceptions, each alone or both, with what was thrown', async () => {
  const stops = async (exceptions: { filters: string[]; filterOptions?: { filterId: string; condition: string }[] }) => {
    const session = await openSession({ 'main.js': THROWS });
    await session.launch({ program: 'main.js' }, { exceptions });
    const found: string[] = [];
    for (;;) {
      const next = await session.stopOrExit();
      if (typeof next === 'number') return { found, code: next };
      expect(next).toMatchObject({ reason: 'exception', at: 'risky main.js:2', text: 'RangeError: too small' });
      const info = (await session.client.exceptionInfoRequest({ threadId: next.thread })).body;
      expect(info).toMatchObject({ exceptionId: 'RangeError', description: 'RangeError: too small', details: { message: 'too small' } });
      found.push(`${await session.evaluate(next.thread, 'value')} ${info.breakMode}`);
      await session.go(next.thread);
    }
  };
  expect(await stops({ filters: ['uncaught'] })).toMatchObject({ found: ['-2 unhandled'], code: 1 });
  expect(await stops({ filters: ['all'] })).toMatchObject({ found: ['-1 always', '-2 unhandled'] });
  expect(await stops({ filters: [] })).toMatchObject({ found: [], code: 1 });
  expect(await stops({ filters: [], filterOptions: [{ filterId: 'all', condition: "error.message === 'other'" }] })).toMatchObject({ found: [] });
});

test('a thrown value that is no error, and a rejected promise', async () => {
  const session = await openSession({ 'main.js': 'async function work() {\n  await null;\n  throw { code: 7 };\n}\nwork();\n' });
  await session.launch({ program: 'main.js' }, { exceptions: { filters: ['uncaught'] } });
  const { thread, at } = await session.stop();
  expect(at).toBe('work main.js:3');
  expect((await session.client.exceptionInfoRequest({ threadId: thread })).body).toMatchObject({ exceptionId: 'Object', description: 'throws {code: 7}' });
  expect(await session.locals(thread, 1)).toMatchObject({ exception: '{code: 7}' });
});

test('the callers of an asynchronous function stand below it', async () => {
  const session = await openSession({
    'main.mjs':
      "import { setTimeout as sleep } from 'node:timers/promises';\nasync function inner() {\n  await sleep(1);\n  return 1; // here\n}\nasync function outer() {\n  return (await inner()) + 1;\n}\nawait outer();\n",
  });
  await session.launch({ program: 'main.mjs' }, { breakpoints: { 'main.mjs': ['// here'] } });
  const { thread } = await session.stop();
  expect(await session.stack(thread)).toEqual(['inner main.mjs:4', '— await', 'outer main.mjs:7', '<anonymous> main.mjs:9']);
  const past = (await session.frames(thread)).find(({ name }) => name === 'outer');
  await expect(session.client.evaluateRequest({ expression: '1', frameId: past?.id ?? 0 })).rejects.toThrow('outer has already returned');
});

test('steps pass over files that are skipped', async () => {
  const files = {
    'main.js':
      "const { each } = require('./library/each.js');\nfunction visit(value) {\n  return value; // visited\n}\nconst all = each([1, 2], visit); // call\nconsole.log(all);\n",
    'library/each.js':
      'exports.each = (values, visit) => {\n  const results = [];\n  for (const value of values) results.push(visit(value));\n  return results;\n};\n',
  };
  const session = await openSession(files);
  await session.launch({ program: 'main.js', skipFiles: ['<node_internals>/**', '**/library/**'] }, { breakpoints: { 'main.js': ['// call'] } });
  const { thread } = await session.stop();
  expect(await session.step('stepIn', thread)).toBe('visit main.js:3');
  const [, library] = await session.frames(thread);
  expect(library).toMatchObject({ presentationHint: 'subtle' });

  const open = await openSession(files);
  await open.launch({ program: 'main.js', skipFiles: ['**/library/**', '!**/each.js'] }, { breakpoints: { 'main.js': ['// call'] } });
  const second = await open.stop();
  expect(await open.step('stepIn', second.thread)).toBe('exports.each each.js:2');
});
