// What a login shell prints, and what becomes of one that does not.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askShell } from './loginEnvironment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-login-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const shell = (script: string) => {
  const file = join(folder, 'sh');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
};

test.skipIf(process.platform === 'win32')('it is what the shell makes of little, whatever else its profile prints', async () => {
  vi.stubEnv('SECRET_OF_TERMINAL', 'hush');
  const environment = await askShell(shell('echo Welcome; export FROM_PROFILE=yes; exec /bin/sh -c "$4"'));
  expect(environment).toMatchObject({ FROM_PROFILE: 'yes', PATH: process.env['PATH'] });
  expect(environment).not.toHaveProperty('SECRET_OF_TERMINAL');
  expect(environment).not.toHaveProperty('SHLVL');
});

test.skipIf(process.platform === 'win32')('a shell that says nothing leaves what the daemon keeps', async () => {
  vi.stubEnv('SECRET_OF_TERMINAL', 'hush');
  for (const file of [shell('exit 1'), join(folder, 'none')]) {
    const environment = await askShell(file);
    expect(environment).toMatchObject({ PATH: process.env['PATH'] });
    expect(environment).not.toHaveProperty('SECRET_OF_TERMINAL');
  }
});
