// Everything that refactorings of one code base need, made ready: the copy, the judges with what they say beforehand, the peer, and the program under test.
import { z } from 'zod';
import type { Bench } from './attempt.ts';
import { Caller } from './caller.ts';
import type { OpenedCorpus } from './corpora/prepare.ts';
import { PythonJudge } from './judges/python.ts';
import { testJudge } from './judges/tests.ts';
import { TypescriptJudge } from './judges/typescript.ts';
import { ropePeer } from './peers/rope.ts';
import { typescript6Peer } from './peers/typescript6.ts';
import type { Candidate } from './places/place.ts';
import { pythonCandidates } from './places/python.ts';
import { typescriptCandidates } from './places/typescript.ts';
import { askedOfPython } from './python.ts';

export interface ReadyBench extends Bench, AsyncDisposable {
  readonly candidates: readonly Candidate[];
}

export async function benchFor(corpus: OpenedCorpus, withoutTests: boolean, onStep: (step: string) => void): Promise<ReadyBench> {
  const { project, repository, interpreter } = corpus;
  if (!withoutTests) onStep('its tests, twice');
  const tests = withoutTests ? undefined : await testJudge(project, interpreter);
  // What its tests leave behind is no change of ours.
  await repository.restore();
  onStep(tests === undefined ? (withoutTests ? 'without its tests' : 'no tests that pass') : `${tests.passing} tests pass in ${tests.seconds} s`);
  const { judge, peer, candidates, affected } = project.language === 'typescript' ? await typescriptParts(corpus) : await pythonParts(corpus);
  onStep('its checker');
  const known = await judge.errors();
  const knownConfirmed = await judge.confirmed();
  onStep(`${known.length} errors before; ${candidates.length} places`);
  const caller = await Caller.in(project.folder);
  return {
    ...{ project, repository, caller, judge, tests, peer, known, knownConfirmed, affected, candidates },
    async [Symbol.asyncDispose]() {
      for (const each of [caller, judge, peer]) await each[Symbol.asyncDispose]();
    },
  };
}

type Parts = Pick<ReadyBench, 'judge' | 'peer' | 'candidates' | 'affected'>;

async function typescriptParts({ project }: OpenedCorpus): Promise<Parts> {
  const judge = new TypescriptJudge(project);
  return {
    judge,
    peer: typescript6Peer(project),
    candidates: await typescriptCandidates(project),
    affected: async (files) => judge.reaching(files, project.tests),
  };
}

const Reached = z.record(z.string(), z.array(z.string()));

async function pythonParts({ project, repository, interpreter }: OpenedCorpus): Promise<Parts> {
  const { folder, sources, tests } = project;
  const reached = Reached.parse(await askedOfPython('imports', { root: folder, files: [...sources, ...tests], tests }));
  return {
    judge: await PythonJudge.start(project, repository, interpreter),
    peer: await ropePeer(project),
    candidates: await pythonCandidates(project),
    affected: async (files) => tests.filter((test) => files.some((file) => test === file || reached[test]?.includes(file) === true)),
  };
}
