// The client's side of the two transports for which the SDK has no client that connects to a running server: lines over a socket, and WebSocket.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { WebSocket } from 'ws';

export class LineClientTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async start(): Promise<void> {
    const socket = connect(this.#port, '127.0.0.1');
    this.#socket = socket;
    await once(socket, 'connect');
    createInterface({ input: socket }).on('line', (line) => this.onmessage?.(parseJSONRPCMessage(JSON.parse(line))));
    socket.on('close', () => this.onclose?.());
    socket.on('error', (error) => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#socket?.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#socket?.destroy();
  }
}

export class WebSocketClientTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #url: string;
  readonly #token: string;
  #socket: WebSocket | undefined;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async start(): Promise<void> {
    const socket = new WebSocket(this.#url, 'mcp', { headers: { authorization: `Bearer ${this.#token}` } });
    this.#socket = socket;
    await once(socket, 'open');
    socket.on('message', (data) => this.onmessage?.(parseJSONRPCMessage(JSON.parse(data.toString()))));
    socket.on('close', () => this.onclose?.());
    socket.on('error', (error) => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#socket?.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#socket?.close();
  }
}
