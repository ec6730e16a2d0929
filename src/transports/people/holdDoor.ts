// Where people hold agents, debug sessions and terminals, and hand them back. Agents have no token for it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { ServerParts } from '../../server/call/callTool.ts';
import type { HeldThing, Hold, Holds, HoldTarget } from '../../server/clients/holds.ts';
import { tokenOf } from '../guards.ts';
import { answerText, bodyText } from '../httpMessages.ts';
import { parsedJson } from '../messages.ts';
import { admitsPerson, type People, refuse } from './guard.ts';

const ROOT = '/holds';
const LONGEST_MESSAGE = 64 * 1024;
const LONGEST_NAME = 500;
const LONGEST_NOTE = 4_000;

const name = z.string().min(1).max(LONGEST_NAME).optional();
// Without a client, a session or a terminal it is everyone, or everything.
const Wish = z.strictObject({ client: name, session: name, terminal: name, note: z.string().min(1).max(LONGEST_NOTE).optional() });
type Named = Omit<z.infer<typeof Wish>, 'note'>;

const HOW = `A hold or release is {"client" | "session" | "terminal"?: its name or id, "note"?: at most ${LONGEST_NOTE} characters}, with at most one of the three.`;

export class HoldDoor {
  readonly #holds: Holds;
  readonly #workbench: ServerParts['workbench'];
  readonly #people: People;

  constructor(holds: Holds, workbench: ServerParts['workbench'], people: People) {
    this.#holds = holds;
    this.#workbench = workbench;
    this.#people = people;
  }

  serves(path: string): boolean {
    return path === ROOT || path.startsWith(`${ROOT}/`);
  }

  // GET /holds: what is held. POST /holds: hold. POST /holds/release: hand back.
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (!admitsPerson(request, response, url, this.#people, 'binnacle hold')) return;
    const what = `${request.method} ${url.pathname}`;
    if (request.method === 'OPTIONS') response.writeHead(204, { allow: 'GET, POST, OPTIONS' }).end();
    else if (what === 'GET /holds') answerText(response, JSON.stringify({ holds: this.#listed() }));
    else if (what === 'POST /holds' || what === 'POST /holds/release') await this.#decide(request, response, url);
    else refuse(response, 404, 'not_found', 'GET /holds, POST /holds and POST /holds/release are served.');
  }

  async #decide(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const text = await bodyText(request, LONGEST_MESSAGE);
    const wish = Wish.safeParse(text === undefined ? undefined : parsedJson(text)?.value).data;
    if (wish === undefined) return refuse(response, 400, 'invalid_arguments', HOW);
    const { note, ...named } = wish;
    if (Object.values(named).filter((value) => value !== undefined).length > 1) return refuse(response, 400, 'invalid_arguments', HOW);
    const isRelease = url.pathname === `${ROOT}/release`;
    const done = isRelease ? this.#release(named, note) : this.#targets(named).map((target) => this.#holds.hold(target, note));
    for (const { id, target } of done)
      this.#people.decided(tokenOf(request, url) ?? '', `${JSON.stringify(target)} was ${isRelease ? 'released' : 'held'} (${id})`);
    // What there is to choose from is for whoever asked all daemons to say.
    answerText(response, JSON.stringify({ holds: done }));
  }

  #targets({ client, session, terminal }: Named): readonly HoldTarget[] {
    if (session !== undefined || terminal !== undefined) return this.#things().filter(({ kind, id }) => id === (kind === 'session' ? session : terminal));
    if (client === undefined) return [{ kind: 'everyone' }];
    const target = this.#holds.targetNamed(client);
    return target === undefined ? [] : [target];
  }

  #release(named: Named, note: string | undefined): readonly Hold[] {
    return this.#listed().filter((hold) => isMeant(hold, named) && this.#holds.release(hold.id, note));
  }

  // Without what has ended meanwhile.
  #listed(): readonly Hold[] {
    const things = this.#things();
    for (const { id, target } of this.#holds.list())
      if ('project' in target && !things.some((thing) => thing.kind === target.kind && thing.id === target.id && thing.project === target.project))
        this.#holds.release(id);
    return this.#holds.list();
  }

  #things(): readonly HeldThing[] {
    return this.#workbench.projects().flatMap(({ path: project }): HeldThing[] => {
      const ide = this.#workbench.ide(project);
      return [
        ...(ide?.debugging?.sessions() ?? []).map(({ id }) => ({ kind: 'session' as const, id, project })),
        ...(ide?.terminals?.list() ?? []).map(({ id }) => ({ kind: 'terminal' as const, id, project })),
      ];
    });
  }
}

function isMeant({ id, target }: Hold, { client, session, terminal }: Named): boolean {
  if (target.kind === 'session' || target.kind === 'terminal') {
    const wanted = target.kind === 'session' ? session : terminal;
    return wanted === target.id || client === id || (client ?? session ?? terminal) === undefined;
  }
  if (session !== undefined || terminal !== undefined) return false;
  if (client === undefined || client === id) return true;
  return (target.kind === 'connection' && target.id === client) || (target.kind === 'client' && target.client.toLowerCase() === client.toLowerCase());
}
