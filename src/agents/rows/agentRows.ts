// The agents that speak the Agent Client Protocol: how each is found, started, installed and logged in to. A new one is a row.
import { closest } from '../../base/text/closest.ts';
import { agentNotFound } from '../../ide/errors/agentErrors.ts';

export interface AgentRow {
  readonly id: string;
  readonly title: string;
  // On the PATH; the first that is there is started.
  readonly programs: readonly string[];
  readonly args: readonly string[];
  readonly install: string;
  readonly login: string;
  // Where its login is kept, for as much as can be seen without running it.
  readonly account: {
    readonly variables: readonly string[];
    // Below the home, or in the folder that a variable names.
    readonly files: readonly { readonly folderVariable?: string; readonly folder: readonly string[]; readonly name: string }[];
    // Such as a keychain.
    readonly mayBeElsewhere?: () => boolean;
  };
  // What it needs in its environment besides the person's own, and where that is so.
  readonly environment?: () => Readonly<Record<string, string>>;
  // Of the published registry: what that says. command: all of what is started, as a person reads it.
  readonly published?: { readonly version: string; readonly license?: string; readonly command?: string };
}

export const agentRows: readonly AgentRow[] = [
  {
    id: 'claude',
    title: 'Claude Code',
    programs: ['claude-agent-acp', 'claude-code-acp'],
    args: [],
    install: 'npm install --global @agentclientprotocol/claude-agent-acp',
    login: 'claude /login',
    account: {
      variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX'],
      files: [{ folderVariable: 'CLAUDE_CONFIG_DIR', folder: ['.claude'], name: '.credentials.json' }],
      mayBeElsewhere: () => process.platform === 'darwin',
    },
  },
  {
    id: 'codex',
    title: 'Codex',
    programs: ['codex-acp'],
    args: [],
    install: 'npm install --global @agentclientprotocol/codex-acp',
    login: 'codex login',
    account: { variables: ['CODEX_API_KEY', 'OPENAI_API_KEY'], files: [{ folderVariable: 'CODEX_HOME', folder: ['.codex'], name: 'auth.json' }] },
  },
  {
    id: 'copilot',
    title: 'GitHub Copilot',
    programs: ['copilot'],
    args: ['--acp'],
    install: 'npm install --global @github/copilot',
    login: 'copilot login',
    account: { variables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'], files: [], mayBeElsewhere: () => true },
  },
  {
    id: 'gemini',
    title: 'Gemini',
    programs: ['gemini'],
    args: ['--acp'],
    install: 'npm install --global @google/gemini-cli',
    login: 'gemini',
    account: {
      variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI'],
      files: [{ folder: ['.gemini'], name: 'oauth_creds.json' }],
    },
  },
  {
    id: 'opencode',
    title: 'opencode',
    programs: ['opencode'],
    args: ['acp'],
    install: 'npm install --global opencode-ai',
    login: 'opencode auth login',
    // It has models that need none.
    account: { variables: [], files: [{ folder: ['.local', 'share', 'opencode'], name: 'auth.json' }], mayBeElsewhere: () => true },
  },
  {
    id: 'qwen',
    title: 'Qwen Code',
    programs: ['qwen'],
    args: ['--acp'],
    install: 'npm install --global @qwen-code/qwen-code',
    login: 'qwen',
    account: { variables: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'], files: [{ folder: ['.qwen'], name: 'oauth_creds.json' }] },
  },
];

// Throws agent_not_found, with the nearest first.
export function rowOf(id: string, rows: readonly AgentRow[] = agentRows): AgentRow {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) {
    const ids = rows.map((each) => each.id);
    const near = closest(id, ids, 1);
    throw agentNotFound(id, [...near, ...ids.filter((each) => !near.includes(each))]);
  }
  return row;
}
