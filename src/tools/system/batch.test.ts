// Several calls in one: each is what it would be by itself.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const source = '// @file a.ts\nexport const total = 1;\n// @file b.ts\nimport { total } from "./a.ts";\n';

test('in order, by name, until one fails', async () => {
  await using agent = await agentOn(source);
  const calls = [
    { tool: 'read_file', arguments: { file: 'a.ts' } },
    { tool: 'read_file', arguments: { file: 'b.ts' } },
    { tool: 'read_file', arguments: { file: 'c.ts' }, name: 'third' },
    { tool: 'list_projects' },
  ];
  const { value, text } = await agent.call('batch', { calls });
  expect(value).toMatchObject({
    results: {
      read_file: { ok: true, answer: { file: 'a.ts' } },
      'read_file#2': { ok: true, answer: { file: 'b.ts' } },
      third: { ok: false, error: { error: 'file_not_found' } },
    },
    failed: 1,
    skipped: ['list_projects'],
  });
  expect(text).toContain('2 of 4 calls succeeded');
  expect((await agent.call('batch', { calls, on_error: 'continue' })).value).toMatchObject({ results: { list_projects: { ok: true } }, failed: 1 });
});

test('together', async () => {
  await using agent = await agentOn(source);
  const edit = (file: string) => ({ tool: 'edit_file', name: file, arguments: { file, edits: [{ old_text: 'total', new_text: 'sum' }] } });
  const { value } = await agent.call('batch', { calls: [edit('a.ts'), edit('b.ts'), { tool: 'find_references', arguments: {} }], together: true });
  expect(value).toMatchObject({ results: { 'a.ts': { ok: true }, 'b.ts': { ok: true }, find_references: { ok: false } }, failed: 1 });
});

test('each call of a batch is recorded and permitted on its own', async () => {
  await using agent = await agentOn(source, { policy: { ...defaultPolicy, effects: { ...defaultPolicy.effects, edits: 'deny', runs: 'deny' } } });
  const { value } = await agent.call('batch', {
    calls: [
      { tool: 'read_file', arguments: { file: 'a.ts' } },
      { tool: 'write_file', arguments: { file: 'a.ts', text: '' } },
    ],
  });
  expect(value).toMatchObject({ results: { read_file: { ok: true }, write_file: { ok: false, error: { error: 'not_permitted' } } } });
  const record = agent.records.at(-1);
  expect(record).toMatchObject({ tool: 'batch', caption: 'Batch read_file, write_file', inner: [{ tool: 'read_file' }, { tool: 'write_file' }] });
  // What a call in it wrote is reported of the whole, too.
  await using writer = await agentOn(source);
  await writer.call('batch', { calls: [{ tool: 'write_file', arguments: { file: 'b.ts', text: 'export {};\n' } }] });
  const written = { changeId: expect.any(String), affectedFiles: ['b.ts'] };
  expect(writer.records.at(-1)).toMatchObject({ tool: 'batch', ...written, inner: [{ tool: 'write_file', ...written }] });
  await using denied = await agentOn(source, { policy: { ...defaultPolicy, tools: { batch: 'deny' } } });
  expect(await denied.refusal('batch', { calls: [{ tool: 'list_projects' }] })).toMatchObject({ error: 'not_permitted' });
});

test('no batch in a batch, also not by another name, and not too many', async () => {
  await using agent = await agentOn(source);
  const inner = { calls: [{ tool: 'list_projects' }] };
  const { value } = await agent.call('batch', {
    calls: [
      { tool: 'batch', arguments: inner },
      { tool: 'call_tool', arguments: { name: 'batch', arguments: inner } },
    ],
    on_error: 'continue',
  });
  expect(value).toMatchObject({ results: { batch: { error: { error: 'no_nesting' } }, call_tool: { error: { error: 'no_nesting' } } } });
  expect(await agent.refusal('batch', { calls: [] })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('batch', { calls: Array.from({ length: 26 }, () => ({ tool: 'list_projects' })) })).toMatchObject({ error: 'invalid_arguments' });
  expect(
    await agent.refusal('batch', {
      calls: [
        { tool: 'a', name: 'x' },
        { tool: 'b', name: 'x' },
      ],
    }),
  ).toMatchObject({ error: 'invalid_arguments' });
  expect((await agent.call('batch', { calls: [{ tool: 'nothing' }] })).value).toMatchObject({ results: { nothing: { error: { error: 'unknown_tool' } } } });
});
