// Calls that are not among the newest, which are pushed: asked for page by page, as the filter says, also by words that only their requests and answers hold.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { ShownError } from '../../../../src/dashboard/protocol/messages.ts';
import type { CallRow } from '../../../../src/dashboard/protocol/rows.ts';
import { ask, shownError } from '../../wire/asking.ts';
import { link } from '../../wire/connection.ts';
import { topic } from '../../wire/store.ts';
import { type CallFilter, daemonFilter, isEverything, isProject } from './filter.ts';

const PAGE = 1_000;
// After the last letter.
const TYPING = 150;

export interface OlderCalls {
  readonly rows: readonly CallRow[];
  // So many matched when the daemon was asked, and which was the newest then.
  readonly total?: number;
  readonly newest?: string;
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  readonly error?: ShownError;
}

const NONE: OlderCalls = { rows: [], isWhole: false, isLoading: false };

// newest: the pushed ones, the oldest first. They are enough for the first page where nothing is filtered.
export function useOlderCalls(filter: CallFilter, newest: readonly CallRow[], generation: number): { readonly older: Signal<OlderCalls>; more(): void } {
  const older = useSignal<OlderCalls>(NONE);
  const isOpen = link.value.state === 'open';
  const asking = useMemo(() => ({ current: 0 }), []);
  // From the newest that was not pushed, or from the first that matches.
  const begin = () => load(isEverything(filter) ? newest[0] : undefined, []);
  const load = (before: CallRow | undefined, kept: readonly CallRow[]) => {
    asking.current += 1;
    const own = asking.current;
    const { error: _, ...known } = older.peek();
    older.value = { ...known, isLoading: true };
    const params = { ...daemonFilter(filter), limit: PAGE, ...(before !== undefined && { before: { id: before.id, time: before.time } }) };
    ask('history.list', params).then(
      ({ rows, total }) => {
        if (own !== asking.current) return;
        const meant = rows.filter(({ project }) => isProject(project ?? '', filter.project));
        const isWhole = rows.length < PAGE;
        older.value = {
          rows: [...kept, ...meant],
          isWhole,
          isLoading: false,
          ...(filter.project === undefined && { total, newest: topic('calls').rows.peek().at(-1)?.time ?? '' }),
        };
        // A page of others would leave the list without an end to reach.
        if (!isWhole && meant.length === 0) load(rows.at(-1), kept);
      },
      (thrown: unknown) => {
        if (own === asking.current) older.value = { ...older.peek(), isLoading: false, error: shownError(thrown) };
      },
    );
  };
  useEffect(() => {
    asking.current += 1;
    older.value = NONE;
    const timer = setTimeout(begin, isEverything(filter) ? 0 : TYPING);
    return () => clearTimeout(timer);
  }, [filter]);
  // All that was known may be gone, or the daemon is back; what is shown stays until it answers.
  useEffect(() => {
    if (generation > 0 && isOpen && older.peek() !== NONE) begin();
  }, [generation]);
  // Those that are no longer kept of the newest are older ones from then on.
  const first = newest[0]?.id;
  useEffect(() => {
    if (first !== undefined && isOpen && older.peek() !== NONE) begin();
  }, [first]);
  useEffect(() => {
    if (isOpen && older.peek().error !== undefined) begin();
  }, [isOpen]);
  return {
    older,
    more: () => {
      const { isWhole, isLoading, error, rows } = older.peek();
      const last = rows.at(-1) ?? (isEverything(filter) ? newest[0] : undefined);
      if (!isWhole && !isLoading && error === undefined && isOpen && last !== undefined) load(last, rows);
    },
  };
}

// The newest first, each once; what was pushed is newer than what was asked for.
export function merged(pushed: readonly CallRow[], asked: readonly CallRow[]): readonly CallRow[] {
  const known = new Set(pushed.map(({ id }) => id));
  const others = asked.filter(({ id }) => !known.has(id));
  const all = [...pushed.toReversed(), ...others];
  const isMixed = (others[0]?.time ?? '') > (pushed[0]?.time ?? '');
  return isMixed ? all.sort((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0)) : all;
}
