// A workspace with a runner for each package, installed above them or in them: both tools start the right one, in the right place.
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { testProject } from './testProject.ts';

const json = (value: object) => JSON.stringify(value);
const COMPARED = (assertion: string) => `test('is wrong', () => {
  const sum = 1 + 1;
  ${assertion}
});
test('stands beside it', () => {});
`;

// The root has vitest for all, and runs none itself; the others lie beside it, as npm and yarn put them.
const WORKSPACE = {
  '.gitignore': 'node_modules\n',
  'package.json': json({ name: 'shop', private: true, workspaces: ['packages/*'], devDependencies: { vitest: '*' }, scripts: { test: 'npm test -ws' } }),
  'packages/jested/package.json': json({ name: 'jested', devDependencies: { jest: '*' }, scripts: { test: 'jest' }, jest: { setupFiles: ['./setup.js'] } }),
  'packages/jested/setup.js': 'globalThis.fromSetup = 3;\n',
  'packages/jested/one.test.js': COMPARED('expect(sum).toBe(fromSetup);'),
  'packages/mochaed/package.json': json({ name: 'mochaed', scripts: { test: 'mocha' } }),
  'packages/mochaed/.mocharc.json': json({ require: './setup.js' }),
  'packages/mochaed/setup.js': "globalThis.test = (...given) => it(...given);\nglobalThis.assert = require('node:assert');\n",
  'packages/mochaed/test/two.test.js': COMPARED('assert.equal(sum, 3);'),
  'packages/vitested/package.json': json({ name: 'vitested', type: 'module', devDependencies: { vitest: '*' }, scripts: { test: 'vitest run' } }),
  'packages/vitested/vitest.config.js': 'export default { test: { globals: true } };\n',
  'packages/vitested/three.test.js': COMPARED('expect(sum).toBe(3);'),
  'packages/noded/package.json': json({ name: 'noded' }),
  'packages/noded/four.test.js': `const assert = require('node:assert'), { test } = require('node:test');\n${COMPARED('assert.equal(sum, 3);')}`,
  'packages/played/package.json': json({ name: 'played', devDependencies: { '@playwright/test': '*' }, scripts: { test: 'playwright test' } }),
  'packages/played/playwright.config.js': "module.exports = { testDir: '.', workers: 1 };\n",
  'packages/played/five.spec.js': `const { expect, test } = require('@playwright/test');\n${COMPARED('expect(sum).toBe(3);')}`,
};

const WRONG: readonly (readonly [runner: string, file: string, line: number])[] = [
  ['jest', 'packages/jested/one.test.js', 3],
  ['mocha', 'packages/mochaed/test/two.test.js', 3],
  ['vitest', 'packages/vitested/three.test.js', 3],
  ['node:test', 'packages/noded/four.test.js', 4],
  ['playwright', 'packages/played/five.spec.js', 4],
];

test('a workspace from its root', async (context) => {
  const [jest, mocha, vitest] = [await needs(context, 'jest'), await needs(context, 'mocha'), await needs(context, 'vitest')];
  const playwright = await needs(context, 'playwright-test');
  await using project = await testProject(WORKSPACE, async (root) => {
    await linked(root, 'jest', jest.folder);
    await linked(root, 'mocha', mocha.folder);
    await linked(root, '@playwright/test', playwright.folder);
    // As pnpm does: only who asks for it has it.
    await linked(join(root, 'packages', 'vitested'), 'vitest', vitest.folder);
  });
  expect(await project.call('list_tests', {})).toMatchObject({
    files: WRONG.map(([runner, file]) => ({ runner, file, tests: [{ test: 'is wrong' }, { test: 'stands beside it' }] })).toSorted(
      (a, b) => ORDER.indexOf(a.runner) - ORDER.indexOf(b.runner),
    ),
  });
  expect(await project.call('run_tests', {})).toMatchObject({ counts: { passed: 5, failed: 5, skipped: 0, error: 0 } });
  for (const [, file, line] of WRONG) {
    expect(await project.call('debug_test', { file, test: 'is wrong', timeout: 100 })).toMatchObject({
      state: 'paused',
      reason: 'exception',
      location: { file, line },
    });
    await project.call('stop_debug_session', {});
    expect(await project.refusal('debug_test', { file, test: 'is wrongly' })).toMatchObject({
      error: 'test_not_found',
      message: expect.stringContaining('is wrong'),
    });
  }
});

test('a package by itself, whose runner lies above it', async (context) => {
  const { folder } = await needs(context, 'mocha');
  const files = Object.entries(WORKSPACE).flatMap(([path, text]) =>
    path.startsWith('packages/mochaed/') ? [[path.slice('packages/mochaed/'.length), text]] : [],
  );
  await using project = await testProject(Object.fromEntries(files), (root) => linked(join(root, '..'), 'mocha', folder));
  expect(await project.call('run_tests', { test: 'is wrong' })).toMatchObject({ counts: { passed: 0, failed: 1, skipped: 0, error: 0 } });
  expect(await project.call('debug_test', { file: 'test/two.test.js', test: 'is wrong', timeout: 100 })).toMatchObject({
    location: { file: 'test/two.test.js', line: 3 },
  });
  await project.call('stop_debug_session', {});
});

const ORDER = ['vitest', 'jest', 'mocha', 'node:test', 'playwright'];

async function linked(at: string, name: string, folder: string): Promise<void> {
  const link = join(at, 'node_modules', name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(folder, link, 'junction');
}
