// What a program of ours follows and asks over a person's session: the rows of a topic, methods, and that somebody is there.
import { z } from 'zod';
import { IdeError, internalError } from '../../ide/errors/errors.ts';
import type { PageMessage } from '../protocol/messages.ts';
import type { Method, ParamsOf } from '../protocol/methods.ts';
import type { RowTopic } from '../protocol/rows.ts';
import type { PersonsChannel, PersonsSession } from './personsSession.ts';

export interface FollowedRows {
  readonly topic: RowTopic;
  // All that there is, whenever something of it has changed.
  changed(rows: readonly unknown[]): void;
}

const FIRST_RETRY = 250;
const LONGEST_RETRY = 8_000;

const Row = z.looseObject({ id: z.string() });
const ShownError = z.object({ code: z.string(), message: z.string(), next: z.string() });
const Said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome') }),
  z.object({
    kind: z.literal('frame'),
    frame: z.number(),
    deltas: z.array(z.object({ topic: z.string(), isSnapshot: z.boolean().optional(), rows: z.array(Row), removed: z.array(z.string()).optional() })),
  }),
  z.object({ kind: z.literal('answer'), id: z.number(), ok: z.boolean(), value: z.unknown(), error: ShownError.optional() }),
]);
type Said = z.infer<typeof Said>;

export class PersonsPage implements Disposable {
  readonly #session: PersonsSession;
  readonly #followed: readonly FollowedRows[];
  readonly #rows = new Map<string, Map<string, unknown>>();
  readonly #answers = new Map<number, { resolve(value: unknown): void; reject(error: IdeError): void }>();
  #channel: PersonsChannel | undefined;
  #isWelcome = false;
  #isLookedAt = true;
  #retry = FIRST_RETRY;
  #again: NodeJS.Timeout | undefined;
  #next = 1;
  #isOver = false;

  constructor(session: PersonsSession, followed: readonly FollowedRows[]) {
    this.#session = session;
    this.#followed = followed;
    this.#open();
  }

  // Throws what the method refuses with.
  ask<Name extends Method>(method: Name, params: ParamsOf<Name>): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      if (!this.#isWelcome) {
        reject(lost(method));
        return;
      }
      this.#answers.set(id, { resolve, reject });
      this.#say({ kind: 'ask', id, method, params });
    });
  }

  // Whether its person looks at the program that shows it. It may call them in any case.
  isLookedAt(isSo: boolean): void {
    this.#isLookedAt = isSo;
    if (!this.#isWelcome) return;
    this.#say({ kind: 'presence', hidden: !isSo, mayNotify: true });
    if (isSo) this.#say({ kind: 'used' });
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearTimeout(this.#again);
    this.#channel?.close();
  }

  #open(): void {
    this.#channel = this.#session.open({
      text: (text) => {
        const said = Said.safeParse(JSON.parse(text)).data;
        if (said !== undefined) this.#heard(said);
      },
      bytes: () => {},
      closed: () => this.#closed(),
    });
  }

  #heard(said: Said): void {
    if (said.kind === 'welcome') {
      this.#isWelcome = true;
      this.#retry = FIRST_RETRY;
      this.isLookedAt(this.#isLookedAt);
      for (const { topic } of this.#followed) this.#say({ kind: 'subscribe', topic });
    } else if (said.kind === 'answer') {
      const { id, ok, value, error } = said;
      const waiting = this.#answers.get(id);
      this.#answers.delete(id);
      if (ok) waiting?.resolve(value);
      else waiting?.reject(error === undefined ? internalError('the window', 'it said no without a word') : IdeError.received({ ...error, details: {} }));
    } else {
      for (const { topic, isSnapshot, rows, removed } of said.deltas) {
        const known = (isSnapshot ? undefined : this.#rows.get(topic)) ?? new Map<string, unknown>();
        for (const row of rows) known.set(row.id, row);
        for (const id of removed ?? []) known.delete(id);
        this.#rows.set(topic, known);
        for (const each of this.#followed) if (each.topic === topic) each.changed([...known.values()]);
      }
      this.#say({ kind: 'acknowledge', frame: said.frame });
    }
  }

  // What it showed is not known to be so any more.
  #closed(): void {
    this.#isWelcome = false;
    for (const { reject } of this.#answers.values()) reject(lost('the window'));
    this.#answers.clear();
    for (const { topic, changed } of this.#followed) if (this.#rows.delete(topic)) changed([]);
    if (this.#isOver || this.#session.isEnded) return;
    this.#again = setTimeout(() => this.#open(), this.#retry);
    this.#again.unref();
    this.#retry = Math.min(this.#retry * 2, LONGEST_RETRY);
  }

  #say(message: PageMessage): void {
    this.#channel?.send(JSON.stringify(message));
  }
}

function lost(what: string): IdeError {
  const message = `The connection was lost before ${what} answered.`;
  return IdeError.received({ code: 'disconnected', message, next: 'Look whether it has happened, then try again.', details: {} });
}
