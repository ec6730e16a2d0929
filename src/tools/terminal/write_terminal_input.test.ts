// Text and keys are typed; a line is judged as a whole, however it was typed.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { keySequence } from '../../ide/terminalKeys.ts';

test('text, then keys', async () => {
  await using agent = await agentOn('');
  await agent.call('run_in_terminal', {});
  expect((await agent.call('write_terminal_input', { terminal_id: 't1', text: 'hello', keys: ['enter'] })).value).toMatchObject({ screen: '> hello' });
  expect((await agent.call('write_terminal_input', { terminal_id: 't1', text: 'exit 3\n' })).value).toMatchObject({ state: 'ended', exitCode: 3 });
  expect(await agent.refusal('write_terminal_input', { terminal_id: 't1', text: 'x' })).toMatchObject({ error: 'terminal_ended' });
});

test('a secret is typed and not kept', async () => {
  await using agent = await agentOn('');
  await agent.call('run_in_terminal', {});
  await agent.call('write_terminal_input', { terminal_id: 't1', secret: 'hunter22', keys: ['enter'], until: 'x', timeout: 0.1 });
  expect(JSON.stringify(agent.records.map(({ parameters }) => parameters))).not.toContain('hunter22');
});

test('terminals and keys that are not there, and lines that a person must see', async () => {
  await using agent = await agentOn('');
  expect(await agent.refusal('write_terminal_input', { terminal_id: 't1', text: 'x' })).toMatchObject({ error: 'terminal_not_found' });
  await agent.call('run_in_terminal', {});
  expect(await agent.refusal('write_terminal_input', { terminal_id: 't1', keys: ['enter', 'banana'] })).toMatchObject({ error: 'unknown_key' });
  expect(await agent.refusal('write_terminal_input', { terminal_id: 't1' })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('write_terminal_input', { terminal_id: 't1', secret: 'rm -rf /\n' })).toMatchObject({ error: 'not_permitted' });
  await agent.call('write_terminal_input', { terminal_id: 't1', text: 'git push' });
  expect(await agent.refusal('write_terminal_input', { terminal_id: 't1', text: ' --force', keys: ['enter'] })).toMatchObject({ error: 'not_permitted' });
});

test.each([
  ['enter', '\r'],
  ['Ctrl+C', '\u0003'],
  ['ctrl-d', '\u0004'],
  ['up', '\u001B[A'],
  ['Page Up', '\u001B[5~'],
  ['alt+x', '\u001Bx'],
  ['f5', '\u001B[15~'],
  ['shift+tab', '\u001B[Z'],
  ['Q', 'Q'],
  ['ctrl+1', undefined],
  ['nothing', undefined],
])('the key %s', (key, sequence) => {
  expect(keySequence(key, false)).toBe(sequence);
});

test('programs with the whole screen hear other words from the arrows', () => {
  expect(keySequence('up', true)).toBe('\u001BOA');
});

test("to type into another agent's terminal, a person must allow it", async () => {
  await using agent = await agentOn('');
  await agent.ide.terminals.open(
    { title: 'theirs', columns: 80, rows: 24, owner: 'another' },
    { author: 'another', tool: 'run_in_terminal', title: 'theirs' },
    new AbortController().signal,
  );
  for (const [tool, given] of [
    ['write_terminal_input', { text: 'ls\n' }],
    ['run_in_terminal', { command: 'ls' }],
  ] as const)
    expect(await agent.refusal(tool, { terminal_id: 't1', ...given })).toMatchObject({
      error: 'not_permitted',
      message: expect.stringContaining("another agent's"),
    });
  await using asked = await agentOn('', { person: () => ({ decision: 'accept' }) });
  await asked.ide.terminals.open(
    { title: 'theirs', columns: 80, rows: 24, owner: 'another' },
    { author: 'another', tool: 'run_in_terminal', title: 'theirs' },
    new AbortController().signal,
  );
  expect((await asked.call('write_terminal_input', { terminal_id: 't1', text: 'hello\n' })).value).toMatchObject({ screen: '> hello' });
});
