// Files that the tsconfig.json of the code does not take, and that use this code: specs, benchmarks, the tests with a configuration of their own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const MODERN = { strict: true, target: 'es2022', module: 'preserve', moduleResolution: 'bundler', types: [], allowJs: true, noEmit: true };
// TypeScript 7 has removed these, so 6 answers alone.
const LEGACY = { ...MODERN, module: 'commonjs', moduleResolution: 'node', baseUrl: '.' };

const FILES = {
  'package.json': '{ "name": "acme", "private": true, "type": "module" }',
  'src/total.ts': 'export function total(prices: number[]): number {\n  return prices.length;\n}\n\nexport const RATE = 2;\n\nexport const LONELY = 5;\n',
  'src/held.ts': 'export const held = 1;\n',
  'src/sums.ts': 'export const sums = 1;\n',
  'src/bill.ts': "import { RATE, total } from './total';\n\nexport const bill = total([1]) * RATE;\n",
  'src/total.spec.ts': "import { RATE, total } from './total';\n\nexport const spec = total([1, 2]) + RATE;\n",
  'benchmark/alone.ts': "import { LONELY, total } from '../src/total';\n\nexport const alone = total([1, 2]) + LONELY;\n",
  'benchmark/through.ts': "import * as sums from '../src/total';\n\nexport const through = sums.total([1, 2]) + sums.RATE;\n",
  'benchmark/again.ts': "export { total as summed } from '../src/total';\n",
  'benchmark/all.ts': "export * as all from '../src/held';\n",
  'benchmark/run.js': "import { RATE, total } from '../src/total';\n\nexport const run = total([3]) + RATE;\n",
  'benchmark/late.js': "export const late = async () => {\n  const { late } = await import('../src/late');\n  return late;\n};\n",
  'src/late.ts': 'export const late = 1;\n',
  'src/later.ts': 'export const later = 1;\n',
  'benchmark/later.js': "export const later = () => import('../src/later').then(({ later: late }) => late);\n",
  'src/required.ts': 'export function required(prices: number[]): number {\n  return prices.length;\n}\n\nexport const SMALL = 1;\n',
  'benchmark/required.cjs':
    "const { required } = require('../src/required');\nconst all = require('../src/required');\n\nmodule.exports = required([1]) + all.required([2]) + all.SMALL;\n",
  'test/bill.ts': "import { total } from '../src/total';\n\nexport const billed = total([1]);\n",
};
// CommonJS, which the uses are followed through in another way.
const JAVASCRIPT = {
  'src/old.cjs': 'function old(prices) {\n  return prices.length;\n}\n\nmodule.exports = { old };\n',
  'src/older.cjs': "const { old } = require('./old.cjs');\n\nmodule.exports = old([1]);\n",
  'benchmark/old.cjs': "const { old } = require('../src/old.cjs');\n\nmodule.exports = old([2]);\n",
  'benchmark/older.cjs': "const all = require('../src/old.cjs');\n\nmodule.exports = all.old([3]);\n",
};
const TOTAL = { file: 'src/total.ts', name: 'total' };

describe.each([
  ['TypeScript 7', MODERN],
  ['TypeScript 6', LEGACY],
])('with %s', (_, options) => {
  let real: RealAgent;
  beforeAll(async () => {
    const configs = {
      'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src'], exclude: ['**/*.spec.ts'] }),
      'test/tsconfig.json': JSON.stringify({ compilerOptions: options }),
    };
    real = await realAgentOn({ ...FILES, ...JAVASCRIPT, ...configs });
  });
  afterAll(() => real.close());

  const previewed = async (tool: string, given: Readonly<Record<string, unknown>>) => {
    const { value } = await real.agent.call(tool, { ...given, preview: true });
    expect(value).toMatchObject({ newErrors: [] });
    return String(value['diff'])
      .split('\n')
      .filter((line) => /^\+(?!\+)/.test(line));
  };

  test.each(['sums', 'fresh'])('a declaration that moves to %s.ts is imported from there', async (to) => {
    const added = await previewed('move_symbol', { symbol: TOTAL, to_file: `src/${to}.ts` });
    const namespace = to === 'sums' ? 'sums2' : to;
    expect(added).toEqual(
      expect.arrayContaining([
        `+import { total } from './${to}';`,
        `+export { total as summed } from '../src/${to}';`,
        `+import * as ${namespace} from '../src/${to}';`,
        `+export const through = ${namespace}.total([1, 2]) + sums.RATE;`,
      ]),
    );
    // The source and the spec; alone, run and the test with its own configuration.
    expect(added.filter((line) => line === `+import { total } from './${to}';`)).toHaveLength(2);
    expect(added.filter((line) => line === `+import { total } from '../src/${to}';`)).toHaveLength(3);
  });

  test.each([
    ['TypeScript', 'src/total.ts', 'total', ['[1]', '[1, 2]', '[1, 2]', '[1, 2]', '[3]', '[1]']],
    ['CommonJS', 'src/old.cjs', 'old', ['[1]', '[2]', '[3]']],
  ])('calls of a function in %s pass a new parameter', async (_, file, name, calls) => {
    const type = file.endsWith('.ts') ? { type: 'number' } : {};
    const added = await previewed('change_signature', { symbol: { file, name }, parameters: [{ name: 'prices' }, { name: 'rate', value: '7', ...type }] });
    const passed = added.flatMap((line) => /\b(?:old|total)\((\[.*\]), 7\)/.exec(line)?.[1] ?? []);
    expect(passed.sort()).toEqual(calls.toSorted());
  });

  test('calls of a module that a script requires are changed, or named and refused', async () => {
    const symbol = { file: 'src/required.ts', name: 'required' };
    const given = { symbol, parameters: [{ name: 'prices' }, { name: 'rate', type: 'number', value: '7' }] };
    expect(await real.agent.refusal('change_signature', given)).toMatchObject({
      error: 'knowledge_incomplete',
      message: expect.stringContaining('benchmark/required.cjs:4'),
    });
    const { value } = await real.agent.call('change_signature', {
      symbol,
      parameters: [{ name: 'amounts', from: 'prices' }],
      allow_incomplete: true,
      preview: true,
    });
    expect(value).toMatchObject({ newErrors: [] });
  });

  test('what only a script requires is not called unused', async () => {
    const symbol = { file: 'src/required.ts', name: 'SMALL' };
    expect(await real.agent.refusal('safe_delete', { symbol })).toMatchObject({ error: 'still_used' });
    expect((await real.agent.refusal('inline_symbol', { symbol })).message).toContain('benchmark/required.cjs:4');
  });

  test.each([
    ['src/held.ts', 'held', 'src/sums.ts', 'all.ts re-exports its whole file'],
    ['src/late.ts', 'late', 'src/sums.ts', 'late.js takes it out of the loaded module on line 2'],
    ['src/later.ts', 'later', 'src/sums.ts', 'later.js takes it out of the loaded module on line 1'],
    ['src/old.cjs', 'old', 'src/new.cjs', 'old.cjs exports it by module.exports on line 5'],
  ])('what cannot follow refuses the move wherever it stands: %s', async (file, name, to, why) => {
    expect(await real.agent.refusal('move_symbol', { symbol: { file, name }, to_file: to })).toMatchObject({
      error: 'refactoring_refused',
      message: expect.stringContaining(why),
    });
  });
});
