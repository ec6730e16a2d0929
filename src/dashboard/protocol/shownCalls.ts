// One call in full, and how calls are asked for by the filter line.
import type { CallRow } from './rows.ts';

export interface CallDetail {
  readonly record: ShownCall;
  readonly row: CallRow;
}

export interface ShownCall extends ShownInnerCall {
  readonly id: string;
  readonly client: string;
  readonly connection?: string;
  readonly door?: string;
  readonly dialect?: string;
  readonly isRequest?: true;
  readonly ownTool?: string;
  // The calls that were made for it.
  readonly inner?: readonly ShownInnerCall[];
  readonly moreInner?: number;
  // How many characters the answer has, where `result` is only its beginning.
  readonly cutFrom?: number;
}

export interface ShownInnerCall {
  readonly time: string;
  readonly tool: string;
  readonly caption?: string;
  readonly parameters: unknown;
  readonly status: 'pending' | 'success' | 'error';
  readonly project?: string;
  readonly durationMs?: number;
  readonly answerTokens?: number;
  // Relative to the project.
  readonly affectedFiles?: readonly string[];
  readonly moreFiles?: number;
  readonly changeId?: string;
  // The number of the grant that let it through without asking.
  readonly grant?: number;
  // The text of the answer.
  readonly result?: string;
  // Its code and message.
  readonly error?: string;
}

export interface CallsWanted {
  // The client's name of it or ours; a star stands for anything.
  readonly tool?: string;
  readonly status?: 'pending' | 'success' | 'error';
  // A part of its name.
  readonly client?: string;
  readonly connection?: string;
  // Its path.
  readonly project?: string;
  // Milliseconds.
  readonly slowerThan?: number;
  readonly text?: string;
  // ISO 8601.
  readonly since?: string;
  readonly requests?: boolean;
  // Behind this one: with its time, because it may be forgotten by now.
  readonly before?: CallCursor;
}

export interface CallCursor {
  readonly id: string;
  readonly time: string;
}
