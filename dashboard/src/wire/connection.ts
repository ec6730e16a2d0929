// The connection to the daemon: each side proves itself, then frames are applied once per animation frame, and what broke is made again.
import { batch, computed, signal } from '@preact/signals';
import type { Alarm, DaemonMessage, Frame, PageMessage, ShownError, Welcome } from '../../../src/dashboard/protocol/messages.ts';
import type { Topic } from '../../../src/dashboard/protocol/rows.ts';
import { refusalInWords } from './refusals.ts';
import { clearLink, freshNonce, isDaemons, keepSession, keptSession, ownProof, type Session, sessionOfLink } from './session.ts';
import { applyDelta, wholeTopics } from './store.ts';
import type { OpenTransport, Transport } from './transport.ts';
import { reloadPage } from './webview.ts';

export type Link =
  | { readonly state: 'connecting' }
  // Nobody has opened this page by a link, or its session is over.
  | { readonly state: 'closed'; readonly why?: ShownError }
  // Whatever listens on this port does not have our key.
  | { readonly state: 'impostor' }
  | { readonly state: 'open' }
  | { readonly state: 'lost'; readonly lastHeard: Date };

export const link = signal<Link>({ state: 'connecting' });
// What needs the daemon cannot be done.
export const isLost = computed(() => link.value.state !== 'open');
export const welcome = signal<Welcome | undefined>(undefined);
export const alarms = signal<readonly Alarm[]>([]);

type Answer = Extract<DaemonMessage, { kind: 'answer' | 'progress' }>;

const FIRST_RETRY = 250;
const LONGEST_RETRY = 8_000;
// Of what a person does; the daemon counts in minutes.
const TOUCH_EVERY = 30_000;

let openTransport: OpenTransport | undefined;
let session: Session | undefined;
// Somebody else proves it, who is the person's: the extension of VS Code.
let isVouchedFor = false;
let transport: Transport | undefined;
let redeems = false;
let retry = FIRST_RETRY;
let lastHeard = new Date();
let waiting: Frame[] = [];
let isScheduled = false;
const answered = new Map<number, (message: Answer) => void>();
const topics = new Map<Topic, number>();
const printers = new Map<string, (bytes: Uint8Array) => void>();

export function connectVouchedFor(how: OpenTransport): void {
  openTransport = how;
  isVouchedFor = true;
  open(undefined);
  watchPerson();
}

export async function connect(how: OpenTransport): Promise<void> {
  openTransport = how;
  const fresh = await sessionOfLink();
  redeems = fresh !== undefined;
  session = fresh ?? (await keptSession());
  if (session === undefined) link.value = { state: 'closed' };
  else open(session);
  watchPerson();
}

// Whether it went out.
export function send(message: PageMessage): boolean {
  if (link.peek().state !== 'open' || transport === undefined) return false;
  transport.send(message);
  return true;
}

// Answers to an id, until it is disposed of.
export function onAnswer(id: number, listener: (message: Answer) => void): Disposable {
  answered.set(id, listener);
  return { [Symbol.dispose]: () => answered.delete(id) };
}

// What is shown by several is subscribed once.
export function subscribe(topic: Topic): Disposable {
  const users = topics.get(topic) ?? 0;
  topics.set(topic, users + 1);
  if (users === 0) send(subscription(topic));
  let isOver = false;
  return {
    [Symbol.dispose]: () => {
      if (isOver) return;
      isOver = true;
      const left = (topics.get(topic) ?? 1) - 1;
      if (left > 0) topics.set(topic, left);
      else {
        topics.delete(topic);
        send({ kind: 'unsubscribe', topic });
      }
    },
  };
}

// What the program of a terminal prints, while its topic is subscribed to. The first after a subscription draws the whole screen.
export function onPrinted(id: string, listener: (bytes: Uint8Array) => void): Disposable {
  printers.set(id, listener);
  return {
    [Symbol.dispose]: () => {
      if (printers.get(id) === listener) printers.delete(id);
    },
  };
}

// Everything of a topic once more.
export function renew(topic: Topic): void {
  wholeTopics.delete(topic);
  if (!topics.has(topic)) return;
  send({ kind: 'unsubscribe', topic });
  send({ kind: 'subscribe', topic });
}

// ---- one connection ----

function open(own: Session | undefined): void {
  if (openTransport === undefined) return;
  const nonce = freshNonce();
  let isProved = isVouchedFor;
  const current = openTransport({
    opened: () => {
      if (own !== undefined) current.send({ kind: 'hello', session: own.id, nonce, ...(redeems && { redeems: true as const }) });
    },
    text: (text) => {
      lastHeard = new Date();
      const message = messageIn(text);
      if (message === undefined) distrust();
      else if (message.kind === 'refused') refuse(isProved ? message : refusalInWords(String(message.code)));
      else if (isProved) take(message);
      else if (message.kind === 'challenge' && own !== undefined) {
        const nonces = { page: nonce, daemon: message.nonce };
        void isDaemons(own, nonces, message.proof).then(async (isTrue) => {
          if (!isTrue) return distrust();
          isProved = true;
          const proof = await ownProof(own, nonces);
          // Kept before the link is spent, and only then out of the address: whoever reloads in between must not need another.
          if (redeems) await keepSession(own);
          clearLink();
          redeems = false;
          current.send({ kind: 'proof', proof });
        });
      } else distrust();
    },
    bytes: (bytes) => {
      lastHeard = new Date();
      if (isProved) printed(bytes);
    },
    closed: () => {
      if (transport === current) lose();
    },
  });
  transport = current;
}

// Undefined where it is none: before the proof, anybody may be at the other end.
function messageIn(text: string): DaemonMessage | undefined {
  try {
    const message: DaemonMessage | null = JSON.parse(text);
    return typeof message?.kind === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

function take(message: DaemonMessage): void {
  switch (message.kind) {
    case 'welcome':
      begin(message);
      break;
    case 'frame':
      waiting.push(message);
      schedule();
      break;
    case 'progress':
    case 'answer':
      answered.get(message.id)?.(message);
      break;
    case 'alarm':
      alarms.value = [...alarms.peek().filter(({ id }) => id !== message.alarm.id), message.alarm];
      break;
    case 'acknowledged':
      alarms.value = alarms.peek().filter(({ id }) => id !== message.id);
  }
}

// The length of the id, the id, the text.
function printed(bytes: Uint8Array): void {
  const end = 1 + (bytes[0] ?? 0);
  printers.get(new TextDecoder('ascii').decode(bytes.subarray(1, end)))?.(bytes.subarray(end));
}

function begin(message: Welcome): void {
  // A page of another build would misread what this daemon sends.
  if (welcome.peek() !== undefined && welcome.peek()?.version !== message.version) {
    reloadPage();
    return;
  }
  retry = FIRST_RETRY;
  batch(() => {
    welcome.value = message;
    alarms.value = message.alarms;
    link.value = { state: 'open' };
  });
  sendPresence();
  for (const topic of topics.keys()) send(subscription(topic));
}

function subscription(topic: Topic): PageMessage {
  const known = wholeTopics.get(topic);
  const boot = welcome.peek()?.boot;
  return { kind: 'subscribe', topic, ...(known !== undefined && known.boot === boot && { boot: known.boot, since: known.number }) };
}

// In one batch per animation frame; a hidden page has none.
function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  if (document.hidden) setTimeout(apply);
  else requestAnimationFrame(apply);
}

function apply(): void {
  isScheduled = false;
  const frames = waiting;
  waiting = [];
  const last = frames.at(-1);
  const boot = welcome.peek()?.boot;
  if (last === undefined || boot === undefined) return;
  batch(() => {
    for (const frame of frames) for (const delta of frame.deltas) applyDelta(delta, boot);
  });
  send({ kind: 'acknowledge', frame: last.frame });
}

function lose(): void {
  transport = undefined;
  waiting = [];
  const { state } = link.peek();
  if (state === 'closed' || state === 'impostor') return;
  if (welcome.peek() !== undefined) link.value = { state: 'lost', lastHeard };
  for (const [id, listener] of [...answered]) listener({ kind: 'answer', id, ok: false, error: LOST });
  setTimeout(again, retry * (0.75 + Math.random() / 2));
  retry = Math.min(retry * 2, LONGEST_RETRY);
}

function again(): void {
  const { state } = link.peek();
  if ((session !== undefined || isVouchedFor) && transport === undefined && (state === 'lost' || state === 'connecting')) open(session);
}

export const LOST: ShownError = {
  code: 'disconnected',
  message: 'The connection to the daemon was lost before it answered.',
  next: 'Look whether it has happened, then try again.',
};

// Anybody at the port can say it, so the key stays.
function refuse({ code, message, next }: ShownError): void {
  clearLink();
  link.value = { state: 'closed', why: { code, message, next } };
  transport?.close();
}

function distrust(): void {
  clearLink();
  link.value = { state: 'impostor' };
  transport?.close();
}

// ---- the person before it ----

let touched = 0;

function watchPerson(): void {
  document.addEventListener('visibilitychange', () => {
    sendPresence();
    if (!document.hidden) again();
  });
  addEventListener('online', again);
  for (const kind of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(
      kind,
      () => {
        if (Date.now() - touched < TOUCH_EVERY) return;
        touched = Date.now();
        send({ kind: 'used' });
      },
      { passive: true, capture: true },
    );
}

function sendPresence(): void {
  send({ kind: 'presence', hidden: document.hidden, mayNotify: 'Notification' in window && Notification.permission === 'granted' });
}
