// A conversation with one V8 inspector, whatever carries its messages: requests with their answers, and events.
import { z } from 'zod';
import { seconds } from '../../../base/waiting/duration.ts';
import { inspectorRefused, threadEnded, threadSilent } from '../session/refusals.ts';

// V8 answers between two statements, so this passes only where native code keeps the thread.
const ANSWER_BOUND = seconds(15);

export class CdpConnection {
  readonly #send: (message: string) => void;
  readonly #pending = new Map<number, Pending>();
  readonly #onEvent: (method: string, parameters: unknown) => void;
  #sequence = 0;
  #ended = false;

  constructor(send: (message: string) => void, onEvent: (method: string, parameters: unknown) => void) {
    this.#send = send;
    this.#onEvent = onEvent;
  }

  get ended(): boolean {
    return this.#ended;
  }

  post<Schema extends z.ZodType>(method: string, parameters: object, answer: Schema, bound = ANSWER_BOUND): Promise<z.output<Schema>> {
    return new Promise((resolve, reject) => {
      if (this.#ended) {
        reject(threadEnded());
        return;
      }
      const id = ++this.#sequence;
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(threadSilent(method));
      }, bound);
      this.#pending.set(id, {
        method,
        timer,
        reject,
        resolve: (result) => {
          const parsed = answer.safeParse(result);
          if (parsed.success) resolve(parsed.data);
          else reject(inspectorRefused(method, `an answer that is not understood: ${parsed.error.message}`));
        },
      });
      this.#send(JSON.stringify({ id, method, params: parameters }));
    });
  }

  // Whatever came in, already parsed from JSON.
  receive(message: unknown): void {
    const { data } = incoming.safeParse(message);
    if (data === undefined) return;
    if (data.id === undefined) {
      if (data.method !== undefined) this.#onEvent(data.method, data.params);
      return;
    }
    const pending = this.#pending.get(data.id);
    if (pending === undefined) return;
    this.#pending.delete(data.id);
    clearTimeout(pending.timer);
    if (data.error === undefined) pending.resolve(data.result);
    else pending.reject(inspectorRefused(pending.method, data.error.message));
  }

  end(): void {
    this.#ended = true;
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer);
      pending.reject(threadEnded());
    }
    this.#pending.clear();
  }
}

interface Pending {
  readonly method: string;
  readonly timer: NodeJS.Timeout;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const incoming = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string().default('refused without a reason') }).optional(),
});
