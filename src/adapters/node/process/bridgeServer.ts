// Where the bridges of a debuggee's processes call in: a local socket that only this user reaches.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const hello = z.object({
  pid: z.number(),
  parent: z.number(),
  argv: z.array(z.string()),
  execArgv: z.array(z.string()),
  cwd: z.string(),
  version: z.string(),
});
export type DebuggeeHello = z.output<typeof hello>;
const greeting = z.object({ hello });

// A process that has called in.
export interface DebuggeeBridge {
  readonly hello: DebuggeeHello;
  // A message for its inspector, in JSON.
  send(message: string): void;
  // Lets its program begin.
  go(): void;
  // Leaves it alone for good, running.
  release(): void;
  onMessage: (message: unknown) => void;
  onClose: () => void;
}

export class BridgeServer {
  readonly address: string;
  readonly #server: Server;
  readonly #folder: string | undefined;
  readonly #sockets = new Set<Socket>();

  static async open(onBridge: (bridge: DebuggeeBridge) => void): Promise<BridgeServer> {
    const server = new BridgeServer(onBridge);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject);
      server.#server.listen(server.address, resolve);
    });
    return server;
  }

  private constructor(onBridge: (bridge: DebuggeeBridge) => void) {
    if (process.platform === 'win32') this.address = `\\\\.\\pipe\\binnacle-debug-${process.pid}-${randomBytes(8).toString('hex')}`;
    else {
      // A folder that nobody else may enter; the socket itself has no rights on some systems.
      this.#folder = mkdtempSync(join(tmpdir(), 'binnacle-debug-'));
      chmodSync(this.#folder, 0o700);
      this.address = join(this.#folder, 's');
    }
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      receive(socket, onBridge);
    });
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

function receive(socket: Socket, onBridge: (bridge: DebuggeeBridge) => void): void {
  let bridge: DebuggeeBridge | undefined;
  let pieces: string[] = [];
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('close', () => bridge?.onClose());
  socket.on('data', (text: string) => {
    // A long message comes in many pieces: they are joined once, when its end is there.
    const end = text.lastIndexOf('\n');
    if (end < 0) {
      pieces.push(text);
      return;
    }
    const whole = pieces.join('') + text.slice(0, end);
    pieces = [text.slice(end + 1)];
    for (const line of whole.split('\n')) {
      const message = parsed(line);
      if (bridge !== undefined) bridge.onMessage(message);
      else {
        const { data } = greeting.safeParse(message);
        if (data === undefined) {
          socket.destroy();
          return;
        }
        bridge = bridgeOver(socket, data.hello);
        onBridge(bridge);
      }
    }
  });
}

// Whoever else of this user connects here and says something else is sent away.
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function bridgeOver(socket: Socket, from: DebuggeeHello): DebuggeeBridge {
  const write = (line: string) => {
    if (socket.writable) socket.write(`${line}\n`);
  };
  return {
    hello: from,
    send: write,
    go: () => write('{"go":true}'),
    release: () => write('{"release":true}'),
    onMessage: () => {},
    onClose: () => {},
  };
}
