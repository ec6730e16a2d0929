// Refactorings in projects that have an older TypeScript installed: what that would no longer accept is refused, and where it cannot be asked that is said.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTool } from '../../support/testTools.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const CONFIG = '{ "compilerOptions": { "strict": true, "target": "es2019", "module": "commonjs", "noEmit": true, "types": [] } }';
// The key of an object is narrowed since TypeScript 4.7.
const KEYED =
  "export function length(words: Record<string, string | number>, key: string): number {\n  const found = words[key];\n  return typeof found === 'string' ? found.length : 0;\n}\n";
// A variable that is no longer assigned stays narrowed in functions since TypeScript 5.4.
const CLOSED =
  'export function lengths(word: string | undefined): number[] {\n  let text = word;\n  if (text === undefined) return [];\n  const fixed = text;\n  return [1].map(() => fixed.length);\n}\n';

const FILES = {
  'old/package.json': '{ "private": true, "devDependencies": { "typescript": "4.3.5" } }',
  'old/tsconfig.json': CONFIG,
  'old/keyed.ts': KEYED,
  'old/closed.ts': CLOSED,
  'old/plain.ts': 'export function total(prices: number[]): number {\n  const count = prices.length;\n  return count;\n}\n',
  'old/user.ts': "import { total } from './plain';\n\nexport const three = total([1, 2, 3]);\n",
  'new/package.json': '{ "private": true, "devDependencies": { "typescript": "~6.0.2" } }',
  'new/tsconfig.json': CONFIG,
  'new/keyed.ts': KEYED,
  'absent/package.json': '{ "private": true, "devDependencies": { "typescript": "^5.2.0" } }',
  'absent/tsconfig.json': CONFIG,
  'absent/keyed.ts': KEYED,
};

async function withCompiler(project: string): Promise<void> {
  await mkdir(join(project, 'old/node_modules'));
  await symlink((await testTool('typescript-4')).folder, join(project, 'old/node_modules/typescript'));
  // A compiler that cannot be loaded.
  await mkdir(join(project, 'broken/node_modules/typescript/lib'), { recursive: true });
  await writeFile(join(project, 'broken/node_modules/typescript/package.json'), '{ "name": "typescript", "version": "4.9.5" }');
  await writeFile(join(project, 'broken/node_modules/typescript/lib/typescript.js'), "throw new Error('no compiler');\n");
  await writeFile(join(project, 'broken/tsconfig.json'), CONFIG);
  await writeFile(join(project, 'broken/keyed.ts'), KEYED);
}

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn(FILES, withCompiler);
});
afterAll(() => real.close());

test.each([
  ['keyed.ts', 'found', "Property 'length' does not exist on type 'string | number'"],
  ['closed.ts', 'fixed', "Object is possibly 'undefined'"],
])('what the installed compiler would refuse is not written: %s', async (file, name, message) => {
  const given = { symbol: { file: `old/${file}`, name } };
  const refused = await real.agent.refusal('inline_symbol', given);
  expect(refused).toMatchObject({ error: 'new_errors' });
  expect(JSON.stringify(refused)).toContain(message);
  expect(JSON.stringify(refused)).toContain('TypeScript 4.3.5');
  const { value } = await real.agent.call('inline_symbol', { ...given, preview: true });
  expect(value).toMatchObject({ newErrors: [{ file: `old/${file}`, message: expect.stringContaining('TypeScript 4.3.5') }] });
});

test('what it accepts is done, and nothing is said of it', async () => {
  const { value } = await real.agent.call('rename_symbol', { symbol: { file: 'old/plain.ts', name: 'total' }, new_name: 'summed' });
  expect(value).toMatchObject({ applied: true, edits: 3, newErrors: [] });
  expect(JSON.stringify(value)).not.toContain('4.3.5');
});

test('a compiler that is not older is not asked', async () => {
  const { value } = await real.agent.call('inline_symbol', { symbol: { file: 'new/keyed.ts', name: 'found' } });
  expect(value).toMatchObject({ applied: true, newErrors: [] });
  expect(value['notes']).toBeUndefined();
});

test.each([
  ['absent', 'an older TypeScript, which the project asks for: it is not installed'],
  ['broken', 'TypeScript 4.9.5, which the project asks for: it ended: Error: no compiler'],
])('one that cannot be asked refuses nothing, and is named: %s', async (folder, note) => {
  const { value } = await real.agent.call('inline_symbol', { symbol: { file: `${folder}/keyed.ts`, name: 'found' } });
  expect(value).toMatchObject({ applied: true, newErrors: [], notes: [expect.stringContaining(note)] });
});

test('code of a project that nobody has trusted is not run', async () => {
  const untrusted = await realAgentOn(FILES, withCompiler, false);
  try {
    const { value } = await untrusted.agent.call('inline_symbol', { symbol: { file: 'old/keyed.ts', name: 'found' }, preview: true });
    expect(value).toMatchObject({ newErrors: [], notes: [expect.stringContaining('nobody has trusted this project')] });
  } finally {
    await untrusted.close();
  }
});
