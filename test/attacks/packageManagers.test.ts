// A project that names its own git for npm: what fetches sources without scripts does not run that either.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Agent, textOf } from '../faults/agent.ts';
import { temporaryHome } from '../support/builtProgram.ts';

test.skipIf(process.platform === 'win32')('download_sources runs no git that .npmrc names', async () => {
  await using home = await temporaryHome();
  const [shop, library] = [join(home.folder, 'shop'), join(home.folder, 'library')];
  for (const folder of [shop, library]) await mkdir(folder);
  await writeFile(join(library, 'package.json'), '{ "name": "library", "version": "1.0.0" }');
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'one'],
  ])
    expect(spawnSync('git', args, { cwd: library }).status).toBe(0);
  await writeFile(join(shop, 'package.json'), JSON.stringify({ name: 'shop', dependencies: { library: `git+file://${library}` } }));
  await writeFile(join(shop, 'evil'), `#!/bin/sh\ntouch '${home.folder}/sprung'\nexec git "$@"\n`, { mode: 0o755 });
  await writeFile(join(shop, '.npmrc'), `git=${join(shop, 'evil')}\n`);
  await using agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  const answer = await agent.call('download_sources', { package: 'library' });
  expect(answer.result?.isError ?? false, textOf(answer)).toBe(false);
  expect(textOf(answer)).toContain('node_modules/library');
  expect(existsSync(join(home.folder, 'sprung'))).toBe(false);
});
