// Somebody who comes by the records of a day's work, the history, the log or an export, and looks for what agents passed and programs printed.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, run, temporaryHome } from '../support/builtProgram.ts';

const word = (length: number) => 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'.repeat(2).slice(0, length);
// By the form that gives each away, and what must be nowhere.
const SECRETS: readonly (readonly [text: string, secret: string])[] = [
  [`ghp_${word(36)}`, `ghp_${word(36)}`],
  ['https://ada:hunter2-in-a-url@example.org/x.git', 'hunter2-in-a-url'],
  [`Authorization: Bearer bearer${word(20)}`, `bearer${word(20)}`],
  ['curl -u ada:hunter2-of-curl http://127.0.0.1:1', 'hunter2-of-curl'],
  ['DB_PASSWORD=hunter2-by-its-name', 'hunter2-by-its-name'],
  ['ASIAIOSFODNN7EXAMPLE', 'ASIAIOSFODNN7EXAMPLE'],
  [`xoxb-1234567890-${word(12)}`, `xoxb-1234567890-${word(12)}`],
  // Longer than what is kept of anything but a whole answer.
  [`"token": "${'long-and-quoted and '.repeat(150)}"`, 'long-and-quoted'],
  [`-----BEGIN PRIVATE KEY-----\n${'MIIlinesOfAKey0\n'.repeat(200)}-----END PRIVATE KEY-----`, 'MIIlinesOfAKey0'],
  [`eyJ${word(50)}.${'webTokenPart'.repeat(300)}.${word(40)}`, 'webTokenPart'],
];
const TYPED = 'typed-and-never-shown';

test('what is secret by its form is in no record, whether an agent passed it, a program printed it or an error repeats it', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  await using agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  const shown: string[] = [];
  for (const [text] of SECRETS) {
    const quoted = `'${text}'`;
    const printed = textOf(await agent.call('run_command', { command: `echo ${quoted} | tee -a printed; echo ${quoted} >&2; exit 1` }));
    // The agent itself has it: what was to be kept is there.
    expect(printed).toContain(text);
    await agent.call('run_command', { command: 'true', env: { NOTE: text } });
    await agent.call('search_text', { query: text });
    await agent.call('read_file', { file: text });
    await agent.call('no_such_tool', { note: text });
    await agent.call('write_file', { file: 'note.txt', content: `${text}\n` });
    await agent.call('http_request', { url: 'http://127.0.0.1:1/', headers: { 'x-note': text }, body: text });
  }
  const opened = await agent.call('run_in_terminal', { command: 'cat', timeout: 0.1 });
  await agent.call('write_terminal_input', { terminal_id: opened.result?.structuredContent?.['terminalId'], secret: TYPED, keys: ['enter'], timeout: 0.2 });

  shown.push(textOf(await agent.call('list_changes', {})), textOf(await agent.call('read_ide_log', {})));
  for (const format of [[], ['--json'], ['--csv']]) {
    const { stdout, code, stderr } = await run([process.execPath, binnacle, 'history', ...format], { environment: home.environment, bound: seconds(30) });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('run_command');
    shown.push(stdout);
  }
  const state = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle');
  const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /history|log/.test(relative(state, join(entry.parentPath, entry.name))),
  );
  expect(files.length).toBeGreaterThan(1);
  for (const entry of files) shown.push(readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const kept = [...SECRETS.map(([, secret]) => secret), TYPED].filter((secret) => shown.some((text) => text.includes(secret)));
  expect(kept).toEqual([]);
});
