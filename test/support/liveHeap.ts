// What a running process of Node still uses of its heap, by its own inspector: resident memory also counts what nobody has collected yet.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { z } from 'zod';

const Targets = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]);
const Answer = z.object({ id: z.number(), result: z.object({ usedSize: z.number().optional() }) });
const LONGEST_START = 10_000;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

// Of a process that was started with --inspect-port at that port, which it opens when it is asked by a signal. In megabytes, after its garbage is collected.
export async function liveHeapMb(pid: number, port: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const [{ webSocketDebuggerUrl }] = await targets(port);
  const socket = new WebSocket(webSocketDebuggerUrl);
  try {
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    await asked(socket, 1, 'HeapProfiler.collectGarbage');
    const { usedSize = Number.NaN } = await asked(socket, 2, 'Runtime.getHeapUsage');
    return usedSize / 1024 ** 2;
  } finally {
    socket.close();
  }
}

async function targets(port: number): Promise<z.output<typeof Targets>> {
  const until = Date.now() + LONGEST_START;
  for (;;) {
    try {
      return Targets.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(20);
    }
  }
}

function asked(socket: WebSocket, id: number, method: string): Promise<{ usedSize?: number | undefined }> {
  return new Promise((resolve) => {
    const hear = (data: Buffer) => {
      const answer = Answer.safeParse(JSON.parse(data.toString())).data;
      if (answer?.id !== id) return;
      socket.off('message', hear);
      resolve(answer.result);
    };
    socket.on('message', hear);
    socket.send(JSON.stringify({ id, method }));
  });
}
