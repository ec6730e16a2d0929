// What a person asks by name: right parameters get an answer, wrong ones an error that says what fits, and change nothing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claude, ScriptedDashboard, signal } from '../../../test/support/scriptedDashboard.ts';
import type { CallRecord } from '../../server/history/callRecord.ts';

const record = (id: string, more: Partial<CallRecord> = {}): CallRecord => ({
  id,
  time: `2026-01-01T00:00:0${id.at(-1)}.000Z`,
  tool: 'rename_symbol',
  client: 'claude 2.1',
  parameters: { symbol: 'Cart' },
  status: 'success',
  durationMs: 10,
  ...more,
});

function withHistory() {
  const window = new ScriptedDashboard('');
  window.history.record(record('call-1'));
  window.history.record(record('call-2', { tool: 'run_tests', client: 'codex 1', status: 'error', error: 'timed_out: slow', durationMs: 900, parameters: {} }));
  window.history.record(record('call-3', { project: '/shop', result: '=cmd|calc' }));
  window.history.record(record('call-4', { tool: 'tools/list', isRequest: true }));
  return window;
}

test.each([
  [{}, ['call-3', 'call-2', 'call-1'], 3],
  [{ requests: true }, ['call-4', 'call-3', 'call-2', 'call-1'], 4],
  [{ tool: 'rename*' }, ['call-3', 'call-1'], 2],
  [{ status: 'error' }, ['call-2'], 1],
  [{ client: 'CODEX' }, ['call-2'], 1],
  [{ project: '/shop' }, ['call-3'], 1],
  [{ slowerThan: 500 }, ['call-2'], 1],
  [{ text: 'cart' }, ['call-3', 'call-1'], 2],
  [{ limit: 1 }, ['call-3'], 3],
  [{ limit: 1, before: { id: 'call-3', time: '2026-01-01T00:00:03.000Z' } }, ['call-2'], 3],
  // One that is forgotten is known by its time.
  [{ before: { id: 'gone', time: '2026-01-01T00:00:02.000Z' } }, ['call-1'], 3],
])('history.list %j', async (params, ids, total) => {
  using window = withHistory();
  expect(await window.ask('history.list', params)).toMatchObject({ rows: ids.map((id) => ({ id })), total });
});

test.each([
  ['history.list', { limit: 0 }],
  ['history.list', { limit: 1e9 }],
  ['history.list', { status: 'fine' }],
  ['history.list', { tols: 'x' }],
  ['history.list', []],
  ['history.list', 'x'],
  ['history.list', { before: 'call-3' }],
  ['history.read', {}],
  ['history.read', { id: 3 }],
  ['history.export', { format: 'xml' }],
  ['history.clear', { all: true }],
  ['review.read', { id: '' }],
  ['review.answer', { answer: {} }],
  ['change.read', { id: 'x' }],
  ['change.until', { project: '/fixture', until: 'yesterday' }],
  ['change.until', { project: '/fixture', until: { at: 'yesterday' } }],
  ['change.seen', { project: '/fixture', ids: 'all' }],
  ['hold.take', { target: { kind: 'somebody' } }],
  ['hold.take', {}],
  ['hold.release', { id: 'x', note: 'x'.repeat(5_000) }],
] as const)('%s with %j says what fits', async (method, params) => {
  using window = withHistory();
  const { code, message, next } = await window.refusal(method, params);
  expect([code, message.startsWith(`${method}: `), next]).toEqual(['invalid_arguments', true, expect.stringContaining('Its arguments are')]);
  expect(await window.ask('history.list')).toMatchObject({ total: 3 });
  expect(window.holds.list()).toEqual([]);
});

test('one call is read whole, or not at all', async () => {
  using window = withHistory();
  const long = 'y'.repeat(100_000);
  window.history.record(record('call-5', { result: long }));
  expect(await window.ask('history.read', { id: 'call-5' })).toMatchObject({ record: { id: 'call-5', result: long }, row: { effect: 'edits' } });
  expect(await window.refusal('history.read', { id: 'none' })).toMatchObject({ code: 'call_not_found' });
});

test('the history is exported in parts that make one file, and no cell of it is a formula', async () => {
  using window = withHistory();
  for (let at = 0; at < 300; at += 1)
    window.history.record(record(`long-${at}`, { time: '2026-01-01T00:00:09.000Z', parameters: { text: 'z'.repeat(7_000) } }));
  const whole = async (format: 'json' | 'csv') => {
    let text = '';
    let parts = 0;
    for (let before: unknown; parts === 0 || before !== undefined; parts += 1) {
      const answer: unknown = await window.ask('history.export', { format, ...(before !== undefined && { before }) });
      if (typeof answer !== 'object' || answer === null || !('text' in answer)) throw new Error('it is a part');
      text += String(answer.text);
      before = 'next' in answer ? answer.next : undefined;
    }
    return { text, parts };
  };
  const json = await whole('json');
  expect(json.parts).toBeGreaterThan(1);
  expect(JSON.parse(json.text)).toHaveLength(303);
  const csv = await whole('csv');
  const lines = csv.text.split('\r\n');
  expect([lines.length, lines[0]?.startsWith('id,time,client')]).toEqual([305, true]);
  expect(csv.text).toContain("'=cmd|calc");
  expect(await window.ask('history.export', { format: 'json', tool: 'nothing' })).toEqual({ text: '[\n\n]\n', total: 0 });
});

test('the history is forgotten', async () => {
  using window = withHistory();
  await window.ask('history.clear');
  expect(await window.ask('history.list', { requests: true })).toEqual({ rows: [], total: 0 });
});

test('a change is read with its texts, its hunks, its evidence and what undoing it meets', async () => {
  using window = new ScriptedDashboard('// @file a.ts\none\ntwo\nthree\n');
  const id = await window.write('a.ts', 'one\n2\nthree\n');
  await window.ide.changes.keepEvidence(id, { kind: 'tests', verdict: 'bad', summary: '1 failed', time: '2026-01-01T00:00:00.000Z', facts: { run: 't1' } });
  const project = '/fixture';
  expect(await window.ask('change.read', { project, id })).toMatchObject({
    row: { id, isUnseen: true },
    evidence: [{ kind: 'tests', facts: { run: 't1' } }],
    files: [
      {
        file: 'a.ts',
        kind: 'changed',
        added: 1,
        removed: 1,
        before: expect.stringContaining('two'),
        after: expect.stringContaining('2'),
        hunks: [{ number: 1, kind: 'text' }],
      },
    ],
    undo: { isPossible: true, files: 1 },
  });
  await window.write('a.ts', 'one\nII\nthree\n');
  expect(await window.ask('change.read', { project, id })).toMatchObject({ undo: { isPossible: false, code: 'undo_conflict', conflicts: [{ file: 'a.ts' }] } });
  expect(await window.ask('change.file', { project, id, file: 'a.ts', side: 'before' })).toMatchObject({ file: 'a.ts', text: expect.stringContaining('two') });
  expect(await window.ask('change.file', { project, id, file: 'a.ts' })).toMatchObject({ text: expect.stringContaining('2') });
  expect(await window.refusal('change.read', { project, id: 'none' })).toMatchObject({ code: 'change_not_found' });
  expect(await window.refusal('change.read', { project: '/none', id })).toMatchObject({ code: 'project_not_open' });
  expect(await window.refusal('change.file', { project, id, file: 'b.ts' })).toMatchObject({ code: 'not_there_then' });
});

test('returning to a moment is previewed: what it takes back, or what is in the way', async () => {
  using window = new ScriptedDashboard('// @file a.ts\none\n');
  const project = '/fixture';
  const first = await window.write('a.ts', 'two\n');
  const second = await window.write('b.ts', 'new\n');
  expect(await window.ask('change.until', { project, until: { before: first } })).toMatchObject({
    conflicts: [],
    changes: [first, second],
    files: [
      { file: 'a.ts', hunks: [{ number: 1 }] },
      { file: 'b.ts', kind: 'deleted' },
    ],
  });
  window.ide.documents.write('a.ts', 'three\n');
  expect(await window.ask('change.until', { project, until: { before: first } })).toMatchObject({
    conflicts: [{ file: 'a.ts', change: first, author: 'claude 2.1' }],
    files: [],
  });
  expect(await window.refusal('change.until', { project, until: { before: 'none' } })).toMatchObject({ code: 'change_not_found' });
});

test('a change that a person has seen stays seen, also after a restart', async () => {
  using window = new ScriptedDashboard('// @file a.ts\none\n');
  const project = '/fixture';
  const ids = [await window.write('a.ts', 'two\n'), await window.write('a.ts', 'three\n')];
  const seen = async () =>
    (
      await window
        .again()
        .sources.find(({ topic }) => topic === 'changes')
        ?.rows(signal)
    )?.map((row) => 'isUnseen' in row && row.isUnseen);
  expect(await seen()).toEqual([true, true]);
  using changes = window.follow('changes');
  await window.ask('change.seen', { project, ids: ids.slice(0, 1) });
  expect(await seen()).toEqual([false, true]);
  await changes.until(({ reported, restarts }) => reported.length + restarts > 0);
  expect(await window.refusal('change.seen', { project, ids: ['none', ...ids] })).toMatchObject({ code: 'change_not_found' });
  expect(await seen()).toEqual([false, true]);
  await window.ask('change.seen', { project });
  expect(await seen()).toEqual([false, false]);
  await window.ask('change.seen', { project, ids: ids.slice(1), isSeen: false });
  expect(await seen()).toEqual([false, true]);
  // A garbled file hides nothing.
  const [name = ''] = readdirSync(join(window.state, 'seen'));
  expect(JSON.parse(readFileSync(join(window.state, 'seen', name), 'utf8'))).toEqual({ project, seen: ids.slice(0, 1) });
  writeFileSync(join(window.state, 'seen', name), '{');
  expect(await seen()).toEqual([true, true]);
});

test('a place where nothing can be kept is said, and nothing counts as seen', async () => {
  using window = new ScriptedDashboard('// @file a.ts\none\n');
  const id = await window.write('a.ts', 'two\n');
  writeFileSync(join(window.state, 'seen'), 'a file where a folder should be');
  expect(await window.refusal('change.seen', { project: '/fixture', ids: [id] })).toMatchObject({ code: 'state_folder_unusable' });
  expect(await window.rows('changes')).toMatchObject([{ isUnseen: true }]);
});

test('a review is read, extended and answered once', async () => {
  using window = new ScriptedDashboard('// @file a.ts\none\n');
  window.reviews.watch(() => {});
  const files = [{ uri: 'file:///fixture/a.ts', before: { text: 'one\n' }, after: { text: 'two\n' } }];
  const proposal = { asks: 'permission', tool: 'edit_file', title: 'edit a.ts', why: 'a person holds this agent', files } as const;
  const asked = window.reviews.ask({ proposal, author: 'claude 2.1', owner: 'c1', project: window.ide.project, call: '' }, signal, () => {});
  const id = window.reviews.list()[0]?.id;
  expect(await window.ask('review.read', { id })).toMatchObject({
    why: 'a person holds this agent',
    review: { id, files: [{ file: 'a.ts', hunks: [{ number: 1 }] }] },
  });
  expect(await window.ask('review.extend', { id })).toEqual({ expires: expect.any(String) });
  for (const answer of [undefined, {}, { decision: 'perhaps' }, { decision: 'accept', hunks: [7] }])
    expect(await window.refusal('review.answer', { id, answer })).toMatchObject({ code: 'answer_does_not_fit' });
  const comments = [{ file: 'a.ts', line: 1, text: 'keep the name' }];
  await window.ask('review.answer', { id, answer: { decision: 'sendBack', note: 'not yet', comments } });
  expect(await asked).toMatchObject({ decision: { decision: 'sendBack', note: 'not yet', comments, by: 'the window' } });
  expect(await window.refusal('review.answer', { id, answer: { decision: 'accept' } })).toMatchObject({ code: 'review_over' });
  expect(await window.ask('review.read', { id })).toMatchObject({ ended: { decision: 'sendBack' } });
  expect(await window.refusal('review.read', { id: 'none' })).toMatchObject({ code: 'review_over' });
  expect(await window.refusal('review.extend', { id })).toMatchObject({ code: 'review_over' });
});

test('a review that asks only for an opinion says that nothing is written', async () => {
  using window = new ScriptedDashboard('// @file a.ts\nlet a;\n');
  window.reviews.watch(() => {});
  const files = [{ uri: `${window.ide.project.uri}/a.ts`, before: { text: 'let a;' }, after: { text: 'let b;' } }];
  const proposal = { asks: 'opinion', tool: 'open_diff', title: 'change a.ts', files } as const;
  const asked = window.reviews.ask({ proposal, author: 'claude 2.1', owner: 'c1', project: window.ide.project, lasts: true, call: '' }, signal, () => {});
  const id = window.reviews.list()[0]?.id ?? '';
  const shown = await window.ask('review.read', { id });
  expect(shown).toMatchObject({ isOpinion: true, review: { title: 'change a.ts' } });
  expect(shown).not.toHaveProperty('review.expires');
  await window.ask('review.answer', { id, answer: { decision: 'reject', note: 'not so' } });
  expect((await asked).decision).toMatchObject({ decision: 'reject', note: 'not so' });
});

test('files that are too long for a frame come without their texts, and say so', async () => {
  using window = new ScriptedDashboard('');
  const big = `${'line\n'.repeat(300_000)}`;
  const id = await window.write('big.txt', big);
  expect(await window.ask('change.read', { project: '/fixture', id })).toMatchObject({
    files: [{ file: 'big.txt', isCut: true, hunks: [{ number: 1, added: [] }] }],
  });
  expect(await window.ask('change.file', { project: '/fixture', id, file: 'big.txt' })).toMatchObject({ text: big });
});

test('whoever is named is held, and handed back with a note', async () => {
  using window = new ScriptedDashboard('');
  window.connections.open({ id: 'c1', client: 'claude 2.1', door: 'stdio', stays: true });
  await window.ide.terminals.open({ title: 'dev', columns: 80, rows: 24, owner: undefined }, claude, signal);
  await window.rows('terminals');
  for (const target of [{ kind: 'connection', id: 'c1' }, { kind: 'client', id: 'claude' }, { kind: 'everyone' }, { kind: 'terminal', id: '1.t1' }])
    expect(await window.ask('hold.take', { target, note: ' look ' })).toEqual({ id: expect.any(String) });
  expect(window.holds.list().map(({ target, note }) => [target.kind, note])).toEqual(
    ['connection', 'client', 'everyone', 'terminal'].map((kind) => [kind, 'look']),
  );
  for (const target of [
    { kind: 'client', id: 'codex' },
    { kind: 'terminal', id: '1.t2' },
    { kind: 'session', id: '1.t1' },
    { kind: 'terminal', id: '9.t1' },
  ])
    expect(await window.refusal('hold.take', { target })).toMatchObject({ code: 'nothing_to_hold' });
  for (const { id } of window.holds.list()) expect(await window.ask('hold.release', { id, note: 'go on' })).toEqual({});
  expect(await window.refusal('hold.release', { id: 'x' })).toMatchObject({ code: 'nothing_held' });
  expect(window.logged.filter((line) => /was held|was released/.test(line))).toHaveLength(8);
});
