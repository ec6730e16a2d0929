// Whether a program is found where a person has it, and never where a project could have put it.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pathOfProgram } from './machinePrograms.ts';

const NAME = process.platform === 'win32' ? 'no-such-server.exe' : 'no-such-server';
const server = { program: 'no-such-server' };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-programs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the first on the PATH is taken', () => {
  const [one, two] = [programIn('one'), programIn('two')];
  expect(pathOfProgram(server, { PATH: [join(folder, 'none'), join(folder, 'one'), join(folder, 'two')].join(delimiter) })).toBe(one);
  expect(pathOfProgram(server, { PATH: join(folder, 'two') })).toBe(two);
});

// As where the PATH was taken over from another user.
test.skipIf(process.platform === 'win32')('a folder of the PATH that cannot be looked into is passed over', () => {
  const two = programIn('two');
  const cycle = join(folder, 'cycle');
  symlinkSync(cycle, cycle);
  expect(pathOfProgram(server, { PATH: [cycle, join(folder, 'two')].join(delimiter) })).toBe(two);
});

test('the folder of its installer is looked at after the PATH', () => {
  const installed = programIn('installer');
  expect(pathOfProgram({ ...server, alsoIn: () => [undefined, join(folder, 'installer')] }, { PATH: '' })).toBe(installed);
});

test('a relative entry of the PATH is not followed: it would mean the folder of the project', () => {
  programIn('project');
  expect(pathOfProgram(server, { PATH: ['', '.', relative(process.cwd(), join(folder, 'project'))].join(delimiter) })).toBeUndefined();
});

test('one that may not be run is passed over', () => {
  const [one, two] = [programIn('one'), programIn('two')];
  expect(pathOfProgram(server, { PATH: [join(folder, 'one'), join(folder, 'two')].join(delimiter) }, (path) => path !== one)).toBe(two);
});

test('a folder, and a file that may not be run, are not programs', () => {
  mkdirSync(join(folder, NAME));
  expect(pathOfProgram(server, { PATH: folder })).toBeUndefined();
  if (process.platform === 'win32') return;
  chmodSync(programIn('plain'), 0o644);
  expect(pathOfProgram(server, { PATH: join(folder, 'plain') })).toBeUndefined();
});

function programIn(name: string): string {
  mkdirSync(join(folder, name));
  const path = join(folder, name, NAME);
  writeFileSync(path, '', { mode: 0o755 });
  return path;
}
