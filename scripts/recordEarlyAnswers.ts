// What the door can answer before there is a daemon, for the build: the servers of the daemon are asked, and their answers are written down.
import { PassThrough } from 'node:stream';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { type AroundId, OTHER_VERSION, OWN_SERVER, type RecordedServer } from '../src/daemon/door/earlyAnswers.ts';
import { DaemonWorkbench } from '../src/daemon/workbench.ts';
import { copilotBridge } from '../src/dialects/copilotBridge.ts';
import type { Dialect } from '../src/dialects/dialect.ts';
import { jetbrainsDebugger } from '../src/dialects/jetbrainsDebugger.ts';
import { jetbrainsIndex } from '../src/dialects/jetbrainsIndex.ts';
import type { ServerParts } from '../src/server/call/callTool.ts';
import { Schedule } from '../src/server/call/schedule.ts';
import { defaultPolicy } from '../src/server/permission/permission.ts';
import { ProjectEvents } from '../src/server/projects/projectEvents.ts';
import { Reviews } from '../src/server/reviews/reviews.ts';
import { allTools, Catalogue, families } from '../src/tools/catalogue.ts';
import { serveByteStream } from '../src/transports/byteStream.ts';

// By the name of the file.
export async function recordEarlyAnswers(identity: { version: string; build: string }): Promise<ReadonlyMap<string, string>> {
  const servers = [
    { name: OWN_SERVER, dialect: undefined },
    ...[copilotBridge, jetbrainsIndex, jetbrainsDebugger].map((dialect) => ({ name: dialect.name, dialect })),
  ];
  const texts = new Map<string, string>();
  for (const { name, dialect } of servers) texts.set(`${name}.json`, JSON.stringify(await recorded(identity, dialect)));
  return texts;
}

const ID = '"the id of the request"';
const NO_SUCH_VERSION = '1999-01-01';

async function recorded({ version, build }: { version: string; build: string }, dialect: Dialect | undefined): Promise<RecordedServer> {
  const initialize: Record<string, AroundId> = {};
  const lists = new Set<string>();
  for (const asked of [...SUPPORTED_PROTOCOL_VERSIONS, NO_SUCH_VERSION]) {
    const answers = await conversation(version, dialect, asked);
    initialize[asked === NO_SUCH_VERSION ? OTHER_VERSION : asked] = aroundId(answers.initialize);
    lists.add(answers.list);
  }
  const [list = '', ...others] = lists;
  if (others.length > 0) throw new Error('the list of tools differs with the version of the protocol; the door must learn to tell them apart');
  const { tools } = JSON.parse(list).result;
  const texts: string[] = tools.map((tool: unknown) => JSON.stringify(tool));
  const whole = texts.join();
  const [before, after, ...more] = list.split(whole);
  if (before === undefined || after === undefined || more.length > 0) throw new Error('the list of tools is not written as its tools are');
  const found = tools.map(({ name }: { name: string }, index: number) => ({
    name,
    hidden: allTools.find((tool) => tool.name === name)?.hidden ?? false,
    text: texts[index],
  }));
  return {
    build,
    initialize,
    list: aroundId(before),
    listEnd: after,
    tools: found,
    families: Object.fromEntries(Object.entries(families).map(([name, members]) => [name, members.map((tool) => tool.name)])),
    fixed: dialect !== undefined,
  };
}

function aroundId(answer: string): AroundId {
  const [before, after, ...more] = answer.split(ID);
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`an answer without its id: ${answer.slice(0, 200)}`);
  return [before, after];
}

// As over the local socket, line by line, with every tool listed.
async function conversation(version: string, dialect: Dialect | undefined, asked: string): Promise<{ initialize: string; list: string }> {
  const input = new PassThrough();
  const output = new PassThrough();
  const lines = linesOf(output);
  const served = serveByteStream(partsOf(version), { input, output }, { door: 'stdio', toolset: 'all' }, {}, dialect);
  const ask = async (method: string, params: Record<string, unknown>): Promise<string> => {
    input.write(`{"jsonrpc":"2.0","id":${ID},"method":"${method}","params":${JSON.stringify(params)}}\n`);
    return String((await lines.next()).value);
  };
  try {
    const initialize = await ask('initialize', { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'build', version } });
    return { initialize, list: await ask('tools/list', {}) };
  } finally {
    await served.close();
  }
}

async function* linesOf(output: PassThrough): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of output) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

// A daemon without a project: what it shows then is what it shows in any that chooses nothing.
function partsOf(version: string): ServerParts {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const openIde = () => Promise.reject(new Error('the build opens no project'));
  const workbench = new DaemonWorkbench({ state: '', log, openIde, onChange: () => {} });
  return {
    version,
    catalogue: new Catalogue(allTools, families),
    workbench,
    schedule: new Schedule(),
    policy: () => defaultPolicy,
    reviews: new Reviews(),
    journal: { note: () => {} },
    events: new ProjectEvents(workbench),
    onInternalError: (_, error) => {
      throw error;
    },
  };
}
