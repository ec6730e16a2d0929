// Through the front door: an agent rewrites code by its shape.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SOURCE = `
// @file a.ts
fetch(one, two);
// ^^^ nothing
// @file b.ts
let b = get(url);
//      ^^^^^^^^ URL=url
// @file c.ts
get(address);
//^^^^^^^^^^^ URL=address
`;

type Agent = Awaited<ReturnType<typeof agentOn>>;
const textOf = async (agent: Agent, file: string) => (await agent.ide.documents.read(agent.ide.documents.uriOf(file))).text.split('\n')[0];
const ASKED = { pattern: 'get($URL)', rewrite: 'load($URL, 1)', language: 'typescript', exclude: ['a.ts', 'c.ts'] };

test('every match is written anew, as one undoable change', async () => {
  await using agent = await agentOn(SOURCE);
  const { value, text } = await agent.call('replace_structure', ASKED);
  expect(value).toMatchObject({ applied: true, matches: 1, edits: 1, files: [{ file: 'b.ts' }] });
  expect(text).toMatch(/^1 match\nDone/);
  expect(await textOf(agent, 'b.ts')).toBe('let b = load(url, 1);');
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await textOf(agent, 'b.ts')).toBe('let b = get(url);');
});

test('a preview shows what would be written', async () => {
  await using agent = await agentOn(SOURCE);
  expect((await agent.call('replace_structure', { ...ASKED, preview: true })).value).toMatchObject({
    applied: false,
    diff: expect.stringContaining('+let b = load(url, 1);'),
  });
  expect(await textOf(agent, 'b.ts')).toBe('let b = get(url);');
});

test('more matches than were allowed are refused, and nothing is written', async () => {
  await using agent = await agentOn(SOURCE);
  expect((await agent.refusal('replace_structure', { ...ASKED, exclude: [], max_matches: 2 })).error).toBe('too_many_matches');
  expect(await textOf(agent, 'b.ts')).toBe('let b = get(url);');
});

test('no match is an answer', async () => {
  await using agent = await agentOn('// @file a.ts\nlet a;\n');
  expect(await agent.call('replace_structure', ASKED)).toMatchObject({
    value: { applied: false, matches: 0, files: [] },
    text: 'Nothing matches; nothing written.',
  });
});

test.each([
  ['a variable that the pattern does not bind', { ...ASKED, rewrite: 'load($OTHER)' }, 'invalid_pattern'],
  ['a pattern that is no code', { ...ASKED, pattern: 'get((' }, 'invalid_pattern'],
  ['a language without a grammar', { ...ASKED, language: 'klingon' }, 'unknown_language'],
  ['a folder outside', { ...ASKED, under: '..' }, 'outside_project'],
  ['no rewrite', { pattern: 'a', language: 'typescript' }, 'invalid_arguments'],
])('refuses %s', async (_, given, error) => {
  await using agent = await agentOn(SOURCE);
  expect((await agent.refusal('replace_structure', given)).error).toBe(error);
});
