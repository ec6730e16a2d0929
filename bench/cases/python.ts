// find_references in Python against bare basedpyright, on the generator that ships with node-gyp.
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { firstReferences } from '../answers.ts';
import { BareEngine, pythonStart, type Target } from '../bareEngine.ts';
import { openGyp } from '../corpus.ts';
import { startDaemon } from '../daemon.ts';
import { type Result, ratioResult } from '../result.ts';
import { spread, timed } from '../statistics.ts';
import { warmReferences } from './references.ts';

const COLD_ROUNDS = 3;
const ASK_AGAIN = 5;

export async function python(): Promise<Result[]> {
  await using corpus = await openGyp();
  const target = corpus.hot;
  const whole = await settledCount(corpus.folder, target);
  const raw: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < COLD_ROUNDS; round++) {
    const { value: engine, ms } = await timed(async () => {
      const started = await BareEngine.start(corpus.folder, pythonStart());
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
    ...(await warmReferences(corpus, pythonStart(), [['Python', target]])),
  ];
}

// How many references there are once the engine has read everything.
async function settledCount(folder: string, target: Target): Promise<number> {
  await using engine = await BareEngine.start(folder, pythonStart());
  await engine.open(target.file);
  await engine.ready;
  return (await engine.references(target)).length;
}
