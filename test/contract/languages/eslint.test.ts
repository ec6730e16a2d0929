// ESLint beside the compiler: real ESLint from the registry, real configuration, and none of it where nobody trusts the project.
import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { live, openWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';

const files = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, allowJs: true, checkJs: true, types: [] }, include: ['src'] }),
  'eslint.config.mjs': "export default [{ files: ['**/*.js'], rules: { 'no-var': 'error', eqeqeq: 'warn' } }];\n",
  'src/cart.js': '/** @type {number} */\nvar total = "three";\nexport const same = total == 3;\n',
};

test('its findings stand beside those of the compiler, each with its source', async (context) => {
  const workspace = await linted(context, files);
  expect(await problemLines(workspace)).toEqual(['2:1 error eslint no-var', '2:5 error ts 2322', '3:27 warning eslint eqeqeq']);
  const answer = await workspace.languages.diagnostics([workspace.uri('src/cart.js')], live(), () => {});
  expect(answer.engine).toMatch(/typescript .*, eslint /);
  expect(await workspace.languages.status()).toContainEqual(expect.objectContaining({ language: 'eslint', state: 'ready', files: 2 }));
});

test('a change of the file and a change of the configuration are seen by the next call', async (context) => {
  const workspace = await linted(context, files);
  await problemLines(workspace);
  await workspace.write('src/cart.js', 'export let total = 3;\n');
  expect(await problemLines(workspace)).toEqual([]);
  await workspace.write('eslint.config.mjs', "export default [{ files: ['**/*.js'], rules: { 'prefer-const': 'error' } }];\n");
  await workspace.write('src/cart.js', 'let total = 3;\nexport { total };\n');
  expect(await problemLines(workspace)).toEqual(['1:5 error eslint prefer-const']);
});

test('a broken configuration is said, and does not cost the diagnostics of the compiler', async (context) => {
  const workspace = await linted(context, {
    ...files,
    'eslint.config.mjs': 'export default [{ rules: { "no-such-rule": "error" } }];\nthrow new Error("broken on purpose");\n',
  });
  const answer = await workspace.languages.diagnostics([workspace.uri('src/cart.js')], live(), () => {});
  expect(answer).toMatchObject({ complete: false, why: expect.stringContaining('broken on purpose') });
  expect(answer.value.files[0]?.diagnostics.map(({ source }) => source)).toEqual(['ts']);
});

test('a project that has it installed but not configured, or configured but not installed, is not linted', async (context) => {
  const { 'eslint.config.mjs': _, ...unconfigured } = files;
  expect(await problemLines(await linted(context, unconfigured))).toEqual(['2:5 error ts 2322']);
  expect(await problemLines(await openWorkspace(files))).toEqual(['2:5 error ts 2322']);
});

test('in a project that nobody trusts its configuration is not run, and the answer says so', async (context) => {
  const planted = `import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('./trace', import.meta.url), 'run');\n${files['eslint.config.mjs']}`;
  const workspace = await linted(context, { ...files, 'eslint.config.mjs': planted }, { trusted: false });
  const answer = await workspace.languages.diagnostics([workspace.uri('src/cart.js')], live(), () => {});
  expect(answer.value.files[0]?.diagnostics.map(({ source }) => source)).toEqual(['ts']);
  expect(answer.notes).toEqual([expect.stringMatching(/^eslint was not asked: .*binnacle trust/)]);
  expect(existsSync(join(workspace.root, 'trace'))).toBe(false);
  expect(await workspace.languages.status()).toContainEqual(expect.objectContaining({ language: 'eslint', state: 'untrusted' }));

  // The same configuration leaves its trace where somebody does: the test could have failed.
  const trusted = await linted(context, { ...files, 'eslint.config.mjs': planted });
  await problemLines(trusted);
  expect(existsSync(join(trusted.root, 'trace'))).toBe(true);
});

async function linted(context: TestContext, project: Record<string, string>, options: WorkspaceOptions = {}): Promise<Workspace> {
  const eslint = await needs(context, 'eslint');
  const workspace = await openWorkspace(project, options);
  const link = join(workspace.root, 'node_modules', 'eslint');
  await mkdir(dirname(link), { recursive: true });
  await symlink(eslint.folder, link, 'junction');
  return workspace;
}

async function problemLines(workspace: Workspace): Promise<readonly string[]> {
  const found = await workspace.diagnosticsOf('src/cart.js');
  return found.map(({ range, severity, source, code }) => `${range.start.line + 1}:${range.start.character + 1} ${severity} ${source} ${code}`);
}
