// Through the front door: an agent closes what it opened.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const FILES = `
// @file a.ts
const one = 1;
const two = 2;
const three = 3;
// @file b.py
b = 1
`;

test('closes a tab, and says where there was none', async () => {
  await using agent = await agentOn(FILES);
  await agent.call('open_file', { file: 'a.ts' });
  expect((await agent.call('close_tab', { file: 'a.ts' })).text).toBe('The tab of a.ts is closed.');
  expect((await agent.call('close_tab', { file: 'a.ts' })).value).toEqual({ file: 'a.ts', closed: false });
});

test('unsaved text is lost only when a person agrees', async () => {
  let isAsked = false;
  await using agent = await agentOn(FILES, {
    person: () => {
      isAsked = true;
      return { decision: 'accept' };
    },
  });
  await agent.call('open_file', { file: 'a.ts' });
  const uri = agent.ide.documents.uriOf('a.ts');
  await agent.ide.editor.write(uri, { text: 'mine' }, new AbortController().signal);
  expect(await agent.refusal('close_tab', { file: 'a.ts' })).toMatchObject({ error: 'unsaved_text', next: expect.stringContaining('save_file') });
  expect(agent.ide.editor.unsaved(uri)?.text).toBe('mine');
  expect(isAsked).toBe(false);
  expect((await agent.call('close_tab', { file: 'a.ts', discard: true })).value).toMatchObject({ closed: true });
  expect(isAsked).toBe(true);
  expect(agent.ide.editor.tabs()).toEqual([]);
});
