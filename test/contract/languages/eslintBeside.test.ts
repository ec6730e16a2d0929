// ESLint beside an edit: asked for the touched files only, never waited for longer than a second, and never a reason to refuse.
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const FILES = {
  'tsconfig.json': '{"compilerOptions":{"strict":true,"noEmit":true,"module":"nodenext","types":[]},"include":["src"]}',
  'eslint.config.mjs': "export default [{ files: ['**/*.js', '**/*.ts'], rules: { 'no-var': 'error', 'camelcase': 'error' } }];\n",
  'src/cart.js': 'export let total = 3;\n',
  'src/main.js': "import { total } from './cart.js';\nexport const shown = total;\n",
};
// A rule that takes as long as rules with types do in a large project.
const SLOW = `const slow = { create: () => ({ Program() { const end = Date.now() + 8_000; while (Date.now() < end); } }) };
export default [{ files: ['**/*.js'], plugins: { own: { rules: { slow } } }, rules: { 'own/slow': 'error' } }];
`;

test('what it finds in the touched file is reported, and does not refuse a refactoring', async (context) => {
  const { agent } = await linted(context, FILES);
  await agent.call('get_diagnostics', { file: 'src/cart.js' });
  const edits = [{ old_text: 'let', new_text: 'var' }];
  // Its first findings may come too late on a busy machine, which is then said.
  const { value } = await agent.call('edit_file', { file: 'src/cart.js', edits, verify: 'refuse' });
  expect(value).toMatchObject({ applied: true });
  if (value['unverified'] === undefined) expect(value['newErrors']).toMatchObject([{ file: 'src/cart.js', code: 'no-var' }]);
  else expect(value).toMatchObject({ newErrors: [], unverified: expect.stringContaining('eslint did not answer in time; get_diagnostics waits for it.') });
  const renamed = await agent.call('rename_symbol', { symbol: { file: 'src/cart.js', name: 'total' }, new_name: 'whole_sum' });
  expect(renamed.value).toMatchObject({ applied: true });
});

test('one that is slow is not waited for: the edit, the refactoring and the undo say so in one line', async (context) => {
  const { agent } = await linted(context, { ...FILES, 'eslint.config.mjs': SLOW });
  const late = { applied: true, newErrors: [], fixedErrors: [], unverified: 'eslint did not answer in time; get_diagnostics waits for it.' };
  const edited = await agent.call('edit_file', { file: 'src/cart.js', edits: [{ old_text: '3', new_text: '4' }] });
  expect(edited.value).toMatchObject(late);
  const renamed = await agent.call('rename_symbol', { symbol: { file: 'src/cart.js', name: 'total' }, new_name: 'sum' });
  expect(renamed.value).toMatchObject(late);
  expect((await agent.call('undo', { change_id: renamed.value['changeId'] })).value).toMatchObject(late);
});

async function linted(context: TestContext, files: Readonly<Record<string, string>>): Promise<RealAgent> {
  const eslint = await needs(context, 'eslint');
  const real = await realAgentOn(files, async (project) => {
    const link = join(project, 'node_modules', 'eslint');
    await mkdir(dirname(link), { recursive: true });
    await symlink(eslint.folder, link, 'junction');
  });
  onTestFinished(real.close);
  // The compiler has loaded the project, so that only ESLint can be late.
  await real.agent.call('search_symbols', { query: 'total' });
  return real;
}
