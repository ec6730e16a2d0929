// find_references against the bare engine: from nothing, with a cold engine, and warm; and whether both say the same.
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { allReferences, firstReferences } from '../answers.ts';
import { BareEngine, type Start, type Target, typescriptStart } from '../bareEngine.ts';
import { type Corpus, openEffect } from '../corpus.ts';
import { startDaemon } from '../daemon.ts';
import { type Result, ratioResult, tails } from '../result.ts';
import { sideBySide, spread, timed } from '../statistics.ts';

const COLD_ROUNDS = 5;
const WARM_ROUNDS = 40;
const FROM_NOTHING_ALLOWANCE = 500;

// Engine spawned to first whole answer. The process is ended outside the stopwatch.
async function rawColdMs(folder: string, target: Target): Promise<number> {
  const { value: engine, ms } = await timed(async () => {
    const started = await BareEngine.start(folder, typescriptStart());
    await started.open(target.file);
    await started.references(target);
    return started;
  });
  await engine[Symbol.asyncDispose]();
  return ms;
}

export async function cold(): Promise<Result[]> {
  await using corpus = await openEffect();
  const raw: number[] = [];
  const ours: number[] = [];
  const nothing: number[] = [];
  for (let round = 0; round < COLD_ROUNDS; round++) {
    raw.push(await rawColdMs(corpus.folder, corpus.hot));
    ours.push(await daemonUpMs(corpus.folder, corpus.hot));
    nothing.push(await fromNothingMs(corpus.folder, corpus.hot));
  }
  const floor = spread(raw);
  return [
    ratioResult({
      what: 'first find_references, daemon up, engine cold',
      floorName: 'raw engine',
      floor: floor.p50,
      ours: spread(ours).p50,
      atMost: 1.15,
      note: `best ${Math.round(spread(ours).best)} against ${Math.round(floor.best)} ms`,
    }),
    {
      what: 'first find_references from nothing (door starts daemon and engine)',
      floor: { name: 'raw engine', value: floor.p50 },
      ours: spread(nothing).p50,
      unit: 'ms',
      ratio: spread(nothing).p50 / floor.p50,
      bar: `raw + ${FROM_NOTHING_ALLOWANCE} ms`,
      met: spread(nothing).p50 <= floor.p50 + FROM_NOTHING_ALLOWANCE,
    },
  ];
}

export async function warm(): Promise<Result[]> {
  await using corpus = await openEffect();
  const targets = [['hot symbol', corpus.hot] as const, ['mid symbol', corpus.mid] as const];
  return await warmReferences(corpus, typescriptStart(), targets);
}

// Both engines have read everything; each target is asked for in turn, first for what is said and then for how fast.
export async function warmReferences(corpus: Corpus, how: Start, targets: readonly (readonly [string, Target])[]): Promise<Result[]> {
  await using home = await temporaryHome();
  await using _daemon = await startDaemon(home.environment, corpus.folder);
  await using agent = await Agent.connect(home.environment, corpus.folder);
  await using engine = await BareEngine.start(corpus.folder, how);
  await engine.open(corpus.hot.file);
  await engine.ready;
  const results: Result[] = [];
  for (const [kind, target] of targets) {
    await engine.open(target.file);
    const expected = await engine.references(target);
    const answered = await allReferences(agent, target);
    results.push(sameAnswers(`${kind} ${target.name}: ${expected.length} references`, expected, answered));
    const { floor, ours } = await sideBySide(
      WARM_ROUNDS,
      () => engine.references(target),
      () => firstReferences(agent, target),
    );
    results.push(
      ratioResult({
        what: `warm find_references, ${kind} ${target.name}`,
        floorName: 'raw engine',
        floor: floor.p50,
        ours: ours.p50,
        atMost: 1.1,
        orMore: 2,
        note: tails(floor, ours),
      }),
    );
  }
  return results;
}

export function sameAnswers(what: string, expected: readonly string[], answered: readonly string[]): Result {
  const ours = new Set(answered);
  const theirs = new Set(expected);
  const different = [...expected.filter((line) => !ours.has(line)), ...answered.filter((line) => !theirs.has(line))];
  const [example] = different;
  return {
    what: `differences from the raw engine, ${what}`,
    ours: different.length,
    unit: 'answers',
    bar: '0',
    met: different.length === 0 && expected.length > 0,
    ...(example !== undefined && { note: `such as ${example}` }),
  };
}

async function daemonUpMs(folder: string, target: Target): Promise<number> {
  await using home = await temporaryHome();
  await using _daemon = await startDaemon(home.environment, folder);
  await using agent = await Agent.connect(home.environment, folder);
  return (await timed(() => firstReferences(agent, target))).ms;
}

async function fromNothingMs(folder: string, target: Target): Promise<number> {
  await using home = await temporaryHome();
  const { value: agent, ms } = await timed(async () => {
    const connected = await Agent.connect(home.environment, folder);
    await firstReferences(connected, target);
    return connected;
  });
  await agent[Symbol.asyncDispose]();
  return ms;
}
