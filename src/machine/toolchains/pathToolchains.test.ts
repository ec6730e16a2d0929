// Real programs in folders of a PATH: found, asked once, and never one of the project's own.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Processes } from '../processes/processes.ts';
import { PathToolchains } from './pathToolchains.ts';

const signal = new AbortController().signal;
const processes = new Processes({ started: () => {}, ended: () => {} });
let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-toolchains-')));
  for (const inside of ['project/bin', 'bin', 'later', 'package/bin']) mkdirSync(join(folder, inside), { recursive: true });
});

afterEach(async () => {
  await processes.endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('returns the version of the Node that runs this, and leaves out what is not there', async () => {
  const toolchains = new PathToolchains({ root: join(folder, 'project'), processes });
  const [node, ...others] = await toolchains.find(['no-such-program', 'node'], signal);
  expect(others).toEqual([]);
  expect(node).toMatchObject({ name: 'node', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});

test.skipIf(process.platform === 'win32')('asks each program in its own way, and believes what it says on either stream', async () => {
  program('bin/python3', 'echo "Python 3.12.3"');
  program('bin/go', '[ "$1" = version ] && echo "go version go1.22.1 linux/amd64"');
  program('bin/java', '[ "$1" = -version ] && echo \'openjdk version "21.0.2" 2024-01-16\' >&2');
  program('bin/broken', 'echo "version 1.0"; exit 3');
  program('later/python3', 'echo "Python 2.7.18"');
  writeFileSync(join(folder, 'bin/notes'), 'no program');
  expect(await open().find(['python3', 'go', 'java', 'broken', 'notes'], signal)).toEqual([
    { name: 'python3', path: join(folder, 'bin/python3'), version: '3.12.3' },
    { name: 'go', path: join(folder, 'bin/go'), version: '1.22.1' },
    { name: 'java', path: join(folder, 'bin/java'), version: '21.0.2' },
    { name: 'broken', path: join(folder, 'bin/broken') },
  ]);
});

test.skipIf(process.platform === 'win32')('never runs what lies in the project, also behind a link, and does not stand in it', async () => {
  program('project/bin/node', `touch ${join(folder, 'trace')}; echo v99.0.0`);
  symlinkSync(join(folder, 'project/bin/node'), join(folder, 'bin/node'));
  program('later/node', 'echo v20.0.0 && pwd > "$(dirname "$0")/stood"');
  const found = await open(join(folder, 'project/bin')).find(['node'], signal);
  expect(found).toEqual([{ name: 'node', path: join(folder, 'later/node'), version: '20.0.0' }]);
  expect(existsSync(join(folder, 'trace'))).toBe(false);
  expect(readFileSync(join(folder, 'later/stood'), 'utf8')).toBe('/\n');
});

test.skipIf(process.platform === 'win32')('reads the version of a Node script beside it instead of running it', async () => {
  writeFileSync(join(folder, 'package/package.json'), '{ "name": "pnpm", "version": "9.1.0" }');
  program('package/bin/pnpm.cjs', `touch ${join(folder, 'trace')}`);
  symlinkSync(join(folder, 'package/bin/pnpm.cjs'), join(folder, 'bin/pnpm'));
  expect(await open().find(['pnpm'], signal)).toEqual([{ name: 'pnpm', path: join(folder, 'bin/pnpm'), version: '9.1.0' }]);
  expect(existsSync(join(folder, 'trace'))).toBe(false);
});

test.skipIf(process.platform === 'win32')('a cancelled question ends the program', async () => {
  program('bin/slow', `touch ${join(folder, 'started')}; sleep 60`);
  const controller = new AbortController();
  const asked = open().find(['slow'], controller.signal);
  while (!existsSync(join(folder, 'started'))) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
});

function open(...before: readonly string[]): PathToolchains {
  const path = [...before, join(folder, 'bin'), 'relative', join(folder, 'later'), '/bin', '/usr/bin'];
  return new PathToolchains({ root: join(folder, 'project'), processes, environment: { PATH: path.join(delimiter) } });
}

function program(path: string, body: string): void {
  writeFileSync(join(folder, path), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, path), 0o755);
}
