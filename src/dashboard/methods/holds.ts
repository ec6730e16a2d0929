// How a person holds agents, debug sessions and terminals, and hands them back.
import { z } from 'zod';
import { nothingHeld, nothingToHold } from '../../ide/errors/machineErrors.ts';
import type { Connections } from '../../server/clients/connections.ts';
import type { Holds, HoldTarget } from '../../server/clients/holds.ts';
import type { MethodsOf } from '../sources.ts';
import type { ProjectThings } from '../topics/projectThings.ts';
import { idShape, method } from './method.ts';

export interface HoldMethodsParts {
  readonly holds: Holds;
  readonly connections: Connections;
  readonly things: ProjectThings;
  readonly decided: (what: string, session: string) => void;
}

const LONGEST_NOTE = 4_000;
const note = z.string().trim().max(LONGEST_NOTE).optional();

const Target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everyone') }),
  // By the id of a connection, or by the name of a client.
  z.strictObject({ kind: z.enum(['connection', 'client']), id: idShape }),
  // By the id of its row.
  z.strictObject({ kind: z.enum(['session', 'terminal']), id: idShape }),
]);

export function holdMethods({ holds, connections, things, decided }: HoldMethodsParts): MethodsOf<'hold'> {
  const targetOf = (wanted: z.output<typeof Target>): HoldTarget => {
    if (wanted.kind === 'everyone') return { kind: 'everyone' };
    if (wanted.kind === 'connection' || wanted.kind === 'client') {
      const target = holds.targetNamed(wanted.id);
      if (target !== undefined) return target;
      throw nothingToHold(
        wanted.id,
        connections.list().map(({ client }) => client),
      );
    }
    const thing = things.find(wanted.id);
    const there = wanted.kind === 'session' ? thing?.ide.debugging?.sessions() : thing?.ide.terminals?.list();
    if (thing === undefined || there?.some(({ id }) => id === thing.handle) !== true) throw nothingToHold(wanted.id, []);
    return { kind: wanted.kind, id: thing.handle, project: thing.ide.project.path };
  };
  return {
    'hold.take': method('hold.take', z.strictObject({ target: Target, note }), async ({ target: wanted, note: said }, { session }) => {
      const { id, target } = holds.hold(targetOf(wanted), said === '' ? undefined : said);
      decided(`${JSON.stringify(target)} was held (${id})`, session);
      return { id };
    }),
    // The note is what the waiting call returns.
    'hold.release': method('hold.release', z.strictObject({ id: idShape, note }), async ({ id, note: said }, { session }) => {
      if (!holds.release(id, said === '' ? undefined : said))
        throw nothingHeld(
          id,
          holds.list().map((hold) => hold.id),
        );
      decided(`the hold ${id} was released`, session);
      return {};
    }),
  };
}
