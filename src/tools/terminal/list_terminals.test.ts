// Terminals are listed with whose they are.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('none, one that runs, and one that ended', async () => {
  await using agent = await agentOn('');
  expect((await agent.call('list_terminals', {})).text).toBe('No terminal is open; run_in_terminal opens one.\nShells: sh (/bin/sh, default)');
  await agent.call('run_in_terminal', { command: 'vim' });
  await agent.call('run_in_terminal', {});
  await agent.call('close_terminal', { terminal_id: 't2' });
  expect((await agent.call('list_terminals', {})).value).toMatchObject({
    terminals: [
      { terminalId: 't1', title: 'vim', state: 'running', own: true },
      { terminalId: 't2', title: 'shell', state: 'ended', exitCode: 129 },
    ],
  });
});
