// Do we find what the engine finds in a monorepo, where the engine itself finds only what somebody has opened?
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { allReferences } from '../answers.ts';
import { BareEngine, typescriptStart } from '../bareEngine.ts';
import { openEffectMonorepo } from '../corpus.ts';
import type { Result } from '../result.ts';
import { sameAnswers } from './references.ts';

export async function monorepo(): Promise<Result[]> {
  return [...(await compared('paths only')), ...(await compared('project references'))];
}

// The raw engine is helped: one file of each package is open in it. We get no such hint.
async function compared(links: 'paths only' | 'project references'): Promise<Result[]> {
  await using corpus = await openEffectMonorepo(links);
  await using engine = await BareEngine.start(corpus.folder, typescriptStart());
  for (const file of corpus.witnesses) await engine.open(file);
  await using home = await temporaryHome();
  await using agent = await Agent.connect(home.environment, corpus.folder);
  const results: Result[] = [];
  for (const target of [corpus.hot, corpus.mid]) {
    const expected = await engine.references(target);
    results.push(sameAnswers(`four packages with ${links}, ${target.name}: ${expected.length} references`, expected, await allReferences(agent, target)));
  }
  return results;
}
