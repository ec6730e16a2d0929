// One refactoring at one place: made by an agent through the built program, judged by the project's checker and tests, taken back, and weighed against a peer's.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { appeared } from '../refactorings/appeared.ts';
import type { Repository } from '../refactorings/repository.ts';
import type { Caller } from './caller.ts';
import type { Project } from './corpora/project.ts';
import type { Judge, Texts } from './judges/judge.ts';
import type { TestJudge } from './judges/tests.ts';
import type { Outcome } from './outcome.ts';
import type { Peer } from './peers/peer.ts';
import type { OrdinaryKind, Place } from './places/place.ts';
import type { Evidence } from './results.ts';

export interface Bench {
  readonly project: Project;
  readonly repository: Repository;
  readonly caller: Caller;
  readonly judge: Judge;
  readonly tests: TestJudge | undefined;
  readonly peer: Peer;
  // Of the project as it was shipped: by the quick way, and from nothing.
  readonly known: readonly string[];
  readonly knownConfirmed: readonly string[];
  // Test files that reach these files.
  affected(files: readonly string[]): Promise<readonly string[]>;
}

export interface Attempted {
  readonly outcome: Pick<Outcome, 'outcome' | 'error' | 'message' | 'said' | 'untrue' | 'edits' | 'files' | 'tests' | 'peer' | 'answered'>;
  readonly evidence?: Evidence;
}

// Behaviour is in question where code moves; a name or a list of parameters is the checker's.
const TESTED: ReadonlySet<OrdinaryKind> = new Set(['extract_function', 'extract_variable', 'inline', 'move']);
// What a tool says when it broke, or could not end in time.
const BROKEN = /^(?:internal_error|timed_out|engine_\w+|index_not_ready|cancelled)$/;

const Change = z.looseObject({
  applied: z.literal(true),
  changeId: z.string(),
  edits: z.number(),
  newErrors: z.array(z.looseObject({ file: z.string(), line: z.number(), message: z.string() })),
  notes: z.array(z.string()).optional(),
});

export async function attempted(place: Place, bench: Bench, isWhole: boolean): Promise<Attempted> {
  const { caller, repository } = bench;
  const begun = Date.now();
  const answer = await caller.answer(place.tool, place.input);
  const answered = Math.round((Date.now() - begun) / 100) / 10;
  if ('error' in answer) {
    const { error, message } = answer;
    const touched = await repository.status();
    const evidence = { diff: await repository.diff(), answer, said: touched };
    if (touched.length > 0) {
      await repository.restore();
      return {
        outcome: { outcome: 'silent', error, message, said: ['refused, and yet changed', ...touched], tests: 'none', peer: 'cannot', answered },
        evidence,
      };
    }
    if (BROKEN.test(error)) return { outcome: { outcome: 'failed', error, message, tests: 'none', peer: 'cannot', answered }, evidence };
    return { outcome: { outcome: 'refused', error, message, tests: 'none', peer: await peerVerdict(place, bench), answered } };
  }
  return judged(place, bench, isWhole, { value: answer.value, answered });
}

async function judged(
  place: Place,
  bench: Bench,
  isWhole: boolean,
  { value, answered }: { value: Record<string, unknown>; answered: number },
): Promise<Attempted> {
  const { caller, repository, judge, known, knownConfirmed, tests } = bench;
  const { changeId, edits, newErrors } = Change.parse(value);
  const changed = await repository.changedFiles();
  const said = changed.length === 0 ? ['nothing changed'] : [];
  if (newOnes(known, await judge.errors(), place).length > 0) said.push(...newOnes(knownConfirmed, await judge.confirmed(), place));
  const which = tests === undefined ? 'none' : isWhole ? 'whole' : TESTED.has(place.kind) ? 'affected' : 'none';
  if (said.length === 0 && tests !== undefined && which !== 'none') {
    const files = which === 'whole' ? 'all' : tests.nearest(await bench.affected(changed), changed);
    if (files.length > 0) said.push(...(await tests.broken(files)));
  }
  const diff = await repository.diff();
  const texts = await textsOf(changed, bench.project.folder);
  const reported = newErrors.map(({ file, line, message }) => `${file}:${line} ${message}`);
  const undone = await caller.answer('undo', { change_id: changeId });
  if ('error' in undone) said.push(`undo: ${undone.error} ${undone.message}`);
  const left = await repository.status();
  if (left.length > 0) {
    said.push(`undo left ${left.join(', ')}`);
    await repository.restore();
  }
  const common = { edits, files: changed.length, tests: which, answered } as const;
  if (said.length > 0) {
    const outcome = reported.length > 0 ? 'reported' : 'silent';
    return { outcome: { ...common, outcome, said: said.slice(0, MOST_SAID), peer: 'cannot' }, evidence: { diff, answer: value, said } };
  }
  const peer = await peerVerdict(place, bench, texts);
  return {
    outcome: { ...common, outcome: 'done', ...(reported.length > 0 && { untrue: reported.slice(0, MOST_SAID) }), peer },
    ...(reported.length > 0 && { evidence: { diff, answer: value, said: ['the answer reports errors which the judge does not find'] } }),
  };
}

const MOST_SAID = 10;

// Tests are run where it must be known whether the code still does the same: where we refused and the peer did not.
async function peerVerdict(place: Place, bench: Bench, ours?: Texts): Promise<Outcome['peer']> {
  const { peer, judge, known, tests, repository, project } = bench;
  const texts = await peer.refactored(place);
  if (texts === undefined) return 'cannot';
  const changed = [...texts.keys()];
  // A signature that a caller does not follow is right for the checker where nobody declares the caller's type.
  const isRun = TESTED.has(place.kind) || ours === undefined;
  const files = tests === undefined || !isRun ? [] : tests.nearest(await bench.affected(changed), changed);
  const passes = TESTED.has(place.kind) && files.length === 0 ? 'unjudged' : 'passes';
  // The judge has seen these texts already.
  if (ours?.size === texts.size && [...texts].every(([file, text]) => ours.get(file) === text)) return passes;
  if (newOnes(known, await judge.errors(texts), place).length > 0) return 'fails';
  if (ours !== undefined || files.length === 0) return passes;
  await write(texts, project.folder);
  try {
    return tests !== undefined && (await tests.broken(files)).length > 0 ? 'fails' : 'passes';
  } finally {
    await repository.restore();
  }
}

async function textsOf(files: readonly string[], folder: string): Promise<Texts> {
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await readFile(join(folder, file), 'utf8'));
  return texts;
}

async function write(texts: Texts, folder: string): Promise<void> {
  for (const [file, text] of texts) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text ?? '');
  }
}

// An error of code that was renamed or moved reads differently, and was there before.
function newOnes(before: readonly string[], after: readonly string[], place: Place): readonly string[] {
  const plain = (error: string) => {
    const named = place.from === undefined ? error : error.replaceAll(place.name, place.from);
    return place.kind === 'move' ? named.replace(/^[^:]+: /, '') : named;
  };
  const fresh = appeared(before.map(plain), after.map(plain));
  return after.filter((error) => fresh.includes(plain(error)));
}
