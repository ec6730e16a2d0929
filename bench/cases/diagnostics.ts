// All problems of the whole project, against a raw pull of the same files; both engines have the program loaded, neither has checked it.
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { allDiagnostics, firstReferences } from '../answers.ts';
import { BareEngine, typescriptStart } from '../bareEngine.ts';
import { type Corpus, openEffect } from '../corpus.ts';
import { startDaemon } from '../daemon.ts';
import { type Result, ratioResult } from '../result.ts';
import { spread, timed } from '../statistics.ts';
import { sameAnswers } from './references.ts';

// A pull takes seconds; three of each say enough.
const ROUNDS = 3;

export async function diagnostics(): Promise<Result[]> {
  await using corpus = await openEffect();
  const raw: number[] = [];
  const ours: number[] = [];
  let expected: string[] = [];
  let answered: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pulled = await rawPull(corpus);
    raw.push(pulled.ms);
    expected = perFile(pulled.value);

    await using home = await temporaryHome();
    await using _daemon = await startDaemon(home.environment, corpus.folder);
    await using agent = await Agent.connect(home.environment, corpus.folder);
    await firstReferences(agent, corpus.mid);
    ours.push((await timed(() => agent.call('get_diagnostics', {}))).ms);
    answered = perFile(await allDiagnostics(agent));
  }
  return [
    ratioResult({
      what: `diagnostics of the whole project, ${corpus.files.length} files`,
      floorName: 'raw pull',
      floor: spread(raw).p50,
      ours: spread(ours).p50,
      atMost: 1.15,
    }),
    sameAnswers('problems in each file', expected, answered),
  ];
}

// Its engine is gone before ours starts, so that neither takes memory or cores from the other.
async function rawPull(corpus: Corpus): Promise<{ value: Map<string, number>; ms: number }> {
  await using engine = await BareEngine.start(corpus.folder, typescriptStart());
  await engine.open(corpus.mid.file);
  await engine.references(corpus.mid);
  return await timed(() => engine.diagnostics(corpus.files));
}

function perFile(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].filter(([file, count]) => count > 0 && file.startsWith('src/')).map(([file, count]) => `${file}: ${count}`);
}
