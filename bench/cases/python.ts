// find_references in Python against bare basedpyright, on the generator that ships with node-gyp.
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../src/base/duration.ts';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { allReferences, firstReferences } from '../answers.ts';
import { openGyp } from '../corpus.ts';
import { startDaemon } from '../daemon.ts';
import { PythonEngine } from '../pythonEngine.ts';
import { type Result, ratioResult, tails } from '../result.ts';
import { sideBySide, spread, timed } from '../statistics.ts';
import type { Target } from '../typescriptEngine.ts';
import { sameAnswers } from './references.ts';

const COLD_ROUNDS = 3;
const WARM_ROUNDS = 30;
const ASK_AGAIN = 5;
const SETTLED = seconds(5);

export async function python(): Promise<Result[]> {
  await using corpus = await openGyp();
  const target = corpus.hot;
  const whole = await settledCount(corpus.folder, target);
  const raw: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < COLD_ROUNDS; round++) {
    const { value: engine, ms } = await timed(async () => {
      const started = await PythonEngine.start(corpus.folder);
      await started.open(target.file);
      // The first answers of a bare basedpyright lack what it has not read yet; what counts is the first whole one.
      while ((await started.references(target)).length < whole) await sleep(ASK_AGAIN);
      return started;
    });
    await engine[Symbol.asyncDispose]();
    raw.push(ms);
    await using home = await temporaryHome();
    await using _daemon = await startDaemon(home.environment, corpus.folder);
    await using agent = await Agent.connect(home.environment, corpus.folder);
    ours.push((await timed(() => firstReferences(agent, target))).ms);
  }
  return [
    ratioResult({
      what: 'Python: first find_references, daemon up, engine cold',
      floorName: 'raw engine',
      floor: spread(raw).p50,
      ours: spread(ours).p50,
      atMost: 1.15,
    }),
    ...(await warmPython()),
  ];
}

// How many references there are once the engine has read everything.
async function settledCount(folder: string, target: Target): Promise<number> {
  await using engine = await PythonEngine.start(folder);
  await engine.open(target.file);
  await engine.references(target);
  await sleep(SETTLED);
  return (await engine.references(target)).length;
}

async function warmPython(): Promise<Result[]> {
  await using corpus = await openGyp();
  await using engine = await PythonEngine.start(corpus.folder);
  await engine.open(corpus.hot.file);
  await using home = await temporaryHome();
  await using agent = await Agent.connect(home.environment, corpus.folder);
  await engine.references(corpus.hot);
  await sleep(SETTLED);
  const expected = await engine.references(corpus.hot);
  const same = sameAnswers(`Python, ${corpus.hot.name}: ${expected.length} references`, expected, await allReferences(agent, corpus.hot));
  const { floor, ours } = await sideBySide(
    WARM_ROUNDS,
    () => engine.references(corpus.hot),
    () => firstReferences(agent, corpus.hot),
  );
  return [
    same,
    ratioResult({
      what: `Python: warm find_references, ${corpus.hot.name}`,
      floorName: 'raw engine',
      floor: floor.p50,
      ours: ours.p50,
      atMost: 1.1,
      orMore: 2,
      note: tails(floor, ours),
    }),
  ];
}
