// The settings and the rule as a person types them, and that each setting does what it says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';

let home: Home;
let shop: string;
let file: string;
beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  file = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle', 'settings.json');
});
afterAll(() => home[Symbol.asyncDispose]());

function type(...words: string[]): Promise<Finished> {
  return run([process.execPath, binnacle, ...words], { environment: home.environment, folder: shop, bound: seconds(60) });
}

test('list shows every setting of the seeds, get and set speak of one, and what cannot be meant changes nothing', async () => {
  const { stdout } = await type('settings', 'list');
  for (const name of ['maxHistorySize', 'autoScroll', 'showTimestamps', 'confirmWriteOperations', 'logToFile', 'logFilePath'])
    expect(stdout).toMatch(new RegExp(`^${name} +\\S+ +default +\\S`, 'm'));
  expect((await type('settings', 'set', 'maxHistorySize', '500')).stdout.trim()).toBe('maxHistorySize is 500.');
  expect((await type('settings', 'get', 'maxHistorySize')).stdout.trim()).toBe('500');
  expect(JSON.parse((await type('settings', 'list', '--json')).stdout)).toMatchObject({
    maxHistorySize: { value: 500, isDefault: false },
    confirmWriteOperations: { value: false, isDefault: true },
  });
  for (const [words, sentence] of [
    [['set', 'maxHistorySize', 'many'], 'maxHistorySize cannot be many'],
    [['set', 'maxhistorysize', '5'], 'Did you mean maxHistorySize?'],
    [['set', 'logFilePath', 'calls.log'], 'it must be the absolute path of a file'],
    [['set', 'projects', 'nowhere'], 'is not a folder'],
    [['set', 'autoScroll'], "missing required argument 'values'"],
    [['get', 'colour'], 'There is no setting colour'],
  ] as const) {
    const refused = await type('settings', ...words);
    expect({ code: refused.code, stdout: refused.stdout }, words.join(' ')).toEqual({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(sentence);
  }
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ maxHistorySize: 500 });
  expect((await type('settings', 'reset', 'maxHistorySize')).stdout).toContain('1000');
});

test('the daemon starts with a word that nobody knows, and confirmWriteOperations, logToFile and showTimestamps do what they say', async () => {
  const log = join(home.folder, 'calls.txt');
  await writeFile(file, `{ "confirmWriteOperation": true, // a slip\n "logToFile": true, "logFilePath": ${JSON.stringify(log)} }`);
  const edits = (from: string, to: string) => JSON.stringify([{ old_text: from, new_text: to }]);
  const edited = await type('call', 'edit_file', '--file', 'cart.ts', '--edits', edits('sum + price', 'price + sum'));
  expect(edited.code, edited.stderr).toBe(0);
  expect((await type('status')).stderr).toContain('there is no setting confirmWriteOperation; did you mean confirmWriteOperations');
  expect(await readFile(log, 'utf8')).toMatch(/^\S+Z\tsuccess\tedit_file\t[\d.]+ ms\tbinnacle call \S+\t\S+shop\t\{"file":"cart\.ts"/m);

  // It counts at once, and the policy cannot take it back.
  expect((await type('settings', 'set', 'confirmWriteOperations', 'true')).stderr).not.toContain('binnacle stop');
  await writeFile(join(file, '..', 'policy.json'), '{ "tools": { "edit_file": "allow" } }');
  const asked = await type('call', 'edit_file', '--file', 'cart.ts', '--edits', edits('price + sum', 'sum + price'));
  expect(asked.code).toBe(1);
  expect(asked.stderr).toContain('nobody is there to ask');
  expect(await readFile(join(shop, 'cart.ts'), 'utf8')).toContain('price + sum');

  expect((await type('history', '--limit', '1')).stdout).toMatch(/^\d{4}-\d\d-\d\d /);
  await type('settings', 'set', 'showTimestamps', 'false');
  expect((await type('history', '--limit', '1')).stdout).toMatch(/^[0-9a-f]{8} +error +edit_file /);
  expect((await type('settings', 'set', 'maxHistorySize', '5')).stderr).toContain('binnacle stop');
});

test('a wrong value and a file that is no JSON keep nobody from working: serve, status, doctor and the log say so, and edits ask', async () => {
  await type('stop');
  await rm(join(file, '..', 'policy.json'), { force: true });
  await writeFile(file, '{ "maxHistorySize": "many", "showTimestamps": true }');
  const wrong = 'maxHistorySize cannot be "many": Invalid input: expected number, received string. It is 1000 instead.';
  expect((await type('call', 'read_file', '--file', 'cart.ts')).code).toBe(0);
  expect((await type('status')).stderr).toContain(wrong);
  expect(await type('doctor')).toMatchObject({ code: 1, stderr: expect.stringContaining(wrong) });
  expect((await type('settings', 'get', 'maxHistorySize')).stdout.trim()).toBe('1000');
  await type('stop');

  await writeFile(file, '{ "maxHistorySize": 5, "confirmWriteOperations": false');
  const garbled = /settings\.json cannot be understood: CloseBraceExpected at character \d+\. Nothing in it counts/;
  const served = spawn(process.execPath, [binnacle, 'serve', '--port', '0', '--project', shop], { env: home.environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  served.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await expect.poll(() => said, { timeout: seconds(30) }).toMatch(garbled);
  expect((await type('call', 'read_file', '--file', 'cart.ts')).code).toBe(0);
  const edit = JSON.stringify([{ old_text: 'total', new_text: 'sum' }]);
  expect((await type('call', 'edit_file', '--file', 'cart.ts', '--edits', edit)).stderr).toContain('nobody is there to ask');
  expect((await type('status')).stderr).toMatch(garbled);
  expect((await type('doctor')).stderr).toMatch(garbled);
  expect((await type('call', 'read_ide_log', '--lines', '200')).stdout).toMatch(garbled);
  const refused = await type('settings', 'set', 'port', '4711');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('CloseBraceExpected');
  expect(await readFile(file, 'utf8')).toBe('{ "maxHistorySize": 5, "confirmWriteOperations": false');
  served.kill('SIGTERM');
  await once(served, 'exit');
  await rm(file);
});

test('the rule alone is on stdout, and where it belongs is said beside it', async () => {
  const one = await type('rule', 'claude-code');
  expect(one.stdout).toMatch(/^IMPORTANT: .*binnacle/);
  expect(one.stderr).toContain('CLAUDE.md');
  const all = await type('rule');
  expect(all.stdout).toBe(one.stdout);
  for (const name of ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', '.cursorrules', '.windsurfrules', 'copilot-instructions.md']) expect(all.stderr).toContain(name);
  // It names tools that there are.
  const tools: { name: string }[] = JSON.parse((await type('tools', '--json')).stdout);
  const named = one.stdout.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(8);
  for (const name of named) expect(tools.map((tool) => tool.name)).toContain(name);
  const wrong = await type('rule', 'emacs');
  expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain('claude-code, codex');
});
