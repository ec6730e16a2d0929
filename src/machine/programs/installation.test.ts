// Whether Binnacle is found where npm has installed it, and never in a folder that came from elsewhere.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installedBinnacle } from './installation.ts';

const isWindows = process.platform === 'win32';
let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-installation-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('through the program on the PATH, as npm puts it there', () => {
  const { bin, folder } = installedIn('npm');
  expect(installedBinnacle(() => true, { PATH: bin })).toBe(folder);
});

test('not where a project could have put it, nor what only has the name', () => {
  const [project, person] = [installedIn('project'), installedIn('person')];
  expect(installedBinnacle((path) => !path.startsWith(join(root, 'project')), { PATH: [project.bin, person.bin].join(isWindows ? ';' : ':') })).toBe(
    person.folder,
  );
  writeFileSync(join(person.folder, 'package.json'), '{ "name": "something-else" }');
  expect(installedBinnacle((path) => path.startsWith(root), { PATH: person.bin })).toBeUndefined();
});

test('where npm puts packages, when the PATH is that of a desktop', () => {
  const variable = isWindows ? 'APPDATA' : 'NPM_CONFIG_PREFIX';
  const folder = isWindows ? join(root, 'npm', 'node_modules', 'binnacle-ide') : join(root, 'lib', 'node_modules', 'binnacle-ide');
  packageAt(folder);
  expect(installedBinnacle((path) => path.startsWith(root), { PATH: '', [variable]: root })).toBe(folder);
});

function installedIn(name: string): { bin: string; folder: string } {
  const bin = isWindows ? join(root, name) : join(root, name, 'bin');
  const folder = isWindows ? join(bin, 'node_modules', 'binnacle-ide') : join(root, name, 'lib', 'node_modules', 'binnacle-ide');
  packageAt(folder);
  mkdirSync(bin, { recursive: true });
  if (isWindows) writeFileSync(join(bin, 'binnacle.cmd'), '');
  else symlinkSync(join(folder, 'bin', 'binnacle.cjs'), join(bin, 'binnacle'));
  return { bin, folder };
}

function packageAt(folder: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', 'binnacle.cjs'), '');
  writeFileSync(join(folder, 'package.json'), '{ "name": "binnacle-ide" }');
}
