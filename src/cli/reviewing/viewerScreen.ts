// The review viewer as lines of a terminal, with colours or without.
import { counted } from '../../base/text/counted.ts';
import type { Review } from '../../server/reviews/reviewShape.ts';
import { hunksIn, type ReviewLine, reviewTitle } from '../../server/reviews/reviewText.ts';
import { fitting } from './columns.ts';
import { bodyOf, isLeftOut, type Size, type Viewer, type Writing } from './view.ts';

export type Paint = (style: Style, text: string) => string;
export type Style = 'title' | 'added' | 'removed' | 'hunk' | 'current' | 'file' | 'faint' | 'plain';

const CODES: Readonly<Record<Style, string>> = {
  title: '1',
  added: '32',
  removed: '31',
  hunk: '36',
  current: '7',
  file: '1;34',
  faint: '2',
  plain: '0',
};

export const inColour: Paint = (style, text) => (style === 'plain' ? text : `\u001b[${CODES[style]}m${text}\u001b[0m`);
// Signs say everything that colours say.
export const withoutColour: Paint = (_, text) => text;

const KEYS = 'y apply marked  r reject  m send back  space mark  n/p hunk  e edit  ? help';

const PROMPTS: Readonly<Record<Writing['kind'], string>> = {
  sendBack: 'What shall be different (enter sends, escape goes back)',
  note: 'Note (enter keeps, escape goes back)',
  comment: 'Comment on this hunk (enter keeps, escape goes back)',
};

const HELP = [
  'y, enter    apply the marked hunks          r   reject everything',
  'space       mark or leave out this hunk     m   send back: say what shall be different',
  'w           a note that goes with it        c   a comment on this hunk',
  'a / d       mark all / none                 e   edit the file in $VISUAL or $EDITOR',
  'n, tab      next hunk                       p, shift-tab   previous hunk',
  'arrows, j k, page up and down, g G          move the text',
  '] / [       next / previous review          +   let it wait longer, up to 14 minutes',
  'q, ctrl-c   close this window',
  '',
  'What is closed without an answer is not applied. The first answer counts, wherever it is given.',
  'Any key goes back.',
];

export function screenOf(viewer: Viewer, { rows, columns }: Size, paint: Paint, now: number): readonly string[] {
  const review = viewer.reviews[viewer.at];
  const rule = '─'.repeat(columns);
  const body = Math.max(1, rows - 5);
  const line = (style: Style, text: string) => paint(style, fitting(text, columns));
  const foot = viewer.writing === undefined ? line('faint', viewer.message || KEYS) : line('plain', `${PROMPTS[viewer.writing.kind]}: ${viewer.writing.text}▏`);
  if (viewer.help)
    return [
      line('title', 'binnacle review'),
      '',
      paint('faint', rule),
      ...filled(
        HELP.map((text) => line('plain', text)),
        body,
      ),
      paint('faint', rule),
      foot,
    ];
  if (review === undefined) {
    const waiting = ['Nothing waits for a review. This window stays open for the next one.', 'While it is open, agents that must ask have somebody to ask.'];
    return [
      line('title', 'binnacle review'),
      '',
      paint('faint', rule),
      ...filled(
        waiting.map((text) => line('plain', text)),
        body,
      ),
      paint('faint', rule),
      foot,
    ];
  }
  const all = bodyOf(viewer, review, columns);
  const lines = all.slice(viewer.top, viewer.top + body);
  return [
    line('title', reviewTitle(review)),
    line('plain', numbersOf(viewer, review, now, all.length - lines.length)),
    paint('faint', rule),
    ...filled(
      lines.map((each) => bodyLine(viewer, review, each, columns, paint)),
      body,
    ),
    paint('faint', rule),
    foot,
  ];
}

function bodyLine(viewer: Viewer, review: Review, { kind, text, hunk }: ReviewLine, columns: number, paint: Paint): string {
  const isCurrent = hunksIn(review)[viewer.hunk]?.number === hunk;
  if (kind === 'file') return paint('file', fitting(text, columns));
  if (kind === 'hunk') {
    const mark = isLeftOut(viewer, review, hunk) ? '[ ]' : '[x]';
    return paint(isCurrent ? 'current' : 'hunk', fitting(`${isCurrent ? '>' : ' '} ${mark} ${text}`, columns));
  }
  const style = isLeftOut(viewer, review, hunk) ? 'faint' : kind === 'added' || kind === 'removed' ? kind : 'plain';
  return `${paint(isCurrent ? 'hunk' : 'plain', isCurrent ? '│' : ' ')}${paint(style, fitting(text, columns - 1))}`;
}

function numbersOf(viewer: Viewer, review: Review, now: number, unseen: number): string {
  const hunks = hunksIn(review);
  const taken = hunks.filter(({ number }) => !isLeftOut(viewer, review, number)).length;
  const comments = viewer.comments.get(review.id)?.length ?? 0;
  return [
    `review ${viewer.at + 1} of ${viewer.reviews.length}`,
    ...(hunks.length > 0 ? [`${taken} of ${hunks.length} hunk${hunks.length === 1 ? '' : 's'} marked`] : []),
    ...(review.expires === undefined ? [] : [timeLeft(Date.parse(review.expires) - now)]),
    ...(comments > 0 ? [counted(comments, 'comment')] : []),
    ...(unseen > 0 ? [counted(unseen, 'more line')] : []),
  ].join(' · ');
}

function timeLeft(milliseconds: number): string {
  const left = Math.max(0, Math.round(milliseconds / 1_000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} left`;
}

function filled(lines: readonly string[], rows: number): readonly string[] {
  return [...lines.slice(0, rows), ...Array.from({ length: Math.max(0, rows - lines.length) }, () => '')];
}
