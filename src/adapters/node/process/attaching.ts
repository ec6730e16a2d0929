// A program that runs already, with --inspect: its inspector over a WebSocket.
import { get } from 'node:http';
import WebSocket from 'ws';
import { z } from 'zod';
import { seconds } from '../../../base/waiting/duration.ts';
import type { AttachConfiguration } from '../session/configuration.ts';
import { cannotAttach, wrongProcess } from '../session/refusals.ts';

export interface AttachedInspector {
  readonly title: string;
  send(message: string): void;
  close(): void;
  // The inspector is closed behind us where it was opened for us: whoever comes next would be let in without having asked.
  leave(): Promise<void>;
}

const ANSWER_BOUND = seconds(5);
const target = z.object({ title: z.string().default('node'), webSocketDebuggerUrl: z.string() });

// Node's inspector writes small packets one by one, and the system holds back each until the one before is acknowledged, which takes 40 ms
// unless something is sent. So each message is answered with a question of no weight, and its answer too while one of ours is still open.
const MOST_REPEATED = 3;
const answered = z.object({ id: z.number().optional() });
const ACKNOWLEDGE = JSON.stringify({ id: 0, method: 'Runtime.getIsolateId' });

export async function attach(configuration: AttachConfiguration, callbacks: { message(message: unknown): void; closed(): void }): Promise<AttachedInspector> {
  const { port, processId } = configuration;
  const host = configuration.host ?? configuration.address ?? '127.0.0.1';
  const where = `${host}:${port}`;
  const isOpenedByUs = processId !== undefined && (await openInspector(processId, host, port));
  const { title, webSocketDebuggerUrl } = await targetAt(host, port);
  // The inspector may believe to be called otherwise, as in a container.
  const url = webSocketDebuggerUrl.replace(/^ws:\/\/[^/]+/, `ws://${host.includes(':') ? `[${host}]` : host}:${port}`);
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 0, handshakeTimeout: ANSWER_BOUND });
  await new Promise<void>((opened, failed) => {
    socket.once('open', opened);
    socket.once('error', (error) => failed(cannotAttach(where, error.message)));
  });
  socket.on('error', () => socket.terminate());
  if (processId !== undefined) await requireProcess(socket, processId, where);
  socket.on('close', callbacks.closed);
  let open = 0;
  let repeated = 0;
  const acknowledge = () => {
    if (socket.readyState === WebSocket.OPEN) socket.send(ACKNOWLEDGE);
  };
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    const { id } = answered.parse(message);
    if (id === 0) {
      if (open > 0 && repeated++ < MOST_REPEATED) acknowledge();
      return;
    }
    if (id !== undefined) open--;
    acknowledge();
    callbacks.message(message);
  });
  return {
    title,
    send: (message) => {
      open++;
      repeated = 0;
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    },
    close: () => socket.close(),
    leave: async () => {
      if (isOpenedByUs && socket.readyState === WebSocket.OPEN) await sent(socket, CLOSE_INSPECTOR);
      socket.close();
    },
  };
}

const Evaluated = z.object({ id: z.literal(0), result: z.object({ result: z.object({ value: z.number() }) }) });

// A process whose port was taken opens no inspector, and what answers there is another one.
async function requireProcess(socket: WebSocket, processId: number, where: string): Promise<void> {
  const pid = await new Promise<number | undefined>((answer) => {
    const timer = setTimeout(() => answer(undefined), ANSWER_BOUND);
    socket.once('message', (data) => {
      clearTimeout(timer);
      answer(Evaluated.safeParse(parsed(String(data))).data?.result.result.value);
    });
    socket.send(JSON.stringify({ id: 0, method: 'Runtime.evaluate', params: { expression: 'process.pid', returnByValue: true } }));
  });
  if (pid === processId) return;
  socket.terminate();
  throw wrongProcess(where, processId, pid);
}

// False where it was open before.
async function openInspector(pid: number, host: string, port: number): Promise<boolean> {
  if ((await targetAt(host, port).catch(() => undefined)) !== undefined) return false;
  const open: unknown = Reflect.get(process, '_debugProcess');
  try {
    if (typeof open === 'function') Reflect.apply(open, process, [pid]);
    else process.kill(pid, 'SIGUSR1');
  } catch (error) {
    throw cannotAttach(`process ${pid}`, error instanceof Error ? error.message : String(error));
  }
  const end = Date.now() + ANSWER_BOUND;
  while (Date.now() < end) {
    const found = await targetAt(host, port).catch(() => undefined);
    if (found !== undefined) break;
    await new Promise((soon) => setTimeout(soon, 50));
  }
  return true;
}

// Later, because it waits for those who are connected, and that is us.
const CLOSE_INSPECTOR = JSON.stringify({
  id: 0,
  method: 'Runtime.evaluate',
  params: { expression: 'void setTimeout(() => process._debugEnd(), 200)' },
});

function sent(socket: WebSocket, message: string): Promise<void> {
  return new Promise((done) => socket.send(message, () => done()));
}

function targetAt(host: string, port: number): Promise<z.output<typeof target>> {
  const where = `${host}:${port}`;
  return new Promise((resolve, reject) => {
    const request = get({ host, port, path: '/json/list', timeout: ANSWER_BOUND, headers: { Host: `localhost:${port}` } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const [first] = z.array(target).safeParse(parsed(text)).data ?? [];
        if (first === undefined) reject(cannotAttach(where, 'what answers is no inspector'));
        else resolve(first);
      });
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', (error) => reject(cannotAttach(where, error.message)));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
