// The history: what recording costs of a call, how long a filter over ten thousand rows takes, and whether the history grows. In processor time, so that a busy machine does not count.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Lazy } from '../../src/base/lazy.ts';
import { milliseconds, seconds } from '../../src/base/waiting/duration.ts';
import { ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { Connections } from '../../src/server/clients/connections.ts';
import { History } from '../../src/server/history/journal.ts';
import { RequestRecords } from '../../src/server/requestRecords.ts';
import { captionOf } from '../../src/tools/caption.ts';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { startDaemon } from '../daemon.ts';
import { limitResult, type Result } from '../result.ts';
import { spread } from '../statistics.ts';

const CALLS_A_SECOND = 200;
const MEASURED = seconds(10);
const ROUNDS = 10;
// Until both run the code that the engine has compiled.
const WARM = 5_000;
const ROWS = 10_000;
const FILES = 40;

interface Answered {
  readonly given: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly value: Record<string, unknown>;
}

export async function history(): Promise<Result[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-history-')));
  try {
    return [...(await recording(folder)), ...(await filtering(join(folder, 'filtered'))), await growing(join(folder, 'growing'))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Of a daemon that reads files for an agent, against the same requests and answers recorded here.
async function recording(folder: string): Promise<Result[]> {
  const project = join(folder, 'project');
  const files = await sourcesIn(project);
  await using home = await temporaryHome();
  await using daemon = await startDaemon(home.environment, project);
  await using agent = await Agent.connect(home.environment, project);
  const answered: Answered[] = [];
  for (const file of files) {
    const value = await agent.call('read_file', { file });
    answered.push({ given: { file }, text: JSON.stringify(value), value });
  }
  for (let index = 0; index < WARM; index += 1) await agent.call('read_file', { file: files[index % files.length] });
  const kept = new History({ folder: join(folder, 'recorded'), onFailure: fail });
  const record = recorder(kept, project, answered);
  for (let index = 0; index < WARM; index += 10) await Promise.all(Array.from({ length: 10 }, (_, one) => record(index + one)));
  await kept.flush();
  const called = { calls: 0, ms: 0 };
  const idle = { calls: 0, ms: 0 };
  const recorded = { calls: 0, ms: 0 };
  // In turns: whoever else uses the machine makes all three dearer.
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await cpuOf(daemon.pid);
    called.calls += await paced(MEASURED / ROUNDS, (index) => agent.call('read_file', { file: files[index % files.length] }));
    called.ms += (await cpuOf(daemon.pid)) - before;
    add(idle, await ownCpu(() => paced(MEASURED / ROUNDS, unrecorded)));
    add(recorded, await ownCpu(() => paced(MEASURED / ROUNDS, record)));
  }
  // What is put off until later: the whole answers of the newest calls and the beginnings of all that are kept, however many came; a daemon as busy as this writes them once a minute.
  const later = (await ownCpu(() => kept.flush())).ms / (CALLS_A_SECOND * 60);
  const call = called.ms / called.calls;
  const cost = recorded.ms / recorded.calls + later - idle.ms / idle.calls;
  const characters = Math.round(answered.reduce((sum, { text }) => sum + text.length, 0) / answered.length);
  return [
    {
      what: `recording a call of read_file, ${CALLS_A_SECOND} a second, ${characters} characters each`,
      ours: cost,
      unit: 'ms',
      floor: { name: 'CPU of the call', value: call },
      ratio: cost / call,
      bar: '≤ 0.03×',
      met: cost <= call * 0.03,
      note: `${later.toFixed(3)} ms of it put off`,
    },
  ];
}

function add(sum: { calls: number; ms: number }, { value, ms }: { readonly value: number; readonly ms: number }): void {
  sum.calls += value;
  sum.ms += ms;
}

// In place of what a call does.
function work(): Promise<void> {
  return sleep(milliseconds(2));
}

// A call is a function that waits, whether or not it is recorded.
async function unrecorded(): Promise<void> {
  await work();
}

// As a server does it.
function recorder(kept: History, project: string, answered: readonly Answered[]): (index: number) => Promise<void> {
  const records = new RequestRecords({ journal: kept, workbench: new ScriptedWorkbench([]), connections: new Connections() }, { id: 'bench', door: 'stdio' });
  const client = { name: 'bench', version: '1' };
  return async (index) => {
    const { given, text, value } = answered[index % answered.length] ?? { given: {}, text: '', value: {} };
    const params = { name: 'read_file', arguments: given };
    records.asked({ jsonrpc: '2.0', id: index, method: 'tools/call', params }, client);
    const own = records.of(index);
    own?.captioned(new Lazy(() => captionOf({ title: 'Read file' }, given)));
    own?.inProject(project);
    await work();
    own?.succeeded({ text, tokens: 1_000, value });
    records.answered({ jsonrpc: '2.0', id: index, result: { content: [{ type: 'text', text }] } });
  };
}

async function filtering(folder: string): Promise<Result[]> {
  const kept = new History({ folder, size: ROWS, onFailure: fail });
  for (let index = 0; index < ROWS; index += 1) kept.record(row(index, 1_000));
  await kept.flush();
  const filters = [{ text: 'total5678' }, { tool: 'rename*', status: 'error' }, { client: 'codex', slowerThan: 20 }, { text: 'no row says this' }] as const;
  const first = await ownCpu(() => kept.list({ text: 'nothing' }));
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) for (const filter of filters) times.push((await ownCpu(() => kept.list(filter))).ms);
  return [
    limitResult({ what: `a text is searched in ${ROWS} rows for the first time`, ours: first.ms, unit: 'ms', atMost: 100 }),
    limitResult({
      what: `a filter over ${ROWS} rows, 95 of 100`,
      ours: spread(times).p95,
      unit: 'ms',
      atMost: 20,
      note: `p50 ${spread(times).p50.toFixed(1)} ms`,
    }),
  ];
}

async function growing(folder: string): Promise<Result> {
  const collect = collector();
  const kept = new History({ folder, onFailure: fail });
  const fill = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      kept.record(row(index, 20_000));
      if (index % 100 === 0) await kept.flush();
    }
    collect();
    return process.memoryUsage().heapUsed / 1024 ** 2;
  };
  const full = await fill(0, 3_000);
  const later = await fill(3_000, 12_000);
  return limitResult({
    what: 'the full history after 9,000 more calls with 20 KB each grows by',
    ours: Math.max(0, later - full),
    unit: 'MB',
    atMost: 1,
    note: `heap ${full.toFixed(1)} MB`,
  });
}

function row(index: number, length: number): Parameters<History['record']>[0] {
  const isError = index % 10 === 0;
  return {
    id: `row-${index}`,
    time: new Date(Date.UTC(2026, 10, 18) + index * 1_000).toISOString(),
    client: `${index % 3 === 0 ? 'codex' : 'claude-code'} 2.1`,
    connection: 'c1',
    door: 'stdio',
    project: '/home/somebody/shop',
    tool: index % 7 === 0 ? 'rename_symbol' : 'find_references',
    caption: `Find references Cart/total${index}`,
    parameters: { symbol: { file: `src/shop/cart${index}.ts`, line: index, name: `total${index}` } },
    status: isError ? 'error' : 'success',
    durationMs: index % 50,
    ...(isError ? { error: 'symbol_not_found: There is no such symbol.' } : { result: `${index}: `.padEnd(length, `const sum = total${index}(cart); `) }),
  };
}

// A text of our own for each.
async function sourcesIn(project: string): Promise<string[]> {
  await mkdir(project, { recursive: true });
  const text = await readFile(new URL('../../src/server/call/callTool.ts', import.meta.url), 'utf8');
  const names = Array.from({ length: FILES }, (_, index) => `file${index}.ts`);
  for (const [index, name] of names.entries()) await writeFile(join(project, name), `// ${index}\n${text}`);
  return names;
}

// At an even pace; returns how many were made.
async function paced(length: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  const running: Promise<unknown>[] = [];
  for (let made = 0; ; ) {
    const due = Math.floor(((performance.now() - begun) / 1_000) * CALLS_A_SECOND);
    for (; made < due; made += 1) running.push(call(made));
    if (performance.now() - begun >= length) {
      await Promise.all(running);
      return made;
    }
    await sleep(milliseconds(5));
  }
}

async function ownCpu<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: (user + system) / 1_000 };
}

// In milliseconds; of a process of Linux, where a tick is ten of them.
async function cpuOf(pid: number): Promise<number> {
  const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ');
  const fields = rest.split(' ').map(Number);
  return ((fields[11] ?? Number.NaN) + (fields[12] ?? Number.NaN)) * 10;
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new TypeError('this Node cannot collect its garbage when asked');
  return () => collect();
}

function fail(error: unknown): never {
  throw new Error(`the history was not written: ${String(error)}`);
}
