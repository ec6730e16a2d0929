// What a person asks of the daemon itself: settings, policy, trust, log and end, with the files that it really writes.
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ScriptedDashboard } from '../../../test/support/scriptedDashboard.ts';

test('settings are a form: value, default, origin and what fits', async () => {
  using window = new ScriptedDashboard('');
  const rows = await window.rows('settings');
  expect(rows).toContainEqual({
    id: 'maxHistorySize',
    value: 1_000,
    default: 1_000,
    origin: 'default',
    countsAtOnce: false,
    description: 'How many calls the history keeps.',
    shape: { kind: 'number', isWhole: true, least: 1, most: 100_000 },
  });
  expect(Object.fromEntries(rows.map((row) => [row.id, 'shape' in row && typeof row.shape === 'object' && row.shape.kind]))).toMatchObject({
    autoScroll: 'boolean',
    logFilePath: 'text',
    port: 'number',
    projects: 'list',
    idleExitMinutes: 'number',
    evaluation: 'choice',
  });
  using settings = window.follow('settings');
  expect(await window.ask('setting.set', { name: 'evaluation', value: 'off' })).toMatchObject({ row: { value: 'off', origin: 'user' } });
  expect(settings.restarts).toBe(1);
  expect(await window.ask('setting.reset', { name: 'evaluation' })).toMatchObject({ row: { value: 'free', origin: 'default' } });
  // Somebody edits the file by hand.
  writeFileSync(join(window.configuration, 'settings.json'), '{ "port": 4711 }');
  await settings.until(({ restarts }) => restarts > 2);
  expect(await window.rows('settings')).toContainEqual(expect.objectContaining({ id: 'port', value: 4711, default: null }));
});

test.each([
  ['maxHistorySize', 0],
  ['maxHistorySize', '1000'],
  ['maxHistorySize', null],
  ['evaluation', 'sometimes'],
  ['logFilePath', 'relative.log'],
  ['projects', ['relative']],
  ['autoScroll', 'yes'],
])('%s is not %j, and nothing is written', async (name, value) => {
  using window = new ScriptedDashboard('');
  expect(await window.refusal('setting.set', { name, value })).toMatchObject({ code: 'invalid_setting', message: expect.stringContaining(name) });
  expect(existsSync(join(window.configuration, 'settings.json'))).toBe(false);
});

test('a setting that nobody has is refused with the nearest, and a garbled file is not touched', async () => {
  using window = new ScriptedDashboard('');
  expect(await window.refusal('setting.set', { name: 'autoscroll', value: true })).toMatchObject({
    code: 'unknown_setting',
    next: expect.stringContaining('autoScroll'),
  });
  expect(await window.refusal('setting.set', { name: '__proto__', value: true })).toMatchObject({ code: 'unknown_setting' });
  expect(await window.refusal('setting.set', { name: 'port' })).toMatchObject({ code: 'invalid_arguments' });
  mkdirSync(window.configuration, { recursive: true });
  const file = join(window.configuration, 'settings.json');
  writeFileSync(file, '{ "port": ');
  expect(await window.refusal('setting.set', { name: 'autoScroll', value: false })).toMatchObject({ code: 'invalid_settings' });
  expect(readFileSync(file, 'utf8')).toBe('{ "port": ');
});

const POLICY = `// mine
{
  "effects": { "runs": "ask" }, // always
  "tools": {
    // never
    "write_file": "deny", // since the accident
    "edit_file": "ask"
  }
}
`;

function withPolicy(text = POLICY) {
  const window = new ScriptedDashboard('');
  mkdirSync(window.configuration, { recursive: true });
  writeFileSync(join(window.configuration, 'policy.json'), text);
  return window;
}

const written = (window: ScriptedDashboard) => readFileSync(join(window.configuration, 'policy.json'), 'utf8');

test('the policy is read as the person wrote it, with what it comes to', async () => {
  using window = withPolicy();
  expect(await window.ask('policy.read')).toMatchObject({
    rules: { effects: { runs: 'ask' }, tools: { write_file: 'deny', edit_file: 'ask' } },
    effects: { reads: 'allow', edits: 'allow', runs: 'ask', controls: 'allow' },
    confirmsEdits: false,
    ofProjects: [],
  });
  using none = new ScriptedDashboard('');
  expect(await none.ask('policy.read')).toMatchObject({ rules: {}, effects: { runs: 'allow' } });
});

test('a rule is previewed, written with every comment where it was, and taken away again', async () => {
  using window = withPolicy();
  const edits = [
    { kind: 'tools', name: 'write_file', verdict: 'ask' },
    { kind: 'commands', name: 'git push *', verdict: 'deny', project: '/shop' },
  ];
  const preview = await window.ask('policy.write', { edits, preview: true });
  expect(preview).toMatchObject({
    isWritten: false,
    diff: expect.stringMatching(/-\s+"write_file": "deny", \/\/ since[\s\S]*\+\s+"write_file": "ask", \/\/ since/),
  });
  expect(written(window)).toBe(POLICY);
  expect(await window.ask('policy.write', { edits })).toMatchObject({ isWritten: true });
  const after = written(window);
  for (const comment of ['// mine', '// always', '// never', '// since the accident']) expect(after).toContain(comment);
  expect(await window.ask('policy.read')).toMatchObject({
    rules: { tools: { write_file: 'ask' }, projects: { '/shop': { commands: { 'git push *': 'deny' } } } },
  });
  await window.ask('policy.write', { edits: edits.map(({ verdict: _, ...rule }) => rule) });
  const rules: unknown = await window.ask('policy.read');
  expect(JSON.stringify(rules)).not.toMatch(/write_file|git push/);
  expect(written(window)).toContain('// never');
  expect(window.logged.join('\n')).toContain('the policy was changed: tools write_file ask; commands git push * deny in /shop');
});

test.each([
  [[], 'invalid_arguments'],
  [[{ kind: 'effects', name: 'writes', verdict: 'ask' }], 'invalid_arguments'],
  [[{ kind: 'tools', name: 'edit_file', verdict: 'perhaps' }], 'invalid_arguments'],
  [[{ kind: 'tools', name: 'edit_flie', verdict: 'allow' }], 'unknown_tool'],
  [[{ kind: 'confirmWriteOperations', name: 'x', verdict: 'allow' }], 'invalid_arguments'],
])('no rule comes of %j', async (edits, code) => {
  using window = withPolicy();
  expect(await window.refusal('policy.write', { edits })).toMatchObject({ code });
  expect(written(window)).toBe(POLICY);
});

test('a policy that cannot be understood, or is another than the person saw, stays as it is', async () => {
  const edits = [{ kind: 'effects', name: 'edits', verdict: 'allow' }];
  using garbled = withPolicy('{ "effects": { "runs": "sometimes" } }');
  expect(await garbled.refusal('policy.read')).toMatchObject({ code: 'invalid_policy' });
  expect(await garbled.refusal('policy.write', { edits })).toMatchObject({ code: 'invalid_policy' });
  expect(written(garbled)).toBe('{ "effects": { "runs": "sometimes" } }');
  using window = withPolicy();
  const { basis } = Object(await window.ask('policy.write', { edits, preview: true }));
  writeFileSync(join(window.configuration, 'policy.json'), '{}');
  expect(await window.refusal('policy.write', { edits, basis })).toMatchObject({ code: 'changed_meanwhile' });
  expect(written(window)).toBe('{}');
});

test('a policy that is a link stays one', async () => {
  using window = new ScriptedDashboard('');
  mkdirSync(window.configuration, { recursive: true });
  const real = join(window.state, 'dotfiles.json');
  writeFileSync(real, '{}\n');
  symlinkSync(real, join(window.configuration, 'policy.json'));
  await window.ask('policy.write', { edits: [{ kind: 'effects', name: 'runs', verdict: 'ask' }] });
  expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual({ effects: { runs: 'ask' } });
});

test('a folder is trusted by its real path, and not any more', async () => {
  using window = new ScriptedDashboard('');
  const folder = join(realpathSync(window.state), 'shop');
  mkdirSync(folder);
  symlinkSync(folder, join(window.state, 'link'));
  expect(await window.ask('project.trust', { path: join(window.state, 'link') })).toEqual({ path: folder, isTrusted: true });
  expect(JSON.parse(readFileSync(join(window.state, 'trusted.json'), 'utf8'))).toEqual({ folders: [folder] });
  expect(window.logged).toContain('trust was raised');
  expect(await window.ask('project.trust', { path: folder, remove: true })).toMatchObject({ path: folder, isTrusted: false });
  expect(JSON.parse(readFileSync(join(window.state, 'trusted.json'), 'utf8'))).toEqual({ folders: [] });
  expect(await window.refusal('project.trust', { path: '/' })).toMatchObject({ code: 'project_too_broad' });
  expect(await window.refusal('project.trust', { path: join(window.state, 'none') })).toMatchObject({ code: 'not_a_folder' });
  expect(await window.refusal('project.trust', {})).toMatchObject({ code: 'invalid_arguments' });
});

test('a project is opened without being trusted by that', async () => {
  using window = new ScriptedDashboard('');
  expect(await window.ask('project.open', { path: '/new' })).toEqual({ path: '/new', name: 'new', isTrusted: false });
  expect(await window.refusal('project.open', { path: '/new/file.ts' })).toMatchObject({ code: 'not_a_folder' });
});

test('the log is shown from its files on, and each line once', async () => {
  using window = new ScriptedDashboard('');
  window.log.info('before anybody looked, with password=hunter2hunter2');
  using log = window.follow('log');
  window.log.warn('while somebody looks');
  window.log.error('x'.repeat(3_000));
  expect(log.reported.map((row) => 'text' in row && row.text.length)).toEqual([20, 200]);
  const rows = await window.rows('log');
  expect(rows.map((row) => 'level' in row && row.level)).toEqual(['info', 'warn', 'error']);
  expect(JSON.stringify(rows)).not.toContain('hunter2');
  expect(await window.ask('log.read', { level: 'warn', text: 'SOMEBODY' })).toMatchObject({
    lines: [{ level: 'warn', text: 'while somebody looks' }],
    total: 1,
  });
  expect(await window.ask('log.read', { limit: 1 })).toMatchObject({ lines: [{ level: 'error' }], total: 3 });
  expect(await window.refusal('log.read', { level: 'debug' })).toMatchObject({ code: 'invalid_arguments' });
});

test('the daemon says how it does, and ends when a person says so', async () => {
  using window = new ScriptedDashboard('');
  expect(await window.ask('daemon.status')).toMatchObject({ pid: process.pid, memoryMb: expect.any(Number), otherDaemons: [], editors: [] });
  expect(await window.refusal('daemon.stop', { now: true })).toMatchObject({ code: 'invalid_arguments' });
  expect(await window.ask('daemon.stop')).toEqual({});
  await expect.poll(() => window.logged).toContain('closed: asked to stop in a window');
});
