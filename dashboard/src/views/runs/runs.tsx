// Programs and tests that run or have run: the newest first, with how far they are, what failed, and what they printed.
import { useSignal } from '@preact/signals';
import type { RunRow } from '../../../../src/dashboard/protocol/rows.ts';
import { close, go, replace, route } from '../../app/router.ts';
import { duration } from '../../parts/clock.ts';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { isNarrow } from '../../parts/media.ts';
import { lastPart, shortClient } from '../../parts/names.ts';
import { Split } from '../../parts/split.tsx';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { Running } from '../../parts/times.tsx';
import { VirtualList } from '../../parts/virtualList.tsx';
import { welcome } from '../../wire/connection.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { Counted } from './counted.tsx';
import { runStates, runWords, shareOf } from './counts.ts';
import { Progress } from './progress.tsx';
import { RunDetail } from './runDetail.tsx';

const cells = (row: RunRow) => <RunCells row={row} />;

export function Runs() {
  const runs = useTopic('runs');
  const open = route.value.id;
  const selected = useSignal<string | undefined>(open);
  const rows = [...runs.rows.value].reverse();
  const shown = open === undefined ? undefined : rows.find(({ id }) => id === open);
  const select = (id: string) => {
    selected.value = id;
    if (open !== undefined) replace({ id });
  };
  return (
    <>
      <h1 class="unseen-word">Runs</h1>
      <Split
        name="runs"
        detailLabel="Run"
        onClose={close}
        list={
          !runs.isKnown.value ? (
            <Skeleton />
          ) : rows.length === 0 ? (
            <Empty>Programs and tests that agents run appear here.</Empty>
          ) : (
            <VirtualList<RunRow>
              label="Runs"
              items={rows}
              selected={open ?? selected.value}
              rowHeight={isNarrow.value ? 48 : 36}
              growsAtTop
              follows={welcome.value?.settings.autoScroll !== false}
              rowClass={() => 'run-row'}
              onSelect={select}
              onOpen={(id) => go('runs', id)}
              row={cells}
            />
          )
        }
        detail={
          shown === undefined ? (
            open === undefined || !runs.isKnown.value ? undefined : (
              <Empty>This run is not known any more.</Empty>
            )
          ) : (
            <RunDetail key={shown.id} row={shown} />
          )
        }
      />
    </>
  );
}

function RunCells({ row }: { readonly row: RunRow }) {
  const { state, title, counts, ownerName, project, exitCode } = row;
  return (
    <>
      <span role="gridcell">
        <Status state={runStates[state]} title={runWords[state]} />
      </span>
      <span role="gridcell" class="run-title" title={title}>
        <Text text={title} />
      </span>
      <span role="gridcell" class="run-counts">
        {counts === undefined ? (
          exitCode !== undefined && exitCode !== 0 && <span class="status-error">exit {exitCode}</span>
        ) : (
          <Counted counts={counts} isRunning={state === 'running'} />
        )}
      </span>
      <span role="gridcell" class="muted run-who">
        <Text text={[ownerName === undefined ? undefined : shortClient(ownerName), lastPart(project)].filter((word) => word !== undefined).join(' · ')} />
      </span>
      <span role="gridcell" class="muted run-time">
        {state === 'running' ? <Running since={row.started} /> : row.milliseconds !== undefined && duration(row.milliseconds)}
      </span>
      {state === 'running' && counts !== undefined && <Progress share={shareOf(counts)} />}
    </>
  );
}
