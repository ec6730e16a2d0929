// A step during which the program stops for nobody, as at a breakpoint whose hits are counted here: it goes on from there, because a debugger that is asked to continue forgets it.
import type { Proceeding, StackFrames, Stop } from '../../../ide/doors/debugging.ts';
import type { Stacks } from '../sessions/stacks.ts';

// Deeper ones take long to count.
const DEEPEST = 1_000;
const NEVER = new AbortController().signal;

interface Step {
  readonly how: Exclude<Proceeding, 'continue'>;
  readonly thread: number;
  readonly from: Standing;
}

interface Standing {
  readonly depth: number;
  readonly uri: string | undefined;
  readonly line: number;
}

// A request of the protocol, and of which thread.
interface WayOn {
  readonly request: 'stepOut' | 'next';
  readonly thread: number;
}

export class StepTracker {
  readonly #stacks: Stacks;
  #step: Step | undefined;
  // Requests of ours lead it back to where it comes from.
  isReturning = false;

  constructor(stacks: Stacks) {
    this.#stacks = stacks;
  }

  async begin(how: Step['how'], stop: Stop, thread: number, signal: AbortSignal): Promise<void> {
    const from = standing(await this.#stacks.of(stop, thread, DEEPEST, signal));
    this.#step = from === undefined ? undefined : { how, thread, from };
  }

  end(): void {
    this.#step = undefined;
    this.isReturning = false;
  }

  get isThere(): boolean {
    return this.#step !== undefined;
  }

  // Undefined where it has come to its end, or nobody knows any more where it is.
  async wayOn(): Promise<WayOn | undefined> {
    const step = this.#step;
    if (step === undefined) return undefined;
    const now = standing(await this.#stacks.whole(step.thread, DEEPEST, NEVER).catch(() => ({ frames: [], total: undefined })));
    const request = now === undefined ? undefined : requestFor(step, now, this.isReturning);
    this.isReturning = request !== undefined;
    return request && { request, thread: step.thread };
  }
}

function requestFor({ how, from }: Step, now: Standing, isReturning: boolean): WayOn['request'] | undefined {
  // It is inside of what it was to step into.
  if (how === 'into' && now.depth > from.depth) return undefined;
  const wanted = how === 'out' ? from.depth - 1 : from.depth;
  if (now.depth > wanted) return 'stepOut';
  // Back in the middle of the line that has called.
  return isReturning && how !== 'out' && now.depth === from.depth && now.uri === from.uri && now.line === from.line ? 'next' : undefined;
}

function standing({ frames }: StackFrames): Standing | undefined {
  const [top] = frames;
  return top === undefined || frames.length >= DEEPEST ? undefined : { depth: frames.length, uri: top.uri, line: top.line };
}
