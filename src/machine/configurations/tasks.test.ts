// Tasks before a launch are run to their end, in the order in which they depend on one another.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startOf } from '../../base/processes/processIdentity.ts';
import { Processes } from '../processes/processes.ts';
import { BackgroundTasks } from './backgroundTasks.ts';
import { runTask } from './tasks.ts';

const { signal } = new AbortController();
const processes = new Processes({ started: () => {}, ended: () => {} });
const background = new BackgroundTasks();
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'binnacle-tasks-'));
  mkdirSync(join(root, '.vscode'));
});
afterEach(async () => {
  await background.endAllBut(new Set());
  rmSync(root, { recursive: true, force: true });
});

const run = (label: string, tasks: readonly object[]) => {
  writeFileSync(join(root, '.vscode', 'tasks.json'), `// tasks\n${JSON.stringify({ version: '2.0.0', tasks })}`);
  return runTask(label, 'serve', { root, file: undefined, processes, background }, signal);
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

const watcher = (script: string, background_: object) =>
  node('watch', script, { isBackground: true, problemMatcher: { pattern: [], background: background_ } });

test('a background task is ready when its output says so, is started once, and is ended after its last user', async () => {
  const pid = join(root, 'pid.txt');
  const script = `require('fs').appendFileSync(${JSON.stringify(pid)}, process.pid + ' '); console.log('done too early'); console.error('building'); setTimeout(() => console.log('\\u001b[32mdone\\u001b[0m'), 50); setInterval(() => {}, 1000)`;
  const tasks = [watcher(script, { beginsPattern: '^building', endsPattern: { regexp: '^done$' } }), node('all', '', { dependsOn: ['watch'] })];
  expect(await run('all', tasks)).toEqual(['watch']);
  expect(await run('watch', tasks)).toEqual(['watch']);
  const [one, ...others] = readFileSync(pid, 'utf8').trim().split(' ').map(Number);
  expect(others).toEqual([]);
  await background.endAllBut(new Set(['watch']));
  expect(startOf(one ?? 0)).toBeDefined();
  await background.endAllBut(new Set());
  expect(startOf(one ?? 0)).toBeUndefined();
});

test('one in the background that dies, or of which nothing says when it is ready, is refused', async () => {
  await expect(run('watch', [watcher("console.error('port is taken'); process.exit(3)", { activeOnStart: true, endsPattern: 'done' })])).rejects.toMatchObject({
    code: 'preparation_failed',
    message: expect.stringMatching(/ended with code 3[\s\S]*port is taken/),
  });
  await expect(run('watch', [watcher('', { endsPattern: '(' })])).rejects.toMatchObject({ message: expect.stringContaining('cannot be read') });
  await expect(run('watch', [node('watch', '', { isBackground: true, problemMatcher: '$esbuild-watch' })])).rejects.toMatchObject({
    message: expect.stringContaining('endsPattern'),
  });
});

test('one that is not there, or depends on itself is refused', async () => {
  await expect(run('nothing', [])).rejects.toMatchObject({ code: 'configuration_invalid' });
  await expect(run('a', [node('a', '', { dependsOn: 'b' }), node('b', '', { dependsOn: ['a'] })])).rejects.toMatchObject({
    message: expect.stringContaining('depends on itself'),
  });
});
