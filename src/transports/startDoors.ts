// Every network door of one daemon, on one port of the loopback address.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Dialect } from '../dialects/dialect.ts';
import { bridgeTo } from '../server/bridge.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import { createMcpServer } from '../server/mcpServer.ts';
import { Activity } from './activity.ts';
import { type BridgeDoor, openBridge } from './bridge.ts';
import { type ByteStream, type ConnectionHello, type ServedStream, serveByteStream } from './byteStream.ts';
import { Endpoint } from './endpoint.ts';
import { challenge, corsHeaders, refusalOf, refusalOfForeign } from './guards.ts';
import { HoldDoor } from './holdDoor.ts';
import { answerRefusal, answerTooLarge, bodyText } from './httpMessages.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { type HomeAddress, Listeners, type Token } from './listeners.ts';
import { urlOf } from './loopback.ts';
import { tooLongMessage } from './messageHead.ts';
import { isListening, parsedJson, refused } from './messages.ts';
import { type People, ReviewDoor } from './reviewDoor.ts';
import type { CreateServer, Serving } from './serving.ts';
import { acceptUpgrade } from './upgrade.ts';
import { type Spoken, WebSocketDoor } from './webSocket.ts';

export interface DoorOptions {
  readonly parts: ServerParts;
  readonly dialects: readonly Dialect[];
  // 0 is any; undefined is the usual one, or the next that is free.
  readonly port: number | undefined;
  // Of that port. Undefined only where a person chose to have none.
  readonly token: Token;
  // Where it listens instead if it can, with a token of its own. Whoever else has that port may have been sent its token, so it opens no other port.
  readonly home?: HomeAddress | undefined;
  // Without them reviews are not served.
  readonly people?: People;
  // Whether the other end of a connection, by its port and ours, is a program of the person; absent where nothing is run that could be another's.
  readonly isPersons?: (theirPort: number, ourPort: number) => Promise<boolean>;
  readonly limits?: Partial<Limits>;
  readonly onError?: (error: Error) => void;
  readonly events?: ServerEventBus;
  // Other servers than ours behind the same doors, for the conformance suite.
  readonly createServer?: CreateServer;
}

export interface Doors {
  readonly port: number;
  readonly url: string;
  readonly token: Token;
  // Every port that it listens at.
  ports(): readonly number[];
  isHome(): boolean;
  // Listens at the home address too, if nobody else does any more; its port and token are published from then on.
  takeHome(): Promise<boolean>;
  // Ends every connection that came with the old one.
  replaceToken(old: string, token: string): void;
  // Sessions, streams, sockets and requests that are open now.
  connections(): number;
  // When something last happened, in milliseconds since the epoch.
  lastActivity(): number;
  // A connection that came by another way, such as the local socket of the stdio doors; it counts like the others.
  serveByteStream(stream: Duplex | ByteStream, hello: ConnectionHello, dialect?: Dialect): ServedStream;
  // The tools of a dialect for one project over plain HTTP, on a port of their own; 0 is any.
  openBridge(dialect: Dialect, project: string, port: number): Promise<BridgeDoor>;
  close(): Promise<void>;
}

export async function startDoors(options: DoorOptions): Promise<Doors> {
  const serving: Serving = {
    createServer: options.createServer ?? ((connection, dialect) => createMcpServer(options.parts, connection, dialect)),
    limits: { ...defaultLimits, ...options.limits },
    activity: new Activity(),
    events: options.events ?? busOf(options.parts.events),
    onError: options.onError ?? (() => {}),
    isPersons: async (socket) => {
      // A door that lets everybody in does not know the person's agent from anybody else.
      if (options.token === undefined || socket?.remotePort === undefined || socket.localPort === undefined) return false;
      return (await options.isPersons?.(socket.remotePort, socket.localPort)) ?? true;
    },
  };
  const endpoints = [
    new Endpoint(serving, { path: '/mcp', stream: '/sse', messages: ['/messages', '/message'] }, undefined),
    ...options.dialects.flatMap((dialect) => endpointOf(dialect, serving)),
  ];
  const webSockets = new WebSocketDoor(serving);
  const reviews = options.people === undefined ? undefined : new ReviewDoor(options.parts.reviews, options.people, serving);
  const { holds: held, workbench } = options.parts;
  const holds = options.people === undefined || held === undefined ? undefined : new HoldDoor(held, workbench, options.people);
  const spoken = new Map<string, Spoken>([
    ['/', {}],
    ['/mcp', {}],
    ...options.dialects.flatMap((dialect) => (dialect.path === undefined ? [] : [[dialect.path, { dialect }] as const])),
  ]);
  const listeners = new Listeners(
    {
      onRequest(request, response, token) {
        const url = urlOf(request);
        const forPeople = [reviews, holds].find((door) => door?.serves(url.pathname));
        const answered = forPeople?.answer(request, response, url) ?? answer(request, response, token, serving, endpoints);
        answered.catch((error: unknown) => {
          serving.onError(error instanceof Error ? error : new Error(String(error)));
          if (response.headersSent) response.destroy();
          else answerRefusal(response, 500, refused(-32603, 'The request failed inside the server.'));
        });
      },
      onUpgrade: (request, socket, head, token) => acceptUpgrade(request, socket, head, { token, webSockets, spoken }),
    },
    serving.limits,
  );
  const bridges = new Set<BridgeDoor>();
  const isHome = () => options.home !== undefined && listeners.ports().includes(options.home.port);
  const takeHome = async () => isHome() || (options.home !== undefined && (await listeners.tryListen(options.home)) === undefined);
  if (!(await takeHome())) await listeners.listen(options.port, options.token);
  return {
    get port() {
      return listeners.port;
    },
    get url() {
      return `http://127.0.0.1:${listeners.port}`;
    },
    get token() {
      return listeners.token;
    },
    ports: () => listeners.ports(),
    isHome,
    takeHome,
    replaceToken(old, token) {
      const isBridges = listeners.token === old;
      listeners.replaceToken(old, token);
      if (isBridges) for (const bridge of bridges) bridge.endConnections();
    },
    connections: () => serving.activity.open,
    lastActivity: () => serving.activity.last,
    serveByteStream: (stream, hello, dialect) => serveByteStream(options.parts, stream, hello, serving, dialect),
    async openBridge(dialect, project, asked) {
      const door = await openBridge(bridgeTo(options.parts, dialect, project), { port: asked, token: () => listeners.token, dialect, project, serving });
      bridges.add(door);
      return door;
    },
    async close() {
      const closed = listeners.stopListening();
      reviews?.close();
      await Promise.all([webSockets.close(), ...endpoints.map((endpoint) => endpoint.close())]);
      listeners.closeConnections();
      await closed;
    },
  };
}

function endpointOf(dialect: Dialect, serving: Serving): Endpoint[] {
  const { path } = dialect;
  return path === undefined ? [] : [new Endpoint(serving, { path, stream: `${path}/sse`, messages: [path, `${path}/message`, `${path}/messages`] }, dialect)];
}

// Each stream of a 2026-07-28 client over HTTP listens to the projects for as long as it is open.
function busOf(projects: ServerParts['events']): ServerEventBus {
  const own = new InMemoryServerEventBus();
  return {
    publish: (event) => own.publish(event),
    subscribe(listener) {
      const stop = own.subscribe(listener);
      const listening = projects.listen((event) => listener(event.kind === 'resource_updated' ? { kind: event.kind, uri: event.uri } : { kind: event.kind }));
      return () => {
        stop();
        listening[Symbol.dispose]();
      };
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  token: string | undefined,
  serving: Serving,
  endpoints: readonly Endpoint[],
): Promise<void> {
  const url = urlOf(request);
  const isDiscovery = url.pathname.startsWith('/.well-known/');
  // Clients that meet a 401 look for an OAuth server before they say that the token is wrong; there is none to find.
  const refusal = isDiscovery ? refusalOfForeign(request) : refusalOf(request, url, token);
  if (refusal !== undefined) return answerRefusal(response, refusal.status, refused(-32000, refusal.message), challenge(refusal));
  for (const [name, value] of Object.entries(corsHeaders(request))) response.setHeader(name, value);
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { allow: 'GET, POST, DELETE, OPTIONS' }).end();
    return;
  }
  const endpoint = endpoints.find((candidate) => candidate.serves(url.pathname));
  if (endpoint === undefined) return answerRefusal(response, 404, refused(-32601, `Nothing is served at ${url.pathname}. MCP is at /mcp.`));
  if (serving.activity.requests >= serving.limits.requests)
    return answerRefusal(response, 503, refused(-32000, 'Too many requests are being answered.'), { 'retry-after': '1' });
  const active = serving.activity.request();
  if (request.method === 'GET') active.becomeStream();
  response.on('close', active.done);
  if (request.method !== 'POST') return endpoint.handle(request, response, url, undefined);
  const text = await bodyText(request, serving.limits.messageBytes);
  if (text === undefined) return answerTooLarge(request, response, refused(-32600, tooLongMessage(serving.limits.messageBytes)));
  const json = parsedJson(text);
  if (json === undefined) return answerRefusal(response, endpoint.parseErrorStatus, refused(-32700, 'Parse error: this is not JSON.'));
  if (isListening(json.value)) active.becomeStream();
  return endpoint.handle(request, response, url, json.value);
}
