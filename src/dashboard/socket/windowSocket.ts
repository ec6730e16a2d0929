// One page at its socket: proofs first, the daemon's before the page's; then what it follows, calls and asks, until its session ends.

import type { Log } from '../../base/log.ts';
import { version } from '../../base/version.ts';
import { machineClock } from '../../base/waiting/clock.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { tooMuchAtOnce } from '../../ide/errors/windowErrors.ts';
import type { ServerParts } from '../../server/call/callTool.ts';
import { authorOf } from '../../server/clients/client.ts';
import type { DaemonMessage, PageMessage, Welcome } from '../protocol/messages.ts';
import type { TerminalTopic, Topic } from '../protocol/rows.ts';
import type { Opening, Refusal, WindowSession, WindowSessions } from '../sessions/windowSessions.ts';
import type { AskingWindow, MethodHandlers, TerminalStreams } from '../sources.ts';
import { PageFrames } from './frames.ts';
import type { PageChannel } from './pageChannel.ts';
import { pageMessage } from './pageMessages.ts';
import { answerAsk, answerCall, type PersonsWork, shownError } from './personCalls.ts';
import { TerminalFeeds } from './terminalFeeds.ts';
import type { TopicFeeds } from './topicFeeds.ts';

// What all sockets of one daemon share.
export interface WindowParts {
  readonly parts: ServerParts;
  readonly sessions: WindowSessions;
  readonly feeds: TopicFeeds;
  readonly methods: MethodHandlers;
  readonly terminals: TerminalStreams | undefined;
  readonly boot: string;
  // A VS Code window, whose own server this is, and where agents reach that; absent at a daemon, which they reach where the page came from.
  readonly editor?: { url(): string | undefined } | undefined;
  readonly settings: () => Welcome['settings'];
  readonly log: Log;
}

const LONGEST_HANDSHAKE = seconds(10);
const LONGEST_GREETING = 1_024;
const MOST_AT_ONCE = 32;
// Of messages: many more than fingers, frames and a typed file make.
const MOST_PER_SECOND = 200;
const MOST_IN_A_BURST = 1_000;
// Bytes that a page may leave unread; one that reads nothing at all is cut off.
const MOST_UNREAD = 64 * 1024 * 1024;
const POLICY_VIOLATION = 1008;
// How a person is named in changes.
const PERSON = authorOf({ isPerson: true, name: '', version: '' });

interface Open extends Disposable {
  readonly session: WindowSession;
  readonly frames: PageFrames;
  readonly terminals: TerminalFeeds | undefined;
  readonly person: ReturnType<ServerParts['reviews']['watch']>;
}

export class WindowSocket {
  readonly #channel: PageChannel;
  readonly #host: string;
  readonly #parts: WindowParts;
  readonly #impatience: NodeJS.Timeout;
  readonly #underWay = new Map<number, AbortController>();
  readonly #onOpen: () => void;
  #opening: Opening | undefined;
  #open: Open | undefined;
  #allowance = MOST_IN_A_BURST;
  #counted = machineClock.steady();

  // host: as the page names it, with the port that it came to.
  constructor(channel: PageChannel, host: string, parts: WindowParts, onOpen: () => void) {
    this.#channel = channel;
    this.#host = host;
    this.#parts = parts;
    this.#onOpen = onOpen;
    this.#impatience = setTimeout(() => channel.close(POLICY_VIOLATION, 'no proof came'), LONGEST_HANDSHAKE);
    this.#impatience.unref();
    channel.on('message', (data, isBinary) => {
      if (isBinary || !this.#mayGoOn()) channel.close(POLICY_VIOLATION, 'too much, or not text');
      else this.#receive(Buffer.isBuffer(data) ? data.toString() : Buffer.from(data.toString()).toString());
    });
    channel.on('error', () => channel.terminate());
    channel.on('close', () => this.#closed());
  }

  // Undefined until it has proved itself.
  get session(): string | undefined {
    return this.#open?.session.id;
  }

  send(message: DaemonMessage): void {
    this.#sendText(JSON.stringify(message));
  }

  terminate(): void {
    this.#channel.terminate();
  }

  // Its session is over.
  end(refusal: Refusal): void {
    this.#refuse(refusal);
  }

  #receive(text: string): void {
    const open = this.#open;
    const message = open === undefined && text.length > LONGEST_GREETING ? undefined : pageMessage(text);
    if (message === undefined) this.#refuse(BAD_MESSAGE);
    else if (open === undefined) this.#greet(message);
    else if (!this.#parts.sessions.isOpen(open.session.id)) this.#refuse(OVER);
    else this.#said(message, open);
  }

  #greet(message: PageMessage): void {
    if (message.kind === 'hello' && this.#opening === undefined) this.#challenge(message);
    else if (message.kind === 'proof' && this.#opening !== undefined) {
      const session = this.#opening.finish(message.proof);
      if ('code' in session) this.#refuse(session);
      else this.#welcome(session);
    } else this.#refuse(BAD_MESSAGE);
  }

  #challenge(hello: Extract<PageMessage, { kind: 'hello' }>): void {
    const opening = this.#parts.sessions.begin(hello, this.#host, Number(this.#host.split(':').at(-1)));
    if ('code' in opening) this.#refuse(opening);
    else {
      this.#opening = opening;
      this.send({ kind: 'challenge', nonce: opening.nonce, proof: opening.proof });
    }
  }

  #welcome(session: WindowSession): void {
    clearTimeout(this.#impatience);
    const { sessions, feeds, boot, settings, terminals, parts, editor } = this.#parts;
    const url = editor === undefined ? `http://${this.#host}` : editor.url();
    const onError = (error: unknown) => this.#failed(error);
    const frames = new PageFrames({ feeds, boot, send: (text) => this.#sendText(text), onError });
    const bytes =
      terminals === undefined
        ? undefined
        : new TerminalFeeds({
            streams: terminals,
            author: PERSON,
            send: (data) => this.#channel.send(data),
            onError,
          });
    const person = parts.reviews.watch(() => {});
    this.#open = {
      session,
      frames,
      terminals: bytes,
      person,
      [Symbol.dispose]: () => {
        frames[Symbol.dispose]();
        bytes?.[Symbol.dispose]();
        person[Symbol.dispose]();
      },
    };
    this.send({
      kind: 'welcome',
      boot,
      version,
      ...(url !== undefined && { url }),
      ...(editor !== undefined && { isOfEditor: true as const }),
      expires: new Date(sessions.expiryOf(session)).toISOString(),
      alarms: sessions.alarmsFor(session.id),
      settings: settings(),
    });
    this.#onOpen();
  }

  #said(message: PageMessage, open: Open): void {
    if (message.kind === 'subscribe') this.#subscribe(message, open);
    else if (message.kind === 'unsubscribe') this.#unsubscribe(message.topic, open);
    else if (message.kind === 'acknowledge') open.frames.acknowledge(message.frame);
    else if (message.kind === 'presence') {
      open.frames.hide(message.hidden);
      open.person.mayNotify(message.mayNotify);
    } else if (message.kind === 'used') {
      open.person.used();
      this.#parts.sessions.used(open.session.id);
    } else if (message.kind === 'call') this.#begin(message.id, open, (work) => answerCall(message, work));
    else if (message.kind === 'ask') this.#begin(message.id, open, (work) => answerAsk(message, work));
    else if (message.kind === 'cancel') this.#underWay.get(message.id)?.abort();
    else if (message.kind === 'input') open.terminals?.type(message.topic, message.text);
    else if (message.kind === 'resize') open.terminals?.resize(message.topic, message.columns, message.rows);
    else if (message.kind === 'drawn') open.terminals?.drawn(message.topic, message.bytes);
    else this.#refuse(BAD_MESSAGE);
  }

  #unsubscribe(topic: Topic, open: Open): void {
    if (isTerminal(topic)) open.terminals?.unsubscribe(topic);
    else open.frames.unsubscribe(topic);
  }

  #subscribe({ topic, boot, since }: Extract<PageMessage, { kind: 'subscribe' }>, open: Open): void {
    if (isTerminal(topic)) open.terminals?.subscribe(topic);
    else if (!open.frames.subscribe(topic, boot, since)) this.#parts.log.warn(`a window asked for ${topic}, which this daemon does not show`);
  }

  #begin(id: number, { session }: Open, answer: (work: PersonsWork) => Promise<DaemonMessage>): void {
    if (this.#underWay.has(id)) this.#refuse(BAD_MESSAGE);
    else if (this.#underWay.size >= MOST_AT_ONCE) this.send({ kind: 'answer', id, ok: false, error: shownError(tooMuchAtOnce(MOST_AT_ONCE)) });
    else {
      const ended = new AbortController();
      this.#underWay.set(id, ended);
      const asked: AskingWindow = { session: session.id, chain: session.chain, signal: ended.signal };
      const progress = (message: string) => this.send({ kind: 'progress', id, message });
      answer({ parts: this.#parts.parts, methods: this.#parts.methods, asked, progress })
        .then((said) => this.send(said))
        .catch((error: unknown) => this.#failed(error))
        .finally(() => this.#underWay.delete(id));
    }
  }

  #mayGoOn(): boolean {
    const now = machineClock.steady();
    this.#allowance = Math.min(MOST_IN_A_BURST, this.#allowance + ((now - this.#counted) / seconds(1)) * MOST_PER_SECOND) - 1;
    this.#counted = now;
    return this.#allowance > 0;
  }

  // What an agent's terminal or engine refuses is for the view that asked, and shows there as what it is: gone.
  #failed(error: unknown): void {
    if (!(error instanceof IdeError)) this.#parts.log.error(`the window: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  #refuse({ code, message, next }: Refusal): void {
    this.send({ kind: 'refused', code, message, next });
    this.#channel.close(POLICY_VIOLATION, code);
  }

  #sendText(text: string): void {
    if (this.#channel.readyState !== this.#channel.OPEN) return;
    if (this.#channel.bufferedAmount > MOST_UNREAD) this.#channel.terminate();
    else this.#channel.send(text);
  }

  #closed(): void {
    clearTimeout(this.#impatience);
    for (const ended of this.#underWay.values()) ended.abort();
    this.#open?.[Symbol.dispose]();
    this.#open = undefined;
  }
}

function isTerminal(topic: Topic): topic is TerminalTopic {
  return topic.startsWith('terminal:');
}

const BAD_MESSAGE: Refusal = { code: 'bad_message', message: 'The daemon does not understand what this page said.', next: 'Load the page again.' };
const OVER: Refusal = { code: 'expired_session', message: 'This window has expired or was revoked.', next: 'Run binnacle open in a terminal of your own.' };
