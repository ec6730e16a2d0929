// Breakpoints of every kind stop where and when they say, and say truly whether they are bound.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openSession } from './nodeSession.ts';

const LOOP = `const seen = [];
for (let i = 1; i <= 10; i++) {
  const square = i * i;
  seen.push(square); // push
}
console.log(seen.length); // after
`;

async function stopsWith(more: object): Promise<string[]> {
  const session = await openSession({ 'loop.js': LOOP });
  await session.launch({ program: 'loop.js' }, { breakpoints: { 'loop.js': [{ on: '// push', ...more }, '// after'] } });
  const values: string[] = [];
  for (;;) {
    const stop = await session.stop();
    if (stop.at.endsWith(':6')) break;
    values.push(await session.evaluate(stop.thread, 'i'));
    await session.go(stop.thread);
  }
  return values;
}

test('a condition, and every form of a hit count, choose the stops', async () => {
  expect(await stopsWith({ condition: 'square > 60' })).toEqual(['8', '9', '10']);
  expect(await stopsWith({ hitCondition: '3' })).toEqual(['3']);
  expect(await stopsWith({ hitCondition: '== 4' })).toEqual(['4']);
  expect(await stopsWith({ hitCondition: '>= 9' })).toEqual(['9', '10']);
  expect(await stopsWith({ hitCondition: '>9' })).toEqual(['10']);
  expect(await stopsWith({ hitCondition: '< 3' })).toEqual(['1', '2']);
  expect(await stopsWith({ hitCondition: '<=2' })).toEqual(['1', '2']);
  expect(await stopsWith({ hitCondition: '% 5' })).toEqual(['5', '10']);
  expect(await stopsWith({ condition: 'i % 2 === 0', hitCondition: '2' })).toEqual(['4']);
});

test('a log message never stops and gives its values by name', async () => {
  const session = await openSession({ 'loop.js': LOOP });
  await session.launch(
    { program: 'loop.js' },
    { breakpoints: { 'loop.js': [{ on: '// push', logMessage: 'i is {i}, {({ square }).square}, {missing}', condition: 'i < 3' }] } },
  );
  expect(await session.exit()).toBe(0);
  const logged = session.outputs('console');
  expect(logged.map(({ output }) => output)).toEqual([
    'i is 1, 1, <ReferenceError: missing is not defined>\n',
    'i is 2, 4, <ReferenceError: missing is not defined>\n',
  ]);
  expect(logged[1]?.data).toMatchObject({ breakpointId: 1, values: { i: '2', '({ square }).square': '4' } });
});

test('what does not parse is refused with the reason, and a condition that throws is reported once', async () => {
  const session = await openSession({ 'loop.js': LOOP });
  await session.client.initializeRequest();
  const [broken, hits, log] = await session.setBreakpoints('loop.js', [
    { on: 'const square', condition: 'i ==' },
    { on: '// push', hitCondition: 'often' },
    { on: '// after', logMessage: '{i +}' },
  ]);
  expect(broken).toMatchObject({ verified: false, message: expect.stringContaining('does not parse') });
  expect(hits).toMatchObject({ verified: false, message: expect.stringContaining('"often" is not understood') });
  expect(log).toMatchObject({ verified: false, message: expect.stringContaining('{i +} of the log message does not parse') });

  const other = await openSession({ 'loop.js': LOOP });
  await other.launch({ program: 'loop.js' }, { breakpoints: { 'loop.js': [{ on: '// push', condition: 'missing.value' }] } });
  expect(await other.exit()).toBe(0);
  expect(other.outputs('important').map(({ output }) => output)).toEqual([
    `The condition of the breakpoint at ${other.path('loop.js')}:4 failed, so it did not stop: ReferenceError: missing is not defined\n`,
  ]);
});

test('without side effects, conditions and messages that would change the program do not run', async () => {
  const session = await openSession({ 'loop.js': LOOP });
  await session.launch(
    { program: 'loop.js', evaluation: 'no side effects' },
    {
      breakpoints: {
        'loop.js': [
          { on: 'const square', logMessage: 'i is {i} {seen.push(0)}', hitCondition: '2' },
          { on: '// push', condition: 'square === 81' },
          { on: '// after', condition: 'seen.push(1)' },
        ],
      },
    },
  );
  const { thread, at } = await session.stop();
  expect(at).toBe('<anonymous> loop.js:4');
  expect(await session.evaluate(thread, 'i')).toBe('9');
  await expect(session.evaluate(thread, 'seen.push(5)')).rejects.toThrow(/side effect/);
  await session.go(thread);
  await session.exit();
  expect(session.output('stdout')).toBe('10\n');
  expect(session.output('console')).toMatch(/^i is 2 <.*side-effect.*>\n$/);
  expect(session.output('important')).toMatch(/side-effect/);
});

test('a breakpoint by column, on a line without code, and beyond the end', async () => {
  const session = await openSession({
    'line.js': 'const a = () => 1; const b = () => a() + 1; b();\n\n// nothing here\nconst last = b();\nconsole.log(last);\n',
  });
  await session.client.initializeRequest();
  await session.launch({ program: 'line.js' }, { breakpoints: { 'line.js': [{ on: 'const a', column: 17 }, '// nothing'] } });
  const first = await session.stop();
  expect(first.at).toBe('a line.js:1');
  expect(await session.stack(first.thread)).toEqual(['a line.js:1', 'b line.js:1', '<anonymous> line.js:1']);
  expect(session.bound()).toMatchObject({ 1: { verified: true, line: 1 }, 2: { verified: true, line: 4 } });
  const answer = await session.client.setBreakpointsRequest({ source: { path: session.path('line.js') }, breakpoints: [{ line: 5 }, { line: 400 }] });
  expect(answer.body.breakpoints).toMatchObject([
    { verified: true, line: 5 },
    { verified: false, line: 400 },
  ]);
  const locations = await session.client.customRequest('breakpointLocations', { source: { path: session.path('line.js') }, line: 1, endLine: 5 });
  const { breakpoints } = z.object({ breakpoints: z.array(z.object({ line: z.number() })) }).parse(locations.body);
  expect([...new Set(breakpoints.map(({ line }) => line))]).toEqual([1, 4, 5]);
  await session.go(first.thread);
  expect((await session.stop()).at).toBe('<anonymous> line.js:5');
});

test('functions stop by name, in CommonJS and in ES modules', async () => {
  const files = {
    'main.js': "const { Cart } = require('./cart.js');\nfunction start() {\n  return new Cart().total();\n}\nstart();\n",
    'cart.js': 'class Cart {\n  total() {\n    return this.rows().length;\n  }\n  rows = () => {\n    return [1];\n  };\n}\nmodule.exports = { Cart };\n',
    'main.mjs': "import { Cart } from './cart.mjs';\nexport const start = () => {\n  return new Cart().total();\n};\nstart();\n",
    'cart.mjs': 'export class Cart {\n  total() {\n    return 1;\n  }\n}\n',
  };
  for (const program of ['main.js', 'main.mjs']) {
    const session = await openSession(files);
    await session.launch({ program }, { functions: [{ name: 'start' }, { name: 'Cart.total' }, { name: 'Shop.total' }, { name: 'not a name' }] });
    const first = await session.stop();
    expect(first).toMatchObject({ reason: 'function breakpoint', at: `start ${program}:3` });
    await session.go(first.thread);
    expect((await session.stop()).at).toBe(`Cart.total cart${program.slice(4)}:3`);
    expect(session.bound()).toEqual({ 1: { verified: true }, 2: { verified: true } });
    await session.go(first.thread);
    await session.exit();
  }
});

test('one that is taken away stops no more, and one that is added to a running program is bound at once', async () => {
  const session = await openSession({
    'main.js': 'let rounds = 0;\nfunction round() {\n  rounds++; // count\n  return rounds; // give\n}\nsetInterval(round, 5);\n',
  });
  await session.launch({ program: 'main.js' }, { breakpoints: { 'main.js': ['// count'] } });
  const { thread } = await session.stop();
  expect(await session.setBreakpoints('main.js', [])).toEqual([]);
  await session.go(thread);
  await new Promise((later) => setTimeout(later, 50));
  const [added] = await session.setBreakpoints('main.js', ['// give']);
  expect(added).toMatchObject({ verified: true, line: 4 });
  expect((await session.stop()).at).toBe('Timeout.round main.js:4');
});
