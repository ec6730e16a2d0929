// Agents that a person starts, and what is said with them.

export interface StartableAgent {
  readonly id: string;
  readonly title: string;
  // Where its program lies; absent where it is not here.
  readonly program?: string | undefined;
  readonly version?: string | undefined;
  readonly installedBy?: string | undefined;
  // Whether it has a login, as far as that shows without running it.
  readonly account?: { readonly state: 'found' | 'none' | 'unknown'; readonly where?: string | undefined } | undefined;
  // Of an agent that is in a list which a person has given us: all of what is started.
  readonly command?: string | undefined;
  readonly license?: string | undefined;
  readonly install: string;
  readonly login: string;
  // The agent's own ways, once it has been started; with a command where a person runs it in a terminal.
  readonly logins?:
    | readonly { readonly id: string; readonly name: string; readonly description?: string | undefined; readonly command?: string | undefined }[]
    | undefined;
}

export interface ShownConversation {
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  readonly project: string;
  readonly author: string;
  readonly started: string;
  readonly state: { readonly state: 'idle' } | { readonly state: 'working'; readonly since: string } | { readonly state: 'ended'; readonly why: string };
  readonly modes?: { readonly current: string; readonly available: readonly ShownMode[] } | undefined;
  readonly options: readonly ShownOption[];
  // In the agent's own tokens.
  readonly usage?: { readonly used: number; readonly size: number } | undefined;
  readonly takesImages: boolean;
  readonly canResume: boolean;
  // What it has open to us; reviews and calls name them too.
  readonly connections: readonly string[];
  readonly entries: number;
  // It works in a tree of its own, in which so many files are other than what was merged.
  readonly isolation?: { readonly folder: string; readonly files: number } | undefined;
}

export interface ShownMode {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
}

export interface ShownOption {
  readonly id: string;
  readonly name: string;
  readonly value: string | boolean;
  readonly choices: readonly { readonly value: string; readonly name: string }[];
}

interface EntryBase {
  // From 1, in the order in which they began.
  readonly number: number;
  readonly time: string;
}

export type ConversationEntry =
  | (EntryBase & {
      readonly kind: 'prompt';
      readonly text: string;
      readonly by: string;
      readonly mentions: readonly MentionedFile[];
      readonly images: number;
    })
  | (EntryBase & { readonly kind: 'message' | 'thought' | 'notice'; readonly text: string })
  | ShownToolCall
  | (EntryBase & { readonly kind: 'plan'; readonly steps: readonly ShownStep[] })
  | (EntryBase & {
      readonly kind: 'stop';
      readonly reason: 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';
      // What it did to files by itself in this turn.
      readonly change?: string | undefined;
    });

export interface ShownToolCall extends EntryBase {
  readonly kind: 'tool';
  readonly call: string;
  readonly title: string;
  readonly does: string;
  readonly status: 'pending' | 'in_progress' | 'completed' | 'failed';
  readonly text: string;
  readonly files: readonly string[];
  readonly diffs: readonly { readonly file: string; readonly before?: string | undefined; readonly after: string }[];
  readonly runs: readonly string[];
}

export interface ShownStep {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  readonly priority: string;
}

// A file of the project, or lines of it, from 1.
export interface MentionedFile {
  readonly file: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

// What is new since a revision.
export interface ConversationNews {
  readonly revision: number;
  readonly session: ShownConversation;
  // from: the text of this entry begins there, and what the page has of it up to there is the same.
  readonly entries: readonly { readonly entry: ConversationEntry; readonly from?: number | undefined }[];
  // Numbers below it are forgotten.
  readonly first: number;
  // What the page has beside these is not true any more.
  readonly isWhole?: true | undefined;
  // Further ones are there already.
  readonly more?: true | undefined;
}
