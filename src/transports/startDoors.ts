// Every network door of one daemon, on one port of the loopback address.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Environment } from '../base/processes/minimalEnvironment.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { AgentFeed } from '../server/agents/agentFeed.ts';
import { bridgeTo } from '../server/bridge.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import { createMcpServer } from '../server/mcpServer.ts';
import { Activity } from './activity.ts';
import { answerRequest } from './answerRequest.ts';
import { type BridgeDoor, openBridge } from './bridge.ts';
import { type ByteStream, type ConnectionHello, type ServedStream, serveByteStream } from './byteStream.ts';
import { type CompanionDoor, openCompanion } from './companions/companion.ts';
import { type ConversationPort, openConversationDoor, openHttpCompanion } from './companions/httpCompanion.ts';
import { Endpoint } from './endpoint.ts';
import { challenge, corsHeaders, refusalOf, refusalOfForeign } from './guards.ts';
import { answerRefusal } from './httpMessages.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { type HomeAddress, Listeners, type Token } from './listeners.ts';
import { urlOf } from './loopback.ts';
import { refused } from './messages.ts';
import { AgentDoor } from './people/agentDoor.ts';
import { GrantDoor } from './people/grantDoor.ts';
import type { People } from './people/guard.ts';
import { HoldDoor } from './people/holdDoor.ts';
import { ReviewDoor } from './people/reviewDoor.ts';
import type { CreateServer, PageDoor, Serving } from './serving.ts';
import { acceptUpgrade } from './upgrade.ts';
import { type Spoken, WebSocketDoor } from './webSocket.ts';

export interface DoorOptions {
  readonly parts: ServerParts;
  readonly dialects: readonly Dialect[];
  // 0 is any; undefined is the usual one, or the next that is free; none: it listens when it is asked to.
  readonly port: number | 'none' | undefined;
  // Of that port. Undefined only where a person chose to have none.
  readonly token: Token;
  // Where it listens instead if it can, with a token of its own. Whoever else has that port may have been sent its token, so it opens no other port.
  readonly home?: HomeAddress | undefined;
  // Without them reviews are not served.
  readonly people?: People;
  // Whether the other end of a connection, by its port and ours, is a program of the person; absent where nothing is run that could be another's.
  readonly isPersons?: (theirPort: number, ourPort: number) => Promise<boolean>;
  // What people look through; absent where there is no window.
  readonly openPages?: (serving: Serving) => PageDoor;
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
  // Undefined when it listens there from here on, else why it does not.
  listen(at: HomeAddress): Promise<NodeJS.ErrnoException | undefined>;
  // Ends every connection that came over the network; it may listen again.
  stopListening(): Promise<void>;
  // Ends every connection that came with the old one.
  replaceToken(old: string, token: string): void;
  // Sessions, streams, sockets and requests that are open now.
  connections(): number;
  // Pages that people look at: they are somebody, and come back to whichever daemon takes over.
  watchers(): number;
  // When something last happened, in milliseconds since the epoch.
  lastActivity(): number;
  // A connection that came by another way, such as the local socket of the stdio doors; it counts like the others.
  serveByteStream(stream: Duplex | ByteStream, hello: ConnectionHello, dialect?: Dialect): ServedStream;
  // The tools of a dialect for one project over plain HTTP, on a port of their own; 0 is any.
  openBridge(dialect: Dialect, project: string, port: number): Promise<BridgeDoor>;
  // For one project on a port of its own, with a token of its own: which dialect is spoken at which path, and what carries it.
  openCompanion(
    dialects: ReadonlyMap<string, Dialect>,
    project: string,
    address: { token: string; port: number; carriedBy: 'webSocket' | 'http' },
  ): Promise<CompanionDoor>;
  // For an agent that we have started and that takes no command as its server.
  openConversationDoor(project: string, environment: Environment): Promise<ConversationPort>;
  // Somebody who is there by another way than a connection that is served; it counts until the returned function is called.
  counted(): () => void;
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
      if (listeners.token === undefined || socket?.remotePort === undefined || socket.localPort === undefined) return false;
      return (await options.isPersons?.(socket.remotePort, socket.localPort)) ?? true;
    },
  };
  const endpoints = [
    new Endpoint(serving, { path: '/mcp', stream: '/sse', messages: ['/messages', '/message'] }, undefined),
    ...options.dialects.flatMap((dialect) => endpointOf(dialect, serving)),
  ];
  const webSockets = new WebSocketDoor(serving);
  const reviews = options.people === undefined ? undefined : new ReviewDoor(options.parts.reviews, options.people, serving);
  const { holds: held, grants: granted, workbench } = options.parts;
  const holds = options.people === undefined || held === undefined ? undefined : new HoldDoor(held, workbench, options.people);
  const grants = options.people === undefined || granted === undefined ? undefined : new GrantDoor(granted, options.people);
  const { agents: startable } = options.parts;
  const agents =
    options.people === undefined || startable === undefined ? undefined : new AgentDoor(new AgentFeed(startable), options.parts, options.people, serving);
  const pages = options.openPages?.(serving);
  const spoken = new Map<string, Spoken>([
    ['/', {}],
    ['/mcp', {}],
    ...options.dialects.flatMap((dialect) => (dialect.path === undefined ? [] : [[dialect.path, { dialect }] as const])),
  ]);
  const listeners = new Listeners(
    {
      onRequest(request, response, token) {
        const url = urlOf(request);
        const forPeople = [pages, reviews, holds, grants, agents].find((door) => door?.serves(url.pathname));
        const answered = forPeople?.answer(request, response, url) ?? answer(request, response, token, serving, endpoints);
        answered.catch((error: unknown) => {
          serving.onError(error instanceof Error ? error : new Error(String(error)));
          if (response.headersSent) response.destroy();
          else answerRefusal(response, 500, refused(-32603, 'The request failed inside the server.'));
        });
      },
      onUpgrade: (request, socket, head, token) => acceptUpgrade(request, socket, head, { token, webSockets, spoken, pages }),
    },
    serving.limits,
  );
  const bridges = new Set<BridgeDoor>();
  const isHome = () => options.home !== undefined && listeners.ports().includes(options.home.port);
  const takeHome = async () => isHome() || (options.home !== undefined && (await listeners.tryListen(options.home)) === undefined);
  if (options.port !== 'none' && !(await takeHome())) await listeners.listen(options.port, options.token);
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
    listen: (at) => listeners.tryListen(at),
    stopListening: () => listeners.endAll(),
    replaceToken(old, token) {
      const isBridges = listeners.token === old;
      listeners.replaceToken(old, token);
      if (isBridges) for (const bridge of bridges) bridge.endConnections();
    },
    connections: () => serving.activity.open,
    watchers: () => serving.activity.watchers,
    lastActivity: () => serving.activity.last,
    serveByteStream: (stream, hello, dialect) => serveByteStream(options.parts, stream, hello, serving, dialect),
    async openBridge(dialect, project, asked) {
      const door = await openBridge(bridgeTo(options.parts, dialect, project), { port: asked, token: () => listeners.token, dialect, project, serving });
      bridges.add(door);
      return door;
    },
    openCompanion(dialects, project, { token, port, carriedBy }) {
      const spoken = new Map([...dialects].map(([path, dialect]) => [path, { dialect, folder: project }]));
      return (carriedBy === 'http' ? openHttpCompanion : openCompanion)({ token, port, spoken, serving });
    },
    openConversationDoor: (project, environment) => openConversationDoor(project, environment, serving),
    counted: () => serving.activity.opened(),
    async close() {
      const closed = listeners.stopListening();
      reviews?.close();
      agents?.close();
      await Promise.all([pages?.close(), webSockets.close(), ...endpoints.map((endpoint) => endpoint.close())]);
      listeners.closeConnections();
      await closed;
    },
  };
}

function endpointOf(dialect: Dialect, serving: Serving): Endpoint[] {
  const { path, messagePath = path } = dialect;
  if (path === undefined || messagePath === undefined) return [];
  return [new Endpoint(serving, { path, stream: `${path}/sse`, messages: [messagePath, path, `${path}/message`, `${path}/messages`] }, dialect)];
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
  return answerRequest(request, response, url, { serving, endpoint });
}
