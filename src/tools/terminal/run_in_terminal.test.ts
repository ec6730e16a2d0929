// A program in a terminal is answered with its screen.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('a command in a terminal of its own, and one typed into it', async () => {
  await using agent = await agentOn('');
  const { value, text } = await agent.call('run_in_terminal', { command: 'python3' });
  expect(value).toEqual({ terminalId: 't1', state: 'running', screen: 'ran python3', caret: { row: 2, column: 1 } });
  expect(text).toBe('Terminal t1, cursor at 2:1\nran python3');
  expect((await agent.call('run_in_terminal', { terminal_id: 't1', command: '1 + 1' })).value).toMatchObject({ screen: 'ran python3\n> 1 + 1' });
});

test('a text that does not come is said', async () => {
  await using agent = await agentOn('');
  expect((await agent.call('run_in_terminal', { command: 'x', until: 'never' })).value).toMatchObject({ timedOut: true });
});

test('what is dangerous asks first, and sizes have bounds', async () => {
  await using agent = await agentOn('');
  expect(await agent.refusal('run_in_terminal', { command: 'git push --force' })).toMatchObject({ error: 'not_permitted' });
  expect(await agent.refusal('run_in_terminal', { command: 'x', columns: 5 })).toMatchObject({ error: 'invalid_arguments' });
});

test('a name is a shell of its own that stays, and is found again by its name', async () => {
  await using agent = await agentOn('');
  expect((await agent.call('run_in_terminal', { name: 'build', command: 'make' })).value).toMatchObject({
    terminalId: 't1',
    state: 'running',
    screen: '> make',
  });
  expect((await agent.call('run_in_terminal', { name: 'build', command: 'make again' })).value).toMatchObject({
    terminalId: 't1',
    screen: '> make\n> make again',
  });
  expect((await agent.call('read_terminal_output', { terminal_id: 'build' })).value).toMatchObject({ terminalId: 't1' });
  expect((await agent.call('run_in_terminal', { name: 'other', command: 'ls' })).value).toMatchObject({ terminalId: 't2' });
  expect(await agent.refusal('run_in_terminal', { name: 'build', terminal_id: 't1', command: 'x' })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('run_in_terminal', { name: 'build', command: 'git push --force' })).toMatchObject({ error: 'not_permitted' });
  await agent.call('close_terminal', { terminal_id: 't1' });
  expect((await agent.call('run_in_terminal', { name: 'build', command: 'make' })).value).toMatchObject({ terminalId: 't3' });
});
