// Ten agents in a home of their own: Binnacle is found, registered and taken out, and nothing else in their files changes.
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRecord } from '../base/isRecord.ts';
import { AGENT_IDS, type AgentId, agents, type Scope, type UserHome } from './agents.ts';
import { appliedChanges, apply, lastApplied, undo } from './apply.ts';
import { detectAgents } from './detection.ts';
import { type ServerEntry, stdioEntry, urlEntry } from './entry.ts';
import { type Plan, planInstall, planUninstall } from './plan.ts';

const POSIX = process.platform !== 'win32';
const TOKEN = 'a-token-that-nobody-may-read';
const program = stdioEntry('/opt/binnacle/bin/binnacle.cjs');
const url = urlEntry({ base: 'http://127.0.0.1:29300', token: TOKEN, endpoint: 'own', transport: 'http' });
const expected = { program, daemon: { base: 'http://127.0.0.1:29300', token: TOKEN } };

let folder: string;
let home: UserHome;
let project: string;
let state: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-registration-')));
  home = { folder: join(folder, 'home'), platform: 'linux', variables: {} };
  project = join(folder, 'shop');
  state = join(folder, 'state');
  mkdirSync(home.folder);
  mkdirSync(project);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const where = (scope: Scope = 'user') => ({ scope, project, home });
const applied = (plan: Plan) => apply(plan, state, AbortSignal.timeout(20_000));
const installed = (agent: AgentId, entry: ServerEntry = program, scope: Scope = 'user') => applied(planInstall(agent, entry, where(scope)));
const uninstalled = (agent: AgentId, scope: Scope = 'user') => applied(planUninstall(agent, 'own', where(scope), state));
const status = (agent: AgentId, scope: Scope = 'user') =>
  detectAgents({ home, project, expected })
    .find(({ id }) => id === agent)
    ?.scopes.find((each) => each.scope === scope);

function written(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function lastOfAgent(agent: AgentId, scope: Scope): string {
  return (
    agents
      .find(({ id }) => id === agent)
      ?.places[scope]?.files(home, project)
      .at(-1) ?? ''
  );
}

// As these programs write them, or their people.
const theirs: Record<AgentId, string> = {
  'claude-code': `${JSON.stringify({ numStartups: 12, mcpServers: { docs: { type: 'stdio', command: 'docs', args: [], env: {} } }, projects: { '/a': { allowedTools: [] } } }, undefined, 2)}`,
  codex:
    'model = "gpt-5" # mine\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs"]\n\n[mcp_servers.docs.env]\nKEY = "1"\n\n[projects."/a/b"]\ntrust_level = "trusted"\n',
  gemini: '{\n  "security": {\n    "auth": {\n      "selectedType": "oauth-personal"\n    }\n  },\n  "ui": {\n    "theme": "Default"\n  }\n}',
  copilot: '{\n  "mcpServers": {}\n}\n',
  opencode: '{\n  "$schema": "https://opencode.ai/config.json",\n  // mine\n  "mcp": {\n    "docs": { "type": "local", "command": ["docs"], },\n  },\n}\n',
  cursor: '{\r\n  "mcpServers": {\r\n    "docs": {\r\n      "url": "http://localhost:1/mcp"\r\n    }\r\n  }\r\n}\r\n',
  vscode: '{\n\t"servers": {\n\t\t"docs": {\n\t\t\t"type": "stdio",\n\t\t\t"command": "docs"\n\t\t}\n\t},\n\t"inputs": []\n}',
  windsurf: '{"mcpServers":{"docs":{"command":"docs","args":[]}}}',
  zed: '// Zed settings\n//\n// For information on how to configure Zed, see the Zed\n{\n  "theme": "One Dark", // dark\n  "context_servers": {\n    "docs": { "source": "custom", "command": "docs", "args": [], "env": {} }\n  },\n}\n',
  'claude-desktop': '\uFEFF{\r\n    "globalShortcut": "",\r\n    "mcpServers": {}\r\n}',
};

const places = agents.flatMap((agent) =>
  (['user', 'project', 'local'] as const).filter((scope) => agent.places[scope] !== undefined).map((scope) => [agent.id, scope] as const),
);

describe('every agent', () => {
  test('the table holds all ten', () => {
    expect(agents.map(({ id }) => id)).toEqual(AGENT_IDS);
    expect(places).toHaveLength(10 + 8 + 1);
  });

  test.each(places)('%s, %s: registered and taken out, the file has the bytes that it had', async (agent, scope) => {
    const file = written(lastOfAgent(agent, scope), theirs[agent]);
    const before = readFileSync(file);
    await installed(agent, program, scope);
    expect(status(agent, scope)).toMatchObject({ file, exists: true, entries: [{ name: 'binnacle', transport: 'stdio', state: 'current', isOn: true }] });
    expect(await installed(agent, program, scope)).toBeUndefined();
    await uninstalled(agent, scope);
    expect(readFileSync(file)).toEqual(before);
    expect(await uninstalled(agent, scope)).toBeUndefined();
    // Also where we remember nothing about it.
    await installed(agent, program, scope);
    rmSync(state, { recursive: true });
    await uninstalled(agent, scope);
    // Then a container that we made stays, empty.
    const left = valuesOf(readFileSync(file, 'utf8'));
    expect(left).toMatchObject(valuesOf(theirs[agent]));
    expect(JSON.stringify(left)).not.toContain('binnacle.cjs');
  });

  test.each(places)('%s, %s: a file that was not there is made, and goes again with its folders', async (agent, scope) => {
    const file = lastOfAgent(agent, scope);
    const plan = planInstall(agent, program, where(scope));
    expect(plan.summary).toMatchObject({ change: 'create', file });
    await applied(plan);
    if (POSIX) expect(statSync(file).mode & 0o777).toBe(scope === 'project' ? 0o644 : 0o600);
    await uninstalled(agent, scope);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(home.folder)).toEqual([]);
    expect(readdirSync(project)).toEqual([]);
  });

  test.each(agents.filter(({ transports }) => transports.includes('http')).map(({ id }) => [id]))(
    '%s: a URL with its token, updated after a rotation, then the program instead',
    async (agent) => {
      const file = written(lastOfAgent(agent, 'user'), theirs[agent]);
      const before = readFileSync(file);
      const plan = planInstall(agent, url, where());
      expect(JSON.stringify(plan.summary)).not.toContain(TOKEN);
      expect(plan.summary.diff).toContain('+');
      await applied(plan);
      expect(status(agent)?.entries).toMatchObject([{ transport: 'http', state: 'current' }]);
      const rotated = detectAgents({ home, expected: { program, daemon: { ...expected.daemon, token: 'another' } } }).find(({ id }) => id === agent)?.scopes[0]
        ?.entries[0];
      // VS Code asks for it.
      expect(rotated?.state).toBe(agent === 'vscode' ? 'current' : 'outdated');
      await installed(agent, { ...url, token: 'another' });
      await installed(agent, program);
      const text = readFileSync(file, 'utf8');
      expect(text).not.toContain('127.0.0.1:29300');
      expect(text).not.toContain('binnacle-token');
      await uninstalled(agent);
      expect(readFileSync(file)).toEqual(before);
    },
  );

  test.each(places)('%s, %s: undone, the file has the bytes that it had; changed since, only our entry goes', async (agent, scope) => {
    const file = written(lastOfAgent(agent, scope), theirs[agent]);
    const before = readFileSync(file);
    const first = await installed(agent, program, scope);
    expect(lastApplied(agent, state)).toEqual(first);
    expect(appliedChanges(state)).toEqual([first]);
    expect(await undo(first?.id ?? '', state, AbortSignal.timeout(20_000))).toEqual({ file, isExact: true });
    expect(readFileSync(file)).toEqual(before);
    expect(() => lastApplied(agent, state)).toThrow(expect.objectContaining({ code: 'nothing_to_undo' }));

    const second = await installed(agent, program, scope);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, file.endsWith('.toml') ? `${text}\n# later\n` : text.replace('{', '{ "later": 1,'));
    expect(await undo(second?.id ?? '', state, AbortSignal.timeout(20_000))).toEqual({ file, isExact: false });
    expect(valuesOf(readFileSync(file, 'utf8'))).toEqual({ ...valuesOf(theirs[agent]), ...(!file.endsWith('.toml') && { later: 1 }) });
  });

  function valuesOf(text: string): Record<string, unknown> {
    const bare = text.replace(/^\uFEFF/, '');
    const value: unknown = /^\s*(?:model|\[|#)/.test(bare) ? parseToml(bare) : parse(bare, [], { allowTrailingComma: true });
    if (!isRecord(value)) throw new Error(text);
    return value;
  }
});

describe('what stays', () => {
  test('words, arguments and headers that the person added to our entry', async () => {
    const entry = { command: 'binnacle', args: ['mcp', '--toolset', 'all'], env: { DEBUG: '1' }, timeout: 5 };
    const file = written(join(home.folder, '.gemini', 'settings.json'), JSON.stringify({ mcpServers: { binnacle: entry } }, undefined, 2));
    await installed('gemini');
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.binnacle).toEqual({
      ...entry,
      command: process.execPath,
      args: [...program.parameters, '--toolset', 'all'],
    });
    await installed('gemini', url);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Authorization"', '"X-Mine": "1",\n "Authorization"'));
    await installed('gemini', { ...url, token: 'next' });
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.binnacle).toEqual({
      env: { DEBUG: '1' },
      timeout: 5,
      type: 'http',
      url: url.url,
      headers: { 'X-Mine': '1', Authorization: 'Bearer next' },
    });
  });

  test.runIf(POSIX)('a link to dotfiles, its mode and its other names', async () => {
    const dotfiles = written(join(folder, 'dotfiles', 'cursor.json'), '{"mcpServers": {}}\n');
    chmodSync(dotfiles, 0o640);
    const file = join(home.folder, '.cursor', 'mcp.json');
    mkdirSync(dirname(file));
    symlinkSync(dotfiles, file);
    linkSync(dotfiles, join(folder, 'dotfiles', 'same.json'));
    await installed('cursor');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'dotfiles', 'same.json'), 'utf8')).toContain('binnacle.cjs');
    expect(statSync(dotfiles).mode & 0o777).toBe(0o640);
    await uninstalled('cursor');
    expect(readFileSync(dotfiles, 'utf8')).toBe('{"mcpServers": {}}\n');
    expect(readdirSync(join(folder, 'dotfiles')).sort()).toEqual(['cursor.json', 'same.json']);
  });

  test.runIf(process.getuid?.() === 0)('its owner, also where another person runs us', async () => {
    const file = written(join(home.folder, '.cursor', 'mcp.json'), '{}');
    chownSync(file, 4321, 1234);
    await installed('cursor');
    expect(statSync(file)).toMatchObject({ uid: 4321, gid: 1234 });
  });

  test.runIf(POSIX)('backups, which hold the secrets of others, are for their owner alone', async () => {
    written(join(home.folder, '.cursor', 'mcp.json'), '{"mcpServers": {"a": {"env": {"KEY": "hidden"}}}}');
    const done = await installed('cursor');
    expect(readFileSync(done?.backup ?? '', 'utf8')).toContain('hidden');
    expect(statSync(join(state, 'registrations')).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(join(state, 'registrations'))) expect(statSync(join(state, 'registrations', name)).mode & 0o777).toBe(0o600);
  });

  test('secrets around our entry are hidden where the change is shown, and only they', () => {
    written(
      join(home.folder, '.cursor', 'mcp.json'),
      JSON.stringify(
        {
          mcpServers: {
            a: { command: 'docs', args: ['--api-key', 'one-secret', '--port', '80'], env: { REGION: 'two-secret' }, headers: { 'X-Key': 'three-secret' } },
          },
        },
        undefined,
        2,
      ),
    );
    const { diff } = planInstall('cursor', url, where()).summary;
    expect(diff).toContain('"X-Key": "…"');
    expect(diff).toContain('"Authorization": "…"');
    expect(diff).toContain('+      "url": "http://127.0.0.1:29300/mcp"');
    written(
      join(home.folder, '.codex', 'config.toml'),
      '[mcp_servers.a]\ncommand = "docs"\n[mcp_servers.a.env]\nREGION = "two-secret"\nLONG = """\nthree-secret\nfour-secret"""\n',
    );
    const codex = planInstall('codex', url, where()).summary.diff;
    writeFileSync(
      join(home.folder, '.codex', 'config.toml'),
      '[mcp_servers]\na = { command = "docs", env = { REGION = "five-secret" } }\nb = { url = "https://mcp.example.com/s/six-secret/mcp" }\n',
    );
    const inline = planInstall('codex', url, where()).summary.diff;
    expect(inline).toContain('https://mcp.example.com/…');
    expect(`${diff}${codex}${inline}`).not.toMatch(/\w+-secret|a-token/);
    expect(codex).toContain('+http_headers = { Authorization = "…" }');
  });
});

describe('what is refused, and then nothing is written', () => {
  const refused = async (work: () => unknown, code: string, message: string) => {
    await expect(async () => work()).rejects.toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
  };

  test('a file that changed after the plan', async () => {
    const file = written(join(home.folder, '.cursor', 'mcp.json'), '{}');
    const plan = planInstall('cursor', program, where());
    writeFileSync(file, '{"mine": 1}');
    await refused(() => applied(plan), 'configuration_changed', file);
    expect(readFileSync(file, 'utf8')).toBe('{"mine": 1}');
    const made = planInstall('gemini', program, where());
    written(join(home.folder, '.gemini', 'settings.json'), '{}');
    await refused(() => applied(made), 'configuration_changed', 'settings.json');
    expect(existsSync(join(state, 'registrations'))).toBe(false);
  });

  test.runIf(POSIX)('a read-only file', async () => {
    const file = written(join(home.folder, '.cursor', 'mcp.json'), '{}');
    chmodSync(file, 0o444);
    await refused(() => installed('cursor'), 'configuration_unusable', 'is read-only');
    expect(readFileSync(file, 'utf8')).toBe('{}');
    expect(readdirSync(dirname(file))).toEqual(['mcp.json']);
    expect(appliedChanges(state)).toEqual([]);
  });

  test.runIf(POSIX)('a project whose file is a link out of it, a folder, a link to nothing, a pipe or huge', async () => {
    const file = join(project, '.mcp.json');
    const secret = written(join(home.folder, '.claude.json'), '{"mcpServers": {}}');
    symlinkSync(secret, file);
    await refused(() => installed('claude-code', program, 'project'), 'configuration_unusable', 'leads out of the project');
    rmSync(file);
    symlinkSync(join(folder, 'nowhere'), file);
    await refused(() => installed('claude-code', program, 'project'), 'configuration_unusable', 'is a link to nothing');
    rmSync(file);
    mkdirSync(file);
    await refused(() => installed('claude-code', program, 'project'), 'configuration_unusable', 'is a folder');
    rmSync(file, { recursive: true });
    writeFileSync(file, ' '.repeat(2 * 1024 * 1024));
    await refused(() => installed('claude-code', program, 'project'), 'configuration_unusable', 'more than any configuration');
    symlinkSync(home.folder, join(project, '.cursor'));
    await refused(() => installed('cursor', program, 'project'), 'configuration_unusable', 'leads out of the project');
    expect(readFileSync(secret, 'utf8')).toBe('{"mcpServers": {}}');
    expect(readdirSync(home.folder)).toEqual(['.claude.json']);
    symlinkSync('/dev/zero', join(project, 'opencode.json'));
    await refused(() => installed('opencode', program, 'project'), 'configuration_unusable', '');
  });

  test('bytes that are not UTF-8', async () => {
    const file = written(join(home.folder, '.cursor', 'mcp.json'), '');
    writeFileSync(file, Buffer.from('{"a": 1}', 'utf16le'));
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    await refused(() => installed('cursor'), 'configuration_unusable', 'is not text in UTF-8');
  });

  test('a token in a file of the project, and a server of our name that is another’s', async () => {
    await refused(() => planInstall('cursor', url, where('project')), 'token_in_project', 'belongs to the project');
    const file = written(join(home.folder, '.cursor', 'mcp.json'), '{"mcpServers": {"binnacle": {"command": "sailing", "cwd": "/sea"}}}');
    await refused(() => planInstall('cursor', program, where()), 'entry_not_ours', 'named binnacle');
    await refused(() => planUninstall('cursor', 'own', where(), state), 'entry_not_ours', 'named binnacle');
    const plan = planInstall('cursor', program, { ...where(), replace: true });
    expect(plan.summary.warnings.join()).toContain('is replaced');
    await applied(plan);
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.binnacle).toEqual({ command: program.command, args: program.parameters });
  });

  test('VS Code is given no token, so its project may have a URL', async () => {
    await installed('vscode', url, 'project');
    const text = readFileSync(join(project, '.vscode', 'mcp.json'), 'utf8');
    expect(text).not.toContain(TOKEN);
    expect(JSON.parse(text).inputs).toMatchObject([{ id: 'binnacle-token', password: true }]);
  });
});

describe('the file that Claude Code rewrites while it runs', () => {
  test('is written only while nobody holds its lock, and the lock is let go', async () => {
    const file = written(join(home.folder, '.claude.json'), '{}');
    mkdirSync(`${file}.lock`);
    const waiting = installed('claude-code');
    await new Promise((resolve) => setImmediate(resolve));
    expect(readFileSync(file, 'utf8')).toBe('{}');
    rmSync(`${file}.lock`, { recursive: true });
    expect(await waiting).toMatchObject({ action: 'install' });
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test('a lock that was left behind holds nobody up', async () => {
    const file = written(join(home.folder, '.claude.json'), '{}');
    mkdirSync(`${file}.lock`);
    utimesSync(`${file}.lock`, new Date(0), new Date(0));
    expect(await installed('claude-code')).toMatchObject({ action: 'install' });
  });

  test('what it wrote while we waited is not lost', async () => {
    const file = written(join(home.folder, '.claude.json'), '{}');
    mkdirSync(`${file}.lock`);
    const waiting = expect(installed('claude-code')).rejects.toThrow(expect.objectContaining({ code: 'configuration_changed' }));
    writeFileSync(file, '{"numStartups": 4}');
    rmSync(`${file}.lock`, { recursive: true });
    await waiting;
    expect(readFileSync(file, 'utf8')).toBe('{"numStartups": 4}');
  });
});
