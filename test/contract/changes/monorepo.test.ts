// Errors before and after an edit in a monorepo of TypeScript, where several configurations have the same file: both sides are asked in the same project.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const OPTIONS = { strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022', composite: true, types: [], noEmit: true };
const configured = (include: readonly string[], more: object = {}) => JSON.stringify({ compilerOptions: { ...OPTIONS, ...more }, include });

// What packages/ declares globally, private/ does not know; it reads the sources of core by an alias, and does not list them.
const FILES = {
  'tsconfig.json': '{ "files": [], "references": [{ "path": "packages/core" }, { "path": "private" }] }',
  'packages/global.d.ts': 'declare const __DEV__: boolean;\n',
  'packages/core/tsconfig.json': configured(['src', '../global.d.ts']),
  'packages/core/tsconfig.build.json': configured(['src']),
  'packages/core/src/index.ts': "export * from './cart';\nexport * from './tax';\n",
  'packages/core/src/cart.ts':
    "import { tax } from './tax';\n\nexport function total(prices: number[]): number {\n  if (__DEV__) console.assert(prices.length > 0);\n  return prices.length + tax(1);\n}\n\nexport function count(prices: number[]): number {\n  return __DEV__ ? 0 : prices.length;\n}\n",
  'packages/core/src/tax.ts': 'export function tax(rate: number): number {\n  return __DEV__ ? 0 : rate;\n}\n',
  'packages/core/src/first.ts': 'export function first(prices: number[]): number {\n  return __DEV__ ? 0 : (prices[0] ?? 0);\n}\n',
  'packages/core/src/alone.ts': 'export const isAlone: boolean = __DEV__;\n',
  'private/tsconfig.json': configured(['.'], { paths: { '@shop/core': ['../packages/core/src'] } }),
  'private/debug.ts': "import { total } from '@shop/core';\n\nexport const shown: number = total([1]);\n",
  'scripts/build.ts': "import { first } from '../packages/core/src/first';\n\nexport const built: number = first([]);\n",
};

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn(FILES);
  // Loads the project that has the sources of core only as imports.
  await real.agent.call('get_diagnostics', { file: 'private/debug.ts' });
});
afterAll(() => real.close());

test.each(['packages/core/src/cart.ts', 'packages/core/src/tax.ts', 'packages/core/src/alone.ts', 'scripts/build.ts'])(
  'get_diagnostics of %s answers from the project that includes it, whichever else is loaded',
  async (file) => {
    const { value } = await real.agent.call('get_diagnostics', { file, severity: 'error' });
    expect(JSON.stringify(value)).not.toContain('not listed');
    if (file.startsWith('packages/')) expect(JSON.stringify(value)).not.toContain('__DEV__');
  },
);

const EDITS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['edit_file', { file: 'packages/core/src/tax.ts', edits: [{ old_text: '? 0 :', new_text: '? 1 :' }] }],
  ['edit_file', { file: 'packages/core/src/tax.ts', edits: [{ old_text: '? 0 :', new_text: '? 1 :' }], verify: 'refuse' }],
  ['edit_file', { file: 'packages/core/src/alone.ts', edits: [{ old_text: 'isAlone', new_text: 'isOne' }], verify: 'refuse' }],
  ['edit_file', { file: 'scripts/build.ts', edits: [{ old_text: 'first([])', new_text: 'first([1])' }], verify: 'refuse' }],
  ['rename_symbol', { symbol: { file: 'packages/core/src/cart.ts', name: 'total' }, new_name: 'sum' }],
  ['rename_symbol', { symbol: { file: 'packages/core/src/tax.ts', name: 'tax' }, new_name: 'duty' }],
  ['move_symbol', { symbol: { file: 'packages/core/src/cart.ts', name: 'count' }, to_file: 'packages/core/src/tax.ts' }],
  ['move_symbol', { symbol: { file: 'packages/core/src/cart.ts', name: 'count' }, to_file: 'packages/core/src/counting.ts' }],
  ['move_symbol', { symbol: { file: 'packages/core/src/alone.ts', name: 'isAlone' }, to_file: 'packages/core/src/lone/some.ts' }],
  ['rename_file', { file: 'packages/core/src/tax.ts', new_file: 'packages/core/src/duty.ts' }],
  ['rename_file', { file: 'packages/core/src/tax.ts', new_file: 'packages/core/src/rates/tax.ts' }],
  ['safe_delete', { symbol: { file: 'packages/core/src/alone.ts', name: 'isAlone' }, allow_incomplete: true }],
];

test.each(EDITS)('%s %j brings no error and fixes none, nor does its preview or its undo', async (tool, given) => {
  const { agent } = real;
  const preview = await agent.call(tool, { ...given, preview: true });
  expect(preview.value).toMatchObject({ applied: false, newErrors: [], fixedErrors: [] });
  const { value } = await agent.call(tool, given);
  expect(value).toMatchObject({ applied: true, newErrors: [], fixedErrors: [] });
  expect(value).not.toHaveProperty('unverified');
  const undone = await agent.call('undo', { change_id: value['changeId'] });
  expect(undone.value).toMatchObject({ applied: true, newErrors: [], fixedErrors: [] });
  for (const [file, text] of Object.entries(FILES)) expect(await readFile(join(agent.ide.project.path, file), 'utf8')).toBe(text);
});

test('an error that an edit truly brings refuses it, wherever the file is included', async () => {
  const { agent } = real;
  const edits = [{ old_text: 'rate: number', new_text: 'rate: string' }];
  const { newErrors } = await agent.refusal('edit_file', { file: 'packages/core/src/tax.ts', edits, verify: 'refuse' });
  expect(newErrors).toMatchObject([
    { file: 'packages/core/src/tax.ts', line: 2 },
    { file: 'packages/core/src/cart.ts', line: 5 },
  ]);
});
