// Tasks before a launch are run to their end, in the order in which they depend on one another.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Processes } from '../processes/processes.ts';
import { runTask } from './tasks.ts';

const { signal } = new AbortController();
const processes = new Processes({ started: () => {}, ended: () => {} });
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'binnacle-tasks-'));
  mkdirSync(join(root, '.vscode'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const run = (label: string, tasks: readonly object[]) => {
  writeFileSync(join(root, '.vscode', 'tasks.json'), `// tasks\n${JSON.stringify({ version: '2.0.0', tasks })}`);
  return runTask(label, 'serve', { root, file: undefined, processes }, signal);
};
const node = (label: string, script: string, more: object = {}) => ({ label, type: 'process', command: process.execPath, args: ['-e', script], ...more });

test('what a task depends on comes first, with its variables filled in', async () => {
  const note = (what: string) => `require('fs').appendFileSync(process.argv[1], '${what} ')`;
  const file = '${workspaceFolder}/order.txt';
  await run('all', [
    { ...node('all', note('last')), args: ['-e', note('last'), file], dependsOn: ['first'] },
    { ...node('first', note('first')), args: ['-e', note('first'), file] },
  ]);
  expect(readFileSync(join(root, 'order.txt'), 'utf8')).toBe('first last ');
});

test.skipIf(process.platform === 'win32')('a shell task gets its arguments as they are', async () => {
  await run('shell', [{ label: 'shell', type: 'shell', command: 'touch', args: ["it's here.txt"] }]);
  expect(existsSync(join(root, "it's here.txt"))).toBe(true);
});

test('one that fails says what it printed', async () => {
  await expect(run('build', [node('build', "console.error('no such file'); process.exit(2)")])).rejects.toMatchObject({
    code: 'preparation_failed',
    message: expect.stringContaining('no such file'),
  });
});

test('one that is not there, runs in the background, or depends on itself is refused', async () => {
  await expect(run('nothing', [])).rejects.toMatchObject({ code: 'configuration_invalid' });
  await expect(run('watch', [node('watch', '', { isBackground: true })])).rejects.toMatchObject({ message: expect.stringContaining('background') });
  await expect(run('a', [node('a', '', { dependsOn: 'b' }), node('b', '', { dependsOn: ['a'] })])).rejects.toMatchObject({
    message: expect.stringContaining('depends on itself'),
  });
});
