// A folder of the project that somebody exchanges for a link to the outside: what Binnacle undoes, redoes or puts back stays inside.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Agent, type Answer, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { temporaryHome } from '../support/builtProgram.ts';

test.skipIf(process.platform === 'win32')('undo and edits behind a link that comes and goes change nothing outside and show nothing of it', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  const outside = join(home.folder, 'outside');
  const sub = join(shop, 'sub');
  for (const folder of [outside, sub]) await mkdir(folder);
  await writeFile(join(outside, 'note.txt'), 'a secret of somebody else\n');
  await using agent = await Agent.connected(home, shop);

  const edited = await agent.call('write_file', { file: 'sub/note.txt', text: 'one\n' });
  expect(edited.result?.isError ?? false, textOf(edited)).toBe(false);
  await rename(sub, `${sub}.aside`);
  await symlink(outside, sub);
  const undone = await agent.call('undo', { change_id: changeOf(edited) });
  expect(undone.result?.isError, textOf(undone)).toBe(true);
  expect(JSON.stringify(undone)).not.toContain('secret');
  await unlink(sub);
  await rename(`${sub}.aside`, sub);

  const swapping = spawn(process.execPath, ['-e', SWAPPER, sub, outside], { stdio: 'ignore' });
  try {
    let refused = 0;
    let last = changeOf(edited);
    for (let round = 0; round < 40; round++) {
      const written = await agent.call('write_file', { file: 'sub/note.txt', text: `${round}\n` });
      last = changeOf(written) ?? last;
      const taken = await agent.call('undo', { change_id: last });
      refused += [written, taken].filter((answer) => answer.result?.isError === true).length;
      expect(JSON.stringify([written, taken])).not.toContain('secret');
    }
    expect(refused).toBeGreaterThan(0);
  } finally {
    swapping.kill('SIGKILL');
    await once(swapping, 'exit');
  }
  expect(await readdir(outside)).toEqual(['note.txt']);
  expect(await readFile(join(outside, 'note.txt'), 'utf8')).toBe('a secret of somebody else\n');
});

function changeOf(answer: Answer): string | undefined {
  const id = answer.result?.structuredContent?.['changeId'];
  return typeof id === 'string' ? id : undefined;
}

const SWAPPER = `
const { renameSync, rmSync, symlinkSync } = require('node:fs');
const [folder, outside] = process.argv.slice(1);
// Somebody else may have made a folder of that name meanwhile.
const put = (from, to) => {
  for (let tries = 0; tries < 1000; tries++) {
    try {
      return renameSync(from, to);
    } catch {}
    try {
      rmSync(to, { recursive: true, force: true });
    } catch {}
  }
  throw new Error('the folder cannot be swapped');
};
const wait = (most) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * most);
symlinkSync(outside, folder + '.link');
for (;;) {
  put(folder, folder + '.aside');
  put(folder + '.link', folder);
  wait(20);
  put(folder, folder + '.link');
  put(folder + '.aside', folder);
  wait(60);
}
`;
