// One request on its way into the history: what is known when it comes, what is learned while it runs, and how it ends.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { secretsIn } from '../secrets/secrets.ts';
import type { CallJournal, CallRecord, RecordedCall } from './callRecord.ts';

// Who asks.
export type Requester = Pick<CallRecord, 'client' | 'connection' | 'door' | 'dialect'>;

export interface Requested {
  readonly tool: string;
  readonly arguments: unknown;
  readonly isRequest?: true;
  readonly caption?: string | undefined;
  readonly project?: string | undefined;
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

export class CallRecording {
  readonly #journal: CallJournal;
  readonly #outer: CallRecording | undefined;
  readonly #requester: Requester;
  readonly #id: string;
  readonly #isRequest: boolean;
  readonly #started = performance.now();
  readonly #inner: CallRecording[] = [];
  readonly #secrets: string[];
  #files: readonly string[] = [];
  #moreInner = 0;
  // The project is not only likely.
  #isPlaced = false;
  #willTell = false;
  #ownTool: string | undefined;
  #call: RecordedCall;

  // Of a request of a client; it is in the history from here on.
  static of(journal: CallJournal, requester: Requester, requested: Requested, id: string = randomUUID()): CallRecording {
    const recording = new CallRecording(journal, requester, requested, id, undefined);
    recording.#tellSoon();
    return recording;
  }

  private constructor(journal: CallJournal, requester: Requester, requested: Requested, id: string, outer: CallRecording | undefined) {
    this.#journal = journal;
    this.#requester = requester;
    this.#outer = outer;
    this.#id = id;
    this.#isRequest = requested.isRequest === true;
    this.#secrets = [...secretsIn(requested.arguments)];
    const { tool, caption, project } = requested;
    this.#call = {
      time: new Date().toISOString(),
      tool,
      ...(caption !== undefined && { caption }),
      parameters: requested.arguments,
      status: 'pending',
      ...(project !== undefined && { project }),
    };
  }

  get id(): string {
    return this.#id;
  }

  get tool(): string {
    return this.#call.tool;
  }

  get caption(): string | undefined {
    return this.#call.caption;
  }

  get status(): RecordedCall['status'] {
    return this.#call.status;
  }

  // A call that is made for this one.
  inner(tool: string, given: unknown): CallRecording {
    // One level is enough to read: a call in a batch that stands for another has that one beside it.
    if (this.#outer !== undefined) return this.#outer.inner(tool, given);
    const inner = new CallRecording(this.#journal, this.#requester, { tool, arguments: given, project: this.#call.project }, '', this);
    if (this.#inner.length < MOST_INNER) this.#inner.push(inner);
    else this.#moreInner += 1;
    this.#tellSoon();
    return inner;
  }

  // The tool of ours that does it, where the client used another name.
  meant(ownTool: string): void {
    this.#ownTool = ownTool;
  }

  captioned(caption: string): void {
    if (this.#call.caption === caption) return;
    this.#learn({ caption });
    // What the client called stands for what is done first.
    if (this.#outer !== undefined && this.#outer.#call.caption === undefined) this.#outer.captioned(caption);
  }

  inProject(project: string): void {
    const isKnown = this.#call.project === project;
    this.#isPlaced = true;
    if (!isKnown) this.#learn({ project });
    // A batch may go through several projects: it is listed with the first.
    if (this.#outer !== undefined && !this.#outer.#isPlaced) this.#outer.inProject(project);
  }

  // Also after its end: what is written is written.
  changed({ id, files }: WrittenChange): void {
    this.#files = [...new Set([...this.#files, ...files])];
    const more = this.#files.length - MOST_FILES;
    this.#learn({ changeId: id, affectedFiles: this.#files.slice(0, MOST_FILES), ...(more > 0 && { moreFiles: more }) });
    this.#outer?.changed({ id, files });
  }

  succeeded({ text, tokens, value }: RecordedAnswer): void {
    if (value !== undefined) this.#hide(secretsIn(value));
    this.#end({ status: 'success', ...(tokens !== undefined && { answerTokens: tokens }), ...(text !== undefined && { result: text }) });
  }

  // With a code, such as file_not_found or -32601.
  failed(code: string, message: string): void {
    this.#end({ status: 'error', error: `${code}: ${message}` });
  }

  // The first end counts: a call that was cancelled has no answer, whatever still comes.
  #end(how: Pick<RecordedCall, 'status' | 'answerTokens' | 'result' | 'error'>): void {
    if (this.#call.status !== 'pending') return;
    this.#call = { ...this.#call, ...how, durationMs: Math.round((performance.now() - this.#started) * 10) / 10 };
    this.#tell();
  }

  #learn(more: Partial<RecordedCall>): void {
    this.#call = { ...this.#call, ...more };
    this.#tellSoon();
  }

  // At the end of this turn, with all that is learned in it.
  #tellSoon(): void {
    if (this.#outer !== undefined) this.#outer.#tellSoon();
    else if (!this.#willTell) {
      this.#willTell = true;
      queueMicrotask(() => this.#willTell && this.#tell());
    }
  }

  #hide(secrets: readonly string[]): void {
    this.#secrets.push(...secrets);
    if (this.#outer !== undefined) this.#outer.#hide(secrets);
  }

  #tell(): void {
    this.#willTell = false;
    if (this.#outer !== undefined) this.#outer.#tell();
    else this.#journal.record(this.#record(), [...this.#secrets, ...this.#inner.flatMap((inner) => inner.#secrets)]);
  }

  #record(): CallRecord {
    return {
      id: this.#id,
      ...this.#requester,
      ...this.#call,
      ...(this.#isRequest && { isRequest: true }),
      ...(this.#ownTool !== undefined && this.#ownTool !== this.#call.tool && { ownTool: this.#ownTool }),
      ...(this.#inner.length > 0 && { inner: this.#inner.map((inner) => inner.#call) }),
      ...(this.#moreInner > 0 && { moreInner: this.#moreInner }),
    };
  }
}
