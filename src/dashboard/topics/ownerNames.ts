// The names of those who started something, also after they have left.
import type { Connections } from '../../server/clients/connections.ts';

const MOST = 500;

export class OwnerNames {
  readonly #connections: Pick<Connections, 'list'>;
  readonly #known = new Map<string, string>();

  constructor(connections: Pick<Connections, 'list'>) {
    this.#connections = connections;
  }

  // With the owner's id, as rows carry both.
  of(owner: string | undefined): { owner?: string; ownerName?: string } {
    if (owner === undefined) return {};
    const name = this.#known.get(owner) ?? this.#connections.list().find(({ id }) => id === owner)?.client;
    if (name === undefined) return { owner };
    this.#known.set(owner, name);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
    return { owner, ownerName: name };
  }
}
