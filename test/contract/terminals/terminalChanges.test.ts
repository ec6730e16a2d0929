// What programs in terminals do to files is in the history: a program of its own, lines of a shell, a REPL, and what comes long after the answer.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const NODE = JSON.stringify(process.execPath);
const Changes = z.object({ changes: z.array(z.object({ title: z.string(), tool: z.string(), files: z.array(z.object({ file: z.string() })) })) });
let real: RealAgent;
let root: string;
let known = 0;

beforeAll(async () => {
  real = await realAgentOn({ 'note.txt': 'first\n', 'other.txt': 'other\n' });
  root = real.agent.ide.project.path;
});
afterAll(() => real.close());

beforeEach(async () => {
  await writeFile(join(root, 'note.txt'), 'first\n');
  known = (await history()).length;
});

afterEach(async () => {
  for (const { id } of real.agent.ide.terminals.list()) await call('close_terminal', { terminal_id: id });
});

test('a program of its own is reported with the answer, and undone', async () => {
  const script = `require('fs').appendFileSync('note.txt','second\\n');console.log('written')`;
  const done = await call('run_in_terminal', { command: `${NODE} -e "${script}"`, until: 'written' });
  const ended = done['changeId'] === undefined ? await vi.waitFor(() => changedIn(done), { timeout: 30_000 }) : done;
  expect(ended).toMatchObject({ changed: ['note.txt'], undoable: 'all' });
  expect(await newest()).toMatchObject({ tool: 'run_in_terminal', title: expect.stringContaining('appendFileSync') });
  await call('undo', { change_id: ended['changeId'] });
  expect(await readFile(join(root, 'note.txt'), 'utf8')).toBe('first\n');
});

test.skipIf(process.platform === 'win32')('each line of a shell is a change of its own', async () => {
  const { terminalId: terminal_id } = await call('run_in_terminal', { env: { PS1: '$ ', ENV: '' } });
  expect(await call('run_in_terminal', { terminal_id, command: 'echo made > made.txt' })).toMatchObject({ changed: ['made.txt'] });
  const second = await call('run_in_terminal', { terminal_id, command: 'echo second >> note.txt' });
  expect(second).toMatchObject({ changed: ['note.txt'] });
  expect(await call('run_in_terminal', { terminal_id, command: 'true' })).not.toHaveProperty('changeId');
  expect((await history()).slice(0, 2).map(({ title }) => title)).toEqual(['echo second >> note.txt', 'echo made > made.txt']);
  await call('undo', { change_id: second['changeId'] });
  expect(await readFile(join(root, 'note.txt'), 'utf8')).toBe('first\n');
  expect(existsSync(join(root, 'made.txt'))).toBe(true);
});

test.skipIf(process.platform === 'win32')('what a shell is still at when the call is answered comes into the history when it is done', async () => {
  const { terminalId: terminal_id } = await call('run_in_terminal', { env: { PS1: '$ ', ENV: '' } });
  const early = await call('run_in_terminal', { terminal_id, command: 'sleep 2; echo late > late.txt', timeout: 0.5 });
  expect(early).not.toHaveProperty('changeId');
  await vi.waitFor(async () => expect(await newest()).toMatchObject({ title: 'sleep 2; echo late > late.txt', files: [{ file: 'late.txt' }] }), {
    timeout: 30_000,
  });
  // The next answer reports it, once.
  expect(await call('read_terminal_output', { terminal_id })).toMatchObject({ changed: ['late.txt'] });
  expect(await call('read_terminal_output', { terminal_id })).not.toHaveProperty('changed');
});

test('a REPL is reported piece by piece, and never what was edited through Binnacle meanwhile', async () => {
  const env = { NODE_REPL_HISTORY: '', NODE_NO_WARNINGS: '1' };
  const { terminalId: terminal_id } = await call('run_in_terminal', { command: `${NODE} -i`, env, until: '>' });
  const wrote = await call('write_terminal_input', { terminal_id, text: `fs.writeFileSync('note.txt', 'typed\\n'); 'is' + ' written'\n`, until: 'is written' });
  expect(wrote).toMatchObject({ changed: ['note.txt'], undoable: 'all' });
  await call('edit_file', { file: 'other.txt', edits: [{ old_text: 'other', new_text: 'edited' }] });
  const again = await call('write_terminal_input', { terminal_id, text: `fs.writeFileSync('note.txt', 'again\\n'); 'is' + ' over'\n`, until: 'is over' });
  expect(again).toMatchObject({ changed: ['note.txt'] });
  await call('undo', { change_id: again['changeId'] });
  expect(await readFile(join(root, 'note.txt'), 'utf8')).toBe('typed\n');
  expect((await history()).length - known).toBe(4);
});

test('what is typed as a secret is in no title', async () => {
  const { terminalId: terminal_id } = await call('run_in_terminal', { command: `${NODE} -i`, until: '>' });
  const secret = `fs.writeFileSync('note.txt', 'hunter22'); 'is' + ' hidden'\n`;
  expect(await call('write_terminal_input', { terminal_id, secret, until: 'is hidden' })).toMatchObject({ changed: ['note.txt'] });
  expect(JSON.stringify(await history())).not.toContain('hunter22');
});

async function history(): Promise<z.infer<typeof Changes>['changes']> {
  return Changes.parse(await call('list_changes', {})).changes;
}

async function newest(): Promise<z.infer<typeof Changes>['changes'][number] | undefined> {
  return (await history())[0];
}

async function changedIn({ terminalId }: Record<string, unknown>): Promise<Record<string, unknown>> {
  const read = await call('read_terminal_output', { terminal_id: terminalId });
  expect(read).toHaveProperty('changeId');
  return read;
}

async function call(tool: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await real.agent.call(tool, given)).value;
}
