// The JDKs of a machine, known by their files alone.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installedJdks } from './jdks.ts';

test('the one of JAVA_HOME comes first, with its version; a folder without a compiler is none', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-jdks-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const name = (program: string) => (process.platform === 'win32' ? `${program}.exe` : program);
  const made = (version: string, programs: readonly string[]) => {
    const home = join(folder, version);
    mkdirSync(join(home, 'bin'), { recursive: true });
    for (const program of programs) writeFileSync(join(home, 'bin', name(program)), '');
    writeFileSync(join(home, 'release'), `IMPLEMENTOR="nobody"\nJAVA_VERSION="${version}"\n`);
    return home;
  };
  const first = (home: string) => installedJdks({ JAVA_HOME: home })[0];
  const own = made('23.0.1', ['java', 'javac']);
  expect(first(own)).toEqual({ home: own, version: 23, java: join(own, 'bin', name('java')) });
  expect(first(made('1.8.0_392', ['java', 'javac']))?.version).toBe(8);
  expect(first(made('24', ['java']))?.version).not.toBe(24);
});
