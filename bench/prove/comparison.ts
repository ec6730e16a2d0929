// Whether our answers are the bare engine's, symbol by symbol, and where they are not, whether our certificate says why.
import { extname } from 'node:path';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { BareEngine, type Start, type Target } from '../bareEngine.ts';
import type { Corpus } from '../corpus.ts';
import { isExplained } from './explanations.ts';
import { questions } from './questions.ts';
import { chanceFrom } from './random.ts';
import { chosenSymbols } from './symbols.ts';

// Any other seed must do as well; this one makes a run repeatable.
export const SEED = 20_260_728;

export interface Difference {
  readonly tool: string;
  readonly target: Target;
  // In the engine's answer and not in ours, and the other way round.
  readonly missing: readonly string[];
  readonly added: readonly string[];
  // Of our answer: why it is not whole, and its notes.
  readonly said: readonly string[];
  readonly explained: boolean;
}

export interface Comparison {
  readonly corpus: string;
  readonly symbols: number;
  // How many answers were compared, and how many places they held in all.
  readonly answers: number;
  readonly places: number;
  readonly differences: readonly Difference[];
}

export async function compared(
  corpus: Corpus,
  how: Start,
  chosen: { count: number; seed: number },
  onSymbol: (done: number) => void = () => {},
): Promise<Comparison> {
  await using engine = await BareEngine.start(corpus.folder, how);
  await engine.open(corpus.hot.file);
  await engine.ready;
  const targets = await chosenSymbols(corpus, engine, chosen.count, chanceFrom(chosen.seed));
  await using home = await temporaryHome();
  await using agent = await Agent.connect(home.environment, corpus.folder);
  const differences: Difference[] = [];
  let places = 0;
  for (const [index, target] of targets.entries()) {
    for (const { tool, ofEngine, ofUs } of questions) {
      const theirs = await ofEngine(engine, target);
      const ours = await ofUs(agent, target);
      places += theirs.length;
      const missing = without(theirs, ours.places);
      const added = without(ours.places, theirs);
      if (missing.length + added.length === 0) continue;
      const context = { tool, said: ours.said, engines: ours.engines, declared: await engine.definition(target), ending: extname(target.file) };
      differences.push({ tool, target, missing, added, said: ours.said, explained: isExplained(context, missing, added) });
    }
    onSymbol(index + 1);
  }
  return { corpus: corpus.name, symbols: targets.length, answers: targets.length * questions.length, places, differences };
}

function without(places: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return places.filter((place) => !known.has(place));
}
