// Every call: found by a line of words, read in full, copied, exported and cleared.
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CallRow } from '../../../../src/dashboard/protocol/rows.ts';
import { close, go, replace, route } from '../../app/router.ts';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { ActionNote, ErrorNote } from '../../parts/errorNote.tsx';
import { FilterLine } from '../../parts/filterLine.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useKeys } from '../../parts/keys.ts';
import { isNarrow } from '../../parts/media.ts';
import { Menu } from '../../parts/menu.tsx';
import { Split } from '../../parts/split.tsx';
import { VirtualList } from '../../parts/virtualList.tsx';
import { useAction } from '../../wire/asking.ts';
import { isLost, renew, welcome } from '../../wire/connection.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { CallDetail } from './callDetail.tsx';
import { callCells } from './callRow.tsx';
import { ClearDialog } from './clearDialog.tsx';
import { exportCalls } from './exporting.ts';
import { matcher, parseFilter } from './filter.ts';
import { merged, useOlderCalls } from './olderCalls.ts';

const PLACEHOLDER = 'tool:rename* status:error client:codex >500ms "text"';

export function History() {
  const calls = useTopic('calls');
  const words = route.value.query['q'] ?? '';
  const open = route.value.id;
  const selected = useSignal<string | undefined>(open);
  const isClearing = useSignal(false);
  const { action, start } = useAction();
  const { filter, complaint } = useMemo(() => parseFilter(words), [words]);
  const matches = useMemo(() => remembered(matcher(filter)), [filter]);
  const newest = calls.rows.value;
  const { older, more } = useOlderCalls(filter, newest, calls.snapshots.value);
  const pushed = newest.filter(matches);
  const shown = merged(pushed, older.value.rows);
  const isFiltered = words.trim() !== '';
  const count = older.value.isWhole ? shown.length : Math.max(shown.length, (older.value.total ?? 0) + newerThan(pushed, older.value.newest));
  const chosen = open ?? selected.value;
  const setWords = (q: string) => replace({ query: q === '' ? {} : { q } });
  const select = (id: string) => {
    selected.value = id;
    if (open !== undefined) replace({ id });
  };
  const pinClient = () => {
    const row = shown.find(({ id }) => id === chosen);
    if (row === undefined) return false;
    setWords(withClient(words, row.client));
    return true;
  };
  const exportAs = (format: 'json' | 'csv') => start((options) => exportCalls(filter, format, options));
  const clear = () => {
    isClearing.value = true;
  };
  useKeys('History', [
    { key: 'f', does: 'Only this client', run: pinClient },
    { key: 'E', does: 'Export what is shown as JSON', run: () => exportAs('json') },
    { key: 'Delete', does: 'Clear the history…', run: clear },
  ]);
  return (
    <>
      <h1 class="unseen-word">History</h1>
      <FilterLine label="Filter the history" placeholder={PLACEHOLDER} value={words} complaint={complaint} onChange={setWords}>
        <span class="muted" aria-live="off">
          {count.toLocaleString('en')} {isFiltered ? 'found' : count === 1 ? 'call' : 'calls'}
        </span>
        <Menu
          label="More"
          button={<Icon name="more" />}
          items={[
            { label: 'Export as JSON', key: 'E', isDisabled: isLost.value, run: () => exportAs('json') },
            { label: 'Export as CSV', isDisabled: isLost.value, run: () => exportAs('csv') },
            { label: 'Refresh', isDisabled: isLost.value, run: () => renew('calls') },
            { label: 'Clear…', key: 'Del', isDangerous: true, isDisabled: isLost.value, run: clear },
          ]}
        />
      </FilterLine>
      <ActionNote action={action.value} />
      {older.value.error !== undefined && <ErrorNote error={older.value.error} retry={() => renew('calls')} />}
      <Split
        name="history"
        detailLabel="Call"
        onClose={close}
        list={
          !calls.isKnown.value || (shown.length === 0 && older.value.isLoading) ? (
            <Skeleton />
          ) : shown.length === 0 ? (
            <Empty>{isFiltered ? 'No call matches this filter. Backspace drops its last word.' : 'Calls of agents appear here as they are made.'}</Empty>
          ) : (
            <VirtualList<CallRow>
              label="Calls"
              items={shown}
              selected={chosen}
              rowHeight={isNarrow.value ? 48 : 28}
              growsAtTop
              follows={welcome.value?.settings.autoScroll !== false}
              resetKey={words}
              rowClass={() => 'call-row'}
              onSelect={select}
              onEnd={more}
              onOpen={(id) => go('history', id, route.value.query)}
              row={callCells}
            />
          )
        }
        detail={open === undefined ? undefined : <CallDetail key={open} id={open} />}
      />
      {isClearing.value && (
        <ClearDialog
          count={count}
          onClose={() => {
            isClearing.value = false;
          }}
        />
      )}
    </>
  );
}

// How many began since.
function newerThan(pushed: readonly CallRow[], time: string | undefined): number {
  return time === undefined ? 0 : pushed.filter((row) => row.time > time).length;
}

// A row is a new object when it changes, so each is looked at once.
function remembered(matches: (row: CallRow) => boolean): (row: CallRow) => boolean {
  const known = new WeakMap<CallRow, boolean>();
  return (row) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const is = matches(row);
    known.set(row, is);
    return is;
  };
}

// Its name without the version; once more takes it away.
function withClient(words: string, client: string): string {
  const [name = client] = client.split(' ');
  const pinned = `client:${name}`;
  const others = words.replace(/\bclient:("[^"]*"?|\S+)\s*/g, '').trim();
  return words.includes(pinned) ? others : `${pinned} ${others}`.trim();
}
