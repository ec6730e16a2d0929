// A server of one connection that lets go of what it holds when the connection ends.
import { Server, type Transport } from '@modelcontextprotocol/server';

export class OwnServer extends Server {
  readonly #held = new Set<Disposable>();

  hold(held: Disposable): void {
    this.#held.add(held);
  }

  // Not by onclose, which belongs to the transports.
  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      for (const held of this.#held) held[Symbol.dispose]();
      this.#held.clear();
    };
  }
}
