// The proof on TypeScript: a repository of over 100,000 lines, refactored by an agent through the built program.
import { z } from 'zod';
import { temporaryHome } from '../../../test/support/builtProgram.ts';
import { Agent } from '../../agent.ts';
import { BareEngine, typescriptStart } from '../../bareEngine.ts';
import type { Corpus } from '../../corpus.ts';
import { chanceFrom } from '../random.ts';
import { typescriptChecker } from './checkers.ts';
import type { LanguageProof, Wanted } from './proof.ts';
import { Repository } from './repository.ts';
import type { Tally } from './sameRenames.ts';
import { carriedOut, type SeriesProof } from './series.ts';
import { Typescript6 } from './typescript6.ts';
import { declarationsIn } from './typescriptDeclarations.ts';
import { fileMoves, type Ground, linesOf, renames, signatures, symbolMoves, takenNames } from './typescriptSeries.ts';

const Tools = z.object({ tools: z.array(z.object({ name: z.string() })) });

export async function provenTypescript(
  open: () => Promise<Corpus>,
  wanted: Wanted,
  seed: number,
  onStep: (step: string) => void = () => {},
): Promise<LanguageProof> {
  await using corpus = await open();
  const { names, functions } = await declarationsIn(corpus);
  const repository = await Repository.of(corpus.folder);
  await using checker = typescriptChecker(corpus.folder);
  const known = await checker.errors();
  await using engine = await BareEngine.start(corpus.folder, typescriptStart());
  using service = new Typescript6(corpus.folder);
  await using home = await temporaryHome();
  await using agent = await Agent.connectToAll(home.environment, corpus.folder);
  const { tools } = Tools.parse(await agent.request('tools/list'));
  const canChangeSignatures = tools.some(({ name }) => name === 'change_signature');
  // Each series has its own chance, so that what one of them chooses does not depend on the others.
  const ground = (number: number): Ground => ({ corpus, repository, engine, service, names, functions, chance: chanceFrom(seed + number) });
  const tally: Tally = { same: 0, through: 0 };
  const all = [
    renames(ground(1), wanted.renames, tally),
    takenNames(ground(5), wanted.takenNames),
    fileMoves(ground(2), wanted.fileMoves),
    symbolMoves(ground(3), wanted.symbolMoves),
    signatures(ground(4), canChangeSignatures ? wanted.signatures : 0),
  ];
  const series: SeriesProof[] = [];
  for (const each of all) if (each.wanted > 0) series.push(await carriedOut(each, { agent, repository, checker, known }, onStep));
  const same = `${tally.same} renames changed exactly what TypeScript 7 and 6 change, ${tally.through} also what imports and exports hand on`;
  return {
    what: `${corpus.name}, ${await linesOf(corpus)} lines`,
    errorsBefore: known.length,
    series,
    notes: [same, ...(canChangeSignatures ? [] : ['change_signature is not among the tools, so no signature was changed'])],
  };
}
