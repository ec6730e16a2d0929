// Test runners: a breakpoint in a test and one in what it tests both stop, whichever runner, processes or threads.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { needs } from '../../../support/testTools.ts';
import { type NodeSession, openSession, ownModules, type Wish } from './nodeSession.ts';

const TOTAL = `// A comment that no compiler keeps its line for.
export type Row = { price: number };

export function total(rows: Row[]): number {
  let sum = 0;
  for (const row of rows) sum += row.price; // add
  return sum; // give
}
`;

async function walk(session: NodeSession, files: { test: string; code: string; lines: [number, number] }): Promise<void> {
  const first = await session.stop();
  expect(first.at).toMatch(new RegExp(` ${files.test.replaceAll('.', '\\.')}:${files.lines[0]}$`));
  await session.go(first.thread);
  const second = await session.stop();
  expect(second.at).toMatch(new RegExp(`^total ${files.code.replaceAll('.', '\\.')}:${files.lines[1]}$`));
  expect(await session.evaluate(second.thread, 'sum')).toBe('3');
  expect((await session.stack(second.thread)).join('\n')).toContain(files.test);
  await session.go(second.thread);
  expect(await session.exit()).toBe(0);
}

const WISH: Wish = { breakpoints: { 'total.test.ts': ['// in the test'], 'total.ts': ['// give'] } };
const VITEST = `import { expect, test } from 'vitest';
import { total } from './total.ts';

test('adds', () => {
  const rows: { price: number }[] = [{ price: 1 }, { price: 2 }]; // in the test
  expect(total(rows)).toBe(3);
});
`;

for (const pool of ['forks', 'threads'])
  test(`vitest in ${pool}`, async () => {
    const session = await openSession({ 'total.ts': TOTAL, 'total.test.ts': VITEST, 'package.json': '{ "type": "module" }' }, { modules: ownModules });
    await session.launch({ runtimeExecutable: 'vitest', runtimeArgs: ['run', `--pool=${pool}`, '--root', session.root] }, WISH);
    await walk(session, { test: 'total.test.ts', code: 'total.ts', lines: [5, 7] });
  });

const typescript = fileURLToPath(import.meta.resolve('typescript'));
const JEST = VITEST.replace("import { expect, test } from 'vitest';\n", '').replace('./total.ts', './total');

test('jest, with a transformer that compiles', async (context) => {
  const jest = await needs(context, 'jest');
  const session = await openSession(
    {
      'total.ts': TOTAL,
      'total.test.ts': JEST,
      'package.json': '{ "jest": { "transform": { "\\\\.ts$": "<rootDir>/transform.cjs" } } }',
      'transform.cjs': `const ts = require(${JSON.stringify(typescript)});
exports.process = (text, fileName) => ({ code: ts.transpileModule(text, { fileName, compilerOptions: { module: 'commonjs', target: 'es2022', inlineSourceMap: true, inlineSources: true } }).outputText });
`,
    },
    { modules: dirname(jest.folder) },
  );
  await session.launch({ runtimeExecutable: 'jest', runtimeArgs: ['--no-cache', '--no-watchman'] }, WISH);
  await walk(session, { test: 'total.test.ts', code: 'total.ts', lines: [4, 7] });
});

test('jest: a function stops by name, and conditions on exceptions see those of its own context', async (context) => {
  const jest = await needs(context, 'jest');
  const session = await openSession(
    {
      'shelf.js': "exports.take = () => {\n  throw new RangeError('empty');\n};\n",
      'shelf.test.js': "const { take } = require('./shelf.js');\ntest('takes', () => expect(take).toThrow());\n",
      'package.json': '{}',
    },
    { modules: dirname(jest.folder) },
  );
  await session.launch(
    { runtimeExecutable: 'jest', runtimeArgs: ['--no-cache', '--no-watchman'] },
    { functions: [{ name: 'take' }], exceptions: { filters: [], filterOptions: [{ filterId: 'all', condition: "error.message === 'empty'" }] } },
  );
  const first = await session.stop();
  expect(first).toMatchObject({ reason: 'function breakpoint', at: expect.stringMatching(/take shelf\.js:2$/) });
  await session.go(first.thread);
  expect(await session.stop()).toMatchObject({ reason: 'exception', text: 'RangeError: empty' });
  await session.go(first.thread);
  expect(await session.exit()).toBe(0);
});

test('mocha with tsx', async (context) => {
  const [mocha, tsx] = [await needs(context, 'mocha'), await needs(context, 'tsx')];
  const session = await openSession({
    'total.ts': TOTAL,
    'total.test.ts': JEST.replace("test('adds'", "it('adds'").replace('expect(total(rows)).toBe(3)', "if (total(rows) !== 3) throw new Error('wrong')"),
  });
  const [command = ''] = mocha.command;
  await session.launch({ runtimeExecutable: command, runtimeArgs: ['--require', `${tsx.folder}/dist/cjs/index.cjs`, 'total.test.ts'] }, WISH);
  await walk(session, { test: 'total.test.ts', code: 'total.ts', lines: [4, 7] });
});

test('node:test', async () => {
  const session = await openSession({
    'total.mjs': TOTAL.replace(/export type.*\n/, '\n').replaceAll(/: (?:Row\[\]|number)/g, ''),
    'total.test.mjs':
      "import { equal } from 'node:assert';\nimport { test } from 'node:test';\nimport { total } from './total.mjs';\ntest('adds', () => {\n  equal(total([{ price: 1 }, { price: 2 }]), 3); // in the test\n});\n",
  });
  await session.launch(
    { runtimeArgs: ['--test'], program: 'total.test.mjs' },
    { breakpoints: { 'total.test.mjs': ['// in the test'], 'total.mjs': ['// give'] } },
  );
  await walk(session, { test: 'total.test.mjs', code: 'total.mjs', lines: [5, 7] });
});
