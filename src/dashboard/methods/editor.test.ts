// What a person does in the window's editor: right parameters do it, wrong ones are refused and change nothing, and nothing that was typed is lost.
import { expect, test } from 'vitest';
import { ScriptedDashboard, signal } from '../../../test/support/scriptedDashboard.ts';
import { hashOfText } from '../../base/text/textHash.ts';
import { withoutDoors } from '../../hosts/scripted/scriptedIde.ts';

const CART = 'export function total() {\n  return 1;\n}';
const SHOP = `// @file src/cart.ts\n${CART}\n// @file src/other.ts\nlet o;\n// @file .binnacle/settings.json\n{}\n`;
const place = { project: '/project', file: 'src/cart.ts' };
const base = hashOfText(CART);

async function opened(source = SHOP) {
  const window = new ScriptedDashboard(source);
  const project = window.ide.project.path;
  const at = { ...place, project };
  await window.ask('editor.open', at);
  return { window, at, uri: `${window.ide.project.uri}/src/cart.ts`, editor: window.ide.editor };
}

type Asked = Parameters<ScriptedDashboard['refusal']>[0];
const onDisk = async (window: ScriptedDashboard, uri: string) => (await window.ide.documents.read(uri)).text;

test('a tab is a row: what is selected from 1, what is not saved by its hash; what is closed is gone', async () => {
  const { window, at } = await opened();
  using _ = window;
  using topic = window.follow('editor');
  await window.ask('editor.select', { ...at, selection: { line: 2, column: 3, endLine: 2, endColumn: 9 } });
  await window.ask('editor.write', { ...at, text: 'new\n', base });
  await topic.until(({ reported }) => reported.some((row) => 'unsaved' in row));
  const [row] = await window.rows('editor');
  expect(row).toMatchObject({ ...at, place: 0, isActive: true, isPreview: false, unsaved: hashOfText('new\n'), lines: 2 });
  expect(JSON.stringify(row).length).toBeLessThan(300);
  await window.ask('editor.close', { ...at, discards: hashOfText('new\n') });
  await topic.until(({ removed }) => removed.length > 0);
  expect(topic.removed).toEqual([row?.id]);
});

test('saving is one change set by you, leaves nothing unsaved, and can be taken back', async () => {
  const { window, at, uri, editor } = await opened();
  using _ = window;
  const text = CART.replace('1', '2');
  expect(await window.ask('editor.write', { ...at, text, base })).toEqual({ unsaved: hashOfText(text) });
  expect(await window.ask('editor.read', at)).toMatchObject({ disk: { text: CART, hash: base }, unsaved: { text, base } });
  const saved = await window.ask('editor.save', { ...at, text, base, expects: hashOfText(text) });
  expect(saved).toEqual({ changeId: expect.any(String), hash: hashOfText(text) });
  expect(await onDisk(window, uri)).toBe(text);
  expect(editor.unsaved(uri)).toBeUndefined();
  const changes = await window.ide.changes.list(signal);
  expect(changes).toMatchObject([{ author: 'you', tool: 'window', title: 'edit src/cart.ts' }]);
  const plan = await window.ide.changes.planUndo(changes[0]?.id ?? '', signal);
  await window.ide.changes.apply(plan, { author: 'you', tool: 'undo', title: 'undo' }, signal);
  expect(await onDisk(window, uri)).toBe(CART);
  // What the disk holds already makes no change.
  expect(await window.ask('editor.save', { ...at, text: CART, base })).toEqual({ hash: base });
  expect(await window.ide.changes.list(signal)).toHaveLength(2);
});

test('a file that changed on disk is not overwritten: the text is kept, the difference is shown, and choosing mine saves it', async () => {
  const { window, at, uri, editor } = await opened();
  using _ = window;
  await window.write('src/cart.ts', 'theirs\n');
  const refused = await window.refusal('editor.save', { ...at, text: 'mine\n', base });
  expect(refused).toMatchObject({ code: 'changed_on_disk', details: { file: 'src/cart.ts', hash: hashOfText('theirs\n') } });
  expect(await onDisk(window, uri)).toBe('theirs\n');
  expect(editor.unsaved(uri)?.text).toBe('mine\n');
  expect(await window.ask('editor.diff', at)).toMatchObject({ files: [{ file: 'src/cart.ts', hunks: [{ removed: ['theirs\n'], added: ['mine\n'] }] }] });
  await window.ask('editor.save', { ...at, text: 'mine\n', base: hashOfText('theirs\n'), expects: hashOfText('mine\n') });
  expect(await onDisk(window, uri)).toBe('mine\n');
});

test('what another window wrote is neither overwritten nor discarded unseen', async () => {
  const { window, at, uri, editor } = await opened();
  using _ = window;
  await window.ask('editor.write', { ...at, text: 'first\n', base });
  const second: readonly (readonly [Asked, object])[] = [
    ['editor.write', { text: 'second\n', base }],
    ['editor.save', { text: 'second\n', base }],
    ['editor.discard', { expects: base }],
    ['editor.close', { discards: base }],
  ];
  for (const [method, more] of second) expect(await window.refusal(method, { ...at, ...more }), method).toMatchObject({ code: 'unsaved_elsewhere' });
  expect((await window.refusal('editor.close', at)).code).toBe('unsaved_text');
  expect(editor.unsaved(uri)?.text).toBe('first\n');
  expect(await onDisk(window, uri)).toBe(CART);
  await window.ask('editor.discard', { ...at, expects: hashOfText('first\n') });
  expect(editor.unsaved(uri)).toBeUndefined();
});

test('lines are mentioned to one connection or to all, and who listens is counted', async () => {
  const { window, at, uri, editor } = await opened();
  using _ = window;
  expect(await window.ask('editor.mention', at)).toEqual({ listening: 0 });
  const heard: unknown[] = [];
  using __ = editor.onMention((mention) => {
    heard.push(mention);
    return mention.connection !== 'other';
  });
  expect(await window.ask('editor.mention', { ...at, lines: { first: 2, last: 3 } })).toEqual({ listening: 1 });
  expect(await window.ask('editor.mention', { ...at, connection: 'other' })).toEqual({ listening: 0 });
  expect(heard).toEqual([
    { uri, lines: { first: 1, last: 2 } },
    { uri, connection: 'other' },
  ]);
});

test('files are found by letters of their names, the best first, and at most fifty', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `// @file lib/part${index}.ts\nlet a;\n`).join('');
  const { window } = await opened(SHOP + many);
  using _ = window;
  expect(await window.ask('editor.files', { query: 'cart' })).toMatchObject({ files: [{ file: 'src/cart.ts' }] });
  expect(await window.ask('editor.files', { query: 'sr oth' })).toMatchObject({ files: [{ file: 'src/other.ts' }] });
  expect(await window.ask('editor.files', { query: 'part' })).toMatchObject({ files: { length: 50 }, more: 10 });
  expect(await window.ask('editor.files', { query: 'zzz' })).toEqual({ files: [] });
});

test('a person saves what agents may not', async () => {
  const { window, at } = await opened();
  using _ = window;
  const policy = { ...at, file: '.binnacle/settings.json' };
  await window.ask('editor.open', policy);
  await window.ask('editor.save', { ...policy, text: '{"a": 1}\n', base: hashOfText('{}\n') });
  expect(await onDisk(window, `${window.ide.project.uri}/.binnacle/settings.json`)).toBe('{"a": 1}\n');
});

const selection = { line: 1, column: 1, endLine: 1, endColumn: 1 };
test.each<readonly [Asked, object, string]>([
  ['editor.read', { file: '' }, 'invalid_arguments'],
  ['editor.read', { file: 3 }, 'invalid_arguments'],
  ['editor.read', { path: 'src/cart.ts' }, 'invalid_arguments'],
  ['editor.read', { file: '../secrets.txt' }, 'outside_project'],
  ['editor.read', { file: '/etc/passwd' }, 'outside_project'],
  ['editor.read', { file: 'src/missing.ts' }, 'file_not_found'],
  ['editor.read', { file: '.' }, 'is_a_folder'],
  ['editor.read', { project: '/elsewhere' }, 'project_not_open'],
  ['editor.open', { file: '../x' }, 'outside_project'],
  ['editor.open', { selection: { line: 0, column: 1, endLine: 1, endColumn: 1 } }, 'invalid_arguments'],
  ['editor.open', { selection: { line: 3, column: 1, endLine: 1, endColumn: 1 } }, 'invalid_arguments'],
  ['editor.open', { isPreview: 'yes' }, 'invalid_arguments'],
  ['editor.close', { discards: true }, 'invalid_arguments'],
  ['editor.select', {}, 'invalid_arguments'],
  ['editor.select', { selection: { ...selection, endLine: 1e20 } }, 'invalid_arguments'],
  ['editor.select', { file: 'src/other.ts', selection }, 'not_open'],
  ['editor.write', { base }, 'invalid_arguments'],
  ['editor.write', { text: 'x'.repeat(4_000_001), base }, 'invalid_arguments'],
  ['editor.write', { text: 'x', base: 'latest' }, 'invalid_arguments'],
  ['editor.write', { text: 'x', expects: hashOfText('nothing'), base }, 'unsaved_elsewhere'],
  ['editor.discard', {}, 'invalid_arguments'],
  ['editor.save', { text: 'x' }, 'changed_on_disk'],
  ['editor.save', { text: 'x', base: hashOfText('old') }, 'changed_on_disk'],
  ['editor.save', { base }, 'invalid_arguments'],
  ['editor.save', { file: '../x', text: 'x' }, 'outside_project'],
  ['editor.diff', { file: '../x' }, 'outside_project'],
  ['editor.mention', { lines: { first: 2, last: 1 } }, 'invalid_arguments'],
  ['editor.mention', { lines: 3 }, 'invalid_arguments'],
  ['editor.mention', { connection: '' }, 'invalid_arguments'],
  ['editor.mention', { file: '../x' }, 'outside_project'],
  ['editor.files', { query: 'x'.repeat(501) }, 'invalid_arguments'],
  ['editor.files', { query: 3 }, 'invalid_arguments'],
])('%s with wrong parameters %$ is refused, and the disk stays as it is', async (method, more, code) => {
  const { window, at, uri } = await opened();
  using _ = window;
  expect((await window.refusal(method, 'query' in more ? more : { ...at, ...more })).code).toBe(code);
  expect(await onDisk(window, uri)).toBe(CART);
  expect(await window.ide.changes.list(signal)).toEqual([]);
});

test('in a project of another writer, one that is gone and one of another host everything is readable that can be, and nothing is written', async () => {
  const { window, at, uri } = await opened();
  using _ = window;
  const { ide, workbench } = window;
  const become = (other: object) => Object.assign(ide.project, other);
  become({ readOnly: { ownerPid: 77 } });
  expect(await window.ask('editor.read', at)).toMatchObject({ disk: { text: CART }, readOnly: expect.stringContaining('Process 77') });
  for (const method of ['editor.write', 'editor.save'] as const)
    expect((await window.refusal(method, { ...at, text: 'x', base })).code, method).toBe('not_permitted');
  become({ readOnly: undefined, isGone: true });
  expect((await window.refusal('editor.save', { ...at, text: 'x', base })).code).toBe('project_gone');
  become({ isGone: false });
  expect(await onDisk(window, uri)).toBe(CART);
  workbench.ide = () => withoutDoors(ide, ['editor']);
  expect((await window.refusal('editor.read', at)).code).toBe('editor_elsewhere');
});
