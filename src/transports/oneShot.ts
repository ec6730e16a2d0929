// A JSON-RPC message that is answered in the body of its own request, without any session: what a plain script sends.
import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';

// Responses to the requests among the messages, in the order in which they came; empty when there was no request.
export async function answered(server: Server, messages: readonly JSONRPCMessage[], signal: AbortSignal): Promise<JSONRPCMessage[]> {
  const transport = new OneShotTransport();
  await server.connect(transport);
  const close = () => void server.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    return await transport.exchange(messages);
  } finally {
    signal.removeEventListener('abort', close);
    await server.close();
  }
}

class OneShotTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #waiting = new Map<string | number, (response: JSONRPCMessage | undefined) => void>();

  async start(): Promise<void> {}

  async exchange(messages: readonly JSONRPCMessage[]): Promise<JSONRPCMessage[]> {
    const responses = messages.map((message) => {
      if (!('method' in message) || !('id' in message)) return undefined;
      return new Promise<JSONRPCMessage | undefined>((resolve) => this.#waiting.set(message.id, resolve));
    });
    for (const message of messages) this.onmessage?.(message);
    return (await Promise.all(responses)).filter((response) => response !== undefined);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // There is no stream for notifications; a script that sends one message wants one answer.
    if ('method' in message || message.id === undefined) return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }

  async close(): Promise<void> {
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
    this.onclose?.();
  }
}
