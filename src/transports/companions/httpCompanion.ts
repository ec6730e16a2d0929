// The door of the IDE that Gemini CLI and its forks connect to: MCP over HTTP for one project on a port of its own, opened by the token that stands in its discovery file.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { answerRequest } from '../answerRequest.ts';
import { challenge, refusalOf } from '../guards.ts';
import { answerRefusal } from '../httpMessages.ts';
import { createLoopbackServer, listenOn, urlOf } from '../loopback.ts';
import { refused } from '../messages.ts';
import type { Serving } from '../serving.ts';
import { StreamableHttpDoor } from '../streamableHttp.ts';
import { type CompanionDoor, type CompanionDoorOptions, refusalOfPage } from './companion.ts';

// A command listens for as long as it lives, and says nothing when it ends: what it had open is closed soon after.
const LONGEST_SILENCE = seconds(15);
// A command takes a refused message for the end of the connection. So what it proposes is taken whole, and what is too long to be shown is left to its terminal (src/dialects/geminiIde).
const LARGEST_MESSAGE = 64 * 1024 * 1024;

export async function openHttpCompanion({ port, token, spoken, serving: shared }: CompanionDoorOptions): Promise<CompanionDoor> {
  const sessionIdle = Math.min(LONGEST_SILENCE, shared.limits.sessionIdle);
  return openHttpDoor({ port, token, spoken, serving: { ...shared, limits: { ...shared.limits, messageBytes: LARGEST_MESSAGE, sessionIdle } } });
}

// For one agent that we have started: our own tools, as those of a program that an agent runs.
export async function openConversationDoor(project: string, environment: Environment, shared: Serving): Promise<ConversationPort> {
  const token = randomBytes(32).toString('base64url');
  const serving: Serving = {
    ...shared,
    createServer: (connection, dialect) => shared.createServer({ ...connection, environment }, dialect),
    isPersons: async () => false,
  };
  const { port, close } = await openHttpDoor({ port: 0, token, spoken: new Map([['/mcp', { folder: project }]]), serving });
  return { url: `http://127.0.0.1:${port}/mcp`, token, port, close };
}

export interface ConversationPort extends CompanionDoor {
  readonly url: string;
  readonly token: string;
}

async function openHttpDoor({ port, token, spoken, serving }: CompanionDoorOptions): Promise<CompanionDoor> {
  const { limits } = serving;
  const http = createLoopbackServer(limits);
  const doors = new Map([...spoken].map(([path, { dialect, folder }]) => [path, new StreamableHttpDoor(serving, dialect, folder)]));
  http.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      serving.onError(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else answerRefusal(response, 500, refused(-32603, 'The request failed inside the server.'));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request);
    // In the header only: an address is written down in more places than a header.
    url.searchParams.delete('token');
    const refusal = refusalOfPage(request) ?? refusalOf(request, url, token);
    if (refusal !== undefined) return answerRefusal(response, refusal.status, refused(-32000, refusal.message), challenge(refusal));
    const door = doors.get(url.pathname);
    if (door === undefined)
      return answerRefusal(response, 404, refused(-32601, `Nothing is served at ${url.pathname}. MCP is at ${[...doors.keys()].join()}.`));
    // Nothing in the address says for which project, or what is shown: the door does.
    const endpoint = { parseErrorStatus: 400, handle: door.handle.bind(door) };
    return answerRequest(request, response, new URL(url.pathname, url), { serving, endpoint });
  }

  const bound = await listenOn(http, port);
  const close = () => Promise.all([...doors.values()].map((door) => door.close()));
  if (typeof bound !== 'number') {
    await close();
    throw bound;
  }
  return {
    port: bound,
    async close() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await close();
      http.closeAllConnections();
      await closed;
    },
  };
}
