// Who is connected, as lanes: what each is doing now, what it did last, and whether a person holds it.
import { minutes } from '../../base/waiting/duration.ts';
import type { CallInFlight, ConnectionStatus, Connections } from '../../server/clients/connections.ts';
import type { Holds } from '../../server/clients/holds.ts';
import type { ClientRow } from '../protocol/rows.ts';
import type { TopicChange, TopicSource } from '../sources.ts';
import { Followed, together } from './followed.ts';
import { shortText } from './shortText.ts';

const LONGEST_NAME = 60;
const LONGEST_CAPTION = 60;
// Of one client; how many more there are is a number.
const SHOWN_IN_FLIGHT = 3;
// Those whose connections end with each request are forgotten by and by, and only when somebody asks.
const BETWEEN_LOOKS = minutes(1);

export interface ClientsParts {
  readonly connections: Connections;
  readonly holds: Holds | undefined;
  // The agent of this name in the list of Connect.
  readonly agentNamed?: ((client: string) => string | undefined) | undefined;
}

export function clientsTopic(parts: ClientsParts): TopicSource<'clients'> {
  const { connections, holds } = parts;
  const row = (status: ConnectionStatus) => clientRow(status, parts);
  const changes = new Followed<TopicChange<'clients'>>((tell) => {
    const looking = setInterval(() => connections.list(), BETWEEN_LOOKS).unref();
    return together([
      connections.onEvent((event) =>
        tell(event.kind === 'closed' ? { kind: 'rows', rows: [], removed: [event.id] } : { kind: 'rows', rows: [row(event.connection)] }),
      ),
      ...(holds === undefined ? [] : [holds.onChange(() => tell({ kind: 'rows', rows: connections.list().map(row) }))]),
      { [Symbol.dispose]: () => clearInterval(looking) },
    ]);
  });
  return {
    topic: 'clients',
    rows: async () => connections.list().map(row),
    onChange: (listener) => changes.listen(listener),
  };
}

function clientRow(status: ConnectionStatus, { holds, agentNamed }: ClientsParts): ClientRow {
  const { id, client, door, dialect, root, pid, since, stays, calls, inFlight, lastCall } = status;
  const more = inFlight.length - SHOWN_IN_FLIGHT;
  const agent = agentNamed?.(client);
  const heldBy = holds?.holdOn(status)?.id;
  return {
    id,
    client: shortText(client, LONGEST_NAME),
    door,
    ...(dialect !== undefined && { dialect }),
    ...(root !== undefined && { root }),
    ...(pid !== undefined && { pid }),
    since,
    stays,
    calls,
    inFlight: inFlight.slice(0, SHOWN_IN_FLIGHT).map(shown),
    ...(more > 0 && { moreInFlight: more }),
    ...(lastCall !== undefined && { last: { ...shown(lastCall), status: lastCall.status } }),
    ...(agent !== undefined && { agent }),
    ...(heldBy !== undefined && { heldBy }),
  };
}

function shown({ id, tool, caption, since }: CallInFlight): CallInFlight {
  return { id, tool: shortText(tool, LONGEST_NAME), ...(caption !== undefined && { caption: shortText(caption, LONGEST_CAPTION) }), since };
}
