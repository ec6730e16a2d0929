// How a command is reported, and that each is judged before it runs.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const commands = {
  'npm test': { stdout: 'ok\n', stderr: 'a warning\n', exitCode: 1 },
  'make all': { exitCode: 0, writes: { 'out.txt': 'made\n' } },
  'print much': { stdout: Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join('\n'), exitCode: 0 },
  'never ends': { stdout: 'up\n' },
};
const source = '// @file a.ts\nconst a = 1;\n';

test('exit code, streams and what it changed', async () => {
  await using agent = await agentOn(source, { script: { commands } });
  const { value, text } = await agent.call('run_command', { command: 'npm test' });
  expect(value).toMatchObject({ runId: 'r1', exitCode: 1, stdout: 'ok\n', stderr: 'a warning\n' });
  expect(text).toBe('exit code 1, 1 ms\nok\n--- stderr\na warning');
  expect((await agent.call('run_command', { command: 'make', args: ['all'] })).value).toMatchObject({
    changeId: 'change1',
    changed: ['out.txt'],
    undoable: 'all',
  });
});

test('what does not fit is cut in the middle', async () => {
  await using agent = await agentOn(source, { script: { commands } });
  const { value, text } = await agent.call('run_command', { command: 'print much', max_tokens: 600 });
  expect(value).toMatchObject({ cut: true, stdout: expect.stringMatching(/^line 0\n.*lines left out.*line 4999$/s) });
  expect(text).toContain('(output cut; run r1)');
});

test('one that does not end in time is ended', async () => {
  await using agent = await agentOn(source, { script: { commands } });
  expect((await agent.call('run_command', { command: 'never ends', timeout: 0.05 })).value).toMatchObject({
    timedOut: true,
    signal: 'SIGTERM',
    stdout: 'up\n',
  });
});

test('in the background it goes on, and is read and stopped as any run', async () => {
  await using agent = await agentOn(source, { script: { commands } });
  const { value, text } = await agent.call('run_command', { command: 'never ends', background: true, timeout: 0.05 });
  expect(value).toMatchObject({ runId: 'r1', running: true, stdout: 'up\n' });
  expect(value).not.toHaveProperty('exitCode');
  expect(text).toContain('run r1 goes on');
  expect((await agent.call('stop_run', { run_id: 'r1' })).value).toMatchObject({ runId: 'r1' });
  expect((await agent.call('run_command', { command: 'npm test', background: true })).value).toMatchObject({ exitCode: 1, stdout: 'ok\n' });
});

test('what is dangerous asks first, and secrets stay out of the history', async () => {
  const asked: string[] = [];
  await using agent = await agentOn(source, { script: { commands, onQuestion: (line) => asked.push(line) } });
  expect(await agent.refusal('run_command', { command: 'rm -rf /' })).toMatchObject({
    error: 'not_permitted',
    message: expect.stringContaining('it deletes folders'),
  });
  expect(asked).toEqual([]);
  await agent.call('run_command', { command: 'make all', env: { API_TOKEN: 'abcdefgh12345' } });
  expect(JSON.stringify(agent.records)).not.toContain('abcdefgh12345');
  const { value } = await agent.call('list_changes', {});
  expect(JSON.stringify(value)).toContain('run make all');
});
