// The history of calls: who asked what, when, and how it ended.

export interface CallRecord {
  readonly id: string;
  // ISO 8601.
  readonly time: string;
  readonly client: string;
  readonly project?: string;
  readonly tool: string;
  // Secrets are redacted before they get here.
  readonly parameters: unknown;
  readonly status: 'pending' | 'success' | 'error';
  readonly durationMs?: number;
  readonly answerTokens?: number;
  readonly affectedFiles?: readonly string[];
  // The shortened text of the answer, or the message of the error.
  readonly result?: string;
  readonly error?: string;
}

export interface Journal {
  // Called twice per call: pending, then with its end.
  record(record: CallRecord): void;
}
