// What waits for a person's decision, and what was decided within the last minutes.
import { redactedText } from '../../base/text/redaction.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { Review, ReviewEnded, ReviewEvent } from '../../server/reviews/reviewShape.ts';
import type { Reviews } from '../../server/reviews/reviews.ts';
import type { ReviewRow } from '../protocol/rows.ts';
import type { TopicChange, TopicSource } from '../sources.ts';
import { Followed, together } from './followed.ts';
import { shortText } from './shortText.ts';

const LONGEST_TITLE = 100;
const LONGEST_NAME = 60;
const LONGEST_HOW = 80;
const BETWEEN_LOOKS = seconds(30);

export function reviewsTopic(reviews: Reviews): TopicSource<'reviews'> {
  const all = () =>
    [
      ...reviews
        .ended()
        .map(({ review, ended }) => reviewRow(review, ended))
        .toReversed(),
      ...reviews.list().map((review) => reviewRow(review)),
    ].sort(byTime);
  const rowOf = (event: ReviewEvent): ReviewRow | undefined => {
    if (event.kind === 'opened') return reviewRow(event.review);
    if (event.kind === 'updated') {
      const review = reviews.list().find(({ id }) => id === event.id);
      return review === undefined ? undefined : reviewRow(review);
    }
    const known = event.kind === 'ended' ? reviews.ended().find(({ ended }) => ended.id === event.ended.id) : undefined;
    return known === undefined ? undefined : reviewRow(known.review, known.ended);
  };
  const changes = new Followed<TopicChange<'reviews'>>((tell) => {
    const known = new Set(all().map(({ id }) => id));
    // Nobody says when one is forgotten.
    const looking = setInterval(() => {
      const there = new Set(all().map(({ id }) => id));
      const removed = [...known].filter((id) => !there.has(id));
      for (const id of removed) known.delete(id);
      if (removed.length > 0) tell({ kind: 'rows', rows: [], removed });
    }, BETWEEN_LOOKS).unref();
    const events = reviews.onEvent((event) => {
      const changed = rowOf(event);
      if (changed === undefined) return;
      known.add(changed.id);
      tell({ kind: 'rows', rows: [changed] });
    });
    return together([events, { [Symbol.dispose]: () => clearInterval(looking) }]);
  });
  return { topic: 'reviews', rows: async () => all(), onChange: (listener) => changes.listen(listener) };
}

function reviewRow(review: Review, ended?: ReviewEnded): ReviewRow {
  const { id, time, expires, tool, title, author, connection, project, files } = review;
  return {
    id,
    time,
    ...(expires !== undefined && { expires }),
    tool,
    title: shortText(redactedText(title), LONGEST_TITLE),
    author: shortText(author, LONGEST_NAME),
    ...(connection !== undefined && { connection }),
    ...(project !== undefined && { project }),
    hunks: files.reduce((sum, { hunks }) => sum + hunks.length, 0),
    files: files.length,
    isDangerous: review.mayBeGranted !== true,
    ...(ended !== undefined && { decided: decidedAs(ended) }),
  };
}

function decidedAs({ decision, how, by, time, changeId }: ReviewEnded): NonNullable<ReviewRow['decided']> {
  return { decision, how: shortText(how, LONGEST_HOW), ...(by !== undefined && { by }), time, ...(changeId !== undefined && { changeId }) };
}

function byTime(a: ReviewRow, b: ReviewRow): number {
  return a.time < b.time ? -1 : a.time > b.time ? 1 : 0;
}
