// The doors with a small catalogue and a small dialect behind them, so that what arrives and what comes back can be compared exactly.
import { createServer, type Server as NetServer } from 'node:net';
import { z } from 'zod';
import { type Deferred, deferred } from '../../src/base/waiting/deferred.ts';
import { type Dialect, defineDialectTool } from '../../src/dialects/dialect.ts';
import { cancelled, fileNotFound, notAFolder } from '../../src/ide/errors/errors.ts';
import type { Workbench } from '../../src/ide/ide.ts';
import { OPTIONAL_DOORS } from '../../src/ide/optionalDoors.ts';
import type { ServerParts } from '../../src/server/call/callTool.ts';
import { Schedule } from '../../src/server/call/schedule.ts';
import { defaultPolicy } from '../../src/server/permission/permission.ts';
import { ProjectEvents } from '../../src/server/projects/projectEvents.ts';
import { Reviews } from '../../src/server/reviews/reviews.ts';
import { Catalogue } from '../../src/tools/catalogue.ts';
import { defineMachineTool, type Tool } from '../../src/tools/tool.ts';
import type { ConnectionHello } from '../../src/transports/byteStream.ts';
import type { Limits } from '../../src/transports/limits.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';

export const TOKEN = 'a-token-for-tests';
export const LONGEST_MESSAGE = 200_000;

// What a client needs in order to come in.
export interface Entrance extends AsyncDisposable {
  readonly doors: Doors;
  // The daemon's way for stdio doors, here a port of its own.
  readonly streamPort: number;
  // What the URLs of clients end with.
  readonly query: string;
}

export interface House extends Entrance {
  // Resolves with what a waiting call was given, once it runs and once it sees that it was cancelled.
  waiting(text: string): { started: Promise<void>; aborted: Promise<void> };
  // Lets a counting call end.
  release(text: string): void;
}

interface Wait {
  readonly started: Deferred<void>;
  readonly aborted: Deferred<void>;
  readonly released: Deferred<void>;
}

export async function openHouse(limits: Partial<Limits> = {}, watchers: Watchers = {}): Promise<House> {
  const waits = new Map<string, Wait>();
  const wait = (text: string) => {
    const known = waits.get(text) ?? { started: deferred<void>(), aborted: deferred<void>(), released: deferred<void>() };
    waits.set(text, known);
    return known;
  };
  const parts = partsWith([...fixtureTools, countingTool((text) => wait(text).released.promise), waitingTool(wait)], emptyWorkbench, watchers);
  const doors = await startDoors({ parts, dialects: [fixtureDialect], port: 0, token: TOKEN, limits: { messageBytes: LONGEST_MESSAGE, ...limits } });
  const around = await housed(doors, {});
  return {
    ...around,
    waiting: (text) => ({ started: wait(text).started.promise, aborted: wait(text).aborted.promise }),
    release: (text) => wait(text).released.resolve(),
  };
}

// The doors with any catalogue behind them; a toolset is asked for as each door can.
export async function openDoorsOn(parts: ServerParts, toolset?: string): Promise<Entrance> {
  const doors = await startDoors({ parts, dialects: [], port: 0, token: TOKEN });
  return housed(doors, toolset === undefined ? {} : { toolset });
}

async function housed(doors: Doors, hello: ConnectionHello): Promise<Entrance> {
  const streams = createServer((socket) => void doors.serveByteStream(socket, hello));
  const streamPort = await listening(streams);
  return {
    doors,
    streamPort,
    query: hello.toolset === undefined ? '' : `?toolset=${encodeURIComponent(hello.toolset)}`,
    async [Symbol.asyncDispose]() {
      await doors.close();
      streams.close();
    },
  };
}

// Who looks at what comes in.
export type Watchers = Partial<Pick<ServerParts, 'journal' | 'connections'>>;

export function partsWith(tools: readonly Tool[], workbench: Workbench = emptyWorkbench, watchers: Watchers = {}): ServerParts {
  return {
    version: '0.0.0-test',
    catalogue: new Catalogue(tools),
    workbench,
    events: new ProjectEvents(workbench),
    schedule: new Schedule(),
    policy: () => defaultPolicy,
    reviews: new Reviews(),
    journal: { note: () => {} },
    onInternalError: () => {},
    ...watchers,
  };
}

const said = z.strictObject({ said: z.string() });
const text = z.strictObject({ text: z.string().describe('What to say.') });

function fixtureTool(name: string, answer: (given: string) => string): Tool {
  return defineMachineTool({
    name,
    title: `Fixture ${name}`,
    description: `Answers for the tests of the doors: ${name}.`,
    effect: 'reads',
    input: text,
    output: said,
    run: async (_context, input) => ({ said: answer(input.text) }),
    tell: (value) => [`It said ${value.said}`],
  });
}

const fixtureTools = [
  fixtureTool('echo', (given) => given),
  fixtureTool('lose', (given) => {
    throw fileNotFound(given);
  }),
  fixtureTool('refuse', (given) => {
    throw notAFolder(given);
  }),
  fixtureTool('crash', () => {
    throw new TypeError('a bug');
  }),
  ...['edits', 'runs'].map((name) => fixtureTool(`other_${name}`, (given) => given)),
];

function countingTool(released: (text: string) => Promise<void>): Tool {
  return defineMachineTool({
    name: 'count',
    title: 'Count',
    description: 'Counts aloud.',
    effect: 'controls',
    input: text,
    output: said,
    async run({ progress }, input) {
      progress('begins');
      progress('one', 1, 2);
      progress('two', 2, 2);
      await released(input.text);
      return { said: input.text };
    },
    tell: (value) => [value.said],
  });
}

function waitingTool(wait: (text: string) => Wait): Tool {
  return defineMachineTool({
    name: 'wait',
    title: 'Wait',
    description: 'Waits until it is cancelled.',
    effect: 'reads',
    input: text,
    output: said,
    run({ signal }, input) {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          wait(input.text).aborted.resolve();
          reject(cancelled());
        });
        wait(input.text).started.resolve();
      });
    },
    tell: (value) => [value.said],
  });
}

// The same tools under other names, other arguments and other results.
const fixtureDialect: Dialect = {
  name: 'fixture',
  path: '/other-mcp',
  tools: ['echo', 'lose', 'refuse', 'crash', 'count', 'wait', 'missing'].map((name) =>
    defineDialectTool({
      name: `other_${name}`,
      tool: name,
      description: `The dialect's ${name}.`,
      input: z.strictObject({ words: z.string() }),
      answer: said,
      toArguments: ({ words }) => ({ text: words }),
      toResult: ([first]) => ({ answered: first.said }),
    }),
  ),
  resources: [
    { uri: 'other://echo', name: 'Echo', description: 'What echo says.', mimeType: 'application/json', read: ({ ask }) => ask('echo', { text: 'resource' }) },
  ],
  templates: [
    {
      uriTemplate: 'other://say/{words}',
      name: 'Say',
      description: 'Says it.',
      mimeType: 'application/json',
      read: ({ ask }, { words }) => ask('echo', { text: words ?? '' }),
    },
    {
      uriTemplate: 'other://lose/{words}',
      name: 'Lose',
      description: 'Fails.',
      mimeType: 'application/json',
      read: ({ ask }, { words }) => ask('lose', { text: words ?? '' }),
    },
  ],
  errorNumbers: { file_not_found: -32002, invalid_arguments: -32602, unknown_tool: -32602, internal_error: -32603 },
  errorBody: ({ code, message, next }) => ({ error: code, message, advice: next, next }),
};

const emptyWorkbench: Workbench = {
  doors: OPTIONAL_DOORS,
  projects: () => [],
  open: (path) => Promise.reject(notAFolder(path)),
  ide: () => undefined,
  onProjects: () => ({ [Symbol.dispose]: () => {} }),
  closeAll: () => Promise.resolve(),
};

function listening(server: NetServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new TypeError('a TCP server has a port'));
    });
  });
}
