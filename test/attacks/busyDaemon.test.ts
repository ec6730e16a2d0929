// A repository that nobody trusts, and an agent that works in it, try to keep the daemon busy for everybody else.
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { temporaryHome } from '../support/builtProgram.ts';

const LONG = 'a'.repeat(200);
// Each keeps an expression that goes back over its choices busy for longer than anybody waits.
const STARS = `${'*a'.repeat(40)}*b`;
const FOLDERS = `${'**/a/'.repeat(20)}b`;
const CALLS = 15;

test('patterns, files and arguments that nobody should have to match, read or hide leave another agent its own pace', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  const hostile = join(home.folder, 'hostile');
  await mkdir(join(hostile, ...Array.from({ length: 40 }, () => 'a')), { recursive: true });
  await mkdir(join(hostile, '.vscode'));
  for (const [name, text] of [
    ['.gitignore', `${STARS}\n${FOLDERS}\n/${STARS}/${STARS}\n`],
    ['tsconfig.json', JSON.stringify({ include: [STARS, `${FOLDERS}/${STARS}`], exclude: [STARS, FOLDERS] })],
    ['package.json', JSON.stringify({ name: 'x', workspaces: [STARS, FOLDERS, '{a,b}'.repeat(30)] })],
    ['.vscode/settings.json', JSON.stringify({ 'files.exclude': { [STARS]: true } })],
    [`${LONG}.ts`, `export const ${LONG} = 1;\n`],
    [`${'a/'.repeat(40)}${LONG}.ts`, 'export const other = 2;\n'],
  ] as const)
    await writeFile(join(hostile, name), text);
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(hostile, '.editorconfig')]);

  await using honest = await Agent.connected(home, shop);
  const read = async () => {
    const begun = performance.now();
    const answer = await honest.call('read_file', { file: 'cart.ts' });
    expect(answer.result?.isError, textOf(answer)).not.toBe(true);
    return performance.now() - begun;
  };
  const reads = async () => {
    const taken: number[] = [];
    for (let call = 0; call < CALLS; call += 1) taken.push(await read());
    return taken.toSorted((a, b) => a - b);
  };
  await reads();
  const idle = await reads();
  await using attacker = new Agent(home, { folder: hostile, parameters: ['--toolset', 'all'] });
  await attacker.initialize();
  const secret = `Authorization: Bearer ${'eyJ'.repeat(1_000_000)}`;
  const attacks = [
    ['list_project_files', { include: [STARS] }],
    ['list_project_files', { include: [`${FOLDERS}/${STARS}`], exclude: ['+(a|aa|aaa)+(a|aa)+(a|aa)b'] }],
    ['list_project_files', { include: ['{a,b}'.repeat(30)] }],
    ['search_symbols', { query: `${'a'.repeat(60)}b` }],
    ['get_project_structure', {}],
    ['list_dependencies', {}],
    ['get_file_outline', { file: `${LONG}.ts` }],
    ['find_references', { symbol: { name: LONG } }],
    ['search_text', { query: secret }],
    ['edit_file', { file: `${LONG}.ts`, edits: [{ old_text: secret, new_text: 'x' }] }],
  ] as const;
  for (const [tool, given] of attacks) {
    const attack = attacker.call(tool, given).catch(() => undefined);
    const taken = await reads();
    // An engine may be busy for as long as it is allowed to: what counts is how long the other waited.
    await Promise.race([attack, setTimeout(seconds(3))]);
    expect({ tool, median: taken[Math.floor(CALLS / 2)] }).toSatisfy(({ median = 0 }) => median <= 10 * Math.max(1, idle[Math.floor(CALLS / 2)] ?? 0));
    expect({ tool, longest: taken.at(-1) }).toSatisfy(({ longest = 0 }) => longest < 2_000);
  }
});
