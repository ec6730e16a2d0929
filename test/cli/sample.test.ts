// The sample project as a newcomer makes it and watches it, on the built program.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../../src/base/waiting/duration.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { terminalWith } from '../support/terminal.ts';

let home: Home;
beforeAll(async () => {
  home = await temporaryHome();
});
afterAll(() => home[Symbol.asyncDispose]());

function type(...words: string[]): Promise<Finished> {
  return run([process.execPath, binnacle, ...words], { environment: home.environment, folder: home.folder, bound: minutes(1.5) });
}

test('a sample is put only where nothing is, and what a person has there stays', async () => {
  const mine = join(home.folder, 'mine');
  await mkdir(mine);
  await writeFile(join(mine, 'README.md'), 'mine\n');
  const refused = await type('sample', mine);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('is not empty');
  expect(await readdir(mine)).toEqual(['README.md']);
  expect((await type('sample', mine, '--play')).code).toBe(1);
  expect(await readFile(join(mine, 'README.md'), 'utf8')).toBe('mine\n');
});

test('the played agent finds the failing test, fixes it and renames, and each step is in the history and can be taken back', async () => {
  const shop = join(home.folder, 'shop');
  expect((await type('sample', shop)).stdout).toContain('A small shop is in');
  const played = await type('sample', shop, '--play', '--pause', '0.01');
  expect(played.code, played.stderr).toBe(0);
  // Nobody looks in this test, so the question is the only step that cannot be done.
  expect(played.stderr.trim().split('\n')).toEqual([expect.stringContaining('Nobody looks')]);
  expect(await readFile(join(shop, 'src/receipt.js'), 'utf8')).toContain('cart.sum()');
  const tests = await type('call', '--project', shop, '--json', 'get_test_results');
  expect(JSON.parse(tests.stdout)).toMatchObject({ counts: { failed: 0, passed: 3 } });
  const history = JSON.parse((await type('history', '--json', '--client', 'sample-agent')).stdout);
  expect(history.length).toBeGreaterThanOrEqual(11);
  const { changeId } = history.find(({ tool }: { tool: string }) => tool === 'rename_symbol');
  const undone = await type('call', '--project', shop, 'undo', '--change-id', changeId);
  expect(undone.code, undone.stderr).toBe(0);
  expect(await readFile(join(shop, 'src/receipt.js'), 'utf8')).toContain('cart.total()');
  expect(existsSync(join(shop, '.git'))).toBe(false);
});

test.runIf(process.platform === 'linux')('in an empty folder binnacle serve offers the sample, and s plays it', async (context) => {
  const empty = join(home.folder, 'empty');
  await mkdir(empty);
  await using terminal = await terminalWith(context, [process.execPath, binnacle, 'serve', '--port', '0'], { folder: empty, environment: home.environment });
  await terminal.sees('Press s for the sample project.');
  expect(await readdir(empty)).toEqual([]);
  terminal.press('s');
  await terminal.sees('A small shop is in');
  await terminal.sees('looks who uses Cart.total');
  expect(existsSync(join(empty, 'src', 'cart.js'))).toBe(true);
  terminal.press('\x03');
  expect(await terminal.ended()).toBe(0);
});
