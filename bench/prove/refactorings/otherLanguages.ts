// The proof on a language that is not TypeScript: what its engine offers, on real code, judged by its own checker.
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { temporaryHome } from '../../../test/support/builtProgram.ts';
import { type ToolName, testTool } from '../../../test/support/testTools.ts';
import { Agent } from '../../agent.ts';
import { BareEngine, type Start } from '../../bareEngine.ts';
import type { Corpus } from '../../corpus.ts';
import { chanceFrom } from '../random.ts';
import { chosenSymbols } from '../symbols.ts';
import type { Checker } from './checkers.ts';
import { extractions, fileMoves, inlinings, renames, signatures, symbolMoves } from './plainSeries.ts';
import { type PlainLanguage, plainFunctions, plainTops } from './plainTargets.ts';
import type { LanguageProof, Wanted } from './proof.ts';
import { Repository } from './repository.ts';
import { carriedOut, type Series, type SeriesProof } from './series.ts';
import { linesOf } from './typescriptSeries.ts';

export interface Language {
  readonly name: PlainLanguage;
  open(): Promise<Corpus>;
  start(): Start | Promise<Start>;
  // `untouched` is the same code, as it was.
  checker(folder: string, untouched: string): Checker;
  // Names that mean something by themselves, such as __init__ and main.
  readonly given: RegExp;
  // Files whose names do, or that are generated.
  readonly fixed: RegExp;
  // What the agent's daemon must find on the machine.
  readonly program?: ToolName;
}

// More are chosen than are wanted, because some will be refused.
const CHOSEN_FOR_ONE = 6;

export async function provenBy(language: Language, wanted: Wanted, seed: number, onStep: (step: string) => void = () => {}): Promise<LanguageProof> {
  await using corpus = await language.open();
  const repository = await Repository.of(corpus.folder);
  await using untouched = await copyOf(corpus.folder);
  await using checker = language.checker(corpus.folder, untouched.folder);
  const known = await checker.errors();
  const all = await seriesOf(language, corpus, wanted, seed);
  await using home = await temporaryHome();
  await using agent = await Agent.connectToAll({ ...home.environment, ...(await pathWith(language.program)) }, corpus.folder);
  const series: SeriesProof[] = [];
  for (const each of all) if (each.wanted > 0) series.push(await carriedOut(each, { agent, repository, checker, known }, onStep));
  return { what: `${corpus.name}, ${await linesOf(corpus)} lines`, errorsBefore: known.length, series, notes: [] };
}

// Each series has its own chance, so that what one of them chooses does not depend on the others.
async function seriesOf(language: Language, all: Corpus, wanted: Wanted, seed: number): Promise<readonly Series[]> {
  const corpus = { ...all, files: all.files.filter((file) => !language.fixed.test(file)) };
  await using engine = await BareEngine.start(all.folder, await language.start());
  await engine.open(all.hot.file);
  await engine.ready;
  const count = (number: number) => number * CHOSEN_FOR_ONE;
  const ground = { corpus, engine, language: language.name, given: language.given };
  const targets = await chosenSymbols(corpus, engine, count(wanted.renames), chanceFrom(seed));
  const tops = await plainTops(ground, count(wanted.symbolMoves), chanceFrom(seed + 3));
  const functions = await plainFunctions(ground, count(wanted.signatures), chanceFrom(seed + 4));
  const context = { ...ground, seed };
  return [
    renames(
      targets.filter(({ name }) => !language.given.test(name)),
      wanted.renames,
    ),
    fileMoves(context, wanted.fileMoves),
    symbolMoves(context, tops, wanted.symbolMoves),
    signatures(context, functions, wanted.signatures),
    extractions(context, wanted.extractions),
    inlinings(context, wanted.inlinings),
  ];
}

async function copyOf(folder: string): Promise<{ folder: string } & AsyncDisposable> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-')));
  await cp(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.git') });
  return { folder: copy, [Symbol.asyncDispose]: () => rm(copy, { recursive: true, force: true }) };
}

async function pathWith(program: ToolName | undefined): Promise<NodeJS.ProcessEnv> {
  if (program === undefined) return {};
  const [command = ''] = (await testTool(program)).command;
  return { PATH: [dirname(command), process.env['PATH']].join(delimiter) };
}
