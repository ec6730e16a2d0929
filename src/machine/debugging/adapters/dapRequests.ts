// One question to an adapter: bounded, cancellable, and with every way to fail turned into words for an agent.
import { z } from 'zod';
import { Bound } from '../../../base/waiting/abort.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import { adapterFailed, adapterSilent, evaluationStuck, sessionEnded } from '../../../ide/errors/debugErrors.ts';
import { cancelled } from '../../../ide/errors/errors.ts';
import { type DapClient, DapClosed, DapError } from '../../../wire/dapClient.ts';

// Adapters answer in milliseconds; a value that takes longer to print is stuck.
export const USUAL_BOUND = seconds(15);
// Of a program that is in an expression which does not end, somebody waits in vain.
const STUCK_BOUND = seconds(3);

export class DapRequests {
  readonly #client: DapClient;
  readonly #adapter: string;
  readonly #session: string;
  // An expression that could not be interrupted, and that the program was in when it last did not answer.
  endless: string | undefined;

  constructor(client: DapClient, adapter: string, session: string) {
    this.#client = client;
    this.#adapter = adapter;
    this.#session = session;
  }

  async ask<Shape extends z.ZodType>(shape: Shape, command: string, given: object, signal: AbortSignal, bound = USUAL_BOUND): Promise<z.output<Shape>> {
    const parsed = shape.safeParse(await this.send(command, given, signal, bound));
    if (!parsed.success) throw adapterFailed(this.#adapter, `its answer to ${command} is not what the protocol says`);
    return parsed.data;
  }

  async send(command: string, given: object, signal: AbortSignal, bound = USUAL_BOUND): Promise<unknown> {
    using limit = new Bound(signal, this.endless === undefined || command === 'evaluate' ? bound : Math.min(bound, STUCK_BOUND));
    try {
      const answer = await this.#client.request(command, given, limit.signal);
      this.endless = undefined;
      return answer;
    } catch (error) {
      if (limit.passed) throw this.endless === undefined ? adapterSilent(this.#adapter, command) : evaluationStuck(this.endless);
      if (signal.aborted) throw cancelled();
      if (error instanceof DapClosed) throw sessionEnded(this.#session, 'its debugger has gone');
      throw error instanceof DapError ? adapterFailed(this.#adapter, messageOf(error)) : error;
    }
  }
}

const ErrorBody = z.looseObject({ error: z.looseObject({ format: z.string(), variables: z.record(z.string(), z.string()).nullish() }) });

// Some adapters put the reason only into the body, as a text with holes.
function messageOf(error: DapError): string {
  const body = ErrorBody.safeParse(error.body).data?.error;
  const detail = body?.format.replaceAll(/\{(\w+)\}/g, (hole, name: string) => body.variables?.[name] ?? hole);
  if (detail === undefined || detail === '' || error.message.includes(detail)) return error.message;
  return detail.includes(error.message) ? detail : `${error.message}: ${detail}`;
}
