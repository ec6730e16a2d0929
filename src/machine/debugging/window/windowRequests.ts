// What a window has asked the debugger of one session, and what came back: how it began, its breakpoints and its exception filters.
import { z } from 'zod';
import { deferred } from '../../../base/waiting/deferred.ts';
import type { SharedMessage } from '../../../ide/sharedDebuggers.ts';

const Event = z.object({ type: z.literal('event'), event: z.string(), body: z.unknown().optional() });
const Request = z.object({ type: z.literal('request'), seq: z.number(), command: z.string(), arguments: z.unknown().optional() });
const Response = z.object({
  type: z.literal('response'),
  request_seq: z.number(),
  success: z.boolean(),
  message: z.string().optional(),
  body: z.unknown().optional(),
});
const Message = z.discriminatedUnion('type', [Event, Request, Response]);

const Wanted = z.looseObject({
  line: z.number().optional(),
  name: z.string().optional(),
  condition: z.string().optional(),
  hitCondition: z.string().optional(),
});
const Sent = z.looseObject({ source: z.looseObject({ path: z.string().optional() }).optional(), breakpoints: z.array(Wanted).default([]) });
const Answered = z.looseObject({ breakpoints: z.array(z.looseObject({})) });

type Asked = z.output<typeof Request>;

export interface SentBreakpoint {
  readonly wanted: z.output<typeof Wanted>;
  readonly answer: object | undefined;
}

export class WindowRequests {
  readonly #asked = new Map<number, Asked>();
  readonly #breakpoints = new Map<string, readonly SentBreakpoint[]>();
  readonly #answers = new Map<string, ReturnType<typeof deferred<unknown>>>();

  // Returns what somebody else may want to know: an event of the debugger, or a request of the window.
  note({ from, message }: SharedMessage): z.output<typeof Event> | Asked | undefined {
    const known = Message.safeParse(message).data;
    if (known === undefined) return undefined;
    if (from === 'debugger') {
      if (known.type === 'event') return known;
      if (known.type === 'response') this.#settle(known);
      return undefined;
    }
    if (known.type !== 'request') return undefined;
    this.#asked.set(known.seq, known);
    return known;
  }

  // Of the first of them that the window asks, when there is one. Rejects with what the debugger said.
  async answerTo(commands: readonly string[]): Promise<unknown> {
    return Promise.race(commands.map((command) => this.#answer(command).promise));
  }

  // Undefined where it has sent none.
  breakpointsAt(command: string, path: string | undefined): readonly SentBreakpoint[] | undefined {
    return this.#breakpoints.get(keyOf(command, path));
  }

  end(): void {
    for (const command of ['initialize', 'launch', 'attach']) {
      const { promise, reject } = this.#answer(command);
      promise.catch(() => {});
      reject(new Error('the session has ended'));
    }
  }

  #settle({ request_seq, success, message, body }: z.output<typeof Response>): void {
    const asked = this.#asked.get(request_seq);
    if (asked === undefined) return;
    this.#asked.delete(request_seq);
    const { command, arguments: given } = asked;
    if (command === 'setBreakpoints' || command === 'setFunctionBreakpoints') {
      const { source, breakpoints } = Sent.parse(given ?? {});
      const answers = Answered.safeParse(body).data?.breakpoints ?? [];
      this.#breakpoints.set(
        keyOf(command, source?.path),
        breakpoints.map((wanted, index) => ({ wanted, answer: answers[index] })),
      );
    }
    if (!['initialize', 'launch', 'attach'].includes(command)) return;
    const { promise, resolve, reject } = this.#answer(command);
    // Perhaps nobody waits for it.
    promise.catch(() => {});
    if (success) resolve(body);
    else reject(new Error(failureIn(body) ?? message ?? `${command} failed`));
  }

  #answer(command: string): ReturnType<typeof deferred<unknown>> {
    const known = this.#answers.get(command) ?? deferred<unknown>();
    this.#answers.set(command, known);
    return known;
  }
}

// The protocol puts the words that are meant for people there.
function failureIn(body: unknown): string | undefined {
  const { error } = z.looseObject({ error: z.looseObject({ format: z.string() }) }).safeParse(body).data ?? {};
  return error?.format;
}

function keyOf(command: string, path: string | undefined): string {
  return `${command} ${path ?? ''}`;
}
