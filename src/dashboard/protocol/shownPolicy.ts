// The person's rules as the window shows and edits them.

export type ShownVerdict = 'allow' | 'ask' | 'deny';
export type ShownEffect = 'reads' | 'edits' | 'runs' | 'controls';

// One rule: without a project it holds everywhere. Without a verdict it is taken away.
export type PolicyEdit =
  | { readonly kind: 'effects'; readonly name: ShownEffect; readonly verdict?: ShownVerdict | undefined; readonly project?: string | undefined }
  | {
      readonly kind: 'tools' | 'commands' | 'hosts';
      readonly name: string;
      readonly verdict?: ShownVerdict | undefined;
      readonly project?: string | undefined;
    };

export interface ShownPolicy {
  readonly file: string;
  // What the file says, in its own words; empty where there is none.
  readonly rules: Readonly<Record<string, unknown>>;
  // What holds everywhere, also where the file says nothing.
  readonly effects: Readonly<Record<string, string>>;
  // Every edit asks, because a setting says so.
  readonly confirmsEdits: boolean;
  readonly basis: string;
}

// What the file of a project adds, which can only be stricter.
export interface ProjectRules {
  readonly project: string;
  readonly problem?: { readonly message: string; readonly next: string };
  readonly rules?: unknown;
}

export interface WrittenPolicy {
  readonly file: string;
  // Unified, without its head.
  readonly diff: string;
  readonly isWritten: boolean;
  // Of the file as it is now.
  readonly basis: string;
}
