// Who works here beside the caller: each client, where it works, and what it is doing.
import { z } from 'zod';
import { defineMachineTool } from '../tool.ts';

const call = z.object({ tool: z.string(), since: z.string() });

export const listConnections = defineMachineTool({
  name: 'list_connections',
  title: 'List connections',
  description: 'Clients connected to Binnacle: folder, calls in flight, last call. own: the caller.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({}),
  output: z.object({
    connections: z.array(
      z.object({
        id: z.string(),
        client: z.string(),
        own: z.boolean().optional(),
        door: z.string(),
        dialect: z.string().optional(),
        root: z.string().optional(),
        since: z.string(),
        calls: z.number(),
        // Their tools; what they are about is for the client itself and for people.
        inFlight: z.array(call),
        lastCall: call.extend({ status: z.enum(['success', 'error']) }).optional(),
      }),
    ),
  }),
  async run({ connections, owner }) {
    return {
      connections: connections().map(({ id, client, door, dialect, root, since, calls, inFlight, lastCall }) => ({
        id,
        client,
        ...(id === owner && { own: true }),
        door,
        ...(dialect !== undefined && { dialect }),
        ...(root !== undefined && { root }),
        since,
        calls,
        inFlight: inFlight.map((each) => ({ tool: each.tool, since: each.since })),
        ...(lastCall !== undefined && { lastCall: { tool: lastCall.tool, since: lastCall.since, status: lastCall.status } }),
      })),
    };
  },
  *tell({ connections }) {
    if (connections.length === 0) yield 'Nobody is connected.';
    yield connections
      .map(({ client, own, door, root, calls, inFlight, lastCall }) =>
        [
          `${client}${own === true ? ' (you)' : ''} over ${door}${root === undefined ? '' : ` in ${root}`}, ${calls} calls`,
          ...(inFlight.length > 0 ? [`running ${inFlight.map(({ tool }) => tool).join(', ')}`] : []),
          ...(lastCall === undefined ? [] : [`last ${lastCall.tool} at ${lastCall.since}${lastCall.status === 'error' ? ', failed' : ''}`]),
        ].join('; '),
      )
      .join('\n');
  },
});
