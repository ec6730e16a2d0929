// Which agents are found, where their files are, and what an entry under our name is taken for.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AgentId, agentOfClient, type UserHome } from './agents.ts';
import { apply } from './apply.ts';
import { detectAgents } from './detection.ts';
import { stdioEntry } from './entry.ts';
import { planInstall } from './plan.ts';

const TOKEN = 'a-token-that-nobody-may-read';
const program = stdioEntry('/opt/binnacle/bin/binnacle.cjs');
const expected = { program, daemon: { base: 'http://127.0.0.1:29300', token: TOKEN } };

let folder: string;
let home: UserHome;
let project: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-detection-')));
  home = { folder: join(folder, 'home'), platform: 'linux', variables: {} };
  project = join(folder, 'shop');
  mkdirSync(home.folder);
  mkdirSync(project);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const where = () => ({ scope: 'user', project, home }) as const;
const status = (agent: AgentId) => detectAgents({ home, expected }).find(({ id }) => id === agent)?.scopes[0];

function written(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

test('an agent is there by its program or by its folder, and a relative PATH counts for nothing', () => {
  const bin = join(folder, 'bin');
  written(join(bin, 'claude'), '#!/bin/sh\nexit 1\n');
  written(join(project, 'gemini'), '#!/bin/sh\n');
  for (const file of [join(bin, 'claude'), join(project, 'gemini')]) chmodSync(file, 0o755);
  mkdirSync(join(home.folder, '.config', 'zed'), { recursive: true });
  const found = detectAgents({ home: { ...home, variables: { PATH: [bin, '.', ''].join(delimiter) } }, project, expected });
  expect(found.filter(({ installed: is }) => is).map(({ id, found: by }) => [id, by])).toEqual([
    ['claude-code', [{ kind: 'program', path: join(bin, 'claude') }]],
    ['zed', [{ kind: 'folder', path: join(home.folder, '.config', 'zed') }]],
  ]);
  expect(found[0]?.rules).toBe(`CLAUDE.md in the project, or ${join(home.folder, '.claude', 'CLAUDE.md')} for all`);
  expect(found[0]?.scopes.map(({ scope }) => scope)).toEqual(['user', 'project', 'local']);
  expect(detectAgents({ home, expected })[0]?.scopes.map(({ scope }) => scope)).toEqual(['user']);
});

test.each(['cursor', 'codex', 'vscode', 'zed', 'windsurf'] as const)('%s is not there because of a file that holds our entry alone', async (agent) => {
  const isInstalled = () => detectAgents({ home, expected }).find(({ id }) => id === agent)?.installed;
  await apply(planInstall(agent, program, where()), join(folder, 'state'), AbortSignal.timeout(20_000));
  expect(isInstalled()).toBe(false);
  const file = status(agent)?.file ?? '';
  writeFileSync(file, file.endsWith('.toml') ? 'model = "o3"\n' : '{"theme": "dark"}');
  expect(isInstalled()).toBe(true);
});

test.each([
  ['darwin', 'claude-desktop', 'Library/Application Support/Claude/claude_desktop_config.json'],
  ['darwin', 'vscode', 'Library/Application Support/Code/User/mcp.json'],
  ['darwin', 'zed', '.config/zed/settings.json'],
  ['win32', 'claude-desktop', 'AppData/Roaming/Claude/claude_desktop_config.json'],
  ['win32', 'vscode', 'AppData/Roaming/Code/User/mcp.json'],
  ['win32', 'zed', 'AppData/Roaming/Zed/settings.json'],
  ['linux', 'opencode', '.config/opencode/opencode.jsonc'],
  ['linux', 'windsurf', '.codeium/windsurf/mcp_config.json'],
] as const)('on %s, %s keeps its servers in %s', (platform, agent, file) => {
  const found = detectAgents({ home: { ...home, platform }, expected }).find(({ id }) => id === agent);
  expect(found?.scopes[0]?.file).toBe(join(home.folder, ...file.split('/')));
});

test('variables that move an agent’s folder are followed', () => {
  const variables = { CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x', GEMINI_CLI_HOME: '/g', COPILOT_HOME: '/p', XDG_CONFIG_HOME: '/d' };
  const files = Object.fromEntries(detectAgents({ home: { ...home, variables }, expected }).map(({ id, scopes }) => [id, scopes[0]?.file]));
  expect(files).toMatchObject({
    'claude-code': join('/c', '.claude.json'),
    codex: join('/x', 'config.toml'),
    gemini: join('/g', '.gemini', 'settings.json'),
    copilot: join('/p', 'mcp-config.json'),
    opencode: join('/d', 'opencode', 'opencode.jsonc'),
    zed: join('/d', 'zed', 'settings.json'),
  });
});

test('the file of several that holds our entry is meant, else the one that is there', async () => {
  const plain = written(join(home.folder, '.config', 'opencode', 'opencode.json'), '{}\n');
  expect(planInstall('opencode', program, where()).summary.file).toBe(plain);
  const commented = written(
    join(home.folder, '.config', 'opencode', 'opencode.jsonc'),
    '{"mcp": {"binnacle": {"type": "local", "command": ["binnacle", "mcp"]}}}',
  );
  expect(planInstall('opencode', program, where()).summary.file).toBe(commented);
});

test.each([
  [{ command: 'binnacle', args: ['mcp'] }, 'outdated', 'stdio'],
  [{ command: 'npx', args: ['-y', 'binnacle-ide@0.1.0', 'mcp'] }, 'outdated', 'stdio'],
  [{ command: process.execPath, args: ['/opt/binnacle/bin/binnacle.cjs', 'mcp', '--toolset', 'all'] }, 'current', 'stdio'],
  [{ command: 'sailing', args: ['mcp'] }, 'foreign', 'stdio'],
  [{ url: 'http://127.0.0.1:1/mcp' }, 'outdated', 'http'],
  [{ url: 'http://127.0.0.1:29300/sse' }, 'current', 'sse'],
  [{ url: 'https://example.com/mcp' }, 'foreign', 'http'],
  ['text', 'foreign', 'stdio'],
])('%j under our name is %s', (entry, state, transport) => {
  written(join(home.folder, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { binnacle: entry } }));
  expect(status('cursor')?.entries).toMatchObject([{ state, transport }]);
});

test('a file that cannot be read is a problem of its scope, and no secret of it is reported', () => {
  written(join(home.folder, '.cursor', 'mcp.json'), '{ "mcpServers": { "a": { "env": { "KEY": "hidden" } }');
  expect(status('cursor')?.problem).toContain('is not valid in line 1');
  written(
    join(home.folder, '.gemini', 'settings.json'),
    JSON.stringify({ mcpServers: { binnacle: { url: `http://127.0.0.1:1/mcp?token=${TOKEN}`, headers: { Authorization: TOKEN } } } }),
  );
  expect(JSON.stringify(detectAgents({ home, expected }))).not.toMatch(new RegExp(`${TOKEN}|hidden`));
});

test.each([
  ['claude-code', 'claude-code'],
  ['claude-ai', 'claude-desktop'],
  ['codex-mcp-client', 'codex'],
  ['gemini-cli-mcp-client', 'gemini'],
  ['gemini-cli-mcp-client-binnacle', 'gemini'],
  ['opencode', 'opencode'],
  ['Visual Studio Code', 'vscode'],
  ['Visual Studio Code - Insiders', 'vscode'],
  ['Zed', 'zed'],
  ['cursor-vscode', 'cursor'],
  ['windsurf-client', 'windsurf'],
  ['github-copilot-developer', 'copilot'],
  ['copilot-cli', 'copilot'],
  ['mcp-inspector', undefined],
  ['', undefined],
])('the client %s is %s', (name, agent) => expect(agentOfClient(name)).toBe(agent));
