// Decide what waits: the queue, oldest first, and the review that is open.
import { useSignal } from '@preact/signals';
import type { ReviewRow } from '../../../../src/dashboard/protocol/rows.ts';
import { close, go, replace, route } from '../../app/router.ts';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { lastPart, shortClient, withShortPath } from '../../parts/names.ts';
import { Split } from '../../parts/split.tsx';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { Ago, Countdown } from '../../parts/times.tsx';
import { VirtualList } from '../../parts/virtualList.tsx';
import { useTopic } from '../../wire/useTopic.ts';
import { OneReview } from './oneReview.tsx';
import { queueOf } from './queue.ts';

const cells = (row: ReviewRow) => <Cells row={row} />;

export function Reviews() {
  const reviews = useTopic('reviews');
  const open = route.value.id;
  const selected = useSignal<string | undefined>(open);
  const rows = queueOf(reviews.rows.value, open ?? selected.value);
  const select = (id: string) => {
    selected.value = id;
    if (open !== undefined) replace({ id });
  };
  return (
    <>
      <h1 class="unseen-word">Reviews</h1>
      <Split
        name="reviews"
        share={34}
        detailLabel="Review"
        onClose={close}
        list={
          !reviews.isKnown.value ? (
            <Skeleton />
          ) : rows.length === 0 ? (
            <Empty>Nothing waits for you. What an agent may do only with your word appears here.</Empty>
          ) : (
            <VirtualList<ReviewRow>
              label="Reviews"
              items={rows}
              selected={open ?? selected.value}
              rowHeight={52}
              rowClass={({ decided }) => `review-row ${decided === undefined ? '' : 'review-over'}`}
              onSelect={select}
              onOpen={(id) => go('reviews', id)}
              row={cells}
            />
          )
        }
        detail={open === undefined ? undefined : <OneReview key={open} id={open} row={reviews.row(open).value} />}
      />
    </>
  );
}

function Cells({ row }: { readonly row: ReviewRow }) {
  const { author, project, title, decided, expires, files, hunks } = row;
  return (
    <>
      <span role="gridcell" class="review-state">
        {decided === undefined ? <Status state="needs" /> : <Status state={decided.decision === 'accept' ? 'ok' : 'idle'} title={decided.how} />}
      </span>
      <span role="gridcell" class="review-title" title={title}>
        <Text text={withShortPath(title)} />
      </span>
      <span role="gridcell" class="review-who muted">
        <Text text={shortClient(author)} />
        {project !== undefined && <Text text={` · ${lastPart(project)}`} />}
      </span>
      <span role="gridcell" class="review-size muted">
        {files > 0 && `${hunks} ${hunks === 1 ? 'hunk' : 'hunks'} · ${files} ${files === 1 ? 'file' : 'files'}`}
      </span>
      <span role="gridcell" class="review-time">
        {decided === undefined ? expires !== undefined && <Countdown until={expires} /> : <Ago time={decided.time} />}
      </span>
    </>
  );
}
