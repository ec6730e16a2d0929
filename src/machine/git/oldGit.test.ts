// Whether a git that does not know the variables by which it takes settings runs what a repository names: played by the real git without them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { uriOf } from '../../base/files/fileUri.ts';
import { Processes } from '../processes/processes.ts';
import { GitProgram } from './gitProgram.ts';
import { gitSettings } from './gitSettings.ts';

const { signal } = new AbortController();
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

test.skipIf(process.platform === 'win32')('nothing of an untrusted repository is run by an old git', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-old-git-')));
  folders.push(folder);
  const run = (...args: string[]) => expect(spawnSync('git', args, { cwd: folder }).status).toBe(0);
  run('init', '-q');
  await writeFile(join(folder, '.gitattributes'), '* filter=evil\n');
  await writeFile(join(folder, 'a.txt'), 'one\n');
  run('add', 'a.txt');
  const trap = join(folder, 'trap');
  await writeFile(trap, `#!/bin/sh\ntouch '${folder}/sprung'\ncat\n`);
  await chmod(trap, 0o755);
  run('config', 'filter.evil.clean', trap);
  run('config', 'core.fsmonitor', trap);
  await writeFile(join(folder, 'a.txt'), 'two\n');
  const old = join(folder, 'old-git');
  await writeFile(old, '#!/bin/sh\nunset GIT_CONFIG_COUNT\nexec git "$@"\n');
  await chmod(old, 0o755);

  const git = (version: string) =>
    new GitProgram({
      project: { name: 'x', path: folder, uri: uriOf(folder), trusted: false },
      processes: new Processes({ started: () => {}, ended: () => {} }),
      toolchains: { find: async () => [{ name: 'git', path: old, version }] },
    });
  await git('2.30.2').ask({ args: ['status', '--porcelain'] }, signal);
  expect(existsSync(join(folder, 'sprung'))).toBe(false);
  // The trap is real: configured in the new way, this git does not hear it.
  await git('2.31.0').ask({ args: ['status', '--porcelain'] }, signal);
  expect(existsSync(join(folder, 'sprung'))).toBe(true);
});

test('a name that cannot be said to an old git is refused', () => {
  const settings = [['filter.a=b.clean', '']] as const;
  expect(() => gitSettings(settings, '2.30.0')).toThrow(/cannot be told/);
  expect(() => gitSettings(settings, undefined)).toThrow(/cannot be told/);
  expect(gitSettings(settings, '2.39.5').environment).toMatchObject({ GIT_CONFIG_KEY_0: 'filter.a=b.clean' });
  expect(gitSettings([['core.fsmonitor', 'false']], '1.8.3').args).toEqual(['-c', 'core.fsmonitor=false']);
});
