// One request on its way into the history: what is known when it comes, what is learned while it runs, and how it ends.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Lazy } from '../../base/lazy.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { knownSecrets } from '../secrets/knownSecrets.ts';
import { secretsIn } from '../secrets/secrets.ts';
import type { CallJournal, CallRecord, CallStatus, Mutable, NotedCall, RecordedCall } from './callRecord.ts';

// Who asks.
export type Requester = Pick<CallRecord, 'client' | 'connection' | 'door' | 'dialect'>;

export interface Requested {
  readonly tool: string;
  readonly arguments: unknown;
  readonly isRequest?: true;
  // The project that it seems to mean, asked where nobody has said it by the time somebody looks.
  readonly likelyProject?: () => string | undefined;
}

export interface WrittenChange {
  readonly id: string;
  // Relative to the project.
  readonly files: readonly string[];
}

export interface RecordedAnswer {
  readonly text: string | undefined;
  readonly tokens?: number;
  // What the text tells: secrets are known by the names in it.
  readonly value?: unknown;
}

// Of a batch; dialects that ask page after page are counted by their number.
const MOST_INNER = 25;
const MOST_FILES = 200;

export class CallRecording implements NotedCall {
  readonly #journal: CallJournal;
  readonly #outer: CallRecording | undefined;
  readonly #requester: Requester;
  readonly #requested: Requested;
  readonly id: string;
  readonly #begun = Date.now();
  readonly #started = performance.now();
  readonly #tool: string;
  #inner: CallRecording[] | undefined;
  // In which secrets are still to be looked for, also those of inner calls.
  #unsearched: unknown[];
  #secrets: readonly string[] = [];
  #files: readonly string[] | undefined;
  #moreInner = 0;
  #caption: Lazy<string> | undefined;
  #project: string | undefined;
  // The project is not only likely.
  #isPlaced = false;
  #ownTool: string | undefined;
  #status: CallStatus = 'pending';
  #durationMs = 0;
  #answerTokens: number | undefined;
  #changeId: string | undefined;
  #grant: number | undefined;
  #answer: string | undefined;
  #error: string | undefined;

  // Of a request of a client; it is in the history from here on.
  static of(journal: CallJournal, requester: Requester, requested: Requested, id: string = randomUUID()): CallRecording {
    const recording = new CallRecording(journal, requester, requested, id, undefined);
    recording.#tell();
    return recording;
  }

  private constructor(journal: CallJournal, requester: Requester, requested: Requested, id: string, outer: CallRecording | undefined) {
    this.#journal = journal;
    this.#requester = requester;
    this.#requested = requested;
    this.#outer = outer;
    this.id = id;
    this.#tool = requested.tool;
    this.#unsearched = outer === undefined ? [requested.arguments] : [];
    if (outer !== undefined) outer.#unsearched.push(requested.arguments);
  }

  get isRequest(): boolean {
    return this.#requested.isRequest === true;
  }

  get tool(): string {
    return this.#tool;
  }

  get caption(): Lazy<string> | undefined {
    return this.#caption;
  }

  // When it began, in milliseconds.
  get since(): number {
    return this.#begun;
  }

  get status(): CallStatus {
    return this.#status;
  }

  // A call that is made for this one.
  inner(tool: string, given: unknown): CallRecording {
    // One level is enough to read: a call in a batch that stands for another has that one beside it.
    if (this.#outer !== undefined) return this.#outer.inner(tool, given);
    const inner = new CallRecording(this.#journal, this.#requester, { tool, arguments: given, likelyProject: () => this.#placed() }, '', this);
    this.#inner ??= [];
    if (this.#inner.length < MOST_INNER) this.#inner.push(inner);
    else this.#moreInner += 1;
    this.#tell();
    return inner;
  }

  // What is secret in the environment of whoever asks is that wherever it stands.
  askedIn(environment: Environment | undefined): void {
    const known = environment === undefined ? [] : knownSecrets(environment);
    const outermost = this.#outermost;
    if (known.length > 0) outermost.#secrets = outermost.#secrets.length === 0 ? known : [...new Set([...outermost.#secrets, ...known])];
  }

  // The tool of ours that does it, where the client used another name.
  meant(ownTool: string): void {
    this.#ownTool = ownTool;
  }

  captioned(caption: Lazy<string>): void {
    this.#caption = caption;
    this.#tell();
    // What the client called stands for what is done first.
    if (this.#outer !== undefined && this.#outer.#caption === undefined) this.#outer.captioned(caption);
  }

  inProject(project: string): void {
    const isKnown = this.#project === project;
    this.#isPlaced = true;
    this.#project = project;
    if (!isKnown) this.#tell();
    // A batch may go through several projects: it is listed with the first.
    if (this.#outer !== undefined && !this.#outer.#isPlaced) this.#outer.inProject(project);
  }

  // Also after its end: what is written is written.
  changed({ id, files }: WrittenChange): void {
    this.#files = [...new Set([...(this.#files ?? []), ...files])];
    this.#changeId = id;
    this.#tell();
    this.#outer?.changed({ id, files });
  }

  // What asks was answered by a grant.
  passedBy(grant: number): void {
    this.#grant = grant;
    this.#tell();
    this.#outer?.passedBy(grant);
  }

  succeeded({ text, tokens, value }: RecordedAnswer): void {
    if (value !== undefined) this.#outermost.#unsearched.push(value);
    if (this.#status === 'pending') {
      this.#answerTokens = tokens;
      this.#answer = text;
      this.#end('success');
    }
    this.#tell();
  }

  // With a code, such as file_not_found or -32601.
  failed(code: string, message: string): void {
    if (this.#status !== 'pending') return;
    this.#error = `${code}: ${message}`;
    this.#end('error');
    this.#tell();
  }

  record(): Mutable<CallRecord> {
    const { client, connection, door, dialect } = this.#requester;
    const record: Mutable<CallRecord> = { id: this.id, client, ...this.#call() };
    if (connection !== undefined) record.connection = connection;
    if (door !== undefined) record.door = door;
    if (dialect !== undefined) record.dialect = dialect;
    if (this.isRequest) record.isRequest = true;
    if (this.#ownTool !== undefined && this.#ownTool !== this.#tool) record.ownTool = this.#ownTool;
    if (this.#inner !== undefined) record.inner = this.#inner.map((inner) => inner.#callWithAnswer());
    if (this.#moreInner > 0) record.moreInner = this.#moreInner;
    return record;
  }

  answer(): string | undefined {
    return this.#answer;
  }

  secrets(): readonly string[] {
    if (this.#unsearched.length > 0) {
      const found = this.#unsearched.flatMap(secretsIn);
      this.#unsearched = [];
      if (found.length > 0) this.#secrets = [...new Set([...this.#secrets, ...found])];
    }
    return this.#secrets;
  }

  #call(): Mutable<RecordedCall> {
    const call: Mutable<RecordedCall> = {
      time: new Date(this.#begun).toISOString(),
      tool: this.#tool,
      parameters: this.#requested.arguments,
      status: this.#status,
    };
    const project = this.#placed();
    if (this.#caption !== undefined) call.caption = this.#caption.value;
    if (project !== undefined) call.project = project;
    if (this.#status !== 'pending') call.durationMs = this.#durationMs;
    if (this.#answerTokens !== undefined) call.answerTokens = this.#answerTokens;
    if (this.#changeId !== undefined) call.changeId = this.#changeId;
    if (this.#files !== undefined) {
      call.affectedFiles = this.#files.slice(0, MOST_FILES);
      if (this.#files.length > MOST_FILES) call.moreFiles = this.#files.length - MOST_FILES;
    }
    if (this.#grant !== undefined) call.grant = this.#grant;
    if (this.#error !== undefined) call.error = this.#error;
    return call;
  }

  #callWithAnswer(): RecordedCall {
    const call = this.#call();
    if (this.#answer !== undefined) call.result = this.#answer;
    return call;
  }

  #placed(): string | undefined {
    this.#project ??= this.#requested.likelyProject?.();
    return this.#project;
  }

  get #outermost(): CallRecording {
    return this.#outer ?? this;
  }

  // The first end counts: a call that was cancelled has no answer, whatever still comes.
  #end(status: 'success' | 'error'): void {
    this.#status = status;
    this.#durationMs = Math.round((performance.now() - this.#started) * 10) / 10;
  }

  #tell(): void {
    this.#journal.note(this.#outermost);
  }
}
