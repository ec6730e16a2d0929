// Which folder an agent works in: what its door said, else the first folder that the client calls a root.
import { fileURLToPath } from 'node:url';
import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { Bound } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';

// A client that announces roots and then does not answer must not hold up its own calls.
const LONGEST_ANSWER = seconds(5);

export class ClientRoot {
  readonly #server: Server;
  readonly #folder: string | undefined;
  #found: string | undefined;
  #asked: Promise<string | undefined> | undefined;

  constructor(server: Server, folder: string | undefined) {
    this.#server = server;
    this.#folder = folder;
    server.setNotificationHandler('notifications/roots/list_changed', () => {
      this.#asked = undefined;
      this.#found = undefined;
    });
  }

  // What is known without asking.
  get known(): string | undefined {
    return this.#folder ?? this.#found;
  }

  // Asked once and only when a call needs it; again after the client said that its roots changed.
  async find(request: ServerContext, signal: AbortSignal): Promise<string | undefined> {
    if (this.#folder !== undefined) return this.#folder;
    // The stateless protocol has no way to ask a client anything in the middle of a call.
    if (request.mcpReq.envelope !== undefined || this.#server.getClientCapabilities()?.roots === undefined) return undefined;
    this.#asked ??= this.#ask(request, signal).catch(() => {
      // No answer, or none that names a folder here: the next call may ask again, this one goes on without.
      this.#asked = undefined;
      return undefined;
    });
    return this.#asked;
  }

  async #ask(request: ServerContext, signal: AbortSignal): Promise<string | undefined> {
    this.#found = await firstRoot(request, signal);
    return this.#found;
  }
}

async function firstRoot(request: ServerContext, signal: AbortSignal): Promise<string | undefined> {
  using bound = new Bound(signal, LONGEST_ANSWER);
  const { roots } = await request.mcpReq.send({ method: 'roots/list' }, { signal: bound.signal, timeout: LONGEST_ANSWER });
  const uri = roots.map((root) => root.uri).find((candidate) => candidate.startsWith('file:'));
  return uri === undefined ? undefined : fileURLToPath(uri);
}
