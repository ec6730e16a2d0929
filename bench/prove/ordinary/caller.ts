// An agent that cannot be held up: calls have a bound, and a program that breaks is started again.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { type Home, temporaryHome } from '../../../test/support/builtProgram.ts';
import { Agent } from '../../agent.ts';

export type Answered = { readonly value: Record<string, unknown> } | { readonly error: string; readonly message: string };

const Refused = z.looseObject({ error: z.string(), message: z.string() });
const TextBlocks = z.array(z.object({ text: z.string() }));

const BOUND = minutes(3);
const LONGEST_DETAIL = 1_000;

export class Caller implements AsyncDisposable {
  readonly #folder: string;
  #home: Home;
  #agent: Agent;

  private constructor(folder: string, home: Home, agent: Agent) {
    this.#folder = folder;
    this.#home = home;
    this.#agent = agent;
  }

  static async in(folder: string): Promise<Caller> {
    const home = await temporaryHome();
    return new Caller(folder, home, await Agent.connectToAll(home.environment, folder));
  }

  async answer(tool: string, input: Readonly<Record<string, unknown>>): Promise<Answered> {
    const ending = new AbortController();
    const late = sleep(BOUND, 'late' as const, { signal: ending.signal }).catch(() => 'late' as const);
    const agent = this.#agent;
    const asked = agent.answer(tool, { ...input }).catch((error: unknown) => ({ broken: String(error) }));
    const answer = await Promise.race([asked, late]);
    ending.abort();
    if (answer === 'late') return this.#again('timed_out', `no answer within ${BOUND / 1_000} s`);
    if ('broken' in answer) return this.#again('internal_error', answer.broken);
    if ('value' in answer) return answer;
    const [block] = TextBlocks.parse(JSON.parse(answer.refusal));
    const { error, message, next: _, ...more } = Refused.parse(JSON.parse(block?.text ?? '{}'));
    // Which errors it would bring, which places cannot follow.
    return { error, message: Object.keys(more).length === 0 ? message : `${message} ${JSON.stringify(more).slice(0, LONGEST_DETAIL)}` };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent[Symbol.asyncDispose]();
    await this.#home[Symbol.asyncDispose]();
  }

  async #again(error: string, message: string): Promise<Answered> {
    await this[Symbol.asyncDispose]();
    this.#home = await temporaryHome();
    this.#agent = await Agent.connectToAll(this.#home.environment, this.#folder);
    return { error, message };
  }
}
