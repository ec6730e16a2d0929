// What could be written at a place, as VS Code would propose it, and what its extensions say of a proposal only when asked.
import { completionKind } from '../../answers/completionKinds.ts';
import { withoutPlaceholders } from '../../answers/withoutPlaceholders.ts';
import { wordBefore } from '../../answers/wordBefore.ts';
import type { Completion } from '../../ide/completions.ts';
import type { Place } from '../../ide/doors/languages.ts';
import type { Range } from '../../ide/text.ts';
import { argumentsAt, ask, openDocument, snapshotOf } from './ask.ts';
import { type ProposedCompletion, proposedCompletionsOf } from './convert.ts';

// Where each stood in VS Code's list: it can resolve only the first so many, not this one and that.
const positions = new WeakMap<Completion, number>();
// Each costs the extension a question of its own.
const MOST_RESOLVED = 400;
const NO_TRIGGER = undefined;
const DEPRECATED = 1;

export async function completionsAt(at: Place, signal: AbortSignal): Promise<readonly Completion[]> {
  return proposed(at, 0, signal);
}

export async function completionDetailsAt(
  of: readonly Completion[],
  at: Place,
  signal: AbortSignal,
): Promise<{ readonly value: readonly Completion[]; readonly gap?: string }> {
  const wanted = of.map((completion) => positions.get(completion) ?? -1);
  const last = Math.max(-1, ...wanted.filter((position) => position < MOST_RESOLVED));
  const resolved = last < 0 ? [] : await proposed(at, last + 1, signal);
  const value = of.map((completion, index) => {
    const found = resolved[wanted[index] ?? -1];
    return found !== undefined && found.label === completion.label && found.source === completion.source ? found : completion;
  });
  if (wanted.every((position) => position < MOST_RESOLVED)) return { value };
  return { value, gap: `VS Code tells details only of its first ${MOST_RESOLVED} completions; ask behind a longer beginning of the name.` };
}

async function proposed(at: Place, resolved: number, signal: AbortSignal): Promise<readonly Completion[]> {
  const fallback = wordBefore(snapshotOf(await openDocument(at.uri, signal)), at.position);
  const answer = await ask('vscode.executeCompletionItemProvider', [...argumentsAt(at), NO_TRIGGER, resolved], signal);
  return proposedCompletionsOf(answer).map((item, index) => {
    const completion = completionFrom(item, fallback);
    positions.set(completion, index);
    return completion;
  });
}

function completionFrom(item: ProposedCompletion, fallback: Range): Completion {
  const label = typeof item.label === 'string' ? { label: item.label } : item.label;
  const text = item.insertText ?? label.label;
  return {
    label: label.label,
    // VS Code counts kinds from 0, the protocol from 1.
    kind: completionKind((item.kind ?? 0) + 1),
    text: typeof text === 'string' ? text : withoutPlaceholders(text.value),
    range: item.range === undefined ? fallback : 'inserting' in item.range ? item.range.inserting : item.range,
    ...(item.filterText && { filter: item.filterText }),
    ...(item.sortText && { sort: item.sortText }),
    ...(item.detail && { detail: item.detail }),
    ...(item.documentation && { documentation: typeof item.documentation === 'string' ? item.documentation : item.documentation.value }),
    ...(item.tags?.includes(DEPRECATED) && { deprecated: true }),
    ...(label.description && { source: label.description }),
    ...(item.additionalTextEdits !== undefined && item.additionalTextEdits.length > 0 && { additionalEdits: item.additionalTextEdits }),
  };
}
