// The door of the IDE that Claude Code connects to: a WebSocket for one project on a port of its own, opened by the token that stands in its lock file.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { seconds } from '../../base/waiting/duration.ts';
import { type HttpRefusal, refusalOfForeign, sameSecret } from '../guards.ts';
import { createLoopbackServer, listenOn, urlOf } from '../loopback.ts';
import type { Serving } from '../serving.ts';
import { endUpgrade } from '../upgrade.ts';
import { type Spoken, WebSocketDoor } from '../webSocket.ts';

export interface CompanionDoor {
  readonly port: number;
  close(): Promise<void>;
}

export interface CompanionDoorOptions {
  // 0 is any.
  readonly port: number;
  readonly token: string;
  // By path.
  readonly spoken: ReadonlyMap<string, Spoken>;
  readonly serving: Serving;
}

const HEADER = 'x-claude-code-ide-authorization';
const VIOLATED_POLICY = 1008;
// What a client without the right token may send is never read; it is there only until its close is answered.
const LONGEST_FAREWELL = seconds(1);
const MOST_REFUSED = 32;

export async function openCompanion({ port, token, spoken, serving }: CompanionDoorOptions): Promise<CompanionDoor> {
  const http = createLoopbackServer(serving.limits);
  const webSockets = new WebSocketDoor(serving);
  // Apart from those who are served, so that nobody without the token takes their places.
  const refused = new WebSocketServer({ noServer: true, maxPayload: 1, perMessageDeflate: false, handleProtocols: (offered) => offered.has('mcp') && 'mcp' });
  http.on('request', (request, response) => answerPlain(request, response, spoken));
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const url = urlOf(request);
    const foreign = refusalOfPage(request);
    const here = spoken.get(url.pathname);
    if (foreign !== undefined) endUpgrade(socket, foreign.status, foreign.message);
    else if (here === undefined) endUpgrade(socket, 404, notHere(spoken));
    else if (!sameSecret(tokenIn(request), token)) refuse(refused, request, socket, head);
    else if (webSockets.full) endUpgrade(socket, 503, 'Too many WebSockets are open.');
    else webSockets.accept(request, socket, head, url, here);
  });
  const bound = await listenOn(http, port);
  if (typeof bound !== 'number') {
    await webSockets.close();
    throw bound;
  }
  return {
    port: bound,
    async close() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      for (const webSocket of refused.clients) webSocket.terminate();
      await webSockets.close();
      http.closeAllConnections();
      await closed;
    },
  };
}

// No page is a client of this door, of whatever origin: a browser always says where it comes from, and the command never does.
export function refusalOfPage(request: IncomingMessage): HttpRefusal | undefined {
  const foreign = refusalOfForeign(request);
  if (foreign !== undefined) return foreign;
  return request.headers.origin === undefined ? undefined : { status: 403, message: 'No page is answered here.' };
}

// Several headers of one name arrive as one text, which is no token.
function tokenIn({ headers }: IncomingMessage): string {
  const given = headers[HEADER];
  return typeof given === 'string' ? given : '';
}

// Its protocol says no only after the upgrade, where a client can read why.
function refuse(server: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  if (server.clients.size >= MOST_REFUSED) {
    endUpgrade(socket, 503, 'Too many WebSockets are open.');
    return;
  }
  server.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on('error', () => webSocket.terminate());
    const late = setTimeout(() => webSocket.terminate(), LONGEST_FAREWELL).unref();
    webSocket.on('close', () => clearTimeout(late));
    webSocket.close(VIOLATED_POLICY, 'the token is wrong or missing');
  });
}

function answerPlain(request: IncomingMessage, response: ServerResponse, spoken: ReadonlyMap<string, Spoken>): void {
  request.resume();
  const foreign = refusalOfPage(request);
  const isServed = spoken.has(urlOf(request).pathname);
  const [status, message] =
    foreign !== undefined ? [foreign.status, foreign.message] : isServed ? [426, 'A WebSocket is served here.'] : [404, notHere(spoken)];
  response.writeHead(status, { 'content-type': 'text/plain', ...(status === 426 && { connection: 'upgrade', upgrade: 'websocket' }) }).end(message);
}

function notHere(spoken: ReadonlyMap<string, Spoken>): string {
  return `WebSockets are served at ${[...spoken.keys()].join(', ')}.`;
}
