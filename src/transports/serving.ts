// What every transport is given: a way to make a server for a connection, limits, and the count of what is open.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { McpServer, type Server, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Dialect } from '../dialects/dialect.ts';
import type { Connection } from '../server/connectionCalls.ts';
import type { Activity } from './activity.ts';
import type { Limits } from './limits.ts';

// Ours is always a Server; the conformance suite's fixtures are written with the SDK's own McpServer.
export type CreateServer = (connection: Connection, dialect: Dialect | undefined) => Server | McpServer;

export interface Serving {
  readonly createServer: CreateServer;
  readonly limits: Limits;
  readonly activity: Activity;
  // What changed for every client at once, such as the list of tools; clients of 2026-07-28 subscribe to it.
  readonly events: ServerEventBus;
  // Errors of the protocol layer that have no caller to answer; for the log.
  readonly onError: (error: Error) => void;
  // Whether what is answered at the other end may be a person's word.
  readonly isPersons: (socket: Socket | undefined) => Promise<boolean>;
}

// A door that is no transport of agents: it answers at paths of its own and guards them by itself.
export interface PageDoor {
  serves(path: string): boolean;
  answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void;
  close(): Promise<void>;
}

// A URL may say which folder the agent works in, which tools it is shown and how long answers may be, for clients that can only be configured by a URL.
export function connectionOf(door: Connection['door'], url: URL, isPersons: NonNullable<Connection['isPersons']>): Connection {
  const folder = url.searchParams.get('project');
  const toolset = url.searchParams.get('toolset');
  const answerBudget = Number(url.searchParams.get('answer_budget'));
  return {
    id: randomUUID(),
    door,
    isPersons,
    // Whoever makes the URL, or is asked for its roots, is not the person: a page, a script, another agent.
    trustsFolder: false,
    ...(folder !== null && folder !== '' && { folder }),
    ...(toolset !== null && toolset !== '' && { toolset }),
    ...(Number.isInteger(answerBudget) && answerBudget >= 500 && { answerBudget }),
  };
}

export function lowLevelServer(server: Server | McpServer): Server {
  return server instanceof McpServer ? server.server : server;
}
