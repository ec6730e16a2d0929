// A language server that a call turns out to need and a registry has: fetched for that call where the settings or a person say so, and asked about once.
import { untilAborted } from '../../base/waiting/abort.ts';
import type { OnMissingServer, Progress } from '../../ide/doors/languages.ts';
import { cancelled, IdeError } from '../../ide/errors/errors.ts';
import type { Ide } from '../../ide/ide.ts';
import type { Tool } from '../../tools/tool.ts';
import type { PersonAtClient } from '../permission/askFirst.ts';
import { permit, showsPlan } from '../permission/permission.ts';
import type { ServerParts } from './callTool.ts';
import { parsedCall } from './validation.ts';

// How one is installed, by whoever asks.
export const INSTALLS = 'install_server';

export interface CallInNeed {
  readonly tool: Tool;
  readonly ide: Ide | undefined;
  // Undefined when the client has no way to ask its person.
  readonly person: PersonAtClient | undefined;
  // It was a person who called.
  readonly isPerson: boolean;
  readonly owner: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  // What has been done cannot be done anew with the server.
  readonly hasWritten: () => boolean;
  // Asks whom there is to ask and fetches it, as a call of its own.
  readonly install: (server: string, person: PersonAtClient | undefined, progress: Progress) => Promise<Installed>;
}

// What it must know of the server that it is in.
type Around = Pick<ServerParts, 'catalogue' | 'policy' | 'reviews' | 'agents'>;

type Installed = { readonly ok: true } | { readonly ok: false; readonly error: IdeError };

// Ends the work of a call, which holds its turn no longer and is done anew.
class ServerWanted extends Error {
  readonly server: string;

  constructor(server: string) {
    super(`${server} is wanted`);
    this.server = server;
  }
}

interface UnderWay {
  readonly done: Promise<string | undefined>;
  // Of each call that waits for it.
  readonly listeners: Set<Progress>;
}

type Work<Value> = (ide: Ide | undefined, person: PersonAtClient | undefined) => Promise<Value>;

export class MissingServers {
  // Those that nobody is asked about again in this process, and what is said of each in place of how to get it.
  readonly #refused = new Map<string, string>();
  readonly #underWay = new Map<string, UnderWay>();
  // Reviews that wait for a client which asks between two calls.
  readonly #left = new Map<string, string>();

  // Does the work in an IDE in which it is noticed what is missing. What runs programs, and what a person looks at, goes on without.
  async fetchedFirst<Value>(around: Around, need: CallInNeed, work: Work<Value>): Promise<Value> {
    const { tool, ide } = need;
    const mayBeRepeated = tool.effect === 'reads' || (tool.effect === 'edits' && showsPlan(tool));
    if (ide?.needing === undefined || ide.servers === undefined || need.isPerson || !mayBeRepeated) return work(ide, need.person);
    // What became of each that this call has wanted.
    const tried = new Map<string, string | undefined>();
    const own = { ...ide, ...ide.needing(this.#onMissing(ide, around, need, tried)) };
    let { person } = need;
    const answered = this.#answered(person);
    if (answered !== undefined) {
      tried.set(answered, await this.#fetched(answered, need, person));
      // That answer is used up.
      person = { when: 'later' };
    }
    for (;;) {
      try {
        return await work(own, person);
      } catch (thrown) {
        if (!(thrown instanceof ServerWanted)) throw thrown;
        tried.set(thrown.server, await this.#fetched(thrown.server, need, person));
      }
    }
  }

  // The server about which a client comes back with its person's answer.
  #answered(person: PersonAtClient | undefined): string | undefined {
    const back = person?.when === 'later' ? person.back : undefined;
    return back && [...this.#left].find(([, review]) => review === back.review)?.[0];
  }

  #onMissing(ide: Ide, around: Around, need: CallInNeed, tried: ReadonlyMap<string, string | undefined>): OnMissingServer {
    return (server) => {
      if (tried.has(server)) return tried.get(server);
      const refused = this.#refused.get(server);
      if (refused !== undefined) return refused;
      if (ide.servers?.consent === 'never') return `The setting servers is never, so it is not fetched; ${byHand(server)}`;
      const review = this.#left.get(server);
      if (review !== undefined && around.reviews.list().some(({ id }) => id === review)) return 'A person is being asked whether to fetch it.';
      if (need.hasWritten() || !mayAsk(around, ide, need, server)) return undefined;
      throw new ServerWanted(server);
    };
  }

  // Returns what is said of it where it was not fetched; undefined where it is there.
  async #fetched(server: string, need: CallInNeed, person: PersonAtClient | undefined): Promise<string | undefined> {
    for (let others = this.#underWay.get(server); others !== undefined; others = this.#underWay.get(server)) {
      others.listeners.add(need.progress);
      try {
        // Where the one who asked gave up, the next asks.
        const ended = others.done.then(
          (said) => ({ said }),
          () => undefined,
        );
        const outcome = await untilAborted(ended, need.signal, cancelled);
        if (outcome !== undefined) return outcome.said;
      } finally {
        others.listeners.delete(need.progress);
      }
    }
    const listeners = new Set([need.progress]);
    const done = this.#asked(server, need, person, listeners).finally(() => this.#underWay.delete(server));
    this.#underWay.set(server, { done, listeners });
    return done;
  }

  async #asked(server: string, need: CallInNeed, person: PersonAtClient | undefined, listeners: ReadonlySet<Progress>): Promise<string | undefined> {
    const outcome = await need.install(server, person, (...said) => {
      for (const listener of listeners) listener(...said);
    });
    if (outcome.ok) return undefined;
    const { error } = outcome;
    if (error.code === 'review_waits') {
      this.#left.set(server, String(error.details['review']));
      throw error;
    }
    // Whoever waits too asks next.
    if (error.code === 'cancelled' && listeners.size > 1) throw error;
    const said = wordsFor(server, error);
    this.#refused.set(server, said);
    if (need.signal.aborted) throw error;
    return said;
  }
}

// Whether it may be fetched without a question, or there is somebody to ask.
function mayAsk({ catalogue, policy, reviews, agents }: Around, ide: Ide, { person, owner }: CallInNeed, server: string): boolean {
  const tool = catalogue.find(INSTALLS);
  if (tool === undefined) return false;
  const asks = parsedCall(tool, { server }).asksFirst({ ide, owner, agents }) !== undefined;
  try {
    return permit(tool, ide.project, policy(), asks) === 'allow' || person !== undefined || reviews.isWatched;
  } catch (error) {
    if (error instanceof IdeError) return false;
    throw error;
  }
}

function wordsFor(server: string, { code, message }: IdeError): string {
  if (code === 'server_not_fetched') return `${message} ${INSTALLS} with server ${server} tries again.`;
  if (code === 'cancelled') return `The call that would have fetched it was cancelled; ${INSTALLS} with server ${server} asks again.`;
  return `${message.replace(/[^.!?]$/, '$&.')} It is not asked again here; ${byHand(server)}`;
}

function byHand(server: string): string {
  return `a person can: binnacle doctor --install ${server}`;
}
