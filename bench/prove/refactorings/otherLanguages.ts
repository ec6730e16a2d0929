// The proof on a language that is not TypeScript: what its engine offers, on real code, judged by its own checker.
import { posix } from 'node:path';
import { temporaryHome } from '../../../test/support/builtProgram.ts';
import { Agent } from '../../agent.ts';
import { symbolOf } from '../../answers.ts';
import { BareEngine, type Start, type Target } from '../../bareEngine.ts';
import type { Corpus } from '../../corpus.ts';
import { chanceFrom } from '../random.ts';
import { chosenSymbols } from '../symbols.ts';
import type { Checker } from './checkers.ts';
import type { LanguageProof, Wanted } from './proof.ts';
import { Repository } from './repository.ts';
import { type Attempt, carriedOut, type Series, type SeriesProof } from './series.ts';
import { linesOf, oneOf } from './typescriptSeries.ts';

export interface Language {
  open(): Promise<Corpus>;
  start(): Start | Promise<Start>;
  checker(folder: string): Checker;
  // Names that mean something by themselves, such as __init__ and main.
  readonly given: RegExp;
  // Files whose names do.
  readonly fixed: RegExp;
}

// More are chosen than are wanted, because some will be refused.
const CHOSEN_FOR_ONE = 4;

export async function provenBy(language: Language, wanted: Wanted, seed: number, onStep: (told: string) => void): Promise<LanguageProof> {
  await using corpus = await language.open();
  const repository = await Repository.of(corpus.folder);
  await using checker = language.checker(corpus.folder);
  const known = await checker.errors();
  const targets = await chosen(language, corpus, wanted.renames * CHOSEN_FOR_ONE, seed);
  await using home = await temporaryHome();
  await using agent = await Agent.connect(home.environment, corpus.folder);
  const all = [
    renames(
      targets.filter(({ name }) => !language.given.test(name)),
      wanted.renames,
    ),
    fileMoves(
      corpus.files.filter((file) => !language.fixed.test(file)),
      wanted.fileMoves,
      seed,
    ),
  ];
  const series: SeriesProof[] = [];
  for (const each of all) if (each.wanted > 0) series.push(await carriedOut(each, { agent, repository, checker, known }, onStep));
  return { what: `${corpus.name}, ${await linesOf(corpus)} lines`, errorsBefore: known.length, series, notes: [] };
}

async function chosen(language: Language, corpus: Corpus, count: number, seed: number): Promise<readonly Target[]> {
  await using engine = await BareEngine.start(corpus.folder, await language.start());
  await engine.open(corpus.hot.file);
  await engine.ready;
  // Awaited here, because the engine ends with this block.
  return count === 0 ? [] : await chosenSymbols(corpus, engine, count, chanceFrom(seed));
}

function renames(targets: readonly Target[], wanted: number): Series {
  let count = 0;
  return {
    what: 'renames',
    wanted,
    async next(): Promise<Attempt | undefined> {
      const target = targets[count++];
      const newName = `${target?.name}Fresh${count}`;
      return (
        target && {
          what: `${target.name} at ${target.file}:${target.line}:${target.column} becomes ${newName}`,
          tool: 'rename_symbol',
          input: { ...symbolOf(target), new_name: newName },
          words: [target.name, newName],
          asBefore: (error) => error.replaceAll(newName, target.name),
        }
      );
    },
  };
}

function fileMoves(files: readonly string[], wanted: number, seed: number): Series {
  const chance = chanceFrom(seed + 1);
  let count = 0;
  return {
    what: 'new names of files',
    wanted,
    async next(): Promise<Attempt> {
      const from = oneOf(files, chance);
      const ending = posix.extname(from);
      const to = `${from.slice(0, -ending.length)}_fresh${++count}${ending}`;
      return {
        what: `${from} becomes ${to}`,
        tool: 'rename_file',
        input: { file: from, new_file: to },
        words: [from, to].map((file) => posix.basename(file, ending)),
        asBefore: (error) => error.replaceAll(`_fresh${count}`, ''),
      };
    },
  };
}
