// What runs, tests and debug sessions say beyond their rows.

export interface RunOutputPage {
  readonly lines: readonly string[];
  // The beginning of a line that is not whole yet; it comes again with the rest.
  readonly partial?: string;
  // For the next question.
  readonly next: string;
  // Something before these lines is missing.
  readonly isCut?: true;
  // These are all of them, whatever was known before.
  readonly isWhole?: true;
}

export interface SessionOutputPage {
  readonly entries: readonly { readonly number: number; readonly category: 'stdout' | 'stderr' | 'console' | 'trace'; readonly text: string }[];
  readonly next: number;
  readonly isCut?: true;
}

export interface TestsOfRun {
  readonly commands: readonly { readonly runner: string; readonly command: string; readonly exitCode?: number }[];
  readonly counts: Readonly<Record<ShownTest['status'], number>>;
  readonly problems: readonly (TestPlace & { readonly runner: string; readonly message: string })[];
  readonly missing: readonly string[];
  readonly unmatched?: { readonly name: string; readonly near: readonly string[] };
  readonly outdated: readonly string[];
  // Failures first.
  readonly results: readonly ShownTest[];
  readonly moreResults?: number;
}

export interface TestPlace {
  readonly file?: string;
  // From 1.
  readonly line?: number;
}

export interface ShownTest extends TestPlace {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'error';
  readonly milliseconds?: number;
  // Of what has passed nobody reads more.
  readonly message?: string | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly output?: string | undefined;
  readonly stack?: readonly { readonly file: string; readonly line: number; readonly function?: string | undefined }[];
}
