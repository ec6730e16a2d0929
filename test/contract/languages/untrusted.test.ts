// Whether engines that would run the code of a project are left alone in a project that nobody trusts.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { catalogue } from '../../../src/hosts/headless/languages/catalogue.ts';
import { onPath } from './onPath.ts';
import { live, openWorkspace } from './workspace.ts';

test.skipIf(process.platform === 'win32')('an engine that runs build scripts is not started, and the error says who can allow it', async () => {
  const programs = await mkdtemp(join(tmpdir(), 'binnacle-programs-'));
  onTestFinished(() => rm(programs, { recursive: true, force: true }));
  const trace = join(programs, 'trace');
  const program = join(programs, 'rust-analyzer');
  await writeFile(program, `#!/bin/sh\nif [ "$1" = --version ]; then echo "rust-analyzer 1.95.0"; exit 0; fi\ntouch ${trace}\n`, { mode: 0o755 });
  onPath(program);
  const files = { 'Cargo.toml': '[package]\nname = "shop"\n', 'src/main.rs': 'fn main() {}\n' };

  const untrusted = await openWorkspace(files, { trusted: false });
  await expect(untrusted.references('src/main.rs', 'main')).rejects.toMatchObject({
    code: 'no_engine',
    next: expect.stringContaining(`binnacle trust ${untrusted.root}`),
  });
  // What can be read without running anything is read.
  const outline = await untrusted.languages.outline(untrusted.uri('src/main.rs'), live());
  expect(outline).toMatchObject({ value: [{ name: 'main' }], notes: [expect.stringContaining(`binnacle trust ${untrusted.root}`)] });
  expect((await untrusted.languages.status()).find(({ language }) => language === 'rust')).toMatchObject({
    state: 'untrusted',
    engine: 'rust-analyzer 1.95.0',
  });
  expect(existsSync(trace)).toBe(false);

  // With trust the same program is started: the test could have failed.
  const trusted = await openWorkspace(files);
  await expect(trusted.references('src/main.rs', 'main')).rejects.toMatchObject({ code: 'engine_failed' });
  expect(existsSync(trace)).toBe(true);
});

test('every server that a person installs says why an untrusted project is safe with it, or is refused there', () => {
  const reasons = catalogue.map(({ untrustedProject }) => (typeof untrustedProject === 'string' ? untrustedProject : untrustedProject.refused));
  expect(reasons.filter((reason) => reason.length < 15)).toEqual([]);
  expect(catalogue.filter(({ install }) => install === '').map(({ id }) => id)).toEqual([]);
});
