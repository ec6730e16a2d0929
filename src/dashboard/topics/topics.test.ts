// What windows are shown of each topic: everything that there is, then what changes, and nothing while nobody listens.

import { expect, test } from 'vitest';
import { claude, ScriptedDashboard, signal } from '../../../test/support/scriptedDashboard.ts';
import { Lazy } from '../../base/lazy.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import type { CallRecord } from '../../server/history/callRecord.ts';
import { CallRecording } from '../../server/history/callRecording.ts';
import { shortText } from './shortText.ts';

const record = (id: string, more: Partial<CallRecord> = {}): CallRecord => ({
  id,
  time: '2026-01-01T00:00:00.000Z',
  tool: 'rename_symbol',
  client: 'claude 2.1',
  parameters: {},
  status: 'success',
  ...more,
});

const arrival = { id: 'c1', client: 'claude 2.1', door: 'stdio', stays: true } as const;
const BUSY = '// @file a.ts\nexport const a = 1;\n// @file main.run\nlet x = 1\nlet y = 2\n// @file cart.spec\npass adds\nfail sums: expected 3 but got 4\n';

test.each([
  ['short', 'short', 10],
  ['two\n  lines', 'two lines', 20],
  ['0123456789a', '012345678…', 10],
  ['x'.repeat(5_000_000), `${'x'.repeat(9)}…`, 10],
  ['12345678😀9', '12345678…', 10],
  [`${' '.repeat(50)}behind`, '…', 10],
])('a long text is cut so that it shows (%#)', (text, expected, longest) => {
  expect(shortText(text, longest)).toBe(expected);
});

test('calls come oldest first with effect and title, and then as they happen', async () => {
  using window = new ScriptedDashboard('');
  window.history.record(record('1'));
  window.history.record(record('2', { tool: 'ide_find_references', ownTool: 'find_references', dialect: 'jetbrainsIndex', caption: 'x'.repeat(500) }));
  window.history.record(record('3', { tool: 'tools/list', isRequest: true }));
  const rows = await window.rows('calls');
  expect(rows).toMatchObject([
    { id: '1', tool: 'rename_symbol', effect: 'edits', title: 'Rename symbol', status: 'success' },
    { id: '2', ownTool: 'find_references', effect: 'reads' },
    { id: '3', isRequest: true },
  ]);
  for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(400);
  using calls = window.follow('calls');
  const recording = CallRecording.of(window.history, { client: 'codex 1' }, { tool: 'write_file', arguments: { file: 'a', token: 'hunter2hunter2' } }, '4');
  await calls.until(({ reported }) => reported.length === 1);
  recording.changed({ id: 'ch', files: ['a', 'b'] });
  recording.failed('file_exists', 'There is a file a, and the secret is hunter2hunter2');
  await calls.until(({ reported }) => reported.length === 2);
  expect(calls.reported.at(-1)).toMatchObject({ id: '4', status: 'error', changeId: 'ch', files: 2 });
  expect(JSON.stringify(calls.reported)).not.toContain('hunter2hunter2');
  await window.history.clear();
  expect(calls.restarts).toBe(1);
});

test('of ten thousand calls the newest five hundred are shown first', async () => {
  using window = new ScriptedDashboard('');
  for (let at = 0; at < 900; at += 1) window.history.record(record(String(at)));
  const rows = await window.rows('calls');
  expect([rows.length, rows[0]?.id, rows.at(-1)?.id]).toEqual([500, '400', '899']);
});

test('clients are lanes with what is in flight, and a hold shows on them', async () => {
  using window = new ScriptedDashboard('');
  const opened = window.connections.open({ ...arrival, root: '/fixture' });
  using clients = window.follow('clients');
  const calls = Array.from({ length: 5 }, (_, at) => ({
    id: `k${at}`,
    tool: 'run_tests',
    caption: new Lazy(() => 'x'.repeat(300)),
    since: at,
    status: 'success' as const,
  }));
  const under = calls.map((call) => window.connections.began('c1', call));
  expect(clients.reported.at(-1)).toMatchObject({
    id: 'c1',
    client: 'claude 2.1',
    root: '/fixture',
    calls: 5,
    inFlight: [{ id: 'k0' }, {}, {}],
    moreInFlight: 2,
  });
  for (const call of under) call[Symbol.dispose]();
  expect(clients.reported.at(-1)).toMatchObject({ inFlight: [], last: { id: 'k4', status: 'success' } });
  const { id } = window.holds.hold({ kind: 'client', client: 'claude' });
  expect(clients.reported.at(-1)).toMatchObject({ heldBy: id });
  expect(await window.rows('clients')).toMatchObject([{ id: 'c1', heldBy: id }]);
  window.holds.release(id);
  expect(clients.reported.at(-1)).not.toHaveProperty('heldBy');
  opened[Symbol.dispose]();
  expect(clients.removed).toEqual(['c1']);
});

test('changes of several projects come together, and what undoes one is reported of both', async () => {
  using window = new ScriptedDashboard('// @file a.ts\nexport const a = 1;\n');
  const first = await window.write('a.ts', 'export const a = 2;\n', { ...claude, title: 'set a, with password=hunter2hunter2', connection: 'c1' });
  using changes = window.follow('changes');
  expect(await window.rows('changes')).toMatchObject([
    {
      id: first,
      project: '/fixture',
      title: 'set a, with password=[redacted]',
      connection: 'c1',
      files: 1,
      added: 1,
      removed: 1,
      isUnseen: true,
      evidence: [],
    },
  ]);
  // Nothing is reported of what was there; then only what is different.
  await window.ide.changes.keepEvidence(first, {
    kind: 'reads',
    verdict: 'doubtful',
    summary: 'followed 1 incomplete answer (find_references)',
    time: '2026-01-01T00:00:00.000Z',
  });
  await changes.until(({ reported, restarts }) => reported.length + restarts > 0);
  expect(changes.reported.at(-1) ?? (await window.rows('changes')).at(-1)).toMatchObject({
    id: first,
    evidence: [{ kind: 'reads', verdict: 'doubtful', summary: 'followed 1 incomplete answer (find_references)' }],
  });
  const undo = await window.ide.changes.planUndo(first, signal);
  const second = await window.ide.changes.apply(undo, { author: 'you', tool: 'undo', title: 'undo: set a' }, signal);
  await changes.until(({ reported }) => reported.some(({ id }) => id === second.id));
  expect(changes.reported.filter(({ id }) => id === second.id).at(-1)).toMatchObject({ undoes: first, isUnseen: false });
  expect(changes.reported.filter(({ id }) => id === first).at(-1)).toMatchObject({ undoneBy: second.id });
  await window.workbench.open('/other', { trusted: true });
  expect(changes.restarts).toBeGreaterThan(0);
});

test('what is opened while a window looks is followed too', async () => {
  using window = new ScriptedDashboard('');
  using changes = window.follow('changes');
  const other = await window.workbench.open('/other', { trusted: true });
  const plan = await other.changes?.plan({ operations: [{ kind: 'create', uri: 'file:///other/b.ts', text: 'b', ifExists: 'fail' }] }, signal);
  if (plan === undefined) throw new Error('it has changes');
  const { restarts } = changes;
  await other.changes?.apply(plan, claude, signal);
  await changes.until(({ reported, restarts: now }) => reported.length > 0 || now > restarts);
  expect(await window.rows('changes')).toMatchObject([{ project: '/other' }]);
});

test('projects show their engines, and come and go', async () => {
  using window = new ScriptedDashboard('// @file a.ts\nexport const a = 1;\n');
  expect(await window.rows('projects')).toMatchObject([
    { id: '/fixture', name: 'fixture', trusted: true, engines: [{ language: expect.any(String), restarts: 0 }] },
  ]);
  using projects = window.follow('projects');
  await window.workbench.open('/untrusted', { trusted: false });
  expect(projects.restarts).toBe(1);
  expect(await window.rows('projects')).toMatchObject([{ id: '/fixture' }, { id: '/untrusted', trusted: false }]);
});

test('a review is a row until ten minutes after it is decided', async () => {
  using window = new ScriptedDashboard('');
  using reviews = window.follow('reviews');
  window.reviews.watch(() => {});
  const proposal = { asks: 'permission', tool: 'write_file', title: 'write .git/config', files: [file('/fixture/.git/config', 'a\n', 'b\n')] } as const;
  const asked = window.reviews.ask({ proposal, author: 'claude 2.1', owner: 'c1', connection: 'c1', project: window.ide.project, call: '' }, signal, () => {});
  const [waiting] = await window.rows('reviews');
  expect(waiting).toMatchObject({ tool: 'write_file', author: 'claude 2.1', project: '/fixture', hunks: 1, files: 1, isDangerous: true });
  expect(waiting).not.toHaveProperty('decided');
  await window.ask('review.answer', { id: waiting?.id, answer: { decision: 'accept', note: 'fine' } });
  await asked;
  expect(reviews.reported.at(-1)).toMatchObject({ id: waiting?.id, decided: { decision: 'accept', by: 'the window' } });
  expect(await window.rows('reviews')).toMatchObject([{ id: waiting?.id, decided: { how: 'accepted in the window' } }]);
  expect(window.logged.join()).toContain('was answered: accept');
});

test('a debug session shows where it stands', async () => {
  using window = new ScriptedDashboard(BUSY);
  using sessions = window.follow('sessions');
  window.connections.open(arrival);
  const target = { kind: 'program', uri: 'file:///fixture/main.run', args: [], environment: {} } as const;
  const hosts = { refusal: () => undefined, isOurs: () => false };
  const [session] = await window.ide.debugging.start({ target, owner: 'c1', stopOnEntry: true, permit: async () => {}, hosts }, signal);
  if (session === undefined) throw new Error('it started');
  await sessions.until(({ reported }) => reported.some((row) => 'line' in row));
  expect(sessions.reported.at(-1)).toMatchObject({
    id: '1.s1',
    handle: 's1',
    owner: 'c1',
    ownerName: 'claude 2.1',
    state: 'paused',
    file: 'main.run',
    line: 1,
    stops: 1,
  });
  const { id } = window.holds.hold({ kind: 'session', id: 's1', project: '/fixture' });
  expect(sessions.reported.at(-1)).toMatchObject({ heldBy: id });
  await window.ide.debugging.watches.add('x', signal);
  expect(sessions.reported.at(-1)).toMatchObject({ marks: 1 });
  await session.end();
  expect(await window.rows('sessions')).toMatchObject([{ state: 'ended', stops: 1 }]);
});

test('runs are programs and tests, with what came of them', async () => {
  using window = new ScriptedDashboard(BUSY, { commands: { 'npm run dev': { stdout: 'ready\n' } } });
  using runs = window.follow('runs');
  const run = await window.ide.running.start({ title: 'npm run dev --token=hunter2hunter2', command: { line: 'npm run dev' }, owner: undefined }, signal);
  expect(runs.reported.at(-1)).toMatchObject({ id: '1.r1', kind: 'run', state: 'running', title: 'npm run dev --token=[redacted]' });
  await run.end();
  await runs.until(({ reported }) => reported.some((row) => 'state' in row && row.state === 'stopped'));
  await window.ide.testing.start(
    { which: { kind: 'all' }, name: undefined, runner: undefined, coverage: false, author: 'claude-code', permit: async () => {} },
    signal,
  );
  expect(runs.reported.at(-1)).toMatchObject({
    id: '1.t1',
    kind: 'tests',
    state: 'failed',
    ownerName: 'claude-code',
    counts: { passed: 1, failed: 1, expected: 2 },
  });
  expect((await window.rows('runs')).map(({ id }) => id)).toEqual(['1.r1', '1.t1']);
});

test('tests of which none ran have not passed', async () => {
  using window = new ScriptedDashboard('// @file cart.spec\npass adds\n// @file notes.md\nnothing\n');
  using runs = window.follow('runs');
  const which = { kind: 'files', uris: ['file:///fixture/notes.md'] } as const;
  await window.ide.testing.start({ which, name: undefined, runner: undefined, coverage: false, author: 'claude-code', permit: async () => {} }, signal);
  expect(runs.reported.at(-1)).toMatchObject({ state: 'empty', counts: { passed: 0 } });
});

test('a person types into a terminal that is held, and sees it in another size', async () => {
  using window = new ScriptedDashboard('');
  using terminals = window.follow('terminals');
  await window.ide.terminals.open({ title: 'dev', columns: 80, rows: 24, owner: undefined }, claude, signal);
  window.holds.hold({ kind: 'terminal', id: 't1', project: '/fixture' });
  expect(terminals.reported.at(-1)).toMatchObject({ id: '1.t1', handle: 't1', state: 'running', columns: 80, rows: 24, heldBy: expect.any(String) });
  const heard: string[] = [];
  const { terminals: streams } = window.dashboard;
  using view = streams.open('1.t1', 'you');
  const drawn = await new Promise((resolve) => view?.watch({ drawn: resolve, printed: (text) => heard.push(text), failed: resolve }));
  expect(drawn).toBe('');
  view?.resize(120, 40);
  expect(terminals.reported.at(-1)).toMatchObject({ columns: 120, rows: 40 });
  view?.resize(Number.NaN, 1e9);
  expect(terminals.reported.at(-1)).toMatchObject({ columns: 2, rows: 500 });
  await view?.type('hello\r');
  await view?.type('exit 3\r');
  expect(heard).toEqual(['> hello\r\n', '> exit 3\r\n']);
  expect(terminals.reported.at(-1)).toMatchObject({ state: 'ended', exitCode: 3 });
  for (const id of ['1.t9', '9.t1', 'nonsense']) expect(streams.open(id, 'you')).toBeUndefined();
});

test('a hold counts who waits for its end', async () => {
  using window = new ScriptedDashboard('');
  using holds = window.follow('holds');
  await window.ide.terminals.open({ title: 'dev', columns: 80, rows: 24, owner: undefined }, claude, signal);
  const thing = { kind: 'terminal', id: 't1', project: '/fixture' } as const;
  const { id } = window.holds.hold(thing, 'a moment');
  const waiting = window.holds.handedBack([thing], signal, () => new IdeError('cancelled', '', ''));
  expect(holds.reported.at(-1)).toMatchObject({ id, target: { kind: 'terminal', id: '1.t1', project: '/fixture' }, note: 'a moment', waiting: 1 });
  window.holds.release(id, 'go on');
  expect(await waiting).toEqual(['go on']);
  expect(holds.removed).toContain(id);
  expect(await window.rows('holds')).toEqual([]);
});

test('nothing is followed once nobody listens', async () => {
  using window = new ScriptedDashboard(BUSY);
  const all = window.dashboard.sources.map(({ topic }) => window.follow(topic));
  for (const topic of all) topic[Symbol.dispose]();
  window.connections.open(arrival);
  window.history.record(record('1'));
  await window.write('a.ts', 'b');
  await window.workbench.open('/other', { trusted: true });
  await window.ide.terminals.open({ title: 'dev', columns: 80, rows: 24, owner: undefined }, claude, signal);
  window.holds.hold({ kind: 'everyone' });
  // Also what is gathered for a moment before it is reported.
  await window.ide.changes.list(signal);
  expect(all.map(({ reported, restarts }) => reported.length + restarts)).toEqual(all.map(() => 0));
});

function file(path: string, before: string, after: string) {
  return { uri: `file://${path}`, before: { text: before }, after: { text: after } };
}
