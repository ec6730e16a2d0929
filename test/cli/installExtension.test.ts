// Does the extension get into the editors of a machine, by their own commands?
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, run, temporaryHome } from '../support/builtProgram.ts';

test('install vscode --extension asks each editor on the PATH to take the package, and says which did not', async () => {
  await using home = await temporaryHome();
  const bin = join(home.folder, 'editors');
  const vsix = join(home.folder, 'own.vsix');
  const typed = (path: string, ...words: readonly string[]) =>
    run([process.execPath, binnacle, 'install', ...words], { environment: { ...home.environment, PATH: path, Path: path }, bound: seconds(60) });
  const missing = await typed(bin, 'vscode', '--extension', vsix);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('npm run package:vscode');
  await mkdir(bin, { recursive: true });
  await writeFile(vsix, '');
  const none = await typed(bin, 'vscode', '--extension', vsix);
  expect(none.code).toBe(1);
  // As no_editor and extension_not_installed say it.
  expect(none.stderr).toContain('Install from VSIX');
  // Each writes down what it was asked, and one of them refuses.
  for (const [name, code] of [
    ['codium', 0],
    ['cursor', 3],
  ] as const) {
    const log = join(bin, `${name}.log`);
    const isWindows = process.platform === 'win32';
    const script = isWindows
      ? `@echo %*>"${log}"\r\n@echo no thanks\r\n@exit /b ${code}\r\n`
      : `#!/bin/sh\necho "$*" >"${log}"\necho no thanks\nexit ${code}\n`;
    await writeFile(join(bin, isWindows ? `${name}.cmd` : name), script, { mode: 0o755 });
  }
  const shown = await typed(bin, 'vscode', '--extension', vsix, '--dry-run');
  expect(shown.stdout.trim().split('\n')).toHaveLength(2);
  const done = await typed(bin, 'vscode', '--extension', vsix);
  expect(done.code).toBe(1);
  expect(done.stdout).toContain('codium has the extension');
  expect(done.stderr).toContain('cursor (no thanks)');
  expect(await readFile(join(bin, 'codium.log'), 'utf8')).toContain(`--install-extension`);
  expect((await typed(bin, 'cursor', '--extension', vsix)).stderr).toContain('binnacle install vscode --extension');
});
