// The pages that are connected, whichever way they came: what they share, and what each must hear of the others.
import { randomUUID } from 'node:crypto';
import type { Dashboard } from './dashboard.ts';
import { shownAlarm, type WindowSessions } from './sessions/windowSessions.ts';
import type { PageChannel } from './socket/pageChannel.ts';
import { TopicFeeds } from './socket/topicFeeds.ts';
import { type WindowParts, WindowSocket } from './socket/windowSocket.ts';
import type { TopicSource } from './sources.ts';
import { windowMethods, windowsTopic } from './windows.ts';

export interface WindowSocketsOptions extends Omit<WindowParts, 'feeds' | 'methods' | 'boot'> {
  readonly sessions: WindowSessions;
  readonly sources: readonly TopicSource[];
  readonly methods: Dashboard['methods'];
}

export class WindowSockets implements Disposable {
  readonly #parts: WindowParts;
  readonly #sockets = new Set<WindowSocket>();
  readonly #listening: Disposable;
  readonly #listeners = new Set<() => void>();

  constructor({ sessions, sources, methods, ...others }: WindowSocketsOptions) {
    const isConnected = (id: string) => [...this.#sockets].some(({ session }) => session === id);
    const windows = windowsTopic(sessions, isConnected, (listener) => this.#onSockets(listener));
    this.#parts = {
      ...others,
      sessions,
      feeds: new TopicFeeds([...sources, windows]),
      methods: { ...methods, ...windowMethods(sessions) },
      boot: randomUUID(),
    };
    this.#listening = sessions.onEvent((event) => {
      if (event.kind === 'revoked') for (const socket of this.#of(event.id)) socket.end(REVOKED);
      if (event.kind === 'acknowledged') for (const socket of this.proven()) socket.send(event);
      if (event.kind !== 'alarm') return;
      for (const socket of this.proven()) if (socket.session !== event.alarm.session) socket.send({ kind: 'alarm', alarm: shownAlarm(event.alarm) });
    });
  }

  // host: as the page names the place that it came to, with its port. onProven: a person's page it is.
  serve(channel: PageChannel, host: string, onProven: () => void = () => {}): void {
    const socket: WindowSocket = new WindowSocket(channel, host, this.#parts, () => {
      onProven();
      this.#sessionOf(socket);
      this.#socketsChanged();
    });
    this.#sockets.add(socket);
    channel.on('close', () => {
      this.#sockets.delete(socket);
      this.#sessionOf(socket);
      this.#socketsChanged();
    });
  }

  proven(): readonly WindowSocket[] {
    return [...this.#sockets].filter(({ session }) => session !== undefined);
  }

  // The oldest first.
  unproven(): readonly WindowSocket[] {
    return [...this.#sockets].filter(({ session }) => session === undefined);
  }

  // Nobody hears of sessions any more.
  stopListening(): void {
    this.#listening[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.stopListening();
    for (const socket of this.#sockets) socket.terminate();
    this.#parts.feeds[Symbol.dispose]();
  }

  #sessionOf({ session }: WindowSocket): void {
    if (session !== undefined) this.#parts.sessions.connected(session, this.#of(session).length > 0);
  }

  #of(session: string): readonly WindowSocket[] {
    return [...this.#sockets].filter((socket) => socket.session === session);
  }

  #onSockets(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  #socketsChanged(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

const REVOKED = {
  code: 'revoked_session',
  message: 'This window was closed by a person, or its link was used twice.',
  next: 'Run binnacle open in a terminal of your own.',
} as const;
