// `npm run prove -- --only ordinary`: refactorings that an agent would ask for any day, at places chosen by chance in code that nobody here wrote.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { ROWS } from './corpora/rows.ts';
import { ORDINARY_KINDS } from './places/place.ts';
import { Results, resultsFolder } from './results.ts';
import { run } from './run.ts';
import { summaryOf } from './summary.ts';

const COUNT = 300;
const HOURS = 6;

export interface OrdinaryOptions {
  readonly seed: number;
  words(flag: string): readonly string[];
  has(flag: string): boolean;
}

// `--corpus SPEC` (again for more), `--kind KIND`, `--language typescript|python`, `--count N` of each kind, `--hours N`, `--results FOLDER`, `--fresh`, `--summary`, `--without-tests` for a quick look.
export async function proveOrdinary({ seed, words, has }: OrdinaryOptions): Promise<number> {
  const folder = words('--results')[0] ?? resultsFolder(seed);
  if (has('--fresh')) await rm(join(folder, 'results.jsonl'), { force: true });
  const results = await Results.in(folder);
  const unused: string[] = [];
  if (!has('--summary')) {
    const language = (['typescript', 'python'] as const).find((each) => words('--language').includes(each));
    const kinds = ORDINARY_KINDS.filter((kind) => words('--kind').length === 0 || words('--kind').includes(kind));
    if (kinds.length === 0) throw new Error(`--kind is one of ${ORDINARY_KINDS.join(', ')}.`);
    const rows = ROWS.filter(({ style }) => language === undefined || style.startsWith('Python') === (language === 'python'));
    const corpora = words('--corpus').length > 0 ? words('--corpus') : rows.map(({ spec }) => spec);
    const deadline = Date.now() + minutes(60 * Number(words('--hours')[0] ?? HOURS));
    process.stderr.write(`results in ${folder}\n`);
    const asked = {
      corpora,
      kinds,
      seed,
      withoutTests: has('--without-tests'),
      count: Number(words('--count')[0] ?? COUNT),
      deadline,
      ...(language !== undefined && { language }),
    };
    unused.push(...(await run(asked, results, (step) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${step}\n`))));
  }
  const { text, holds } = summaryOf(results.outcomes);
  process.stdout.write(`${text}\n`);
  for (const each of unused) process.stdout.write(`FAILS: ${each}\n`);
  return holds && unused.length === 0 ? 0 : 1;
}
