// Which of the engines that a question needs are there, what is said of the others, and what those that answered said besides.
import { type Answer, complete, incomplete } from '../../../../ide/answer.ts';
import type { OnMissingServer } from '../../../../ide/doors/languages.ts';
import type { Engine, EngineOutcome } from './engine.ts';
import type { Absence } from './installed.ts';
import type { PartialAnswer } from './partialAnswer.ts';

export interface Missing {
  readonly engine: Engine;
  readonly failure: string;
}

// Undefined for one that runs or can be started.
export async function absenceOf(engine: Engine, onMissing?: OnMissingServer): Promise<Absence | undefined> {
  const absence = engine.running ? undefined : await engine.absence();
  const said = absence?.server === undefined ? undefined : onMissing?.(absence.server);
  return absence === undefined || said === undefined ? absence : { ...absence, remedy: said };
}

// What cannot be started does not cost the answers of the others, but it is said.
export async function presentOf(engines: readonly Engine[], onMissing?: OnMissingServer): Promise<{ present: readonly Engine[]; missing: readonly Missing[] }> {
  // In a question about many files, most people miss nothing without some of them.
  const asks = ({ row }: Engine) => (engines.length > 1 && row.isOptional ? undefined : onMissing);
  const all = await Promise.all(engines.map(async (engine) => ({ engine, absence: await absenceOf(engine, asks(engine)) })));
  return {
    present: all.flatMap(({ engine, absence }) => (absence === undefined ? [engine] : [])),
    missing: all.flatMap(({ engine, absence }) =>
      absence === undefined ? [] : [{ engine, failure: `${engine.row.id} was not asked: ${absence.why} ${absence.remedy}` }],
    ),
  };
}

export function notesOf(outcomes: readonly EngineOutcome<unknown>[], others: readonly string[] = []): { notes?: readonly string[] } {
  const notes = [...new Set([...outcomes.flatMap((outcome) => outcome.notes), ...others])];
  return notes.length > 0 ? { notes } : {};
}

export function answerOf<Value>(engine: Engine, reason: string | undefined, outcome: EngineOutcome<PartialAnswer<Value>>): Answer<Value> {
  const { value, gap, notes = [] } = outcome.value;
  const certificate = { engine: engine.name, ...notesOf([outcome], [...notes, ...(reason === undefined ? [] : [reason])]) };
  return gap === undefined ? complete(value, certificate) : incomplete(value, gap, certificate);
}
