// A hundred agents at once ask reading questions of one monorepo: does each get its share, do small questions stay quick, and does the daemon stay as large as it was?
import { join, relative } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { minutes, seconds } from '../../src/base/waiting/duration.ts';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { type Corpus, openEffectMonorepo } from '../corpus.ts';
import { memoryMb, startDaemon } from '../daemon.ts';
import { httpClient, type LoadClient, stdioClient, webSocketClient } from '../load/client.ts';
import { chanceFrom, shuffled } from '../prove/random.ts';
import { limitResult, type Result, ratioResult } from '../result.ts';
import { spread, timed } from '../statistics.ts';

const AGENTS = 100;
const IDLE_ROUNDS = 40;
// For `BENCH_LOAD_MINUTES=30 npm run bench -- --only load`.
const MINUTES = Number(process.env['BENCH_LOAD_MINUTES'] ?? 3);
// Engines load and caches fill in the first minute.
const SETTLING = minutes(1);
const BETWEEN_LOOKS = seconds(5);

interface Question {
  readonly kind: string;
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
}

export async function load(): Promise<Result[]> {
  await using corpus = await openEffectMonorepo('paths only');
  await using home = await temporaryHome();
  await using daemon = await startDaemon(home.environment, corpus.folder);
  await using crowd = new Crowd();
  const { clients } = crowd;
  for (let index = 0; index < AGENTS; index += 1) {
    const client = index % 3 === 0 ? stdioClient(home.environment, corpus.folder) : index % 3 === 1 ? httpClient(daemon) : webSocketClient(daemon);
    clients.push(await client);
  }
  const [first] = clients;
  if (first === undefined) throw new Error('no agent');
  const questions = questionsOf(corpus);
  // Engines are loaded before anything is measured.
  for (const kind of KINDS) await first.ask(...asked(questions(kind, 0)));
  const idle = new Map<string, number>();
  for (const kind of KINDS) idle.set(kind, await idleMedian(first, (round) => questions(kind, round)));

  const times = new Map<string, number[]>(KINDS.map((kind) => [kind, []]));
  const served = clients.map(() => 0);
  const problems: string[] = [];
  const held: { readonly at: number; readonly mb: number }[] = [];
  const begun = performance.now();
  const ends = begun + minutes(MINUTES);
  // The bench and its agents share the processors with the daemon: how long the bench itself takes to notice an answer.
  const ownDelay = monitorEventLoopDelay({ resolution: 1 });
  ownDelay.enable();
  const looking = (async () => {
    while (performance.now() < ends) {
      held.push({ at: performance.now() - begun, mb: (await memoryMb(daemon.pid)) ?? Number.NaN });
      await sleep(BETWEEN_LOOKS);
    }
  })();
  await Promise.all(
    clients.map(async (client, index) => {
      const chance = chanceFrom(index + 1);
      let deck: Kind[] = [];
      while (performance.now() < ends) {
        // All ask the same mix, each in an order of its own: whoever is served less often is so because of us, and not because it drew the longer questions.
        if (deck.length === 0) deck = shuffled(MIX, chance);
        const kind = deck.pop() ?? 'read_file';
        const { value: problem, ms } = await timed(() => client.ask(...asked(questions(kind, chance(1_000)))));
        if (problem !== undefined) problems.push(`${client.door} ${kind}: ${problem.slice(0, 200)}`);
        times.get(kind)?.push(ms);
        served[index] = (served[index] ?? 0) + 1;
      }
    }),
  );
  await looking;
  return resultsOf({ times, idle, served, problems, held, ownDelay: ownDelay.percentile(99) / 1e6 });
}

class Crowd implements AsyncDisposable {
  readonly clients: LoadClient[] = [];

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.clients.map((client) => client[Symbol.asyncDispose]()));
  }
}

const KINDS = ['read_file', 'get_file_outline', 'find_definition', 'find_references', 'ambiguous name', 'search_symbols', 'search_text'] as const;
type Kind = (typeof KINDS)[number];
// What agents ask: they read most of the time.
const MIX: readonly Kind[] = ['read_file', 'read_file', 'read_file', 'read_file', 'get_file_outline', 'get_file_outline', ...KINDS.slice(2)];

const NAMES = ['make', 'map', 'get', 'run', 'empty', 'fromIterable', 'isEffect', 'provide', 'layer', 'succeed'];

function questionsOf({ folder, files, hot, mid }: Corpus): (kind: Kind, round: number) => Question {
  const file = (round: number) => relative(folder, join(folder, files[(round * 7919) % files.length] ?? ''));
  const name = (round: number) => NAMES[round % NAMES.length] ?? 'make';
  const target = (round: number) => {
    const { file: path, line, name: symbol } = round % 4 === 0 ? hot : mid;
    return { symbol: { file: path, line, name: symbol } };
  };
  const given: Record<Kind, (round: number) => Question> = {
    read_file: (round) => ({ kind: 'read_file', tool: 'read_file', given: { file: file(round) } }),
    get_file_outline: (round) => ({ kind: 'get_file_outline', tool: 'get_file_outline', given: { file: file(round) } }),
    find_definition: (round) => ({ kind: 'find_definition', tool: 'find_definition', given: target(round) }),
    find_references: (round) => ({ kind: 'find_references', tool: 'find_references', given: target(round) }),
    // Answered with the candidates: what it costs to find that out.
    'ambiguous name': (round) => ({ kind: 'ambiguous name', tool: 'find_references', given: { symbol: { name: name(round) } } }),
    search_symbols: (round) => ({ kind: 'search_symbols', tool: 'search_symbols', given: { query: name(round) } }),
    search_text: (round) => ({ kind: 'search_text', tool: 'search_text', given: { query: name(round) } }),
  };
  return (kind, round) => given[kind](round);
}

function asked({ tool, given }: Question): [string, Readonly<Record<string, unknown>>] {
  return [tool, given];
}

async function idleMedian(client: LoadClient, question: (round: number) => Question): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < IDLE_ROUNDS; round += 1) taken.push((await timed(() => client.ask(...asked(question(round))))).ms);
  return spread(taken).p50;
}

interface Measured {
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly idle: ReadonlyMap<string, number>;
  readonly served: readonly number[];
  readonly problems: readonly string[];
  readonly held: readonly { readonly at: number; readonly mb: number }[];
  // Of the bench, 99 of 100, in milliseconds.
  readonly ownDelay: number;
}

function resultsOf({ times, idle, served, problems, held, ownDelay }: Measured): Result[] {
  const calls = served.reduce((sum, each) => sum + each, 0);
  // An ambiguous name is answered with its candidates, which is no failure.
  const failures = problems.filter((problem) => !/symbol_ambiguous|ambiguous/.test(problem));
  const settled = held.filter(({ at }) => at >= Math.min(SETTLING, minutes(MINUTES) / 3)).map(({ mb }) => mb);
  const [least, most] = [Math.min(...served), Math.max(...served)];
  const quick = ['read_file', 'get_file_outline'].map((kind) => {
    const p99 = quantile(times.get(kind) ?? [], 0.99);
    return ratioResult({
      what: `${kind} under load, 99 of 100`,
      floorName: 'idle p50',
      floor: idle.get(kind) ?? Number.NaN,
      ours: p99,
      atMost: 20,
      note: `${tellTimes(times.get(kind))}; the bench itself was late by ${Math.round(ownDelay)} ms`,
    });
  });
  return [
    limitResult({
      what: `${AGENTS} agents for ${MINUTES} minutes, ${calls} calls: failures`,
      ours: failures.length,
      unit: 'answers',
      atMost: 0,
      ...(failures[0] !== undefined && { note: failures[0] }),
    }),
    limitResult({
      what: 'the daemon after its first minute grows to',
      ours: Math.max(...settled),
      unit: 'MB',
      atMost: Math.round((settled[0] ?? 0) * 1.1),
      note: `${held
        .map(({ mb }) => Math.round(mb))
        .filter((_, index) => index % 6 === 0)
        .join(', ')} MB`,
    }),
    {
      what: 'most served against least served',
      ours: most,
      unit: 'answers',
      floor: { name: 'least', value: least },
      ratio: most / least,
      bar: '≤ 1.5×',
      met: most <= 1.5 * least,
    },
    ...quick,
    ratioResult({
      what: 'a name that several things have',
      floorName: 'search_symbols',
      floor: spread(times.get('search_symbols') ?? []).p50,
      ours: spread(times.get('ambiguous name') ?? []).p50,
      atMost: 1,
      orMore: 2,
      note: KINDS.map((kind) => `${kind} ${tellTimes(times.get(kind))}`).join('; '),
    }),
  ];
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;
}

function tellTimes(values: readonly number[] = []): string {
  return `${values.length}× p50 ${Math.round(quantile(values, 0.5))} p99 ${Math.round(quantile(values, 0.99))} ms`;
}
