// The doors with every tool behind them, over a scripted project where edits ask a person; and the people who answer.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { deferred } from '../../src/base/waiting/deferred.ts';
import { jetbrainsIndex } from '../../src/dialects/jetbrainsIndex.ts';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import type { ScriptedBehaviour } from '../../src/hosts/scripted/scriptedLanguages.ts';
import type { Ide } from '../../src/ide/ide.ts';
import { MissingServers } from '../../src/server/call/missingServers.ts';
import { Schedule } from '../../src/server/call/schedule.ts';
import { Connections } from '../../src/server/clients/connections.ts';
import { Grants } from '../../src/server/permission/grants.ts';
import { defaultPolicy, type Policy } from '../../src/server/permission/permission.ts';
import { ProjectEvents } from '../../src/server/projects/projectEvents.ts';
import { EventShape, type Review, type ReviewAnswer, type ReviewEnded, ReviewShape } from '../../src/server/reviews/reviewShape.ts';
import { LONGEST_REVIEW, Reviews } from '../../src/server/reviews/reviews.ts';
import { allTools, Catalogue, families } from '../../src/tools/catalogue.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { LineClientTransport } from './clientTransports.ts';
import { TOKEN } from './house.ts';

export const PERSON = 'a-token-that-agents-do-not-have';
export const ASKING: Policy = { ...defaultPolicy, effects: { ...defaultPolicy.effects, edits: 'ask' } };
export type Era = '2025-11-25' | '2026-07-28';

// Three places to change, far enough from each other to be three hunks.
const FIXTURE = `
// @file cart.ts
export const one = 1;
// a
// b
export const two = 2;
// c
// d
export const three = 3;
`;
export const EDITS = [
  { old_text: 'one = 1', new_text: 'one = 10' },
  { old_text: 'two = 2', new_text: 'two = 20' },
  { old_text: 'three = 3', new_text: 'three = 30' },
];

export interface ReviewHouse extends AsyncDisposable {
  readonly ide: ScriptedIde;
  readonly doors: Doors;
  // The daemon's way for stdio doors, here a port of its own.
  readonly streamPort: number;
  text(file?: string): Promise<string>;
}

interface HouseOptions {
  readonly policy?: Policy;
  readonly longest?: number;
  readonly grace?: number;
  readonly script?: ScriptedBehaviour;
  // In place of the fixture.
  readonly served?: Ide;
}

export async function openReviewHouse({ policy = ASKING, longest = LONGEST_REVIEW, grace, script, served }: HouseOptions = {}): Promise<ReviewHouse> {
  const ide = openScriptedIde(FIXTURE, script);
  const workbench = new ScriptedWorkbench([served ?? ide]);
  const connections = new Connections();
  const reviews = new Reviews({ longest, grace });
  const catalogue = new Catalogue(allTools, families);
  const doors = await startDoors({
    parts: {
      version: '0',
      catalogue,
      workbench,
      connections,
      grants: new Grants({ connections, reviews, catalogue, projects: () => workbench.projects() }),
      missingServers: new MissingServers(),
      events: new ProjectEvents(workbench),
      schedule: new Schedule(),
      policy: () => policy,
      reviews,
      protectedFiles: [join(ide.project.path, 'dotfiles/policy.json')],
      journal: { note: () => {} },
      onInternalError: (_, error) => {
        throw error;
      },
    },
    dialects: [jetbrainsIndex],
    port: 0,
    token: TOKEN,
    people: { tokens: () => [PERSON], decided: () => {} },
  });
  const streams = createServer((socket) => void doors.serveByteStream(socket, {}));
  const streamPort = await new Promise<number>((resolve) => {
    streams.listen(0, '127.0.0.1', () => {
      const address = streams.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    ide,
    doors,
    streamPort,
    text: async (file = 'cart.ts') => (await ide.documents.read(ide.documents.uriOf(file))).text,
    async [Symbol.asyncDispose]() {
      await doors.close();
      streams.close();
    },
  };
}

type Elicited = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };
export type Outcome = { isError: boolean; text: string; value: Record<string, unknown> };

export interface ReviewAgent extends AsyncDisposable {
  call(tool: string, given: Record<string, unknown>, signal?: AbortSignal): Promise<Outcome>;
}

type PersonAtAgent = (message: string) => Elicited | Promise<Elicited>;

// An agent over HTTP; its person answers every question so, if it has one.
export function agentIn(house: ReviewHouse, era: Era, person?: PersonAtAgent, path = '/mcp'): Promise<ReviewAgent> {
  const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
  return agentThrough(new StreamableHTTPClientTransport(new URL(`${house.doors.url}${path}`), { requestInit }), era, person);
}

// An agent as stdio doors bring it: when it goes, its connection ends.
export function agentOverStdio(house: ReviewHouse, era: Era, person?: PersonAtAgent): Promise<ReviewAgent> {
  return agentThrough(new LineClientTransport(house.streamPort), era, person);
}

async function agentThrough(transport: Transport, era: Era, person: PersonAtAgent | undefined): Promise<ReviewAgent> {
  const client = new Client(
    { name: 'agent', version: '1' },
    { capabilities: person === undefined ? {} : { elicitation: {} }, ...(era === '2026-07-28' && { versionNegotiation: { mode: { pin: era } } }) },
  );
  if (person !== undefined) client.setRequestHandler('elicitation/create', async ({ params }) => person(params.message));
  await client.connect(transport);
  return {
    async call(tool, given, signal) {
      const result = await client.callTool({ name: tool, arguments: given }, signal === undefined ? undefined : { signal });
      const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      return { isError: result.isError === true, text, value: z.record(z.string(), z.unknown()).parse(result.structuredContent ?? {}) };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export interface Window extends Disposable {
  // The next review that is opened.
  next(): Promise<Review>;
  // How the next one that ends has ended.
  ending(): Promise<string>;
  // The same in full.
  ended(): Promise<ReviewEnded>;
  // Until when one that was extended may wait.
  updated(): Promise<string>;
}

// A window of the review API, as the dashboard will be one.
export async function windowIn(house: ReviewHouse): Promise<Window> {
  const gone = new AbortController();
  const response = await fetch(`${house.doors.url}/reviews/events`, { headers: { authorization: `Bearer ${PERSON}` }, signal: gone.signal });
  const opened: Review[] = [];
  const closed: string[] = [];
  const ended: ReviewEnded[] = [];
  const updated: string[] = [];
  let heard = deferred<void>();
  void (async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts.filter((line) => line.startsWith('data: '))) {
        const event = EventShape.parse(JSON.parse(part.slice(6)));
        if (event.kind === 'opened') opened.push(event.review);
        if (event.kind === 'closed') closed.push(event.how);
        if (event.kind === 'ended') ended.push(event.ended);
        if (event.kind === 'updated') updated.push(event.expires);
        heard.resolve();
        heard = deferred<void>();
      }
    }
  })().catch(() => {});
  const taken = async <Value>(from: Value[]): Promise<Value> => {
    for (;;) {
      const first = from.shift();
      if (first !== undefined) return first;
      await heard.promise;
    }
  };
  return {
    next: () => taken(opened),
    ending: () => taken(closed),
    ended: () => taken(ended),
    updated: () => taken(updated),
    [Symbol.dispose]: () => gone.abort(),
  };
}

export async function answer(
  house: ReviewHouse,
  { id }: Pick<Review, 'id'>,
  given: ReviewAnswer | unknown,
  token = PERSON,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${house.doors.url}/reviews/${id}?window=dashboard`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(given),
  });
  return { status: response.status, body: await response.json() };
}

export async function waiting(house: ReviewHouse, token = PERSON): Promise<{ status: number; reviews: Review[] }> {
  const response = await fetch(`${house.doors.url}/reviews`, { headers: { authorization: `Bearer ${token}` } });
  const listed = z.object({ reviews: z.array(ReviewShape) }).safeParse(await response.json());
  return { status: response.status, reviews: listed.data?.reviews ?? [] };
}
