// The results of a run on disk: one line each, only ever appended, so that a run that was ended goes on where it was; what is needed to repeat a wrong one lies beside.
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../../test/support/npmInstall.ts';
import { Outcome } from './outcome.ts';

export interface Evidence {
  readonly diff: string;
  readonly answer: unknown;
  readonly said: readonly string[];
}

export class Results {
  readonly folder: string;
  readonly #outcomes: Outcome[];

  private constructor(folder: string, outcomes: Outcome[]) {
    this.folder = folder;
    this.#outcomes = outcomes;
  }

  static async in(folder: string): Promise<Results> {
    await mkdir(join(folder, 'wrong'), { recursive: true });
    const text = await readFile(join(folder, 'results.jsonl'), 'utf8').catch(() => '');
    // The last line may be half written.
    const lines = text.split('\n').slice(0, -1);
    return new Results(
      folder,
      lines.map((line) => Outcome.parse(JSON.parse(line))),
    );
  }

  get outcomes(): readonly Outcome[] {
    return this.#outcomes;
  }

  has({ corpus, kind, seed, index }: Pick<Outcome, 'corpus' | 'kind' | 'seed' | 'index'>): boolean {
    return this.#outcomes.some((each) => each.corpus === corpus && each.kind === kind && each.seed === seed && each.index === index);
  }

  async add(outcome: Outcome, evidence?: Evidence): Promise<void> {
    this.#outcomes.push(outcome);
    await appendFile(join(this.folder, 'results.jsonl'), `${JSON.stringify(outcome)}\n`);
    if (evidence === undefined) return;
    const name = `${outcome.corpus.replaceAll(/[^\w.-]+/g, '_')}-${outcome.kind}-${outcome.seed}-${outcome.index}`;
    await writeFile(join(this.folder, 'wrong', `${name}.json`), `${JSON.stringify({ ...outcome, ...evidence, diff: undefined }, undefined, 2)}\n`);
    await writeFile(join(this.folder, 'wrong', `${name}.diff`), evidence.diff);
  }
}

export function resultsFolder(seed: number): string {
  return join(dirname(cacheFolder()), 'prove-results', `ordinary-${seed}`);
}
