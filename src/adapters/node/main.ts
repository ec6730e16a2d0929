// The debug adapter for Node as a program: DAP on standard input and output, or for each connection to a port of this machine.
import { createServer, type Socket } from 'node:net';
import { z } from 'zod';
import { NodeDebugSession } from './session/session.ts';

// An adapter lives for one session and starts while somebody waits: to write a program for each shape of a message would cost more than it saves.
z.config({ jitless: true });

const port = portIn(process.argv.slice(2));
if (port === undefined) serveStreams();
else servePort(port);

function serveStreams(): void {
  // The last answer has to be on its way first; Windows writes to pipes later.
  const session = new NodeDebugSession(process.stdout, () => process.stdout.write('', () => process.exit(0)));
  // Whatever way the client goes, nothing that it has launched stays.
  const leave = () => session.shutdown();
  process.stdin.on('end', leave);
  process.stdin.on('close', leave);
  process.stdout.on('error', leave);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leave);
  session.start(process.stdin, process.stdout);
}

function servePort(wanted: number): void {
  const sessions = new Set<NodeDebugSession>();
  const server = createServer((socket: Socket) => {
    socket.setNoDelay();
    const session = new NodeDebugSession(socket, () => {
      sessions.delete(session);
      socket.end();
    });
    sessions.add(session);
    socket.on('close', () => session.shutdown());
    socket.on('error', () => socket.destroy());
    session.setRunAsServer(true);
    session.start(socket, socket);
  });
  server.listen(wanted, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : wanted })}\n`);
  });
  const leave = () => {
    for (const session of sessions) session.shutdown();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leave);
}

function portIn(words: readonly string[]): number | undefined {
  if (words.length === 0) return undefined;
  const found = /^--port(?:=(\d+))?$/.exec(words[0] ?? '');
  const text = found?.[1] ?? (found === null ? undefined : words[1]);
  if (text !== undefined && /^\d+$/.test(text)) return Number(text);
  process.stderr.write('binnacle dap node speaks DAP on standard input and output, or with --port <number> on a port of 127.0.0.1 (0 for any).\n');
  process.exit(2);
}
