// The run: one code base after another, every kind in turn, each place only once, until all are done or the time is over.
import { fileURLToPath } from 'node:url';
import { type Attempted, attempted } from './attempt.ts';
import { benchFor, type ReadyBench } from './bench.ts';
import { type OpenedCorpus, opened } from './corpora/prepare.ts';
import { type OrdinaryLanguage, tellProject } from './corpora/project.ts';
import { stdoutOf } from './execution.ts';
import type { Outcome } from './outcome.ts';
import { placeFor } from './places/choice.ts';
import type { OrdinaryKind } from './places/place.ts';
import type { Results } from './results.ts';

export interface Asked {
  readonly corpora: readonly string[];
  readonly kinds: readonly OrdinaryKind[];
  readonly language?: OrdinaryLanguage;
  readonly seed: number;
  // Of each kind, over all code bases.
  readonly count: number;
  // For a quick look: without the tests of the projects.
  readonly withoutTests: boolean;
  // When to begin no other.
  readonly deadline: number;
}

// Of those that were done of a kind: ten or more of each, 60 of all, when 300 of each are made and half of them can be done.
const WHOLE_SUITE_EVERY = 15;

// Returns what could not be made ready: a proof that leaves out half of the code has proven nothing.
export async function run(asked: Asked, results: Results, onStep: (step: string) => void): Promise<readonly string[]> {
  const unused: string[] = [];
  const share = Math.ceil(asked.count / asked.corpora.length);
  const commit = (await stdoutOf(['git', 'rev-parse', '--short', 'HEAD'], fileURLToPath(new URL('.', import.meta.url)))).trim();
  for (const spec of asked.corpora) {
    const wanted = pending(spec, share, asked, results);
    if (wanted.length === 0 || Date.now() > asked.deadline) continue;
    onStep(`${spec}: getting ready`);
    try {
      await using corpus = await opened(spec, asked.language);
      if (asked.language !== undefined && corpus.project.language !== asked.language) continue;
      onStep(`${spec}: ${tellProject(corpus.project)}`);
      await using bench = await benchFor(corpus, asked.withoutTests, (step) => onStep(`${spec}: ${step}`));
      for (const { kind, index } of wanted) {
        if (Date.now() > asked.deadline) break;
        await one({ spec, kind, index, seed: asked.seed, commit }, { corpus, bench, results, onStep });
      }
    } catch (error) {
      // A registry that does not answer, or a package that cannot be made ready, costs its own share only.
      unused.push(`${spec} could not be used: ${error instanceof Error ? error.message : String(error)}`);
      onStep(unused.at(-1) ?? '');
    }
  }
  return unused;
}

function pending(corpus: string, share: number, { kinds, seed }: Asked, results: Results): readonly { kind: OrdinaryKind; index: number }[] {
  return Array.from({ length: share }, (_, index) => kinds.map((kind) => ({ kind, index })))
    .flat()
    .filter(({ kind, index }) => !results.has({ corpus, kind, seed, index }));
}

interface Numbered {
  readonly spec: string;
  readonly kind: OrdinaryKind;
  readonly index: number;
  readonly seed: number;
  readonly commit: string;
}

async function one(
  { spec, kind, index, seed, commit }: Numbered,
  { corpus, bench, results, onStep }: { corpus: OpenedCorpus; bench: ReadyBench; results: Results; onStep: (step: string) => void },
): Promise<void> {
  const { language, sources } = corpus.project;
  const place = placeFor({ seed, corpus: spec, kind, index }, { language, candidates: bench.candidates, sources });
  if (place === undefined) return;
  const done = results.outcomes.filter((each) => each.kind === kind && each.outcome === 'done').length;
  const begun = Date.now();
  const { outcome, evidence } = await attempted(place, bench, done % WHOLE_SUITE_EVERY === WHOLE_SUITE_EVERY - 1).catch((error: unknown) =>
    unfinished(error, corpus),
  );
  const { form, what, tool, input } = place;
  const kept: Outcome = {
    ...{ corpus: spec, language, kind, form, seed, index, what, tool, input: { ...input }, commit },
    ...outcome,
    seconds: Math.round((Date.now() - begun) / 100) / 10,
  };
  await results.add(kept, evidence);
  const why = kept.outcome === 'refused' || kept.outcome === 'failed' ? ` ${kept.error}: ${kept.message?.slice(0, 140)}` : '';
  onStep(`${spec} ${kind} ${index}: ${kept.outcome}${why} (${kept.answered} of ${kept.seconds} s, peer ${kept.peer}) ${what}`);
  for (const line of kept.said ?? []) onStep(`    ${line.slice(0, 300)}`);
}

// An answer that cannot be read, or a judge that broke: somebody must look at it, and the next place begins with the project as it was.
async function unfinished(error: unknown, { repository }: OpenedCorpus): Promise<Attempted> {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const diff = await repository.diff();
  await repository.restore();
  return {
    outcome: { outcome: 'failed', error: 'proof_broke', message, tests: 'none', peer: 'cannot', answered: 0 },
    evidence: { diff, answer: undefined, said: [message] },
  };
}
