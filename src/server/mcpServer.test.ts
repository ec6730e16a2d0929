// What a client of MCP sees of us: the list, the rules, answers, failures, progress, and whether it is asked for its roots.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as OlderInMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { noProjectOpen, notAFolder } from '../ide/errors/errors.ts';
import type { Workbench } from '../ide/ide.ts';
import { OPTIONAL_DOORS } from '../ide/optionalDoors.ts';
import { allTools, Catalogue } from '../tools/catalogue.ts';
import { defineMachineTool, defineTool, type Effect, type Hints, type Tool } from '../tools/tool.ts';
import type { ServerParts } from './call/callTool.ts';
import { Schedule } from './call/schedule.ts';
import type { Connection } from './connectionCalls.ts';
import type { CallRecord } from './history/callRecord.ts';
import { usageRules } from './instructions.ts';
import { createMcpServer } from './mcpServer.ts';
import { defaultPolicy } from './permission/permission.ts';
import { ProjectEvents } from './projects/projectEvents.ts';
import { Reviews } from './reviews/reviews.ts';

const anything = z.looseObject({});

test('the usage rules are short and name only tools that exist', () => {
  const rules = usageRules(new Catalogue(allTools));
  expect(countTokens(rules)).toBeLessThanOrEqual(250);
  const named = rules.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  const names = allTools.map(({ name }) => name);
  expect(named.filter((word) => !names.includes(word))).toEqual(['project_path']);
  expect(named.length).toBeGreaterThan(5);
  expect(usageRules(new Catalogue([]))).not.toMatch(/_/);
});

test('initialize says who we are and how to use us', async () => {
  await using connected = await connect([echo]);
  expect(connected.client.getServerVersion()).toMatchObject({ name: 'binnacle', version: '7.7.7' });
  expect(connected.client.getInstructions()).toContain('Binnacle is an IDE');
  expect(connected.client.getServerCapabilities()).toEqual({
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    completions: {},
    logging: {},
  });
});

test('annotations follow from the effect, refined by the hints of a tool', async () => {
  const effects: Effect[] = ['reads', 'edits', 'runs', 'controls'];
  await using connected = await connect(effects.map((effect) => sayTool(effect, { effect })));
  const { tools } = await connected.client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint, annotations?.openWorldHint])).toEqual([
    ['reads', true, false, false],
    ['edits', false, true, false],
    ['runs', false, true, true],
    ['controls', false, false, false],
  ]);
  expect(tools[0]).toMatchObject({ title: 'Say reads', annotations: { title: 'Say reads' } });
  const hints = { destructive: { is: false, because: 'it adds' }, openWorld: { is: false, because: 'it stays here' } };
  await using hinted = await connect([sayTool('hinted', { effect: 'runs', hints })]);
  const [tool] = (await hinted.client.listTools()).tools;
  expect(tool?.annotations).toEqual({ title: 'Say hinted', readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false });
});

test('an error result passes both SDKs’ clients, which check structured content against the schema', async () => {
  await using connected = await connect([sayTool('fail', { run: () => Promise.reject(notAFolder('x')) })]);
  await connected.client.listTools();
  const newer = await connected.client.callTool({ name: 'fail', arguments: { text: '' } });
  expect(newer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('"error":"not_a_folder"') }] });
  const older = new OlderClient({ name: 'older', version: '1' });
  const [clientSide, serverSide] = OlderInMemoryTransport.createLinkedPair();
  const server = createMcpServer(partsOf([sayTool('fail', { run: () => Promise.reject(notAFolder('x')) })]), { id: '1', door: 'stdio' });
  await Promise.all([server.connect(serverSide), older.connect(clientSide)]);
  await older.listTools();
  expect(await older.callTool({ name: 'fail', arguments: { text: '' } })).toMatchObject({ isError: true });
  await older.close();
});

test('a client without a progress token hears nothing of progress', async () => {
  const talk: SayRun = async ({ progress }) => {
    progress('half', 1, 2);
    return { said: '' };
  };
  await using connected = await connect([sayTool('talk', { run: talk })]);
  const heard: string[] = [];
  connected.client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
  await connected.client.callTool({ name: 'talk', arguments: { text: '' } });
  expect(heard).toEqual([]);
});

test('history knows which client called', async () => {
  await using connected = await connect([echo]);
  await connected.client.callTool({ name: 'echo', arguments: { text: 'x' } });
  expect(connected.records.filter(({ caption }) => caption !== undefined).map(({ client, tool, status }) => [client, tool, status])).toEqual([
    ['test 9.9', 'echo', 'pending'],
    ['test 9.9', 'echo', 'success'],
  ]);
});

test('the roots of a client are asked for once, when a call needs them, and again when they changed', async () => {
  const opened: string[] = [];
  await using connected = await connect([needsProject], { workbench: workbenchThat(opened), roots: ['file:///home/agent/shop'] });
  const call = () => connected.client.callTool({ name: 'needs_project', arguments: {} });
  expect(connected.rootsAsked()).toBe(0);
  await call();
  await call();
  expect(connected.rootsAsked()).toBe(1);
  await connected.client.sendRootsListChanged();
  await call();
  expect(connected.rootsAsked()).toBe(2);
  expect(opened).toEqual(['/home/agent/shop', '/home/agent/shop', '/home/agent/shop']);
});

test('a folder that the door knows is stronger than the roots of the client', async () => {
  const opened: string[] = [];
  await using connected = await connect([needsProject], { workbench: workbenchThat(opened), roots: ['file:///elsewhere'], connection: { folder: '/chosen' } });
  await connected.client.callTool({ name: 'needs_project', arguments: {} });
  expect(opened).toEqual(['/chosen']);
  expect(connected.rootsAsked()).toBe(0);
});

test('a client that cannot say its roots is not waited for', async () => {
  await using connected = await connect([needsProject], { workbench: workbenchThat([]), roots: 'fails' });
  expect(await connected.client.callTool({ name: 'needs_project', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining(noProjectOpen().code) }],
  });
});

test('what we do not have is not announced, and −32601 when asked for', async () => {
  await using connected = await connect([echo]);
  expect(connected.client.getServerCapabilities()).not.toHaveProperty('experimental');
  await expect(connected.client.request({ method: 'experimental/dream', params: {} }, anything)).rejects.toMatchObject({ code: -32601 });
  await connected.client.ping();
});

interface Options {
  readonly workbench?: Workbench;
  readonly connection?: Partial<Connection>;
  readonly roots?: readonly string[] | 'fails';
}

async function connect(tools: readonly Tool[], { workbench, connection, roots }: Options = {}) {
  const records: CallRecord[] = [];
  const client = new Client({ name: 'test', version: '9.9' }, { capabilities: roots === undefined ? {} : { roots: { listChanged: true } } });
  let asked = 0;
  if (roots !== undefined)
    client.setRequestHandler('roots/list', () => {
      asked++;
      if (roots === 'fails') throw new Error('no');
      return { roots: roots.map((uri) => ({ uri })) };
    });
  const server = createMcpServer(partsOf(tools, workbench, records), { id: 'test', door: 'stdio', ...connection });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  return { client, records, rootsAsked: () => asked, [Symbol.asyncDispose]: () => client.close() };
}

function partsOf(tools: readonly Tool[], workbench: Workbench = workbenchThat([]), records: CallRecord[] = []): ServerParts {
  return {
    version: '7.7.7',
    catalogue: new Catalogue(tools),
    workbench,
    events: new ProjectEvents(workbench),
    schedule: new Schedule(),
    policy: () => defaultPolicy,
    reviews: new Reviews(),
    journal: { note: (call) => records.push(call.record()) },
    onInternalError: () => {},
  };
}

type SayRun = Parameters<typeof defineMachineTool<z.ZodObject<{ text: z.ZodString }>, z.ZodObject<{ said: z.ZodString }>>>[0]['run'];

interface Said {
  readonly effect?: Effect;
  readonly hints?: Hints;
  readonly run?: SayRun;
}

function sayTool(name: string, { effect = 'reads', hints = {}, run = async (_context, { text }) => ({ said: text }) }: Said): Tool {
  return defineMachineTool({
    name,
    title: `Say ${name}`,
    description: 'Says it.',
    effect,
    hints,
    input: z.strictObject({ text: z.string() }),
    output: z.strictObject({ said: z.string() }),
    run,
    tell: ({ said }) => [said],
  });
}

const echo = sayTool('echo', {});

const needsProject = defineTool({
  name: 'needs_project',
  title: 'Needs project',
  description: 'Says where it is.',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({ path: z.string() }),
  run: async ({ ide }) => ({ path: ide.project.path }),
  tell: ({ path }) => [path],
});

// Opens nothing, but remembers what it was asked to open.
function workbenchThat(opened: string[]): Workbench {
  return {
    doors: OPTIONAL_DOORS,
    projects: () => [],
    open(path) {
      opened.push(path);
      return Promise.reject(notAFolder(path));
    },
    ide: () => undefined,
    onProjects: () => ({ [Symbol.dispose]: () => {} }),
    closeAll: async () => {},
  };
}
