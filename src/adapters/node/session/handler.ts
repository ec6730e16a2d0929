// A DAP request: what it takes, and what is answered.
import { z } from 'zod';
import { badArguments } from './refusals.ts';

export type Handler = (command: string, parameters: unknown) => Promise<object | undefined>;
export type Handlers = Readonly<Record<string, Handler>>;

export function handler<Schema extends z.ZodType>(schema: Schema, run: (parameters: z.output<Schema>) => unknown): Handler {
  return async (command, parameters) => {
    const parsed = schema.safeParse(parameters ?? {});
    if (!parsed.success) throw badArguments(command, z.prettifyError(parsed.error));
    const body: unknown = await run(parsed.data);
    return typeof body === 'object' && body !== null ? body : undefined;
  };
}
