// Agents as a terminal reaches them: through a daemon of this user, in a person's session that lasts as long as the command.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { build } from '../../base/version.ts';
import { minutes } from '../../base/waiting/duration.ts';
import { attach } from '../../daemon/door/attach.ts';
import { ownEnvironment } from '../../daemon/door/hello.ts';
import { stateFolder } from '../../daemon/folders.ts';
import type { Instance } from '../../daemon/instances/discovery.ts';
import { openPersonSession, type PersonSession } from '../../daemon/people/people.ts';
import { agentFailed } from '../../ide/errors/agentErrors.ts';
import { daemonUnavailable } from '../../ide/errors/machineErrors.ts';
import { AgentListShape, type News, NewsShape, type SaidEntry, type ShownSession, StartedShape } from '../../server/agents/agentShape.ts';

// An agent has two minutes to say who it is, and as long again to open a conversation.
const LONGEST_ANSWER = minutes(5);
const LONGEST_REVIEW = minutes(16);
const Ended = z.object({ text: z.string() });
const Refused = z.object({ message: z.string(), next: z.string().optional() });

// What the daemon refused, in its words.
class AgentRefusal extends Error {}

export class AgentClient implements Disposable {
  readonly project: string;
  readonly #instance: Instance;
  readonly #session: PersonSession;
  readonly #end = new AbortController();

  // A daemon is started if none runs.
  static async open(project: string | undefined, program: string): Promise<AgentClient> {
    const folder = realFolder(resolve(project ?? '.'));
    const { socket, instance } = await attach({ state: stateFolder(), build, project: folder, program });
    socket.destroy();
    const session = await openPersonSession(instance);
    if (session === undefined) throw daemonUnavailable('it has no place for people', 'Run binnacle stop --all, then try again.');
    return new AgentClient(folder, instance, session);
  }

  private constructor(project: string, instance: Instance, session: PersonSession) {
    this.project = project;
    this.#instance = instance;
    this.#session = session;
  }

  async list(): Promise<z.infer<typeof AgentListShape>> {
    return AgentListShape.parse(await this.#ask('GET', ''));
  }

  async start(wish: {
    readonly agent?: string;
    readonly command?: readonly string[];
    readonly resume?: string;
    readonly isolated?: boolean;
    readonly login?: string;
  }): Promise<ShownSession> {
    return StartedShape.parse(await this.#ask('POST', '', { ...wish, project: this.project, environment: ownEnvironment() })).session;
  }

  async prompt(id: string, prompt: { readonly text: string; readonly mentions: readonly object[] }): Promise<void> {
    await this.#ask('POST', `/${id}/prompt`, prompt);
  }

  async choose(id: string, choice: { readonly mode: string } | { readonly option: string; readonly value: string | boolean }): Promise<void> {
    await this.#ask('POST', `/${id}/choose`, choice);
  }

  async cancel(id: string): Promise<void> {
    await this.#ask('POST', `/${id}/cancel`, {});
  }

  async stop(id: string): Promise<void> {
    await this.#ask('POST', `/${id}/stop`, {});
  }

  // Of its tree, in words. A merge waits for its review as long as that may.
  async end(id: string, how: 'merge' | 'discard'): Promise<string> {
    return Ended.parse(await this.#ask('POST', `/${id}/${how}`, {}, LONGEST_REVIEW)).text;
  }

  // Everything that was said, and what is said from here on, until the daemon or this client ends.
  async *news(id: string): AsyncGenerator<News> {
    const response = await fetch(`${this.#instance.url}/agents/${id}/events`, { headers: this.#headers(), signal: this.#end.signal });
    if (!response.ok || response.body === null) throw new AgentRefusal(wordsIn(await response.text(), response.status));
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) if (part.startsWith('data: ')) yield NewsShape.parse(JSON.parse(part.slice('data: '.length)));
    }
  }

  // As it is now.
  async conversation(id: string): Promise<{ readonly session: ShownSession; readonly entries: readonly SaidEntry[] }> {
    const entries: SaidEntry[] = [];
    for await (const { session, entries: news, more } of this.news(id)) {
      entries.push(...news.map(({ entry }) => entry));
      if (more !== true) return { session, entries };
    }
    throw daemonUnavailable('it has ended', 'Run the command again.');
  }

  [Symbol.dispose](): void {
    this.#end.abort();
    this.#session[Symbol.dispose]();
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: unknown, longest = LONGEST_ANSWER): Promise<unknown> {
    const response = await fetch(`${this.#instance.url}/agents${path}`, {
      method,
      headers: { ...this.#headers(), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([this.#end.signal, AbortSignal.timeout(longest)]),
    }).catch((error: unknown) => {
      throw agentFailed('The daemon', error instanceof Error ? error.message : String(error));
    });
    const text = await response.text();
    if (!response.ok) throw new AgentRefusal(wordsIn(text, response.status));
    return JSON.parse(text);
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#session.token}` };
  }
}

function wordsIn(text: string, status: number): string {
  try {
    const { message, next } = Refused.parse(JSON.parse(text));
    return [message, next].filter(Boolean).join('\n');
  } catch {
    return `The daemon answered ${status}.`;
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
