// The agents that Binnacle can be registered with: by their own command where they have one, else by a file that a person edits.
import { homedir } from 'node:os';
import { join } from 'node:path';

// The program that an agent starts for its stdio connection.
export interface ServerEntry {
  readonly command: string;
  readonly parameters: readonly string[];
}

export interface Agent {
  readonly id: string;
  readonly title: string;
  // Its own command line, if it has one.
  readonly program?: string;
  // Words after the program that add us, and that take away an older entry of ours.
  add?(entry: ServerEntry, scope: string): readonly string[];
  remove?(scope: string): readonly string[];
  readonly file: string;
  configuration(entry: ServerEntry): string;
}

const home = homedir();
const applicationData = process.env['APPDATA'] ?? join(home, 'AppData', 'Roaming');

export const agents: readonly Agent[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    program: 'claude',
    add: ({ command, parameters }, scope) => ['mcp', 'add', '--scope', scope, 'binnacle', '--', command, ...parameters],
    remove: (scope) => ['mcp', 'remove', '--scope', scope, 'binnacle'],
    file: '.mcp.json in the project',
    configuration: (entry) => servers('mcpServers', { type: 'stdio', ...plain(entry) }),
  },
  {
    id: 'codex',
    title: 'Codex',
    program: 'codex',
    add: ({ command, parameters }) => ['mcp', 'add', 'binnacle', '--', command, ...parameters],
    remove: () => ['mcp', 'remove', 'binnacle'],
    file: join(home, '.codex', 'config.toml'),
    // JSON strings and arrays of strings are TOML too.
    configuration: ({ command, parameters }) => `[mcp_servers.binnacle]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(parameters)}`,
  },
  {
    id: 'gemini',
    title: 'Gemini',
    program: 'gemini',
    add: ({ command, parameters }, scope) => ['mcp', 'add', '--scope', scope, 'binnacle', command, ...parameters],
    remove: (scope) => ['mcp', 'remove', '--scope', scope, 'binnacle'],
    file: join(home, '.gemini', 'settings.json'),
    configuration: (entry) => servers('mcpServers', plain(entry)),
  },
  {
    id: 'copilot',
    title: 'Copilot CLI',
    program: 'copilot',
    add: ({ command, parameters }) => ['mcp', 'add', 'binnacle', '--', command, ...parameters],
    remove: () => ['mcp', 'remove', 'binnacle'],
    file: join(home, '.copilot', 'mcp-config.json'),
    configuration: (entry) => servers('mcpServers', { type: 'local', tools: ['*'], ...plain(entry), env: {} }),
  },
  {
    id: 'opencode',
    title: 'opencode',
    program: 'opencode',
    add: ({ command, parameters }) => ['mcp', 'add', 'binnacle', '--', command, ...parameters],
    file: join(home, '.config', 'opencode', 'opencode.jsonc'),
    configuration: ({ command, parameters }) => servers('mcp', { type: 'local', command: [command, ...parameters], enabled: true }),
  },
  { id: 'cursor', title: 'Cursor', file: join(home, '.cursor', 'mcp.json'), configuration: (entry) => servers('mcpServers', plain(entry)) },
  { id: 'vscode', title: 'VS Code', file: '.vscode/mcp.json in the project', configuration: (entry) => servers('servers', { type: 'stdio', ...plain(entry) }) },
  {
    id: 'windsurf',
    title: 'Windsurf',
    file: join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    configuration: (entry) => servers('mcpServers', plain(entry)),
  },
  { id: 'zed', title: 'Zed', file: zedSettings(), configuration: (entry) => servers('context_servers', { source: 'custom', ...plain(entry), env: {} }) },
  { id: 'claude-desktop', title: 'Claude Desktop', file: claudeDesktopFile(), configuration: (entry) => servers('mcpServers', plain(entry)) },
];

function plain({ command, parameters }: ServerEntry): { command: string; args: readonly string[] } {
  return { command, args: parameters };
}

function servers(key: string, server: Record<string, unknown>): string {
  return JSON.stringify({ [key]: { binnacle: server } }, undefined, 2);
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
