// The sessions of people at this process: each a secret that is handed over the private local socket, and good for as long as that connection is open.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Log } from '../../base/log.ts';
import { LineSplitter } from '../../base/text/lines.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { People } from '../../transports/people/guard.ts';
import { connected } from '../door/attach.ts';
import { greeting } from '../door/greeting.ts';
import { type DoorHello, LONGEST_HELLO, parseReply } from '../door/hello.ts';
import { refuse, reply } from '../instances/localSocket.ts';
import { lineageOf } from './lineage.ts';

const LONGEST_ANSWER = seconds(20);

export class PeoplesSessions implements People {
  readonly #state: string;
  readonly #log: Log;
  // With the processes that each was given to.
  readonly #sessions = new Map<string, string>();
  readonly #onEnd = new Map<string, Set<() => void>>();

  constructor(state: string, log: Log) {
    this.#state = state;
    this.#log = log;
  }

  tokens(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  decided(token: string, what: string): void {
    this.#log.info(`${what} by ${this.#sessions.get(token) ?? 'a window that has closed'}`);
  }

  onEnd(token: string, listener: () => void): void {
    this.#onEnd.set(token, (this.#onEnd.get(token) ?? new Set()).add(listener));
  }

  // Where an agent may run programs, one of them could still get here: then the log says which.
  async take({ pid, startedFor: marks }: DoorHello, socket: Socket): Promise<void> {
    const { startedFor, chain } = await lineageOf(pid, this.#state, marks);
    if (startedFor !== 'nobody') {
      this.#log.warn(`a program that an agent runs asked for a person's session: ${chain}`);
      refuse(socket, 'Reviews are for a person, and this program was started by an agent.');
      return;
    }
    const token = randomBytes(32).toString('base64url');
    this.#sessions.set(token, chain);
    this.#log.info(`a person's session was opened by ${chain}`);
    socket.on('close', () => {
      this.#sessions.delete(token);
      for (const listener of this.#onEnd.get(token) ?? []) listener();
      this.#onEnd.delete(token);
    });
    reply(socket, { binnacle: 'person', token });
    socket.resume();
  }
}

export interface PersonSession extends Disposable {
  readonly token: string;
}

// Undefined when nobody answers there, or it is no place for people.
export async function openPersonSession(at: { readonly socket: string; readonly key: string }): Promise<PersonSession | undefined> {
  const socket = await connected(at.socket);
  if (socket === undefined) return undefined;
  socket.on('error', () => {});
  socket.setTimeout(LONGEST_ANSWER, () => socket.destroy());
  socket.write(`${JSON.stringify({ ...greeting(at.key), control: 'person' } satisfies DoorHello)}\n`);
  const lines = new LineSplitter(LONGEST_HELLO);
  const answered = new Promise<string | undefined>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      for (const line of lines.feed(chunk)) resolve(line.toString());
    });
    void once(socket, 'close').then(() => resolve(undefined));
  });
  const answer = parseReply((await answered) ?? '');
  socket.setTimeout(0);
  if (answer?.binnacle !== 'person') {
    socket.destroy();
    return undefined;
  }
  return { token: answer.token, [Symbol.dispose]: () => socket.destroy() };
}
