// What a stdio door must remember of its agent's session, so that a daemon that died costs the calls it was working on and nothing else.
import { envelopeOf } from './envelope.ts';

interface Waiting {
  readonly method: string;
  readonly line: Buffer;
  // The daemon was gone before it could read it, so nothing of it was done.
  undelivered?: true;
  // It was given to a second daemon because it only reads. One that ends two daemons is not given to a third.
  repeated?: true;
}

// What the door itself answered before there was a daemon.
interface Early {
  readonly method: string;
  readonly line: Buffer;
  readonly answer: Buffer;
}

export interface Loss {
  // To the agent: calls that may have done half their work are not repeated, and it is informed.
  readonly answers: readonly Buffer[];
  // To the next daemon, before anything else, so that it takes up where the old one ended.
  readonly repeated: readonly Buffer[];
}

export class DoorSession {
  // Requests of the agent without an answer yet, by id.
  readonly #waiting = new Map<string, Waiting>();
  // Requests of the daemon (roots, elicitation) without an answer yet, and those that died with it: late answers to these reach nobody.
  readonly #asked = new Set<string>();
  readonly #void = new Set<string>();
  // Answers to requests that the door itself repeats.
  readonly #ownAnswers = new Set<string>();
  // By id, until the daemon has answered the same requests.
  readonly #early = new Map<string, Early>();
  #initialize: Buffer | undefined;
  #initialized: Buffer | undefined;
  #level: Buffer | undefined;
  // By the URI, as it is written.
  readonly #subscribed = new Map<string, Buffer>();
  #unreported: string | undefined;
  // Names of the tools that change nothing.
  #reads: ReadonlySet<string> = new Set();

  // False when the line must not go on.
  fromAgent(line: Buffer): boolean {
    const { id, method } = envelopeOf(line);
    if (id !== undefined && method === undefined) return this.#answeredByAgent(id);
    if (id !== undefined && method !== undefined) this.#waiting.set(id, { method, line });
    if (method === 'initialize') this.#initialize = line;
    if (method === 'notifications/initialized') this.#initialized = line;
    if (method === 'logging/setLevel') this.#level = line;
    if (method === 'resources/subscribe') this.#subscribed.set(uriIn(line), line);
    if (method === 'resources/unsubscribe') this.#subscribed.delete(uriIn(line));
    if (method === 'notifications/cancelled') this.#cancelled(line);
    return true;
  }

  // Whether the agent waits for an answer to it.
  awaits(line: Buffer): boolean {
    const { id } = envelopeOf(line);
    return id !== undefined && this.#waiting.has(id);
  }

  // The request goes on to the daemon all the same, whose answer makes the session what it is; the agent has its own already.
  answeredEarly(line: Buffer, answer: Buffer): void {
    const { id, method } = envelopeOf(line);
    if (id === undefined || method === undefined) return;
    this.#waiting.delete(id);
    this.#early.set(id, { method, line, answer });
  }

  // Whether the agent believes that it is connected though no daemon has answered yet.
  get greetedEarly(): boolean {
    return [...this.#early.values()].some(({ method }) => method === 'initialize');
  }

  // The request that this line takes back, where it still waits for its answer.
  cancelledBy(line: Buffer): Buffer | undefined {
    return envelopeOf(line).method === 'notifications/cancelled' ? this.#waiting.get(cancelledId(line))?.line : undefined;
  }

  // What the agent gets of it; undefined when the answer is to the door's own request.
  fromDaemon(line: Buffer): Buffer | undefined {
    const { id, method } = envelopeOf(line);
    if (id === undefined) return line;
    if (method !== undefined) {
      this.#asked.add(id);
      return line;
    }
    if (this.#ownAnswers.delete(id)) return undefined;
    const early = this.#early.get(id);
    if (early !== undefined) {
      this.#early.delete(id);
      // A daemon with another toolset, or a window that has fewer tools, was found in the end.
      return early.method === 'tools/list' && !early.answer.equals(line) ? TOOLS_CHANGED : undefined;
    }
    const answered = this.#waiting.get(id);
    this.#waiting.delete(id);
    return answered?.method === 'tools/call' ? this.#withNote(line) : line;
  }

  welcomed(reads: readonly string[]): void {
    this.#reads = new Set(reads);
  }

  // The line could not be written to the daemon.
  notDelivered(line: Buffer): void {
    for (const waiting of this.#waiting.values()) if (waiting.line === line) waiting.undelivered = true;
  }

  // Whoever only listens waits for no answer.
  get idle(): boolean {
    return [...this.#waiting.values()].every(({ method }) => method === 'subscriptions/listen');
  }

  // The connection to the daemon ended. What only asks (lists, initialize, subscriptions) is repeated on the next one.
  lost(why: string): Loss {
    const answers: Buffer[] = [];
    for (const [id, waiting] of this.#waiting) {
      if (waiting.method !== 'tools/call' || waiting.undelivered) continue;
      if (!waiting.repeated && this.#onlyReads(waiting.line)) {
        waiting.repeated = true;
        continue;
      }
      answers.push(this.#failure(id, `The Binnacle daemon ended while this call ran: ${why}.`));
      this.#waiting.delete(id);
    }
    for (const waiting of this.#waiting.values()) delete waiting.undelivered;
    for (const id of this.#asked) this.#void.add(id);
    this.#asked.clear();
    this.#ownAnswers.clear();
    this.#unreported = why;
    return { answers, repeated: [...this.greeting(), ...[...this.#waiting.values()].map(({ line }) => line)] };
  }

  // Everything that waits is answered with the reason why there will be no answer.
  refuseAll(why: string): Buffer[] {
    const answers = [...this.#waiting].map(([id, { method }]) => (method === 'tools/call' ? this.#refusal(id, why) : protocolError(id, why)));
    this.#waiting.clear();
    return answers;
  }

  // What was answered long ago and made the session what it is; the repeated answers are for the door alone.
  greeting(): Buffer[] {
    const lines: Buffer[] = [];
    for (const line of [this.#initialize, this.#initialized, this.#level, ...this.#subscribed.values()]) {
      if (line === undefined) continue;
      const { id } = envelopeOf(line);
      // Not answered yet: it is among the waiting ones and its answer is the agent's.
      if (id !== undefined && this.#waiting.has(id)) continue;
      if (id !== undefined && !this.#early.has(id)) this.#ownAnswers.add(id);
      lines.push(line);
    }
    return [...lines, ...[...this.#early.values()].flatMap(({ method, line }) => (method === 'tools/list' ? [line] : []))];
  }

  #onlyReads(line: Buffer): boolean {
    const name = member(member(parsed(line), 'params'), 'name');
    return typeof name === 'string' && this.#reads.has(name);
  }

  #answeredByAgent(id: string): boolean {
    if (this.#void.delete(id)) return false;
    this.#asked.delete(id);
    return true;
  }

  #cancelled(line: Buffer): void {
    this.#waiting.delete(cancelledId(line));
  }

  // The first answer after a restart says so: engines are cold again, and sessions of the old daemon are gone.
  #withNote(line: Buffer): Buffer {
    const why = this.#unreported;
    if (why === undefined) return line;
    const message = parsed(line);
    const result = member(message, 'result');
    const content = member(result, 'content');
    if (typeof message !== 'object' || typeof result !== 'object' || !Array.isArray(content)) return line;
    this.#unreported = undefined;
    const note = { type: 'text', text: `Note: the Binnacle daemon had ended (${why}) and was started again before this call.` };
    return Buffer.from(JSON.stringify({ ...message, result: { ...result, content: [...content, note] } }));
  }

  #failure(id: string, message: string): Buffer {
    return this.#toolError(id, 'daemon_ended', message, 'Call again: it is started anew. If the call changes something, look first at what it already did.');
  }

  // Nothing of the call was done.
  #refusal(id: string, message: string): Buffer {
    return this.#toolError(id, 'daemon_unavailable', message, 'Tell the person who set Binnacle up; then call again.');
  }

  #toolError(id: string, error: string, message: string, next: string): Buffer {
    const text = JSON.stringify({ error, message, next });
    const result = { isError: true, content: [{ type: 'text', text }], ...(this.#initialize === undefined && { resultType: 'complete' }) };
    return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`);
  }
}

const TOOLS_CHANGED = Buffer.from('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');

// As it stands in the request.
function cancelledId(line: Buffer): string {
  return JSON.stringify(member(member(parsed(line), 'params'), 'requestId')) ?? '';
}

function protocolError(id: string, message: string): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code: -32603, message, data: { details: message } })}}`);
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    // Not ours to complain about: it goes on as it came.
    return undefined;
  }
}

function uriIn(line: Buffer): string {
  return JSON.stringify(member(member(parsed(line), 'params'), 'uri'));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
