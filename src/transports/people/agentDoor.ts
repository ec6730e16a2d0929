// Where a person starts agents from a terminal, talks with them and stops them. Agents have no token for it.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { version } from '../../base/version.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { AgentFeed } from '../../server/agents/agentFeed.ts';
import { ChoiceWish, chosen, PromptWish, promptedBy, refusalOfWish, StartWish, startedFor } from '../../server/agents/agentWishes.ts';
import { callTool, type ServerParts } from '../../server/call/callTool.ts';
import { tokenOf } from '../guards.ts';
import { answerText, bodyText } from '../httpMessages.ts';
import { parsedJson } from '../messages.ts';
import type { Serving } from '../serving.ts';
import { admitsPerson, type People, refuse } from './guard.ts';

const ROOT = '/agents';
const KEEP_ALIVE = seconds(10);
const PATHS = 'Agents are at /agents, and a conversation at /agents/ID with /events, /prompt, /choose, /cancel, /stop, /merge and /discard.';

const Opened = StartWish.extend({ project: z.string().min(1).max(4_096) });
const Nothing = z.strictObject({});
type Conversation = ReturnType<AgentFeed['session']>;

export class AgentDoor {
  readonly #feed: AgentFeed;
  readonly #parts: ServerParts;
  readonly #people: People;
  readonly #serving: Serving;
  readonly #streams = new Set<ServerResponse>();

  constructor(feed: AgentFeed, parts: ServerParts, people: People, serving: Serving) {
    this.#feed = feed;
    this.#parts = parts;
    this.#people = people;
    this.#serving = serving;
  }

  serves(path: string): boolean {
    return path === ROOT || path.startsWith(`${ROOT}/`);
  }

  // GET /agents: which there are, and conversations with them. POST /agents: start one. GET /agents/ID/events: what is said, as it comes.
  // POST /agents/ID/prompt, /choose, /cancel and /stop: say something, choose a mode or a model, stop the turn, end the agent.
  // POST /agents/ID/merge and /discard: what becomes of its tree.
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (!admitsPerson(request, response, url, this.#people, 'binnacle chat')) return;
    const [, , id, what, ...more] = url.pathname.split('/');
    const token = tokenOf(request, url) ?? '';
    try {
      if (request.method === 'OPTIONS') response.writeHead(204, { allow: 'GET, POST, OPTIONS' }).end();
      else if (more.length > 0) refuse(response, 404, 'not_found', PATHS);
      else if (request.method === 'GET' && id === undefined) this.#list(response);
      else if (request.method === 'GET' && id !== undefined && what === 'events')
        await this.#watch(this.#feed.session(id), response, Number(url.searchParams.get('since') ?? 0));
      else if (request.method === 'POST' && id === undefined) await this.#start(request, response, token);
      else if (request.method === 'POST' && id !== undefined && what !== undefined) await this.#wish(this.#feed.session(id), what, request, response, token);
      else refuse(response, 404, 'not_found', PATHS);
    } catch (error) {
      const { status, body } = refusalOfWish(error);
      answerText(response, JSON.stringify(body), {}, status);
    }
  }

  close(): void {
    for (const stream of this.#streams) stream.end();
  }

  #list(response: ServerResponse): void {
    const { agents } = this.#feed;
    answerText(
      response,
      JSON.stringify({ agents: agents.known(), leftOut: agents.leftOut(), sessions: agents.sessions().map((session) => this.#feed.shown(session)) }),
    );
  }

  // Ends with the person's session, so that a terminal that was closed leaves no agent behind.
  async #start(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    const wish = await this.#body(request, response, Opened);
    if (wish === undefined) return;
    const { project, ...wanted } = wish;
    // A person has named it, as they do in whichever folder they start an agent.
    const ide = await this.#parts.workbench.open(project, { trusted: true });
    const ending = new AbortController();
    response.on('close', () => ending.abort());
    const session = await startedFor(this.#feed, ide, wanted, ending.signal);
    this.#people.decided(token, `the agent ${session.agent} was started as ${session.id}`);
    this.#people.onEnd?.(token, () => void session.close());
    answerText(response, JSON.stringify({ session: this.#feed.shown(session) }));
  }

  async #wish(session: Conversation, what: string, request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    switch (what) {
      case 'prompt': {
        const prompt = await this.#body(request, response, PromptWish);
        if (prompt === undefined) return;
        await promptedBy(this.#feed, session, prompt);
        break;
      }
      case 'choose': {
        const choice = await this.#body(request, response, ChoiceWish);
        if (choice === undefined) return;
        await chosen(session, choice);
        break;
      }
      case 'cancel':
      case 'stop':
        if ((await this.#body(request, response, Nothing)) === undefined) return;
        await (what === 'cancel' ? session.cancel() : session.close());
        this.#people.decided(token, `${session.id} was ${what === 'cancel' ? 'cancelled' : 'stopped'}`);
        break;
      case 'merge':
      case 'discard':
        if ((await this.#body(request, response, Nothing)) === undefined) return;
        answerText(response, JSON.stringify({ text: await this.#ended(session, what, response) }));
        this.#people.decided(token, `the tree of ${session.id}: ${what}`);
        return;
      default:
        return refuse(response, 404, 'not_found', PATHS);
    }
    answerText(response, '{}');
  }

  // What becomes of its tree is a call in the person's own name; a merge is reviewed by whoever looks at reviews.
  async #ended({ id, project }: Conversation, what: 'merge' | 'discard', response: ServerResponse): Promise<string> {
    await this.#parts.workbench.open(project, { trusted: true });
    const leaving = new AbortController();
    response.on('close', () => leaving.abort());
    const client = { id: randomUUID(), isPerson: true, name: 'terminal', version, door: 'commandLine', root: async () => project, trustsRoot: true } as const;
    const call = { tool: `${what}_agent`, arguments: { session_id: id, project_path: project }, client, signal: leaving.signal, progress: () => {} };
    const outcome = await callTool(this.#parts, call);
    if (!outcome.ok) throw outcome.error;
    return outcome.text;
  }

  // Whoever reads slowly gets later what came meanwhile, once.
  async #watch(session: Conversation, response: ServerResponse, since: number): Promise<void> {
    const active = this.#serving.activity.request();
    active.becomeStream();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
    response.flushHeaders();
    let revision = Number.isFinite(since) ? since : 0;
    let last: { number: number; length: number } | undefined;
    let isSending = false;
    const send = async () => {
      if (isSending) return;
      isSending = true;
      try {
        while (!response.destroyed && !response.writableEnded && revision < this.#feed.revision(session.id)) {
          const news = this.#feed.news(session.id, revision, last);
          revision = news.revision;
          const end = news.entries.at(-1);
          if (end !== undefined && 'text' in end.entry) last = { number: end.entry.number, length: (end.from ?? 0) + end.entry.text.length };
          if (!response.write(`data: ${JSON.stringify(news)}\n\n`)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
        }
      } finally {
        isSending = false;
      }
    };
    const following = this.#feed.onChange(({ id }) => {
      // One that is forgotten meanwhile has nothing more to say.
      if (id === session.id) send().catch(() => response.end());
    });
    const beat = setInterval(() => response.write(': here\n\n'), KEEP_ALIVE);
    this.#streams.add(response);
    response.on('close', () => {
      clearInterval(beat);
      following[Symbol.dispose]();
      this.#streams.delete(response);
      active.done();
    });
    await send();
  }

  // Undefined where it was refused.
  async #body<Shape extends z.ZodType>(request: IncomingMessage, response: ServerResponse, shape: Shape): Promise<z.output<Shape> | undefined> {
    const most = this.#serving.limits.messageBytes;
    const text = await bodyText(request, most);
    if (text === undefined) {
      refuse(response, 413, 'too_large', `A message may have ${most} bytes.`);
      return undefined;
    }
    const parsed = shape.safeParse(parsedJson(text)?.value);
    if (parsed.success) return parsed.data;
    refuse(response, 400, 'invalid_arguments', z.prettifyError(parsed.error));
    return undefined;
  }
}
