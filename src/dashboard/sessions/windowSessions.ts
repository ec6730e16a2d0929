// Who may look through the window: one-time links, the sessions that they become, their ends, and what people must know about them.
import { randomUUID } from 'node:crypto';
import type { Log } from '../../base/log.ts';
import { type Clock, machineClock } from '../../base/waiting/clock.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { Alarm, RefusalCode } from '../protocol/messages.ts';
import type { WindowRow } from '../protocol/rows.ts';
import { type KeptAlarm, type KeptSession, readKept, type SessionStore, writeKept } from './keptSessions.ts';
import { isProof, keyOfCode, newCode, newNonce, proofOf, type SignedParts } from './windowKeys.ts';

const LINK_LIFE = seconds(60);
const LONGEST_IDLE = minutes(12 * 60);
const LONGEST_LIFE = minutes(7 * 24 * 60);
// Of a program without a connection: longer than a page in it takes to be loaded again.
const LONGEST_GONE = seconds(60);
// Each is a person's own doing, so that more is a mistake or an attack.
const MOST_LINKS = 16;
const MOST_SESSIONS = 32;
// Of one kind, so that an agent that asks all the time hides nothing else.
const MOST_ALARMS = 20;
// Of links and sessions that are over, to say why they do not open.
const MOST_REMEMBERED = 200;
// How exact the end of an idle session is after a restart.
const BETWEEN_WRITES = minutes(5);
// By so much clocks are corrected all the time.
const SLACK = minutes(1);

export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly next: string;
}

export interface WindowLink {
  readonly code: string;
  // Called once the page has come.
  onOpened(listener: () => void): void;
}

interface Link {
  readonly key: Buffer;
  readonly chain: string;
  // By the steady time.
  readonly until: number;
  readonly opened: Set<() => void>;
}

export interface WindowSession {
  readonly id: string;
  readonly key: Buffer;
  readonly chain: string;
  readonly since: string;
  // By the time of day, as it is kept for another daemon.
  readonly expires: number;
  lastUsed: number;
  readonly port: number;
  // The same by the steady time, which counts in this one.
  readonly end: number;
  used: number;
  // Nobody but the program has its key, and it ends when that is gone.
  readonly isProgram: boolean;
  // Of a program that has no connection left, by the steady time.
  goneSince: number | undefined;
}

// What a page says first.
export interface PageHello {
  readonly session: string;
  readonly nonce: string;
  readonly redeems?: boolean;
  readonly isProgram?: boolean;
}

// A page that has not proved itself yet, to which the daemon has.
export interface Opening {
  readonly nonce: string;
  readonly proof: string;
  // Once: whatever is said second is wrong.
  finish(proof: string): WindowSession | Refusal;
}

export interface SessionsOptions {
  readonly store: SessionStore;
  readonly log: Log;
  readonly clock?: Clock;
}

export type SessionsEvent =
  | { readonly kind: 'sessions' }
  | { readonly kind: 'revoked'; readonly id: string }
  | { readonly kind: 'alarm'; readonly alarm: KeptAlarm }
  | { readonly kind: 'acknowledged'; readonly id: string };

export class WindowSessions {
  readonly #options: SessionsOptions;
  readonly #clock: Clock;
  readonly #links = new Map<string, Link>();
  readonly #sessions = new Map<string, WindowSession>();
  readonly #over = new Map<string, Refusal>();
  readonly #listeners = new Set<(event: SessionsEvent) => void>();
  readonly #readPorts = new Set<number>();
  #alarms: KeptAlarm[] = [];
  #written = 0;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? machineClock;
  }

  // For a process that a person started; whether it is one has been asked already.
  issue(chain: string): WindowLink {
    this.#forgetOld();
    const code = newCode();
    const { id, key } = keyOfCode(code);
    const opened = new Set<() => void>();
    this.#links.set(id, { key, chain, until: this.#clock.steady() + LINK_LIFE, opened });
    for (const oldest of [...this.#links.keys()].slice(0, -MOST_LINKS)) this.#links.delete(oldest);
    this.#options.log.info(`a link to the window was given to ${chain}`);
    return { code, onOpened: (listener) => void opened.add(listener) };
  }

  // Whoever asked got no link.
  agentAsked(chain: string): void {
    this.#options.log.warn(`a program of an agent asked for a link to the window: ${chain}`);
    this.#alarm({ kind: 'agent_asked', message: 'A program that an agent runs asked for a window, and got none.', chain });
  }

  // host: where the page was loaded from, which is where it came to.
  begin({ session, nonce: pageNonce, redeems = false, isProgram = false }: PageHello, host: string, port: number): Opening | Refusal {
    this.#read(port);
    this.#forgetOld();
    const key = this.#links.get(session)?.key ?? this.#sessionAt(session, port)?.key;
    if (key === undefined) return this.#over.get(session) ?? UNKNOWN;
    const parts: SignedParts = { session, host, pageNonce, daemonNonce: newNonce() };
    let isUsed = false;
    return {
      nonce: parts.daemonNonce,
      proof: proofOf(key, 'daemon', parts),
      finish: (proof) => {
        const isRight = !isUsed && isProof(proof, key, 'page', parts);
        isUsed = true;
        if (!isRight) return WRONG_PROOF;
        // A page that was reloaded after it had kept its key and before its proof arrived comes without saying so, and its link is unspent.
        const isLink = redeems || this.#links.has(session);
        return isLink ? this.#redeemed(session, port, isProgram) : (this.#sessionAt(session, port) ?? this.#over.get(session) ?? UNKNOWN);
      },
    };
  }

  isOpen(id: string): boolean {
    this.#forgetOld();
    return this.#sessions.has(id);
  }

  // A person has touched the page.
  used(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    session.lastUsed = this.#clock.now();
    session.used = this.#clock.steady();
    if (session.used - this.#written > BETWEEN_WRITES) this.#write([session.port]);
  }

  // Whether it has a connection: that of a program ends soon after the last.
  connected(id: string, isConnected: boolean): void {
    const session = this.#sessions.get(id);
    if (session?.isProgram === true) session.goneSince = isConnected ? undefined : this.#clock.steady();
  }

  // By the time of day.
  expiryOf(session: WindowSession): number {
    return this.#clock.now() + endOf(session) - this.#clock.steady();
  }

  // False where there is none.
  revoke(id: string, why: string): boolean {
    const session = this.#sessions.get(id);
    if (session === undefined) return false;
    this.#options.log.warn(`the window ${id} was revoked (${why}); it was opened by ${session.chain}`);
    this.#end(session, REVOKED);
    this.#write([session.port]);
    return true;
  }

  // Somebody else has listened there, and may have shown a page of their own to whoever has keys for it.
  revokePort(port: number, why: string): void {
    this.#read(port);
    for (const session of [...this.#sessions.values()]) if (session.port === port) this.revoke(session.id, why);
  }

  rows(isConnected: (id: string) => boolean): readonly WindowRow[] {
    this.#forgetOld();
    return [...this.#sessions.values()].map((session) => ({
      id: session.id,
      since: session.since,
      chain: session.chain,
      isOpen: isConnected(session.id),
      expires: new Date(this.expiryOf(session)).toISOString(),
    }));
  }

  // A window does not hear of itself, and does not acknowledge itself away.
  alarmsFor(session: string): readonly Alarm[] {
    return this.#alarms.filter((alarm) => alarm.session !== session).map(shownAlarm);
  }

  // False where there is none that this window may acknowledge.
  acknowledge(id: string, session: string): boolean {
    const alarm = this.#alarms.find((each) => each.id === id && each.session !== session);
    if (alarm === undefined) return false;
    this.#alarms = this.#alarms.filter((each) => each !== alarm);
    this.#options.log.info(`"${alarm.message}" (${alarm.chain}) was acknowledged in the window ${session}`);
    this.#write([...this.#readPorts]);
    this.#tell({ kind: 'acknowledged', id });
    return true;
  }

  onEvent(listener: (event: SessionsEvent) => void): Disposable {
    const own = (event: SessionsEvent) => listener(event);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  // The page has proved that it knows the code.
  #redeemed(id: string, port: number, isProgram: boolean): WindowSession | Refusal {
    this.#forgetOld();
    const used = this.#sessions.get(id);
    if (used !== undefined) {
      this.#options.log.warn(`the link to the window ${id} was used twice; it was given to ${used.chain}`);
      this.#end(used, USED_LINK);
      this.#alarm({ kind: 'link_used_twice', message: 'A link to the window was used twice; both windows that came by it are closed.', chain: used.chain });
      this.#write([used.port]);
      return USED_LINK;
    }
    const link = this.#links.get(id);
    if (link === undefined) return this.#over.get(id) ?? UNKNOWN;
    if (this.#sessions.size >= MOST_SESSIONS) return TOO_MANY;
    this.#links.delete(id);
    const [now, steady] = [this.#clock.now(), this.#clock.steady()];
    const session: WindowSession = {
      id,
      key: link.key,
      chain: link.chain,
      since: new Date(now).toISOString(),
      expires: now + LONGEST_LIFE,
      lastUsed: now,
      port,
      end: steady + LONGEST_LIFE,
      used: steady,
      isProgram,
      goneSince: undefined,
    };
    this.#sessions.set(id, session);
    this.#options.log.info(`the window ${id} was opened by ${session.chain}`);
    this.#alarm({ kind: 'new_window', message: 'A window was opened.', chain: session.chain, session: id });
    this.#write([port]);
    this.#tell({ kind: 'sessions' });
    for (const listener of link.opened) listener();
    return session;
  }

  #sessionAt(id: string, port: number): WindowSession | undefined {
    const session = this.#sessions.get(id);
    return session?.port === port ? session : undefined;
  }

  #end(session: WindowSession, why: Refusal): void {
    this.#sessions.delete(session.id);
    this.#remember(session.id, why);
    this.#tell({ kind: 'revoked', id: session.id });
  }

  #forgetOld(): void {
    const now = this.#clock.steady();
    for (const [id, { until }] of this.#links) {
      if (now < until) continue;
      this.#links.delete(id);
      this.#remember(id, EXPIRED_LINK);
    }
    const ended = [...this.#sessions.values()].filter((session) => now >= endOf(session));
    for (const session of ended) this.#end(session, EXPIRED);
    if (ended.length > 0) this.#write([...new Set(ended.map(({ port }) => port))]);
  }

  #remember(id: string, why: Refusal): void {
    this.#over.set(id, why);
    for (const oldest of [...this.#over.keys()].slice(0, -MOST_REMEMBERED)) this.#over.delete(oldest);
  }

  #alarm(about: Omit<KeptAlarm, 'id' | 'time'>): void {
    const alarm: KeptAlarm = { id: randomUUID(), time: new Date(this.#clock.now()).toISOString(), ...about };
    const alike = this.#alarms.filter(({ kind }) => kind === alarm.kind);
    const forgotten = new Set(alike.slice(0, Math.max(0, alike.length + 1 - MOST_ALARMS)));
    this.#alarms = [...this.#alarms.filter((each) => !forgotten.has(each)), alarm];
    this.#write([...this.#readPorts]);
    this.#tell({ kind: 'alarm', alarm });
  }

  #tell(event: SessionsEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #read(port: number): void {
    if (this.#readPorts.has(port)) return;
    this.#readPorts.add(port);
    const { sessions, alarms } = readKept(this.#options.store, port);
    const [now, steady] = [this.#clock.now(), this.#clock.steady()];
    for (const { id, key, ...kept } of sessions) {
      // From a time that is still to come: the clock was set back, and nobody knows how long it has not been used.
      const isStrange = kept.lastUsed > now + SLACK || kept.expires > now + LONGEST_LIFE + SLACK;
      const end = isStrange ? steady : steady + kept.expires - now;
      this.#sessions.set(id, {
        ...kept,
        id,
        key: Buffer.from(key, 'base64url'),
        port,
        end,
        used: steady - Math.max(0, now - kept.lastUsed),
        isProgram: false,
        goneSince: undefined,
      });
    }
    const known = new Set(this.#alarms.map(({ id }) => id));
    this.#alarms = [...alarms.filter(({ id }) => !known.has(id)), ...this.#alarms];
  }

  #write(ports: readonly number[]): void {
    this.#written = this.#clock.steady();
    for (const port of ports) {
      // What was kept there must not be lost by writing before it was read.
      this.#read(port);
      const sessions = [...this.#sessions.values()].filter((session) => session.port === port && !session.isProgram).map(keptSession);
      try {
        writeKept(this.#options.store, port, { sessions, alarms: this.#alarms });
      } catch (error) {
        this.#options.log.error(`the windows' sessions cannot be kept: ${String(error)}`);
      }
    }
  }
}

function endOf({ end, used, goneSince }: WindowSession): number {
  return Math.min(end, used + LONGEST_IDLE, goneSince === undefined ? Number.POSITIVE_INFINITY : goneSince + LONGEST_GONE);
}

export function shownAlarm({ session: _, ...alarm }: KeptAlarm): Alarm {
  return alarm;
}

function keptSession({ id, key, chain, since, lastUsed, expires }: WindowSession): KeptSession {
  return { id, key: key.toString('base64url'), chain, since, lastUsed, expires };
}

const OPEN = 'Run binnacle open in a terminal of your own.';
const UNKNOWN: Refusal = { code: 'unknown_session', message: 'This daemon does not know this window.', next: OPEN };
const REVOKED: Refusal = { code: 'revoked_session', message: 'This window was revoked.', next: OPEN };
const EXPIRED: Refusal = { code: 'expired_session', message: 'This window was not used for 12 hours, or is older than 7 days.', next: OPEN };
const EXPIRED_LINK: Refusal = { code: 'expired_session', message: 'A link opens the window within 60 seconds.', next: OPEN };
const USED_LINK: Refusal = {
  code: 'used_link',
  message: 'This link was used twice, so both windows are closed: somebody else may have had it.',
  next: OPEN,
};
const WRONG_PROOF: Refusal = { code: 'wrong_proof', message: 'This page has not the key of the window that it names.', next: OPEN };
const TOO_MANY: Refusal = {
  code: 'too_many_windows',
  message: `There are ${MOST_SESSIONS} windows already.`,
  next: 'Revoke some in the settings of a window that is open, or wait until they expire.',
};
