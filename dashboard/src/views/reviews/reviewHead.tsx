// Who wants what, how long it waits, and what of it is all the same.

import { useComputed } from '@preact/signals';
import type { ReviewRow } from '../../../../src/dashboard/protocol/rows.ts';
import type { ReviewDetail } from '../../../../src/dashboard/protocol/shownReviews.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { alikeGroups } from '../../parts/diff/alike.ts';
import { lastPart, shortClient } from '../../parts/names.ts';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { Countdown } from '../../parts/times.tsx';

export interface ReviewHeadProps {
  readonly detail: ReviewDetail;
  readonly row: ReviewRow | undefined;
  readonly ticked: ReadonlySet<number>;
  onTick(numbers: readonly number[], isTicked: boolean): void;
  onExtend(): void;
}

export function ReviewHead({ detail: { review, why, isOpinion, ended }, row, ticked, onTick, onExtend }: ReviewHeadProps) {
  const groups = useComputed(() => alikeGroups(review.files)).value;
  const expires = row?.expires ?? review.expires;
  const all = review.files.reduce((sum, { hunks }) => sum + hunks.length, 0);
  const alike = new Set(groups.flatMap(({ numbers }) => numbers));
  return (
    <header class="review-head">
      <h2>
        <Text text={review.title} />
      </h2>
      <p class="review-facts muted">
        <span>
          <Text text={review.author} />
        </span>
        {review.project !== undefined && (
          <span title={review.project}>
            <Text text={lastPart(review.project)} />
          </span>
        )}
        <span>{review.tool}</span>
        {all > 0 && (
          <span>
            {all} {all === 1 ? 'hunk' : 'hunks'} in {review.files.length} {review.files.length === 1 ? 'file' : 'files'}
          </span>
        )}
        {ended === undefined && row?.decided === undefined && expires !== undefined && (
          <span class="review-expires">
            expires <Countdown until={expires} />
            <DaemonButton class="link" title="More time (+)" onClick={onExtend}>
              more time
            </DaemonButton>
          </span>
        )}
      </p>
      {why !== undefined && (
        <p class="review-why">
          <Text text={why} />
        </p>
      )}
      {isOpinion === true && (
        <p class="muted review-why">
          Nothing is written here: accepted, <Text text={shortClient(review.author)} /> gets this text, with your edits, and writes the file itself.
        </p>
      )}
      {row?.isDangerous === true && isOpinion !== true && ended === undefined && <p class="muted review-why">No grant can cover this: you decide each one.</p>}
      {review.cutFiles !== undefined && <Status state="warning" text={`Too long to be shown: ${review.cutFiles.join(', ')}`} />}
      {ended === undefined &&
        groups.map(({ from, to, numbers }) => (
          <label key={`${from}→${to}`} class="review-alike">
            <input
              type="checkbox"
              checked={numbers.every((number) => ticked.has(number))}
              onChange={() => onTick(numbers, !numbers.every((number) => ticked.has(number)))}
            />
            {numbers.length} alike{' '}
            <code>
              <Text text={from} /> → <Text text={to} />
            </code>
            {all - alike.size > 0 && (
              <strong>
                {all - alike.size} {all - alike.size === 1 ? 'differs' : 'differ'}: look here
              </strong>
            )}
          </label>
        ))}
    </header>
  );
}
