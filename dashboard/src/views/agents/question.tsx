// What an agent asks, in its conversation: the diff or the call, and the decision. All else about a review is in Reviews.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ReviewRow } from '../../../../src/dashboard/protocol/rows.ts';
import { hashOf } from '../../app/route.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Diff } from '../../parts/diff/diff.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { JsonTree } from '../../parts/jsonTree.tsx';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { ask, useAction, useDetail } from '../../wire/asking.ts';

// Nobody decides on what has just come under the pointer.
const IN_SIGHT = 700;

export function Question({ row }: { readonly row: ReviewRow }) {
  const { id } = row;
  const detail = useDetail('review.read', { id }).value;
  const { action, start } = useAction();
  const isSeen = useSignal(false);
  const isKnown = detail.state === 'known';
  useEffect(() => {
    if (!isKnown) return;
    const timer = setTimeout(() => (isSeen.value = true), IN_SIGHT);
    return () => clearTimeout(timer);
  }, [id, isKnown]);
  const decide = (decision: 'accept' | 'reject') => start((options) => ask('review.answer', { id, answer: { decision } }, options));
  return (
    <section class="chat-question" aria-label={`Review: ${row.title}`}>
      <header>
        <Status state="needs" /> <Text text={row.title} />{' '}
        <a class="link" href={hashOf({ view: 'reviews', id, query: {} })}>
          in Reviews
        </a>
      </header>
      {detail.state === 'known' &&
        (detail.value.review.files.length > 0 ? (
          <Diff files={detail.value.review.files} layout="unified" />
        ) : (
          <JsonTree value={detail.value.review.runs ?? detail.value.review.parameters ?? {}} name={`${row.tool}.json`} />
        ))}
      <ActionNote action={action.value} />
      <footer>
        <DaemonButton class="button primary" isOff={!isSeen.value} onClick={() => decide('accept')}>
          Approve
        </DaemonButton>
        <DaemonButton class="button" isOff={!isSeen.value} onClick={() => decide('reject')}>
          Reject
        </DaemonButton>
      </footer>
    </section>
  );
}
