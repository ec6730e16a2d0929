// The stacks of threads that stand still: each is asked for once, because it does not change before its thread goes on.
import type { StackFrames, Stop } from '../../../ide/doors/debugging.ts';
import { framesFrom } from '../adapters/adapterAnswers.ts';
import type { DapRequests } from '../adapters/dapRequests.ts';
import { StackAnswer } from '../adapters/dapShapes.ts';

interface Known {
  readonly most: number;
  readonly stack: StackFrames;
}

export interface TopFrame {
  readonly frame: number;
  readonly name: string;
  readonly uri: string | undefined;
  readonly line: number;
}

export class Stacks {
  readonly #requests: DapRequests;
  #known = new WeakMap<Stop, Map<number, Known>>();

  constructor(requests: DapRequests) {
    this.#requests = requests;
  }

  async of(stop: Stop, thread: number, most: number, signal: AbortSignal): Promise<StackFrames> {
    const ofStop = this.#known.get(stop) ?? new Map<number, Known>();
    const known = ofStop.get(thread);
    if (known !== undefined && (known.most >= most || known.stack.frames.length < known.most))
      return { frames: known.stack.frames.slice(0, most), total: known.stack.total };
    const stack = await this.#ask(thread, most, signal);
    this.#known.set(stop, ofStop.set(thread, { most, stack }));
    return stack;
  }

  // Also before a stop is reported to anybody.
  async top(thread: number, signal: AbortSignal): Promise<TopFrame | undefined> {
    const [top] = (await this.#ask(thread, 1, signal)).frames;
    return top && { frame: top.id, name: top.name, uri: top.uri, line: top.line };
  }

  whole(thread: number, most: number, signal: AbortSignal): Promise<StackFrames> {
    return this.#ask(thread, most, signal);
  }

  async names(thread: number, most: number, signal: AbortSignal): Promise<readonly string[]> {
    return (await this.#ask(thread, most, signal)).frames.map(({ name }) => name);
  }

  // A function of the program has run, and with it perhaps what the debugger calls its frames.
  forget(): void {
    this.#known = new WeakMap();
  }

  async #ask(thread: number, most: number, signal: AbortSignal): Promise<StackFrames> {
    return framesFrom(await this.#requests.ask(StackAnswer, 'stackTrace', { threadId: thread, startFrame: 0, levels: most }, signal), most);
  }
}
