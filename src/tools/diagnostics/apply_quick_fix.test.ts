// Through the front door: an agent applies what fixes a problem, once or wherever it is found.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentOn } from '../../../test/support/check.ts';

const LISTED = z.object({ problems: z.array(z.object({ fixes: z.array(z.object({ id: z.string() })) })) });
const SOURCE = '// @file a.ts\nconst totl = totl;\n// @file src/b.ts\nlet b = totl;\nlet c = prise;\n';
const script = { mistakes: ['totl -> total', 'prise -> price'] };

type Agent = Awaited<ReturnType<typeof agentOn>>;
const textOf = async (agent: Agent, file: string) => (await agent.ide.documents.read(agent.ide.documents.uriOf(file))).text;

test('one fix by its id, undone with one call', async () => {
  await using agent = await agentOn(SOURCE, { script });
  const { problems } = LISTED.parse((await agent.call('list_quick_fixes', { file: 'src/b.ts', line: 2 })).value);
  const { value, text } = await agent.call('apply_quick_fix', { fix_id: problems[0]?.fixes[0]?.id });
  expect(value).toMatchObject({ applied: true, files: [{ file: 'src/b.ts' }], fixes: [{ title: "Change to 'price'", count: 1 }], fixedErrors: [{ line: 2 }] });
  expect(text).toContain("1 × Change to 'price'");
  expect(await textOf(agent, 'src/b.ts')).toBe('let b = totl;\nlet c = price;\n');
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await textOf(agent, 'src/b.ts')).toBe('let b = totl;\nlet c = prise;\n');
});

test('all of a kind in a file, also those that appear only when others are fixed', async () => {
  await using agent = await agentOn(SOURCE, { script });
  const { value } = await agent.call('apply_quick_fix', { kind: "Change to 'total'", file: 'a.ts' });
  expect(value).toMatchObject({ files: [{ file: 'a.ts' }], fixes: [{ title: "Change to 'total'", count: 2 }] });
  expect(await textOf(agent, 'a.ts')).toBe('const total = total;');
});

test('all of a code in the project, as one change', async () => {
  await using agent = await agentOn(SOURCE, { script });
  const { value } = await agent.call('apply_quick_fix', { kind: 'S2' });
  expect(value).toMatchObject({
    files: [{ file: 'a.ts' }, { file: 'src/b.ts' }],
    fixes: [
      { title: "Change to 'total'", count: 3 },
      { title: "Change to 'price'", count: 1 },
    ],
    newErrors: [],
  });
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await textOf(agent, 'a.ts')).toBe('const totl = totl;');
});

test('a preview shows every fix and writes nothing', async () => {
  await using agent = await agentOn(SOURCE, { script });
  const { value } = await agent.call('apply_quick_fix', { kind: 'S2', preview: true });
  expect(value).toMatchObject({ applied: false, diff: expect.stringContaining('+const total = total;') });
  expect(await textOf(agent, 'a.ts')).toBe('const totl = totl;');
});

test('a fix that does not fix its problem is not made over and over', async () => {
  await using agent = await agentOn('// @file a.ts\nlet bad;\n', { script: { mistakes: ['bad -> bad bad'] } });
  const refusal = await agent.refusal('apply_quick_fix', { kind: 'S2', file: 'a.ts' });
  expect(refusal).toMatchObject({ error: 'no_quick_fix' });
  expect(await textOf(agent, 'a.ts')).toBe('let bad;\n');
});

test('several fixes for one problem are a question, and its title the answer', async () => {
  const source = '// @file a.ts\nlet unused;\n//  ^^^^^^ warning: unused [fix Remove => _] [fix Use => used]\n';
  await using agent = await agentOn(source);
  expect(await agent.refusal('apply_quick_fix', { kind: 'S1', file: 'a.ts' })).toMatchObject({ error: 'ambiguous_quick_fix', offered: ['Remove', 'Use'] });
});

test.each([
  ['nothing to apply', {}, 'invalid_arguments'],
  ['an id and a kind', { fix_id: 'a', kind: 'b' }, 'invalid_arguments'],
  ['an id and a file', { fix_id: 'a', file: 'a.ts' }, 'invalid_arguments'],
  ['an id that nobody gave', { fix_id: 'a' }, 'unknown_quick_fix'],
  ['a kind that is nowhere', { kind: 'nothing' }, 'no_quick_fix'],
  ['a file that is not there', { kind: 'S2', file: 'none.ts' }, 'file_not_found'],
])('refuses %s', async (_, given, error) => {
  await using agent = await agentOn(SOURCE, { script });
  expect((await agent.refusal('apply_quick_fix', given)).error).toBe(error);
});
