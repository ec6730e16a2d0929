// Refactorings one after another on real code: each is made by an agent, checked by the language's own checker, undone, and compared with what was there before.
import { z } from 'zod';
import type { Agent } from '../../agent.ts';
import { appeared } from './appeared.ts';
import type { Checker } from './checkers.ts';
import type { Repository } from './repository.ts';

export interface Attempt {
  // In one line, so that a person can repeat it.
  readonly what: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  // How an error reads without the change: the new name and the new file are in it.
  readonly asBefore?: (error: string) => string;
  // Whoever is concerned holds one of these; for a checker that cannot look at everything.
  readonly words?: readonly string[];
  // Errors may come of it that the engine's own edit brings too, as long as the tool says so, and refuses when it is asked to.
  readonly mayTellErrors?: boolean;
  // What else must be so once it is done; each answer is something that is not.
  readonly also?: () => Promise<readonly string[]>;
}

export interface Series {
  readonly what: string;
  // So many must be done; what is refused counts only where it may well be right to refuse.
  readonly wanted: number;
  readonly refusalsCount?: boolean;
  next(): Promise<Attempt | undefined>;
}

export interface Place {
  readonly agent: Agent;
  readonly repository: Repository;
  readonly checker: Checker;
  // Errors of the project as it is.
  readonly known: readonly string[];
}

export interface SeriesProof {
  readonly what: string;
  readonly holds: boolean;
  readonly wanted: number;
  readonly done: number;
  // Of those that were done.
  readonly edits: number;
  readonly files: number;
  // The tool itself could not check them in time; the checker did.
  readonly unverified: number;
  readonly refused: readonly Refusal[];
  readonly wrong: readonly { readonly what: string; readonly said: readonly string[] }[];
}

export interface Refusal {
  readonly what: string;
  readonly error: string;
  readonly message: string;
}

// Where so few can be done, something is broken.
const MOST_ATTEMPTS = 12;

const Refused = z.object({ error: z.string(), message: z.string() });
const TextBlocks = z.array(z.object({ text: z.string() }));
const Change = z.object({
  applied: z.literal(true),
  changeId: z.string(),
  edits: z.number(),
  newErrors: z.array(z.object({ file: z.string(), line: z.number(), message: z.string() })),
  unverified: z.string().optional(),
});

type Outcome =
  | { readonly edits: number; readonly files: number; readonly isUnverified: boolean }
  | { readonly refusal: Refusal }
  | { readonly wrong: readonly string[] };

export async function carriedOut(series: Series, place: Place, onStep: (reported: string) => void = () => {}): Promise<SeriesProof> {
  const refused: Refusal[] = [];
  const wrong: SeriesProof['wrong'][number][] = [];
  const proof = { done: 0, edits: 0, files: 0, unverified: 0, refused, wrong };
  const counted = () => proof.done + (series.refusalsCount ? proof.refused.length : 0);
  for (let attempts = 0; counted() < series.wanted && attempts < series.wanted * MOST_ATTEMPTS; attempts++) {
    const attempt = await series.next();
    if (attempt === undefined) break;
    const outcome = await outcomeOf(attempt, place);
    if ('refusal' in outcome) proof.refused.push(outcome.refusal);
    else if ('wrong' in outcome) {
      proof.wrong.push({ what: attempt.what, said: outcome.wrong });
      // The whole takes long; nobody should have to wait for its end to see this.
      onStep(`${series.what}: WRONG ${attempt.what}\n${outcome.wrong.slice(0, MOST_SAID).join('\n')}\n`);
      await place.repository.restore();
    } else {
      proof.done++;
      proof.edits += outcome.edits;
      proof.files += outcome.files;
      if (outcome.isUnverified) proof.unverified++;
    }
    onStep(`${series.what}: ${proof.done} of ${series.wanted} done, ${proof.refused.length} refused, ${proof.wrong.length} wrong`);
  }
  return { what: series.what, wanted: series.wanted, holds: counted() >= series.wanted && proof.wrong.length === 0, ...proof };
}

async function outcomeOf(attempt: Attempt, place: Place): Promise<Outcome> {
  const { what, tool, input, asBefore = (error) => error, mayTellErrors = false, also } = attempt;
  const { agent, repository, known, checker } = place;
  const answer = await agent.answer(tool, input);
  if ('refusal' in answer) {
    const touched = await repository.status();
    if (touched.length > 0) return { wrong: [`refused, and yet changed: ${touched.join(', ')}`, answer.refusal] };
    const refusal = refusalIn(answer.refusal);
    return refusal.error === 'internal_error' ? { wrong: [refusal.message] } : { refusal: { what, ...refusal } };
  }
  const { changeId, edits, newErrors, unverified } = Change.parse(answer.value);
  const files = (await repository.changedFiles()).length;
  const after = await errorsAfter(attempt, place);
  const reported = newErrors.filter(({ message }) => !known.some((error) => error.endsWith(asBefore(checker.plain?.(message) ?? message))));
  // An error may be reported as it was, or of what has another name or file now; each of the old ones counts for one of them.
  const errors = appeared(appeared(after, known), appeared(known, after).map(asBefore));
  const isReported = mayTellErrors && reported.length > 0;
  const wrong = [
    ...(isReported ? [] : [...reported.map(({ file, line, message }) => `the tool says: ${file}:${line} ${message}`), ...errors]),
    ...(files === 0 ? ['nothing changed'] : []),
    ...((await also?.()) ?? []),
  ];
  const undone = await agent.answer('undo', { change_id: changeId });
  if ('refusal' in undone) return { wrong: [...wrong, `undo: ${undone.refusal}`] };
  const left = await repository.status();
  if (left.length > 0) wrong.push(`undo left ${left.join(', ')}`);
  if (isReported && wrong.length === 0)
    return refusedWhenVerified(
      attempt,
      place,
      reported.map(({ file, line, message }) => `${file}:${line} ${message}`),
    );
  return wrong.length > 0 ? { wrong } : { edits, files, isUnverified: unverified !== undefined };
}

async function errorsAfter({ words = [] }: Attempt, { checker, repository }: Place): Promise<readonly string[]> {
  if (checker.errorsIn === undefined) return checker.errors();
  const holding = words.length === 0 ? [] : await repository.filesWith(words);
  return checker.errorsIn({ changed: await repository.changedFiles(), gone: await repository.goneFiles(), holding });
}

async function refusedWhenVerified({ what, tool, input }: Attempt, { agent, repository }: Place, reported: readonly string[]): Promise<Outcome> {
  const answer = await agent.answer(tool, { ...input, verify: 'refuse' });
  const left = await repository.status();
  if (!('refusal' in answer) || left.length > 0) return { wrong: ['it brings errors, and verify does not refuse it', ...reported, ...left] };
  return { refusal: { what, ...refusalIn(answer.refusal) } };
}

function refusalIn(reported: string): { error: string; message: string } {
  return Refused.parse(JSON.parse(TextBlocks.parse(JSON.parse(reported))[0]?.text ?? ''));
}

export function tellSeries({ what, holds, wanted, done, edits, files, unverified, refused, wrong }: SeriesProof): string {
  const byError = new Map<string, number>();
  for (const { error, message } of refused) {
    const reason = `${error}: ${reasonIn(message)}`;
    byError.set(reason, (byError.get(reason) ?? 0) + 1);
  }
  return [
    `${holds ? 'proven' : 'FAILED'} ${what}: ${done} of ${wanted} done (${edits} edits in ${files} files), ${unverified} not checked by the tool itself, ${refused.length} refused, ${wrong.length} wrong`,
    ...[...byError].toSorted((a, b) => b[1] - a[1]).map(([reason, count]) => `  ${count} refused, ${reason}`),
    ...wrong.flatMap((each) => [`  WRONG ${each.what}`, ...each.said.slice(0, MOST_SAID).map((said) => `      ${said}`)]),
  ].join('\n');
}

const MOST_SAID = 8;

// Names and places make every message another; what stays is the reason.
function reasonIn(message: string): string {
  return message
    .replaceAll(/[\w@./-]+\.(?:ts|py|go|cc|h)\b(?::\d+)*/g, '<file>')
    .replaceAll(/\b\w*Fresh\d+\b/g, '<name>')
    .replaceAll(/["'`][^"'`]*["'`]/g, '<name>')
    .replaceAll(/\bline \d+/g, 'a line')
    .replace(/\b(as|of|another|by) [\w$]+/, '$1 <name>')
    .replace(/\b(?:one|\d+) places?\b/, 'places')
    .slice(0, 160);
}
