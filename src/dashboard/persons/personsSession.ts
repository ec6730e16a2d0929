// A person's session in a program of ours: it proves itself at the door as a page does, once for each connection.
import { z } from 'zod';
import { IdeError } from '../../ide/errors/errors.ts';
import type { DaemonMessage, PageMessage } from '../protocol/messages.ts';
import { isProof, keyOfCode, newNonce, proofOf, type WindowKey } from '../sessions/windowKeys.ts';
import type { FarEnd } from '../socket/localChannel.ts';

export interface PersonsDoor {
  // A code that nobody has used, and where it is used: as a page would name that place, with its port. Held until the code was used. Rejects where there is none for us.
  link(): Promise<{ readonly code: string; readonly host: string } & Disposable>;
  connect(host: string, events: FarEnd): PersonsChannel;
}

export interface PersonsChannel {
  send(text: string): void;
  close(): void;
}

export interface ProvenEvents {
  // The welcome first.
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  // Once, also when it never opened.
  closed(): void;
}

interface Kept extends WindowKey {
  readonly host: string;
}

const Challenge = z.object({ kind: z.literal('challenge'), nonce: z.string(), proof: z.string() });
const Refused = z.object({ kind: z.literal('refused'), code: z.string() });
// So each of them begins.
const REFUSED = '{"kind":"refused"';
// What a person or an attack has ended: another link would undo that.
const ENDED: ReadonlySet<string> = new Set(['revoked_session', 'used_link']);

export class PersonsSession {
  readonly #door: PersonsDoor;
  readonly #onTrouble: (what: string) => void;
  #key: Promise<Kept> | undefined;
  // The words with which it was ended.
  #ended: string | undefined;

  constructor(door: PersonsDoor, onTrouble: (what: string) => void) {
    this.#door = door;
    this.#onTrouble = onTrouble;
  }

  open(events: ProvenEvents): PersonsChannel {
    let channel: PersonsChannel | undefined;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      events.closed();
    };
    const ended = this.#ended;
    if (ended !== undefined) {
      setImmediate(() => {
        if (!isOver) events.text(ended);
        end();
      });
    } else
      this.#kept().then(
        (key) => {
          if (!isOver) channel = this.#proving(key, { ...events, closed: end });
        },
        (error: unknown) => {
          this.#key = undefined;
          const refused = refusedBy(error);
          this.#onTrouble(refused.message);
          // Each question of a program that an agent started would be an alarm.
          this.#ended = JSON.stringify(refused);
          if (!isOver) events.text(this.#ended);
          end();
        },
      );
    return {
      send: (text) => channel?.send(text),
      close: () => {
        channel?.close();
        end();
      },
    };
  }

  // Until a person wants it again, nobody is let in by it.
  get isEnded(): boolean {
    return this.#ended !== undefined;
  }

  // A person wants it again, where it was ended.
  renew(): void {
    this.#ended = undefined;
  }

  // All connections of a session share its key.
  #kept(): Promise<Kept> {
    this.#key ??= this.#door.link().then((link) => {
      this.#links.add(link);
      return { ...keyOfCode(link.code), host: link.host };
    });
    return this.#key;
  }

  // Whose codes were not used yet.
  readonly #links = new Set<Disposable>();

  #proving(key: Kept, events: ProvenEvents): PersonsChannel {
    const pageNonce = newNonce();
    let isProved = false;
    const say = (message: PageMessage) => channel.send(JSON.stringify(message));
    const channel = this.#door.connect(key.host, {
      opened: () => say({ kind: 'hello', session: key.id, nonce: pageNonce, isProgram: true }),
      text: (text) => {
        if (text.startsWith(REFUSED)) this.#refused(text);
        if (isProved || text.startsWith(REFUSED)) {
          for (const link of this.#links) link[Symbol.dispose]();
          this.#links.clear();
          events.text(text);
          return;
        }
        const challenge = Challenge.safeParse(jsonIn(text)).data;
        const parts = { session: key.id, host: key.host, pageNonce, daemonNonce: challenge?.nonce ?? '' };
        // Whoever has taken the port learns nothing.
        if (challenge === undefined || !isProof(challenge.proof, key.key, 'daemon', parts)) {
          this.#onTrouble(`whatever answers at ${key.host} is not the server that gave the session`);
          channel.close();
          return;
        }
        isProved = true;
        say({ kind: 'proof', proof: proofOf(key.key, 'page', parts) });
      },
      bytes: (bytes) => {
        if (isProved) events.bytes(bytes);
      },
      closed: () => events.closed(),
    });
    return channel;
  }

  #refused(text: string): void {
    this.#key = undefined;
    const { code } = Refused.safeParse(jsonIn(text)).data ?? { code: '' };
    if (ENDED.has(code)) this.#ended = text;
  }
}

function refusedBy(error: unknown): Extract<DaemonMessage, { kind: 'refused' }> {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'refused', code: 'unknown_session', message, next: error instanceof IdeError ? error.next : 'Try again.' };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
