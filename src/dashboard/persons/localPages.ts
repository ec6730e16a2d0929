// The door for pages that the serving process shows itself, such as those in a VS Code window: no port, and a session that nobody outside can name.
import { WindowSessions } from '../sessions/windowSessions.ts';
import type { FarEnd } from '../socket/localChannel.ts';
import { LocalChannel } from '../socket/localChannel.ts';
import { WindowSockets, type WindowSocketsOptions } from '../windowSockets.ts';
import type { PersonsChannel, PersonsDoor } from './personsSession.ts';

// No page of a browser can have it: there is no such port.
const HOST = 'this-process:0';

export class LocalPages implements PersonsDoor, Disposable {
  readonly #sessions: WindowSessions;
  readonly #sockets: WindowSockets;

  constructor(options: Omit<WindowSocketsOptions, 'sessions'>) {
    // They end with the process.
    this.#sessions = new WindowSessions({ store: { read: () => undefined, write: () => {} }, log: options.log });
    this.#sockets = new WindowSockets({ ...options, sessions: this.#sessions });
  }

  async link(): ReturnType<PersonsDoor['link']> {
    return { code: this.#sessions.issue('the window itself').code, host: HOST, [Symbol.dispose]: () => {} };
  }

  connect(host: string, events: FarEnd): PersonsChannel {
    const channel = new LocalChannel(events);
    this.#sockets.serve(channel, host);
    return { send: (text) => channel.receive(text), close: () => channel.terminate() };
  }

  [Symbol.dispose](): void {
    this.#sockets[Symbol.dispose]();
  }
}
