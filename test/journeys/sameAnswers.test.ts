// Does the built program say what the bare engine says, file for file, on real code, and never less without saying so?
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Agent } from '../../bench/agent.ts';
import { allDiagnostics, allReferences, symbolOf } from '../../bench/answers.ts';
import { BareEngine, typescriptStart } from '../../bench/bareEngine.ts';
import { openEffect, openEffectMonorepo } from '../../bench/corpus.ts';
import { temporaryHome } from '../support/builtProgram.ts';
import { needs } from '../support/testTools.ts';

const CALLS = 200;

test('in a large package, references and problems are the engine’s own', async (context) => {
  await needs(context, 'effect');
  await using corpus = await openEffect();
  await using engine = await BareEngine.start(corpus.folder, typescriptStart());
  await engine.open(corpus.hot.file);
  await using home = await temporaryHome();
  await using agent = await Agent.connect(home.environment, corpus.folder);
  for (const target of [corpus.hot, corpus.mid]) {
    const expected = await engine.references(target);
    expect(expected.length).toBeGreaterThan(100);
    expect(await allReferences(agent, target)).toEqual(expected);
  }
  const problems = problemsIn(await engine.diagnostics(corpus.files));
  expect(problems.length).toBeGreaterThan(0);
  expect(problemsIn(await allDiagnostics(agent))).toEqual(problems);
});

test.for(['paths only', 'project references'] as const)('in a monorepo with %s, no package is left out', async (links, context) => {
  await needs(context, 'effect-monorepo');
  await using corpus = await openEffectMonorepo(links);
  await using engine = await BareEngine.start(corpus.folder, typescriptStart());
  for (const file of corpus.witnesses) await engine.open(file);
  await using home = await temporaryHome();
  await using agent = await Agent.connect(home.environment, corpus.folder);
  for (const target of [corpus.hot, corpus.mid]) {
    const expected = await engine.references(target);
    expect(new Set(expected.map((line) => line.split('/')[1])).size).toBeGreaterThan(1);
    expect(await allReferences(agent, target)).toEqual(expected);
  }
});

test('of 200 calls fired from the first millisecond, each is whole or says that it is not', async (context) => {
  await needs(context, 'effect');
  await using corpus = await openEffect();
  await using home = await temporaryHome();
  const agent = await Agent.connect(home.environment, corpus.folder);
  await using _closing = agent;
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, index) => agent.call('find_references', symbolOf(index % 2 === 0 ? corpus.mid : corpus.hot))),
  );
  const settled = await Promise.all([corpus.mid, corpus.hot].map(async (target) => totalOf(await agent.call('find_references', symbolOf(target)))));
  const partial = answers.filter((answer, index) => answer['complete'] === true && totalOf(answer) !== settled[index % 2]);
  expect(settled.every((total) => total > 100)).toBe(true);
  expect(partial).toEqual([]);
});

// Of the code; we check the project's JSON too.
function problemsIn(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .filter(([file, count]) => count > 0 && file.endsWith('.ts'))
    .map(([file, count]) => `${file}: ${count}`)
    .sort();
}

function totalOf(answer: unknown): number {
  return z.object({ total: z.number() }).parse(answer).total;
}
