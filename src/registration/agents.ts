// The agents that Binnacle can be registered with: how each is found, where it keeps its servers, and in which words.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { unknownAgent } from '../ide/errors/registrationErrors.ts';
import type { TransportName } from './endpoints.ts';
import type { ServerEntry, StdioEntry, UrlEntry } from './entry.ts';

export const SCOPES = ['user', 'project', 'local'] as const;
// user: all projects of a person; project: a file in the project, which others get too; local: a person's own, for one project.
export type Scope = (typeof SCOPES)[number];

export const AGENT_IDS = ['claude-code', 'codex', 'gemini', 'copilot', 'opencode', 'cursor', 'vscode', 'windsurf', 'zed', 'claude-desktop'] as const;
export type AgentId = (typeof AGENT_IDS)[number];

// Whose configurations are meant.
export interface UserHome {
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export type Fields = Readonly<Record<string, unknown>>;

// A file in which an agent keeps servers.
export interface ConfigurationPlace {
  readonly format: 'json' | 'toml';
  // The first that exists is meant, else the last is made.
  files(home: UserHome, project: string): readonly string[];
  // The names that lead to the table of servers in it.
  servers(home: UserHome, project: string): readonly string[];
  // Of a file that the running agent rewrites: both take this folder first, as the package proper-lockfile does.
  lock?(file: string): string;
}

export interface Agent {
  readonly id: AgentId;
  readonly title: string;
  // Its commands on the PATH.
  readonly programs: readonly string[];
  // Its own folders: one that is there says that it is installed.
  folders(home: UserHome): readonly string[];
  readonly transports: readonly TransportName[];
  readonly places: Readonly<Partial<Record<Scope, ConfigurationPlace>>>;
  // The words of an entry that are ours; others in it are the person's and stay.
  fields(entry: ServerEntry): Fields;
  // Words that an entry begins with and a person may change.
  usual?(entry: ServerEntry): Fields;
  // What the agent asks the person for, in a list of its own beside the servers.
  asks?(entry: ServerEntry): readonly Fields[];
  // What a person must know or do.
  readonly aboutUrls?: string;
  readonly afterwards: string;
  readonly aboutProjects?: string;
  // Where it reads rules from: in a project, and for every project.
  readonly rules: { readonly project?: string; user?(home: UserHome): string; readonly elsewhere?: string };
  // How it names itself when it connects.
  readonly clientName: RegExp;
}

export function userHome(): UserHome {
  return { folder: homedir(), platform: process.platform, variables: process.env };
}

export function knownAgent(id: string): Agent {
  const agent = agents.find((candidate) => candidate.id === id);
  if (agent === undefined) throw unknownAgent(id, AGENT_IDS);
  return agent;
}

// The agent whose program says this name in its first message. Undefined for any other client.
export function agentOfClient(clientName: string): AgentId | undefined {
  return agents.find((agent) => agent.clientName.test(clientName.trim()))?.id;
}

const ALL_TRANSPORTS: readonly TransportName[] = ['stdio', 'http', 'sse'];

export const agents: readonly Agent[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    programs: ['claude'],
    folders: (home) => [claudeFolder(home)],
    transports: ALL_TRANSPORTS,
    places: {
      user: claudeState(() => ['mcpServers']),
      // On Windows it writes its projects with slashes.
      local: claudeState((home, project) => ['projects', home.platform === 'win32' ? project.replaceAll('\\', '/') : project, 'mcpServers']),
      project: inProject('.mcp.json', 'mcpServers'),
    },
    fields: (entry) => ({ type: entry.transport, ...plain(entry) }),
    afterwards: 'Start it anew.',
    aboutProjects: 'Claude Code asks each person once whether to use what stands in the file of a project.',
    rules: { project: 'CLAUDE.md', user: (home) => join(claudeFolder(home), 'CLAUDE.md') },
    clientName: /^claude-code\b/i,
  },
  {
    id: 'codex',
    title: 'Codex',
    programs: ['codex'],
    folders: (home) => [codexFolder(home)],
    transports: ['stdio', 'http'],
    places: {
      user: { format: 'toml', files: (home) => [join(codexFolder(home), 'config.toml')], servers: () => ['mcp_servers'] },
      project: { format: 'toml', files: (_, project) => [join(project, '.codex', 'config.toml')], servers: () => ['mcp_servers'] },
    },
    fields: (entry) => (entry.transport === 'stdio' ? plain(entry) : { url: entry.url, http_headers: authorization(entry) }),
    afterwards: 'Start it anew.',
    aboutProjects: 'Codex reads the file of a project only where it trusts the project.',
    rules: { project: 'AGENTS.md', user: (home) => join(codexFolder(home), 'AGENTS.md') },
    clientName: /^codex\b/i,
  },
  {
    id: 'gemini',
    title: 'Gemini',
    programs: ['gemini'],
    folders: (home) => [geminiFolder(home)],
    transports: ALL_TRANSPORTS,
    places: {
      user: { format: 'json', files: (home) => [join(geminiFolder(home), 'settings.json')], servers: () => ['mcpServers'] },
      project: inProject('.gemini/settings.json', 'mcpServers'),
    },
    fields: (entry) => (entry.transport === 'stdio' ? plain(entry) : { ...plain(entry), type: entry.transport }),
    afterwards: 'Start it anew, in a folder that it trusts.',
    rules: { project: 'GEMINI.md', user: (home) => join(geminiFolder(home), 'GEMINI.md') },
    clientName: /^gemini\b/i,
  },
  {
    id: 'copilot',
    title: 'Copilot CLI',
    programs: ['copilot'],
    folders: (home) => [copilotFolder(home)],
    transports: ALL_TRANSPORTS,
    places: {
      user: { format: 'json', files: (home) => [join(copilotFolder(home), 'mcp-config.json')], servers: () => ['mcpServers'] },
      project: inProject('.github/mcp.json', 'mcpServers'),
    },
    fields: (entry) => ({ type: entry.transport === 'stdio' ? 'local' : entry.transport, ...plain(entry) }),
    usual: (entry) => ({ tools: ['*'], ...(entry.transport === 'stdio' && { env: {} }) }),
    afterwards: 'Start it anew.',
    rules: { project: '.github/copilot-instructions.md or AGENTS.md', user: (home) => join(copilotFolder(home), 'copilot-instructions.md') },
    clientName: /^(?:github-)?copilot\b/i,
  },
  {
    id: 'opencode',
    title: 'opencode',
    programs: ['opencode'],
    folders: (home) => [opencodeFolder(home)],
    transports: ALL_TRANSPORTS,
    places: {
      user: { format: 'json', files: (home) => ['opencode.json', 'opencode.jsonc'].map((name) => join(opencodeFolder(home), name)), servers: () => ['mcp'] },
      project: { format: 'json', files: (_, project) => ['opencode.jsonc', 'opencode.json'].map((name) => join(project, name)), servers: () => ['mcp'] },
    },
    fields: (entry) => (entry.transport === 'stdio' ? { type: 'local', command: [entry.command, ...entry.parameters] } : { type: 'remote', ...remote(entry) }),
    usual: (entry) => (entry.transport === 'stdio' ? { enabled: true } : {}),
    afterwards: 'Start it anew.',
    rules: { project: 'AGENTS.md', user: (home) => join(opencodeFolder(home), 'AGENTS.md') },
    clientName: /^opencode\b/i,
  },
  {
    id: 'cursor',
    title: 'Cursor',
    programs: ['cursor', 'cursor-agent'],
    folders: (home) => [join(home.folder, '.cursor')],
    transports: ALL_TRANSPORTS,
    places: {
      user: { format: 'json', files: (home) => [join(home.folder, '.cursor', 'mcp.json')], servers: () => ['mcpServers'] },
      project: inProject('.cursor/mcp.json', 'mcpServers'),
    },
    fields: plain,
    afterwards: 'Switch it on in the settings of Cursor, under MCP.',
    rules: { project: '.cursor/rules/binnacle.mdc or .cursorrules' },
    clientName: /^cursor\b/i,
  },
  {
    id: 'vscode',
    title: 'VS Code',
    programs: ['code', 'code-insiders'],
    folders: (home) => [join(vscodeFolder(home), 'User')],
    transports: ALL_TRANSPORTS,
    places: {
      user: { format: 'json', files: (home) => [join(vscodeFolder(home), 'User', 'mcp.json')], servers: () => ['servers'] },
      project: inProject('.vscode/mcp.json', 'servers'),
    },
    // One file is the project's and the other goes to other machines with the person's settings, so the token is asked for instead of written.
    fields: (entry) => ({
      type: entry.transport,
      ...(entry.transport === 'stdio' ? plain(entry) : { url: entry.url, headers: { Authorization: `Bearer \${input:${entry.name}-token}` } }),
    }),
    asks: (entry) =>
      entry.transport === 'stdio' ? [] : [{ type: 'promptString', id: `${entry.name}-token`, description: 'Token of Binnacle', password: true }],
    aboutUrls: 'VS Code asks once for the token and keeps it; binnacle token show prints it.',
    afterwards: 'Start the server from the list that MCP: List Servers shows.',
    rules: { project: '.github/copilot-instructions.md or AGENTS.md' },
    clientName: /^(?:visual studio code|vscode)\b/i,
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    programs: ['windsurf'],
    folders: (home) => [join(home.folder, '.codeium', 'windsurf')],
    transports: ALL_TRANSPORTS,
    places: { user: { format: 'json', files: (home) => [join(home.folder, '.codeium', 'windsurf', 'mcp_config.json')], servers: () => ['mcpServers'] } },
    fields: (entry) => (entry.transport === 'stdio' ? plain(entry) : { serverUrl: entry.url, headers: authorization(entry) }),
    afterwards: 'Press the button that refreshes the MCP servers, in the panel of Cascade.',
    rules: { project: '.windsurf/rules/binnacle.md or .windsurfrules' },
    clientName: /^windsurf\b/i,
  },
  {
    id: 'zed',
    title: 'Zed',
    programs: ['zed', 'zeditor'],
    folders: (home) => [zedFolder(home)],
    transports: ['stdio', 'http'],
    places: {
      user: { format: 'json', files: (home) => [join(zedFolder(home), 'settings.json')], servers: () => ['context_servers'] },
      project: inProject('.zed/settings.json', 'context_servers'),
    },
    fields: plain,
    usual: (entry) => (entry.transport === 'stdio' ? { source: 'custom', env: {} } : {}),
    afterwards: 'It connects by itself when the file is saved.',
    rules: { project: '.rules or AGENTS.md' },
    clientName: /^zed\b/i,
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    programs: [],
    folders: (home) => [claudeDesktopFolder(home)],
    transports: ['stdio'],
    places: { user: { format: 'json', files: (home) => [join(claudeDesktopFolder(home), 'claude_desktop_config.json')], servers: () => ['mcpServers'] } },
    fields: plain,
    afterwards: 'End it wholly and start it anew.',
    rules: { elsewhere: 'the instructions of a project, in its settings' },
    clientName: /^claude-ai\b|^claude desktop\b/i,
  },
];

// In one sentence.
export function describeRules({ rules }: Agent, home: UserHome): string {
  const places = [
    ...(rules.project === undefined ? [] : [`${rules.project} in the project`]),
    ...(rules.user === undefined ? [] : [`${rules.user(home)} for all`]),
    ...(rules.elsewhere === undefined ? [] : [rules.elsewhere]),
  ];
  return places.join(', or ');
}

function inProject(path: string, servers: string): ConfigurationPlace {
  return { format: 'json', files: (_, project) => [join(project, path)], servers: () => [servers] };
}

// Its state, which it rewrites while it runs.
function claudeState(servers: ConfigurationPlace['servers']): ConfigurationPlace {
  return {
    format: 'json',
    // The first as very old versions made it, which all still prefer.
    files: (home) => [join(claudeFolder(home), '.config.json'), join(home.variables['CLAUDE_CONFIG_DIR'] || home.folder, '.claude.json')],
    servers,
    lock: (file) => `${file}.lock`,
  };
}

function plain(entry: ServerEntry): Fields {
  return entry.transport === 'stdio' ? started(entry) : remote(entry);
}

function started({ command, parameters }: StdioEntry): Fields {
  return { command, args: parameters };
}

function remote(entry: UrlEntry): Fields {
  return { url: entry.url, headers: authorization(entry) };
}

function authorization({ token }: UrlEntry): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

function claudeFolder({ variables, folder }: UserHome): string {
  return variables['CLAUDE_CONFIG_DIR'] || join(folder, '.claude');
}

function codexFolder({ variables, folder }: UserHome): string {
  return variables['CODEX_HOME'] || join(folder, '.codex');
}

function geminiFolder({ variables, folder }: UserHome): string {
  return join(variables['GEMINI_CLI_HOME'] || folder, '.gemini');
}

function copilotFolder({ variables, folder }: UserHome): string {
  return variables['COPILOT_HOME'] || join(folder, '.copilot');
}

function opencodeFolder(home: UserHome): string {
  return join(xdgFolder(home), 'opencode');
}

function vscodeFolder(home: UserHome): string {
  return join(applicationFolder(home), 'Code');
}

function zedFolder(home: UserHome): string {
  return home.platform === 'win32'
    ? join(applicationFolder(home), 'Zed')
    : join(home.platform === 'linux' ? xdgFolder(home) : join(home.folder, '.config'), 'zed');
}

function claudeDesktopFolder(home: UserHome): string {
  return join(applicationFolder(home), 'Claude');
}

function xdgFolder({ variables, folder }: UserHome): string {
  return variables['XDG_CONFIG_HOME'] || join(folder, '.config');
}

// Where programs with a window keep their settings.
function applicationFolder(home: UserHome): string {
  if (home.platform === 'win32') return home.variables['APPDATA'] ?? join(home.folder, 'AppData', 'Roaming');
  if (home.platform === 'darwin') return join(home.folder, 'Library', 'Application Support');
  return xdgFolder(home);
}
