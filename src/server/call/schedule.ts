// In which order calls run: reads together, questions about a whole project a few at a time, everything that changes a project one after another.
import { availableParallelism } from 'node:os';
import { untilAborted } from '../../base/waiting/abort.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { FairQueue } from '../../base/waiting/fairQueue.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import type { Tool, ToolAnswer } from '../../tools/tool.ts';

// An engine works on several processors at once, and the daemon needs one: on two, a second question at a time made all of them slower, and every small one too.
const MOST_IN_A_LANE = Math.max(1, Math.floor(availableParallelism() / 2));
// An engine that starts, or hangs, is waited for by those who need it, and not by those who ask another.
const LONGEST_TURN = seconds(1);

export interface ScheduledCall {
  readonly tool: Pick<Tool, 'name' | 'effect' | 'lane'>;
  readonly project: string | undefined;
  // The connection that asks.
  readonly client: string;
  // All that the answer depends on, besides the project.
  readonly question: () => string;
  work(signal: AbortSignal): Promise<ToolAnswer>;
}

export interface ScheduleLimits {
  readonly mostInALane?: number;
  readonly longestTurn?: number;
}

export class Schedule {
  readonly #newLane: () => FairQueue<ToolAnswer>;
  readonly #lastTurn = new Map<string, Promise<void>>();
  // For each project: one whose engine hangs holds up nobody else.
  readonly #lanes = new Map<string, FairQueue<ToolAnswer>>();

  constructor({ mostInALane = MOST_IN_A_LANE, longestTurn = LONGEST_TURN }: ScheduleLimits = {}) {
    this.#newLane = () => new FairQueue<ToolAnswer>(mostInALane, longestTurn);
  }

  async run(call: ScheduledCall, signal: AbortSignal): Promise<ToolAnswer> {
    const { tool, project } = call;
    if (project === undefined) return call.work(signal);
    if (tool.effect === 'reads' && tool.lane !== undefined) return this.#runInLane(call, `${tool.lane} ${project}`, signal);
    return tool.effect === 'edits' ? this.#runAlone(() => call.work(signal), project, signal) : call.work(signal);
  }

  // Work that no edit of the project overlaps.
  alone<Value>(project: string, work: () => Promise<Value>): Promise<Value> {
    return this.#runAlone(work, project, new AbortController().signal);
  }

  #runInLane({ client, question, work }: ScheduledCall, lane: string, signal: AbortSignal): Promise<ToolAnswer> {
    const queue = this.#lanes.get(lane) ?? this.#newLane();
    this.#lanes.set(lane, queue);
    return queue.run({ owner: client, key: question(), work }, signal, cancelled);
  }

  async #runAlone<Value>(work: () => Promise<Value>, project: string, signal: AbortSignal): Promise<Value> {
    const before = this.#lastTurn.get(project) ?? Promise.resolve();
    const turn = deferred<void>();
    const tail = before.then(() => turn.promise);
    this.#lastTurn.set(project, tail);
    try {
      // A call that is cancelled while it waits must not wait on; its place in the queue passes through.
      await untilAborted(before, signal, cancelled);
      return await work();
    } finally {
      turn.resolve();
      if (this.#lastTurn.get(project) === tail) this.#lastTurn.delete(project);
    }
  }
}
