// A row of the history: one request of a client, under the name and with the arguments that the client used, and the calls that were made for it.

export type CallStatus = 'pending' | 'success' | 'error';

export interface CallRecord extends RecordedCall {
  readonly id: string;
  // Name and version, as the client says them.
  readonly client: string;
  // As the list of connections names it; absent in rows of older versions, like the two below.
  readonly connection?: string;
  // How it came, such as stdio.
  readonly door?: string;
  // Whose names and arguments these are, where they are not ours.
  readonly dialect?: string;
  // Another request than a call of a tool, such as tools/list: then `tool` is its method.
  readonly isRequest?: true;
  // Our tool behind it, where the client knows it by another name.
  readonly ownTool?: string;
  // Calls that were made for this one: those of a batch, and ours behind a dialect's.
  readonly inner?: readonly RecordedCall[];
  // Inner calls beyond those listed.
  readonly moreInner?: number;
  // How many characters the answer has, where `result` is only its beginning.
  readonly cutFrom?: number;
}

export interface RecordedCall {
  // ISO 8601.
  readonly time: string;
  readonly tool: string;
  // What it does in a few words, for a list that people read.
  readonly caption?: string;
  readonly parameters: unknown;
  readonly status: CallStatus;
  // The folder of the project, known from the moment in which it is found, however the call ends.
  readonly project?: string;
  readonly durationMs?: number;
  readonly answerTokens?: number;
  // Relative to the project.
  readonly affectedFiles?: readonly string[];
  // Files beyond those listed.
  readonly moreFiles?: number;
  // What undo takes.
  readonly changeId?: string;
  // The number of the grant that let it through without asking.
  readonly grant?: number;
  // The text of the answer. Recorded whole, and kept whole for the newest calls.
  readonly result?: string;
  // Its code and message.
  readonly error?: string;
}

// One that is being made.
export type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

export interface CallJournal {
  // Called whenever more is known of a call, also several times in one turn; the last word counts. The secrets of this call are in no record from then on.
  note(call: NotedCall): void;
}

// A call as far as it is known whenever somebody asks: most are over before anybody does, and what is asked once costs once.
export interface NotedCall {
  readonly isRequest: boolean;
  // Another one each time, without its answer.
  record(): Mutable<CallRecord>;
  answer(): string | undefined;
  secrets(): readonly string[];
}

// A record without its answer, where that is long: whoever wants it reads the call.
export type HistoryEvent =
  | { readonly kind: 'added'; readonly record: CallRecord }
  | { readonly kind: 'updated'; readonly record: CallRecord }
  | { readonly kind: 'cleared' };
