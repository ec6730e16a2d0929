// What the two processes say to each other, beside the values: requests and notifications, and errors with their code and next step.
import { ResponseError } from 'vscode-jsonrpc';
import { z } from 'zod';
import { IdeError } from '../../ide/errors/errors.ts';
import type { ForwardedDoor } from './portRows.ts';

// A door, a part of one ("debugging.watches"), or a handle ("#12").
const target = z.string().max(100);

export const CallMessage = z.object({
  target,
  member: z.string().max(100),
  given: z.array(z.unknown()).max(20),
  // Of whoever the work is for, as sent before.
  environment: z.number().optional(),
});

export const HearMessage = z.object({ target, member: z.string().max(100), listener: z.number() });
export const DropMessage = z.object({ listener: z.number() });
export const EnvironmentMessage = z.object({ id: z.number(), variables: z.record(z.string(), z.string()) });

// From the side that serves.
export const CalledMessage = z.object({ function: z.number(), given: z.array(z.unknown()) });
export const StateMessage = z.object({ door: z.string(), known: z.unknown() });
export const HandlesMessage = z.object({
  changed: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(['session', 'run', 'terminal', 'testRun', 'observation', 'attachment']),
      fields: z.record(z.string(), z.unknown()),
      output: z.object({ first: z.number(), entries: z.array(z.unknown()) }).optional(),
      news: z.array(z.string()).optional(),
    }),
  ),
  gone: z.array(z.number()),
});

export type HandlesMessage = z.infer<typeof HandlesMessage>;
export type HandleChange = HandlesMessage['changed'][number];

// Of each door that is there: which members that may be missing it has, and what does not change.
export interface ServedShape {
  readonly doors: Readonly<Partial<Record<ForwardedDoor, ServedDoor>>>;
}

export interface ServedDoor {
  readonly members: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

export const ServedShape = z.object({ doors: z.record(z.string(), z.object({ members: z.array(z.string()), values: z.record(z.string(), z.unknown()) })) });

const ErrorData = z.object({ code: z.string(), next: z.string(), details: z.record(z.string(), z.unknown()) });
const ThrownData = z.object({ thrown: z.number() });

// Any number that JSON-RPC leaves to applications.
const FAILED = 1;

// Thrown by a function that the other side gave: on its way back it becomes the very object, because whoever threw it may look for that.
class ThrownThere extends Error {
  readonly number: number;

  constructor(message: string, number: number) {
    super(message);
    this.number = number;
  }
}

export function errorToSend(thrown: unknown, number?: number): ResponseError<unknown> {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (number !== undefined) return new ResponseError(FAILED, message, { thrown: number });
  if (thrown instanceof ThrownThere) return new ResponseError(FAILED, message, { thrown: thrown.number });
  if (thrown instanceof IdeError) return new ResponseError(FAILED, message, { code: thrown.code, next: thrown.next, details: thrown.details });
  return new ResponseError(FAILED, message);
}

// thrown: what the functions of this side have thrown.
export function receivedError(error: unknown, thrown: ReadonlyMap<number, unknown> = new Map()): unknown {
  if (!(error instanceof ResponseError)) return error;
  const ours = ThrownData.safeParse(error.data);
  if (ours.success) return thrown.get(ours.data.thrown) ?? new ThrownThere(error.message, ours.data.thrown);
  const said = ErrorData.safeParse(error.data);
  return said.success ? IdeError.received({ ...said.data, message: error.message }) : new Error(error.message);
}
