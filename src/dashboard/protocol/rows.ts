// The topics that a page follows, and what a row of each says.
import type { EditorRow } from './editor.ts';

export type RowTopic = keyof RowsByTopic;
export type TerminalTopic = `terminal:${string}`;
export type Topic = RowTopic | TerminalTopic;

export interface RowsByTopic {
  readonly clients: ClientRow;
  readonly calls: CallRow;
  readonly reviews: ReviewRow;
  readonly changes: ChangeRow;
  readonly projects: ProjectRow;
  readonly sessions: DebugRow;
  readonly runs: RunRow;
  readonly terminals: TerminalRow;
  readonly log: LogRow;
  readonly settings: SettingRow;
  readonly grants: GrantRow;
  readonly holds: HoldRow;
  readonly windows: WindowRow;
  readonly editor: EditorRow;
  readonly agents: ConversationRow;
}

export type Row = RowsByTopic[RowTopic];

// Rows are summaries of at most about 300 bytes: long strings are cut here with an ellipsis, and the whole is asked for by id.

// One lane of Now.
export interface ClientRow {
  readonly id: string;
  readonly client: string;
  readonly door: string;
  readonly dialect?: string;
  readonly root?: string;
  // Of its process, by its own word.
  readonly pid?: number;
  readonly since: string;
  readonly stays: boolean;
  readonly calls: number;
  readonly inFlight: readonly { readonly id: string; readonly tool: string; readonly caption?: string; readonly since: string }[];
  // Beyond those.
  readonly moreInFlight?: number;
  readonly last?: { readonly id: string; readonly tool: string; readonly caption?: string; readonly since: string; readonly status: 'success' | 'error' };
  // The agent that it is, as the list of Connect names it.
  readonly agent?: string;
  // The hold that it is under.
  readonly heldBy?: string;
}

export interface CallRow {
  readonly id: string;
  readonly time: string;
  readonly tool: string;
  readonly ownTool?: string;
  readonly title?: string;
  readonly caption?: string;
  readonly effect?: 'reads' | 'edits' | 'runs' | 'controls';
  readonly client: string;
  readonly connection?: string;
  readonly door?: string;
  readonly dialect?: string;
  readonly project?: string;
  readonly status: 'pending' | 'success' | 'error';
  readonly milliseconds?: number;
  readonly tokens?: number;
  readonly files?: number;
  readonly changeId?: string;
  readonly error?: string;
  readonly grant?: string;
  readonly isRequest?: true;
}

export interface ReviewRow {
  readonly id: string;
  readonly time: string;
  readonly expires?: string;
  readonly tool: string;
  readonly title: string;
  readonly author: string;
  readonly connection?: string;
  readonly project?: string;
  readonly hunks: number;
  readonly files: number;
  // More than the person's own policy asks, as for files that only people change or what cannot be undone: no grant can cover it.
  readonly isDangerous: boolean;
  // Set once it is over; it stays for ten minutes.
  readonly decided?: ReviewOutcome;
}

// Nobody decided: none. What was accepted is not what would happen any more: outdated.
export interface ReviewOutcome {
  readonly time: string;
  readonly decision: 'accept' | 'reject' | 'sendBack' | 'none' | 'outdated';
  readonly how: string;
  readonly by?: string;
  readonly changeId?: string;
}

export interface ChangeRow {
  readonly id: string;
  readonly project: string;
  readonly time: string;
  readonly title: string;
  readonly tool: string;
  readonly author: string;
  readonly connection?: string;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly undoneBy?: string;
  // What it took back, whole or in part; of several the newest, and how many there are. So many later changes took back some of its hunks.
  readonly undoes?: string;
  readonly undoesMany?: number;
  readonly partlyUndone?: number;
  readonly isRolledBack?: true;
  readonly observed?: 'all' | 'partly' | 'no';
  readonly evidence: readonly { readonly kind: string; readonly verdict: 'good' | 'bad' | 'doubtful'; readonly summary: string }[];
  // No person has marked it as seen yet.
  readonly isUnseen: boolean;
  readonly grant?: string;
}

export interface ProjectRow {
  // Its path.
  readonly id: string;
  readonly name: string;
  readonly trusted: boolean;
  readonly runsDenied?: true;
  readonly writer?: number;
  // The VS Code window that serves it.
  readonly window?: number;
  readonly isGone?: true;
  readonly worktreeOf?: string;
  readonly engines: readonly ShownEngine[];
}

export interface ShownEngine {
  readonly language: string;
  readonly engine: string;
  readonly state: string;
  readonly memoryMb?: number;
  readonly restarts: number;
  readonly detail?: string;
  readonly install?: string;
  readonly files?: number;
}

export interface DebugRow {
  readonly id: string;
  readonly project: string;
  // Its id in the project, which tools take.
  readonly handle: string;
  readonly name: string;
  readonly adapter: string;
  readonly owner?: string;
  readonly ownerName?: string;
  readonly state: 'running' | 'paused' | 'ended';
  // Where it stands, relative to the project, with a line from 1.
  readonly file?: string;
  readonly line?: number;
  readonly why?: string;
  // Grows with each stop and with each part of its output, so that a view knows when to ask again.
  readonly stops: number;
  readonly output: number;
  // Who moved it last; absent until somebody has.
  readonly move?: { readonly by: string; readonly did: 'continue' | 'over' | 'into' | 'out' | 'line' | 'pause'; readonly time: string };
  // Grows whenever breakpoints or watches of its project change.
  readonly marks: number;
  readonly heldBy?: string;
}

export interface RunRow {
  readonly id: string;
  readonly project: string;
  // Its id in the project, which tools take.
  readonly handle: string;
  readonly kind: 'run' | 'tests';
  readonly title: string;
  readonly owner?: string;
  readonly ownerName?: string;
  readonly started: string;
  // empty: tests that nothing came of, which is no success.
  readonly state: 'running' | 'passed' | 'failed' | 'stopped' | 'empty';
  readonly milliseconds?: number;
  readonly exitCode?: number;
  readonly counts?: { readonly passed: number; readonly failed: number; readonly skipped: number; readonly error: number; readonly expected?: number };
  readonly progress?: string;
  // Grows with each part of its output.
  readonly output: number;
}

export interface TerminalRow {
  readonly id: string;
  readonly project: string;
  // Its id in the project, which tools take.
  readonly handle: string;
  readonly title: string;
  readonly owner?: string;
  readonly ownerName?: string;
  readonly started: string;
  readonly state: 'running' | 'ended';
  readonly exitCode?: number;
  readonly columns: number;
  readonly rows: number;
  readonly heldBy?: string;
}

export interface LogRow {
  readonly id: string;
  readonly time: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly text: string;
}

export interface SettingRow {
  // Its name.
  readonly id: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly origin: 'default' | 'user';
  readonly countsAtOnce: boolean;
  readonly description: string;
  readonly shape: SettingShape;
}

export type SettingShape =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly isWhole: boolean; readonly least?: number; readonly most?: number }
  | { readonly kind: 'text' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'list' };

// A conversation with an agent that was started here.
export interface ConversationRow {
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  readonly project: string;
  readonly author: string;
  readonly started: string;
  readonly state: 'idle' | 'working' | 'ended';
  // It ended so.
  readonly why?: string;
  // Grows with everything that is said.
  readonly revision: number;
}

export interface GrantRow {
  readonly id: string;
  readonly tool: string;
  readonly glob?: string;
  readonly project: string;
  // Absent: every agent there.
  readonly connection?: string;
  readonly client?: string;
  readonly expires: string;
  readonly passed: number;
}

export interface HoldRow {
  readonly id: string;
  readonly since: string;
  readonly target: {
    readonly kind: 'everyone' | 'connection' | 'client' | 'session' | 'terminal';
    readonly id?: string;
    readonly name?: string;
    readonly project?: string;
  };
  readonly note?: string;
  // How many calls wait for its end.
  readonly waiting: number;
}

export interface WindowRow {
  // Of its session: a page knows by it which row is its own.
  readonly id: string;
  readonly since: string;
  readonly chain: string;
  readonly isOpen: boolean;
  readonly expires: string;
}
