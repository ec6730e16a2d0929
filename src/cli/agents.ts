// The agents that Binnacle can be registered with: by their own command where they have one, else by a file that a person edits.
import { homedir } from 'node:os';
import { join } from 'node:path';

// How an agent reaches us: by a program that it starts, or by a URL with the token that opens it.
export type ServerEntry = StdioEntry | UrlEntry;

export interface StdioEntry {
  readonly transport: 'stdio';
  // What the agent calls us.
  readonly name: string;
  readonly command: string;
  readonly parameters: readonly string[];
}

export interface UrlEntry {
  readonly transport: 'http' | 'sse';
  readonly name: string;
  readonly url: string;
  readonly token: string;
}

export interface Agent {
  readonly id: string;
  readonly title: string;
  // Its own command line, if it has one.
  readonly program?: string;
  // Words after the program that add us, and that take away an older entry of ours.
  add?(entry: ServerEntry, scope: string): readonly string[];
  remove?(name: string, scope: string): readonly string[];
  // The files in which its command may write a URL. In those of a project, which others get too, no token may stand.
  keepsUrlsIn?(scope: string): readonly string[];
  readonly file: string;
  configuration(entry: ServerEntry): string;
  // Those that it speaks; all where nothing is said.
  readonly transports?: readonly ServerEntry['transport'][];
  // What a person must know about URLs in it.
  readonly aboutUrls?: string;
  // Where it reads rules from: of a project, and of every project.
  readonly rules: string;
}

const home = homedir();
const applicationData = process.env['APPDATA'] ?? join(home, 'AppData', 'Roaming');

export const agents: readonly Agent[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    program: 'claude',
    add: (entry, scope) => ['mcp', 'add', '--scope', scope, ...flags(entry)],
    remove: (name, scope) => ['mcp', 'remove', '--scope', scope, name],
    keepsUrlsIn: (scope) => (scope === 'project' ? [] : [join(process.env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json'), join(home, '.claude.json')]),
    file: '.mcp.json in the project',
    configuration: (entry) => servers('mcpServers', entry, { type: entry.transport, ...plain(entry) }),
    rules: 'CLAUDE.md in the project, or ~/.claude/CLAUDE.md for all',
  },
  {
    id: 'codex',
    title: 'Codex',
    program: 'codex',
    // Its command takes no header, so the token stands in the URL.
    add: (entry) => ['mcp', 'add', entry.name, ...(entry.transport === 'stdio' ? ['--', ...started(entry)] : ['--url', withToken(entry)])],
    remove: (name) => ['mcp', 'remove', name],
    keepsUrlsIn: () => [join(process.env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml')],
    transports: ['stdio', 'http'],
    file: join(home, '.codex', 'config.toml'),
    configuration: (entry) => toml(entry),
    rules: 'AGENTS.md in the project, or ~/.codex/AGENTS.md for all',
  },
  {
    id: 'gemini',
    title: 'Gemini',
    program: 'gemini',
    add: (entry, scope) => ['mcp', 'add', '--scope', scope, ...(entry.transport === 'stdio' ? [entry.name, ...started(entry)] : flags(entry))],
    remove: (name, scope) => ['mcp', 'remove', '--scope', scope, name],
    keepsUrlsIn: (scope) => (scope === 'project' ? [] : [join(home, '.gemini', 'settings.json')]),
    file: join(home, '.gemini', 'settings.json'),
    configuration: (entry) => servers('mcpServers', entry, { ...plain(entry), ...(entry.transport !== 'stdio' && { type: entry.transport }) }),
    rules: 'GEMINI.md in the project, or ~/.gemini/GEMINI.md for all',
  },
  {
    id: 'copilot',
    title: 'Copilot CLI',
    program: 'copilot',
    add: (entry) => ['mcp', 'add', ...flags(entry)],
    remove: (name) => ['mcp', 'remove', name],
    keepsUrlsIn: () => [join(process.env['XDG_CONFIG_HOME'] ?? home, '.copilot', 'mcp-config.json'), join(home, '.copilot', 'mcp-config.json')],
    file: join(home, '.copilot', 'mcp-config.json'),
    configuration: (entry) =>
      servers('mcpServers', entry, {
        type: entry.transport === 'stdio' ? 'local' : entry.transport,
        tools: ['*'],
        ...plain(entry),
        ...(entry.transport === 'stdio' && { env: {} }),
      }),
    rules: '.github/copilot-instructions.md or AGENTS.md in the project',
  },
  {
    id: 'opencode',
    title: 'opencode',
    program: 'opencode',
    add: (entry) =>
      entry.transport === 'stdio'
        ? ['mcp', 'add', entry.name, '--', ...started(entry)]
        : ['mcp', 'add', entry.name, '--url', entry.url, '--header', `Authorization=Bearer ${entry.token}`],
    keepsUrlsIn: () => ['opencode.jsonc', 'opencode.json'].map((name) => join(process.env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode', name)),
    file: join(home, '.config', 'opencode', 'opencode.jsonc'),
    configuration: (entry) =>
      servers('mcp', entry, entry.transport === 'stdio' ? { type: 'local', command: started(entry), enabled: true } : { type: 'remote', ...remote(entry) }),
    rules: 'AGENTS.md in the project, or ~/.config/opencode/AGENTS.md for all',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    file: join(home, '.cursor', 'mcp.json'),
    configuration: (entry) => servers('mcpServers', entry, plain(entry)),
    rules: '.cursor/rules/binnacle.mdc or .cursorrules in the project',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    file: '.vscode/mcp.json in the project, or mcp.json of your profile (MCP: Open User Configuration)',
    configuration: (entry) => forVscode(entry),
    aboutUrls: 'VS Code asks once for the token and keeps it; binnacle token show prints it.',
    rules: '.github/copilot-instructions.md or AGENTS.md in the project',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    file: join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    configuration: (entry) =>
      servers('mcpServers', entry, entry.transport === 'stdio' ? plain(entry) : { serverUrl: entry.url, headers: authorization(entry.token) }),
    rules: '.windsurf/rules/binnacle.md or .windsurfrules in the project',
  },
  {
    id: 'zed',
    title: 'Zed',
    file: zedSettings(),
    configuration: (entry) => servers('context_servers', entry, entry.transport === 'stdio' ? { source: 'custom', ...plain(entry), env: {} } : remote(entry)),
    rules: '.rules or AGENTS.md in the project',
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    file: claudeDesktopFile(),
    configuration: (entry) => servers('mcpServers', entry, plain(entry)),
    aboutUrls: 'Versions of Claude Desktop that take no URLs in this file need --transport stdio.',
    rules: 'the instructions of a project, in its settings',
  },
];

// In the words that claude, gemini and copilot share.
function flags(entry: ServerEntry): string[] {
  if (entry.transport === 'stdio') return [entry.name, '--', ...started(entry)];
  return ['--transport', entry.transport, entry.name, entry.url, '--header', `Authorization: Bearer ${entry.token}`];
}

function started({ command, parameters }: StdioEntry): string[] {
  return [command, ...parameters];
}

function plain(entry: ServerEntry): Record<string, unknown> {
  return entry.transport === 'stdio' ? { command: entry.command, args: entry.parameters } : remote(entry);
}

function remote({ url, token }: UrlEntry): Record<string, unknown> {
  return { url, headers: authorization(token) };
}

function authorization(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

function withToken({ url, token }: UrlEntry): string {
  return `${url}${url.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

// JSON strings and arrays of strings are TOML too.
function toml(entry: ServerEntry): string {
  const head = `[mcp_servers.${entry.name}]`;
  if (entry.transport === 'stdio') return `${head}\ncommand = ${JSON.stringify(entry.command)}\nargs = ${JSON.stringify(entry.parameters)}`;
  return `${head}\nurl = ${JSON.stringify(entry.url)}\nhttp_headers = { Authorization = ${JSON.stringify(`Bearer ${entry.token}`)} }`;
}

// Its file may be one of the project, so the token is asked for instead of written.
function forVscode(entry: ServerEntry): string {
  if (entry.transport === 'stdio') return servers('servers', entry, { type: 'stdio', ...plain(entry) });
  const server = { type: entry.transport, url: entry.url, headers: { Authorization: `Bearer \${input:${entry.name}-token}` } };
  const inputs = [{ type: 'promptString', id: `${entry.name}-token`, description: 'Token of Binnacle', password: true }];
  return JSON.stringify({ servers: { [entry.name]: server }, inputs }, undefined, 2);
}

function servers(key: string, { name }: ServerEntry, server: Record<string, unknown>): string {
  return JSON.stringify({ [key]: { [name]: server } }, undefined, 2);
}

function zedSettings(): string {
  return process.platform === 'win32' ? join(applicationData, 'Zed', 'settings.json') : join(home, '.config', 'zed', 'settings.json');
}

function claudeDesktopFile(): string {
  const name = 'claude_desktop_config.json';
  if (process.platform === 'win32') return join(applicationData, 'Claude', name);
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Claude', name);
  return join(home, '.config', 'Claude', name);
}
