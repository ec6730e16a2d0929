// Through the front door: what was typed in the editor becomes an edit like any other.
import { expect, test } from 'vitest';
import { type AgentOptions, agentOn } from '../../../test/support/check.ts';
import { hashOfText } from '../../base/text/textHash.ts';
import { defaultPolicy, type Policy } from '../../server/permission/permission.ts';

const FILES = `
// @file a.ts
const one = 1;
const two = 2;
const three = 3;
// @file b.py
b = 1
`;

const { signal } = new AbortController();

async function typing(text: string, options: AgentOptions = {}) {
  const agent = await agentOn(FILES, options);
  const uri = agent.ide.documents.uriOf('a.ts');
  await agent.call('open_file', { file: 'a.ts' });
  const disk = async () => (await agent.ide.documents.read(uri)).text;
  await agent.ide.editor.write(uri, { text, base: hashOfText(await disk()) }, signal);
  return { agent, uri, disk };
}

test('writes what is unsaved, undoable', async () => {
  const { agent, uri, disk } = await typing('const one = 2;\n');
  await using _ = agent;
  const before = await disk();
  const { value } = await agent.call('save_file', { file: 'a.ts' });
  expect(value).toMatchObject({ applied: true, files: [{ file: 'a.ts', kind: 'changed' }] });
  expect(await disk()).toBe('const one = 2;\n');
  expect(agent.ide.editor.unsaved(uri)).toBeUndefined();
  expect((await agent.call('list_opened_files', {})).value).toEqual({ files: [expect.not.objectContaining({ unsaved: true })] });
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await disk()).toBe(before);
  expect((await agent.call('save_file', { file: 'a.ts' })).value).toMatchObject({ applied: false, notes: ['a.ts holds nothing that is not saved.'] });
});

test('what others wrote since is not overwritten unless that is said', async () => {
  const { agent, uri, disk } = await typing('mine\n');
  await using _ = agent;
  agent.ide.documents.write('a.ts', 'theirs\n');
  expect(await agent.refusal('save_file', { file: 'a.ts' })).toMatchObject({ error: 'unsaved_is_stale', next: expect.stringContaining('overwrite: true') });
  expect(await disk()).toBe('theirs\n');
  expect(agent.ide.editor.unsaved(uri)?.text).toBe('mine\n');
  await agent.call('save_file', { file: 'a.ts', overwrite: true });
  expect(await disk()).toBe('mine\n');
});

test('a file that was deleted meanwhile is made again only when that is said', async () => {
  const { agent, disk } = await typing('mine\n');
  await using _ = agent;
  agent.ide.documents.delete('a.ts');
  expect(await agent.refusal('save_file', { file: 'a.ts' })).toMatchObject({ error: 'unsaved_is_stale', message: expect.stringContaining('deleted') });
  await agent.call('save_file', { file: 'a.ts', overwrite: true });
  expect(await disk()).toBe('mine\n');
});

test('is permitted like any edit, and what a person takes of it is what is saved', async () => {
  const policy: Policy = { ...defaultPolicy, effects: { ...defaultPolicy.effects, edits: 'ask' } };
  const refused = await typing('mine\n', { policy, person: () => ({ decision: 'reject', reason: 'no' }) });
  await using _ = refused.agent;
  const before = await refused.disk();
  expect(await refused.agent.refusal('save_file', { file: 'a.ts' })).toMatchObject({ error: 'rejected' });
  expect(await refused.disk()).toBe(before);
  expect(refused.agent.ide.editor.unsaved(refused.uri)?.text).toBe('mine\n');
  const edited = await typing('mine\n', { policy, person: () => ({ decision: 'accept', texts: { 'a.ts': 'ours\n' } }) });
  await using _also = edited.agent;
  expect((await edited.agent.call('save_file', { file: 'a.ts' })).value).toMatchObject({ reviewed: true });
  expect(await edited.disk()).toBe('ours\n');
  expect(edited.agent.ide.editor.tabs()).toMatchObject([{ isUnsaved: true, isStale: false }]);
});

test('only what is open can be saved', async () => {
  await using agent = await agentOn(FILES);
  expect(await agent.refusal('save_file', { file: 'a.ts' })).toMatchObject({ error: 'not_open' });
  expect(await agent.refusal('save_file', {})).toMatchObject({ error: 'invalid_arguments' });
});
