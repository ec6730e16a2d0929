// The agents of this machine, where Binnacle is registered with them, and what would be written.

export interface AgentsList {
  readonly agents: readonly ShownAgent[];
  // What was written from here or by binnacle install, and can be undone; newest first.
  readonly applied: readonly ShownRegistration[];
  // The rule that makes an agent use its IDE.
  readonly rule: string;
}

export type AgentName = 'claude-code' | 'codex' | 'gemini' | 'copilot' | 'opencode' | 'cursor' | 'vscode' | 'windsurf' | 'zed' | 'claude-desktop';
export type AgentScope = 'user' | 'project' | 'local';
export type AgentTransport = 'stdio' | 'http' | 'sse';
export type AgentEndpoint = 'own' | 'index' | 'debugger';

export interface ShownAgent {
  readonly id: AgentName;
  readonly title: string;
  readonly installed: boolean;
  // What says so.
  readonly found: readonly { readonly kind: 'program' | 'folder'; readonly path: string }[];
  readonly transports: readonly AgentTransport[];
  readonly scopes: readonly ShownScope[];
  // Where it looks for rules, in words.
  readonly rules: string;
}

export interface ShownScope {
  readonly scope: AgentScope;
  // That would be edited.
  readonly file: string;
  readonly exists: boolean;
  readonly entries: readonly ShownEntry[];
  // Why it cannot be edited.
  readonly problem?: string;
}

export interface ShownEntry {
  readonly name: string;
  readonly endpoint: AgentEndpoint;
  readonly transport: AgentTransport;
  // It leads here; it is ours and leads elsewhere; somebody else wrote it.
  readonly state: 'current' | 'outdated' | 'foreign';
  readonly why?: string;
  // Whether the person has switched it off.
  readonly isOn: boolean;
}

export interface ShownRegistration {
  readonly id: string;
  readonly at: string;
  readonly action: 'install' | 'uninstall';
  readonly agent: AgentName;
  readonly scope: AgentScope;
  // What the agent calls us.
  readonly name: string;
  readonly file: string;
  // Where the text from before is kept; absent where there was no file.
  readonly backup?: string | undefined;
}

export interface AgentChoice {
  readonly agent: AgentName;
  readonly scope?: AgentScope;
  readonly transport?: AgentTransport;
  readonly endpoint?: AgentEndpoint;
  // For the scopes of a project, and for a URL that means one.
  readonly project?: string;
}

export interface AgentPlan {
  // For agents.apply.
  readonly plan: string;
  readonly summary: {
    readonly action: 'install' | 'uninstall';
    readonly agent: AgentName;
    readonly title: string;
    readonly scope: AgentScope;
    readonly endpoint: AgentEndpoint;
    // Of an installation.
    readonly transport?: AgentTransport | undefined;
    readonly name: string;
    readonly file: string;
    readonly change: 'none' | 'create' | 'edit' | 'remove';
    // Lines in the form of a unified diff; empty where nothing changes.
    readonly diff: string;
    readonly warnings: readonly string[];
    // What the person does next, for the agent to notice.
    readonly afterwards: string;
  };
}
