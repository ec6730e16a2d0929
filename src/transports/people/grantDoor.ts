// Where people grant agents something for a while, see what is granted and take it back. Agents have no token for it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { askedGrant } from '../../server/permission/askedGrant.ts';
import type { Grants } from '../../server/permission/grants.ts';
import { tokenOf } from '../guards.ts';
import { answerText, bodyText } from '../httpMessages.ts';
import { parsedJson } from '../messages.ts';
import { admitsPerson, type People, refuse } from './guard.ts';

const ROOT = '/grants';
const LONGEST_MESSAGE = 64 * 1024;

export class GrantDoor {
  readonly #grants: Grants;
  readonly #people: People;

  constructor(grants: Grants, people: People) {
    this.#grants = grants;
    this.#people = people;
  }

  serves(path: string): boolean {
    return path === ROOT || path.startsWith(`${ROOT}/`);
  }

  // GET /grants: what is granted. POST /grants: grant. POST /grants/ID/revoke: take it back; all of them, where ID is all.
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (!admitsPerson(request, response, url, this.#people, 'binnacle grant')) return;
    const token = tokenOf(request, url) ?? '';
    const revoked = /^\/grants\/(\d{1,9}|all)\/revoke$/.exec(url.pathname)?.[1];
    if (request.method === 'OPTIONS') response.writeHead(204, { allow: 'GET, POST, OPTIONS' }).end();
    else if (request.method === 'GET' && url.pathname === ROOT) answerText(response, JSON.stringify({ grants: this.#grants.list() }));
    else if (request.method === 'POST' && url.pathname === ROOT) await this.#grant(request, response, token);
    else if (request.method === 'POST' && revoked !== undefined) this.#revoke(revoked, response, token);
    else refuse(response, 404, 'not_found', 'GET /grants, POST /grants and POST /grants/ID/revoke are served.');
  }

  async #grant(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    const text = await bodyText(request, LONGEST_MESSAGE);
    const { grant, matching, problem } = askedGrant(this.#grants, text === undefined ? undefined : parsedJson(text)?.value);
    if (problem !== undefined) return refuse(response, 400, problem.code, `${problem.message} ${problem.next}`);
    this.#people.decided(token, `grant ${grant?.id} was given (${JSON.stringify(grant)})`);
    answerText(response, JSON.stringify({ grant, matching }));
  }

  // What there is to choose from is for whoever asked all daemons to say.
  #revoke(named: string, response: ServerResponse, token: string): void {
    const meant = this.#grants.list().filter(({ id }) => named === 'all' || id === Number(named));
    const revoked = meant.filter(({ id }) => this.#grants.revoke(id));
    for (const { id } of revoked) this.#people.decided(token, `grant ${id} was revoked`);
    answerText(response, JSON.stringify({ grants: revoked }));
  }
}
