// The daemon's log as it is written, by level and word.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { LogRow } from '../../../../src/dashboard/protocol/rows.ts';
import { clockTime } from '../../parts/clock.ts';
import { CopyButton } from '../../parts/copyButton.tsx';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { FilterLine } from '../../parts/filterLine.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { useTopic } from '../../wire/useTopic.ts';

const LEVELS = ['info', 'warn', 'error'] as const;
const STATES = { warn: 'warning', error: 'error' } as const;
// Of what is here already; older lines are in the file.
const MOST = 1_000;

export function Log() {
  const log = useTopic('log');
  const words = useSignal('');
  const level = useSignal<LogRow['level']>('info');
  const follows = useSignal(true);
  const end = useRef<HTMLDivElement>(null);
  const all = log.rows.value;
  const rows = useMemo(() => {
    const wanted = words.value.toLowerCase();
    return all.filter((row) => LEVELS.indexOf(row.level) >= LEVELS.indexOf(level.value) && row.text.toLowerCase().includes(wanted)).slice(-MOST);
  }, [all, words.value, level.value]);
  useEffect(() => {
    if (follows.value) end.current?.scrollIntoView({ block: 'end' });
  }, [rows, follows.value]);
  const follow = () => {
    follows.value = !follows.value;
  };
  useKeys('Log', [{ key: 'F', does: 'Follow the end', run: follow }]);
  return (
    <>
      <h1 class="unseen-word">Log</h1>
      <FilterLine label="Filter the log" placeholder="words of a line" value={words.value} complaint={undefined} onChange={(text) => (words.value = text)}>
        <select
          aria-label="Level"
          value={level.value}
          onChange={(event) => {
            level.value = LEVELS.find((each) => each === event.currentTarget.value) ?? 'info';
          }}
        >
          {LEVELS.map((each) => (
            <option key={each} value={each}>
              {each === 'info' ? 'all' : `${each} and worse`}
            </option>
          ))}
        </select>
        <button type="button" class="button" aria-pressed={follows.value} onClick={follow}>
          Follow <kbd>F</kbd>
        </button>
      </FilterLine>
      {!log.isKnown.value ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <Empty>{all.length === 0 ? 'What the daemon writes to its log appears here.' : 'No line matches.'}</Empty>
      ) : (
        <div
          class="log-lines"
          role="log"
          aria-live="off"
          aria-label="Log"
          tabIndex={0}
          onWheel={(event) => {
            if (event.deltaY < 0) follows.value = false;
          }}
        >
          {rows.map((row) => (
            <div key={row.id} class={`log-line log-${row.level}`}>
              <span class="muted log-time">{clockTime(row.time)}</span>
              {row.level === 'info' ? <span /> : <Status state={STATES[row.level]} title={row.level} />}
              <span class="log-text">
                <Text text={row.text} />
              </span>
              <CopyButton text={row.text} label="Copy the line" />
            </div>
          ))}
          <div ref={end} />
        </div>
      )}
    </>
  );
}
