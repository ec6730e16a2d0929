// binnacle connections: which clients every daemon has, where they work and what they wait for.
import { z } from 'zod';
import { stateFolder } from '../daemon/folders.ts';
import { liveInstances } from '../daemon/instances/discovery.ts';
import { ask } from '../daemon/people/control.ts';
import { columns, say, sayJson } from './screen.ts';

const call = z.object({ id: z.string(), tool: z.string(), caption: z.string().optional(), since: z.string() });
const listed = z.array(
  z.object({
    id: z.string(),
    client: z.string(),
    door: z.string(),
    dialect: z.string().optional(),
    root: z.string().optional(),
    pid: z.number().optional(),
    since: z.string(),
    stays: z.boolean(),
    calls: z.number(),
    inFlight: z.array(call),
    lastCall: call.extend({ status: z.string() }).optional(),
  }),
);
type Connected = z.infer<typeof listed>[number];

export async function showConnections({ json }: { readonly json?: boolean }): Promise<void> {
  const instances = liveInstances(stateFolder());
  const found = await Promise.all(
    instances.map(async (instance) => (listed.safeParse(await ask(instance, 'connections')).data ?? []).map((one) => ({ daemon: instance.pid, ...one }))),
  );
  const all = found.flat();
  if (json) sayJson(all);
  else if (instances.length === 0) say('No daemon is running.');
  else say(all.length === 0 ? 'Nobody is connected.' : columns(all.map(row), ''));
}

function row({ id, client, door, dialect, root, since, calls, inFlight, lastCall }: Connected): string[] {
  const [running] = inFlight;
  const more = inFlight.length > 1 ? ` and ${inFlight.length - 1} more` : '';
  const last = lastCall === undefined ? 'no call' : `last ${lastCall.caption ?? lastCall.tool}${lastCall.status === 'error' ? ' (failed)' : ''}`;
  return [
    id,
    client,
    dialect === undefined ? door : `${door}, ${dialect}`,
    root ?? '',
    `since ${since.slice(0, 19).replace('T', ' ')}`,
    `${calls} calls`,
    running === undefined ? last : `running ${running.caption ?? running.tool}${more}`,
  ];
}
