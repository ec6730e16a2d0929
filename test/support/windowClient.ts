// A page of the window without a browser: it redeems a link, proves itself, follows topics and keeps what they say, as the page does.
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import type { DaemonMessage, Frame, PageMessage, Welcome } from '../../src/dashboard/protocol/messages.ts';
import {
  NONCE_BYTES,
  SESSION_ID_BYTES,
  SESSION_ID_INFO,
  SESSION_KEY_BYTES,
  SESSION_KEY_INFO,
  SOCKET_PATH,
  signedWords,
} from '../../src/dashboard/protocol/opening.ts';
import type { Row, RowTopic, Topic } from '../../src/dashboard/protocol/rows.ts';
import { binnacle, type Home, run } from './builtProgram.ts';

const LONGEST_WAIT = 60_000;

// What a page keeps of its session.
export interface PageKey {
  readonly session: string;
  readonly key: Buffer;
  // Where it was loaded from.
  readonly host: string;
}

export interface Knock {
  readonly redeems?: boolean;
  readonly headers?: Record<string, string>;
  // Where it connects to, if that is not where the page was loaded from.
  readonly at?: string;
  // A page that does not acknowledge what it is sent.
  readonly isFrozen?: boolean;
}

type Answer = Extract<DaemonMessage, { kind: 'answer' }>;
type Refused = Extract<DaemonMessage, { kind: 'refused' }>;

// As binnacle open --print gives it to the person.
export async function linkOf(home: Home, folder = home.folder): Promise<string> {
  const { stdout, stderr, code } = await run([process.execPath, binnacle, 'open', '--print'], { environment: home.environment, folder, bound: 60_000 });
  if (code !== 0) throw new Error(`binnacle open: ${stderr}`);
  return stdout.trim();
}

export function keyOfLink(link: string): PageKey {
  const { host, hash } = new URL(link);
  const code = Buffer.from(new URLSearchParams(hash.slice(1)).get('code') ?? '', 'base64url');
  const derived = (info: string, bytes: number) => Buffer.from(hkdfSync('sha256', code, '', info, bytes));
  return { session: derived(SESSION_ID_INFO, SESSION_ID_BYTES).toString('base64url'), key: derived(SESSION_KEY_INFO, SESSION_KEY_BYTES), host };
}

export class RefusedWindow extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export class WindowClient implements Disposable {
  readonly key: PageKey;
  readonly welcome: Welcome;
  readonly alarms: Extract<DaemonMessage, { kind: 'alarm' }>['alarm'][] = [];
  // The alarms that some window has acknowledged.
  readonly acknowledged: string[] = [];
  readonly frames: Frame[] = [];
  readonly progress: string[] = [];
  // What terminals have printed, by id.
  readonly printed = new Map<string, string>();
  // How often a topic came as a snapshot.
  readonly snapshots: RowTopic[] = [];
  // Set once the daemon has said that it is over.
  refused: Refused | undefined;
  isFrozen: boolean;
  readonly #socket: WebSocket;
  readonly #topics = new Map<RowTopic, { rows: Map<string, Row>; number: number }>();
  readonly #answers = new Map<number, (answer: Answer) => void>();
  readonly #looking = new Set<() => void>();
  // Bytes of terminals that came while it was frozen, by id.
  readonly #undrawn = new Map<string, number>();
  #next = 1;

  // By a link that nobody has used yet.
  static open(link: string, knock: Knock = {}): Promise<WindowClient> {
    return WindowClient.connect(keyOfLink(link), { redeems: true, ...knock });
  }

  // With what the page kept. Rejects with RefusedWindow, or an error where there is no socket at all or whoever answers does not prove to be the daemon.
  static async connect(key: PageKey, knock: Knock = {}): Promise<WindowClient> {
    const socket = await opened(`ws://${knock.at ?? key.host}${SOCKET_PATH}`, { origin: `http://${key.host}`, ...knock.headers });
    const next = messages(socket);
    const send = (message: PageMessage) => socket.send(JSON.stringify(message));
    try {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      send({ kind: 'hello', session: key.session, nonce, ...(knock.redeems && { redeems: true }) });
      const challenge = await next();
      if (challenge.kind === 'refused') throw new RefusedWindow(challenge.code, challenge.message);
      if (challenge.kind !== 'challenge') throw new Error(`no challenge, but ${challenge.kind}`);
      const words = { session: key.session, host: key.host, pageNonce: nonce, daemonNonce: challenge.nonce };
      if (challenge.proof !== proofOf(key, 'daemon', words)) throw new Error('whoever listens there is not the daemon');
      send({ kind: 'proof', proof: proofOf(key, 'page', words) });
      const welcome = await next();
      if (welcome.kind === 'refused') throw new RefusedWindow(welcome.code, welcome.message);
      if (welcome.kind !== 'welcome') throw new Error(`no welcome, but ${welcome.kind}`);
      return new WindowClient(socket, key, welcome, knock.isFrozen ?? false);
    } catch (error) {
      socket.terminate();
      throw error;
    }
  }

  private constructor(socket: WebSocket, key: PageKey, welcome: Welcome, isFrozen: boolean) {
    this.#socket = socket;
    this.key = key;
    this.welcome = welcome;
    this.isFrozen = isFrozen;
    this.alarms.push(...welcome.alarms);
    socket.removeAllListeners('message');
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#bytes(data);
      else this.#receive(JSON.parse(data.toString()));
      for (const look of [...this.#looking]) look();
    });
    socket.on('close', () => {
      for (const look of [...this.#looking]) look();
    });
  }

  get isClosed(): boolean {
    return this.#socket.readyState === this.#socket.CLOSED;
  }

  send(message: PageMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  subscribe(topic: Topic): void {
    this.send({ kind: 'subscribe', topic });
  }

  // Goes on from what an earlier one of the same page has.
  resume(topic: RowTopic, earlier: WindowClient): void {
    const known = earlier.#topics.get(topic) ?? { rows: new Map(), number: 0 };
    this.#topics.set(topic, { rows: new Map(known.rows), number: known.number });
    this.send({ kind: 'subscribe', topic, boot: earlier.welcome.boot, since: known.number });
  }

  rows(topic: RowTopic): readonly Row[] {
    return [...(this.#topics.get(topic)?.rows.values() ?? [])];
  }

  // Undefined until it came.
  numberOf(topic: RowTopic): number | undefined {
    return this.#topics.get(topic)?.number;
  }

  call(tool: string, parameters: Record<string, unknown> = {}, project?: string): Promise<Answer> {
    return this.#answer((id) => ({ kind: 'call', id, tool, arguments: parameters, ...(project !== undefined && { project }) }));
  }

  // As a view asks by itself.
  look(tool: string, parameters: Record<string, unknown> = {}, project?: string): Promise<Answer> {
    return this.#answer((id) => ({ kind: 'call', id, tool, arguments: parameters, ...(project !== undefined && { project }), isForView: true }));
  }

  ask(method: Extract<PageMessage, { kind: 'ask' }>['method'], params?: unknown): Promise<Answer> {
    return this.#answer((id) => ({ kind: 'ask', id, method, params }));
  }

  // Everything that was sent while it was frozen is shown now.
  thaw(): void {
    this.isFrozen = false;
    const last = this.frames.at(-1);
    if (last !== undefined) this.send({ kind: 'acknowledge', frame: last.frame });
    for (const [id, bytes] of this.#undrawn) this.send({ kind: 'drawn', topic: `terminal:${id}`, bytes });
    this.#undrawn.clear();
  }

  // Looks after each message.
  until(isSo: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        this.#looking.delete(look);
      };
      const look = () => {
        if (!isSo()) return;
        done();
        resolve();
      };
      const timer = setTimeout(() => {
        done();
        reject(new Error(`it did not come: ${what}`));
      }, LONGEST_WAIT);
      this.#looking.add(look);
      look();
    });
  }

  // As a cut cable does.
  cut(): void {
    this.#socket.terminate();
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }

  #answer(message: (id: number) => PageMessage): Promise<Answer> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.send(message(id));
    });
  }

  #receive(message: DaemonMessage): void {
    if (message.kind === 'frame') this.#show(message);
    else if (message.kind === 'alarm') this.alarms.push(message.alarm);
    else if (message.kind === 'acknowledged') this.acknowledged.push(message.id);
    else if (message.kind === 'refused') this.refused = message;
    else if (message.kind === 'progress') this.progress.push(message.message);
    else if (message.kind === 'answer') {
      this.#answers.get(message.id)?.(message);
      this.#answers.delete(message.id);
    }
  }

  #show(frame: Frame): void {
    this.frames.push(frame);
    for (const { topic, number, isSnapshot, rows, removed } of frame.deltas) {
      if (isSnapshot) this.snapshots.push(topic);
      const known = isSnapshot ? new Map<string, Row>() : (this.#topics.get(topic)?.rows ?? new Map<string, Row>());
      for (const id of removed ?? []) known.delete(id);
      for (const row of rows) known.set(row.id, row);
      this.#topics.set(topic, { rows: known, number });
    }
    if (!this.isFrozen) this.send({ kind: 'acknowledge', frame: frame.frame });
  }

  #bytes(data: Buffer): void {
    const length = data[0] ?? 0;
    const id = data.toString('ascii', 1, 1 + length);
    this.printed.set(id, (this.printed.get(id) ?? '') + data.toString('utf8', 1 + length));
    const bytes = data.length - 1 - length;
    if (this.isFrozen) this.#undrawn.set(id, (this.#undrawn.get(id) ?? 0) + bytes);
    else this.send({ kind: 'drawn', topic: `terminal:${id}`, bytes });
  }
}

export function proofOf({ key }: PageKey, side: 'daemon' | 'page', words: Parameters<typeof signedWords>[1]): string {
  return createHmac('sha256', key).update(signedWords(side, words)).digest('base64url');
}

// Rejects with the status where it is refused.
export function opened(url: string, headers: Record<string, string>): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => reject(new Error(`status ${response.statusCode}`)));
    socket.on('error', reject);
  });
}

// The next message each time; rejects when there will be none.
export function messages(socket: WebSocket): () => Promise<DaemonMessage> {
  const waiting: DaemonMessage[] = [];
  let wanted: { resolve(message: DaemonMessage): void; reject(error: Error): void } | undefined;
  let isClosed = false;
  socket.on('message', (data: Buffer) => {
    const message: DaemonMessage = JSON.parse(data.toString());
    if (wanted === undefined) waiting.push(message);
    else wanted.resolve(message);
    wanted = undefined;
  });
  socket.on('close', () => {
    isClosed = true;
    wanted?.reject(new Error('the socket was closed'));
  });
  return () =>
    new Promise((resolve, reject) => {
      const next = waiting.shift();
      if (next !== undefined) resolve(next);
      else if (isClosed) reject(new Error('the socket was closed'));
      else wanted = { resolve, reject };
    });
}
