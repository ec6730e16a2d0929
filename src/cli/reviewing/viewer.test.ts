// Keys and what they do to the review viewer, without a terminal.
import { expect, test } from 'vitest';
import type { Review } from '../../server/reviews/reviewShape.ts';
import { columnsOf, fitting } from './columns.ts';
import { keysIn, wholeKeys } from './keys.ts';
import { emptyViewer, type Viewer } from './view.ts';
import { onKey, type ViewerAction, withEdit, withReviews } from './viewer.ts';
import { screenOf, withoutColour } from './viewerScreen.ts';

const LATER = 10_000;
const size = { rows: 12, columns: 60 };

const review = (id: string, count: number): Review => ({
  id,
  time: '2026-01-01T00:00:00.000Z',
  expires: '2026-01-01T00:05:00.000Z',
  tool: 'edit_file',
  title: `edit ${id}.ts`,
  author: 'agent 1',
  project: '/shop',
  files: [
    {
      file: `${id}.ts`,
      before: Array.from({ length: count }, (_, index) => `old ${index}\nsame\n`).join(''),
      after: Array.from({ length: count }, (_, index) => `new ${index}\nsame\n`).join(''),
      hunks: Array.from({ length: count }, (_, index) => ({
        number: index + 1,
        kind: 'text' as const,
        oldStart: index * 2,
        newStart: index * 2,
        removed: [`old ${index}\n`],
        added: [`new ${index}\n`],
      })),
    },
  ],
});

function pressed(viewer: Viewer, text: string, at = LATER): { viewer: Viewer; wishes: ViewerAction[] } {
  const wishes: ViewerAction[] = [];
  let now = viewer;
  for (const key of keysIn(text)) {
    const { viewer: next, wish } = onKey(now, key, size, at);
    now = next;
    if (wish !== undefined) wishes.push(wish);
  }
  return { viewer: now, wishes };
}

const shown = (viewer: Viewer) => screenOf(viewer, size, withoutColour, Date.parse('2026-01-01T00:01:00.000Z'));

test('everything is marked at first; space leaves a hunk out, and y applies the rest', () => {
  const open = withReviews(emptyViewer, [review('a', 3)], 0);
  expect(shown(open)[1]).toBe('review 1 of 1 · 3 of 3 hunks marked · 4:00 left · 6 more lin');
  expect(pressed(open, 'y').wishes).toEqual([{ kind: 'answer', id: 'a', answer: { decision: 'accept' } }]);
  const { viewer, wishes } = pressed(open, 'n \r');
  expect(wishes).toEqual([{ kind: 'answer', id: 'a', answer: { decision: 'accept', hunks: [1, 3] } }]);
  expect(shown(viewer)[1]).toContain('2 of 3 hunks');
});

test('to apply nothing is not an answer', () => {
  const { viewer, wishes } = pressed(withReviews(emptyViewer, [review('a', 2)], 0), 'dy');
  expect(wishes).toEqual([]);
  expect(viewer.message).toContain('No hunk is marked');
  expect(pressed(viewer, 'ar').wishes).toEqual([{ kind: 'answer', id: 'a', answer: { decision: 'reject' } }]);
});

test('what shall be different is written, corrected and sent back, or thought better of', () => {
  const open = withReviews(emptyViewer, [review('a', 1)], 0);
  expect(pressed(open, 'mnoo\u007f q\r').wishes).toEqual([{ kind: 'answer', id: 'a', answer: { decision: 'sendBack', note: 'no q' } }]);
  expect(pressed(open, 'mno\u001b').viewer.writing).toBeUndefined();
  const wordless = pressed(open, 'm\r');
  expect(wordless.wishes).toEqual([]);
  expect(wordless.viewer.message).toContain('Say what shall be different');
});

test('a note and comments on hunks go with whatever is decided', () => {
  const open = withReviews(emptyViewer, [review('a', 2)], 0);
  const noted = pressed(open, 'wwell done\rnckeep it\r').viewer;
  expect(shown(noted)[1]).toContain('1 comment');
  const words = { note: 'well done', comments: [{ file: 'a.ts', line: 3, text: 'keep it' }] };
  expect(pressed(noted, 'y').wishes).toEqual([{ kind: 'answer', id: 'a', answer: { decision: 'accept', ...words } }]);
  expect(pressed(noted, 'r').wishes).toEqual([{ kind: 'answer', id: 'a', answer: { decision: 'reject', ...words } }]);
  expect(pressed(noted, 'm\r').wishes).toEqual([{ kind: 'answer', id: 'a', answer: { decision: 'sendBack', ...words } }]);
  expect(pressed(noted, '+').wishes).toEqual([{ kind: 'extend', id: 'a' }]);
});

test('the edited text is sent with the answer', () => {
  const open = withReviews(emptyViewer, [review('a', 1)], 0);
  expect(pressed(open, 'e').wishes).toEqual([{ kind: 'edit', id: 'a', file: 'a.ts', text: 'new 0\nsame\n' }]);
  const edited = withEdit(open, 'a', 'a.ts', 'mine\n');
  expect(shown(edited).join('\n')).toContain('a.ts (edited by you)');
  expect(pressed(edited, 'y').wishes).toEqual([{ kind: 'answer', id: 'a', answer: { decision: 'accept', texts: { 'a.ts': 'mine\n' } } }]);
});

test('long reviews scroll, the current hunk stays in sight, and the screen is always full', () => {
  const open = withReviews(emptyViewer, [review('a', 30)], 0);
  const far = pressed(open, 'n'.repeat(20)).viewer;
  expect(shown(far).join('\n')).toContain('> [x] 21');
  expect(shown(pressed(open, 'G').viewer).join('\n')).toContain('new 29');
  for (const viewer of [emptyViewer, open, far, pressed(open, '?').viewer]) expect(shown(viewer)).toHaveLength(size.rows);
  expect(shown(far).every((line) => columnsOf(line) <= size.columns)).toBe(true);
});

test('a review that ends makes room for the next, and others stay where they are', () => {
  const [a, b, c] = [review('a', 1), review('b', 1), review('c', 1)];
  const second = pressed(withReviews(emptyViewer, [a, b, c], 0), ']').viewer;
  expect(shown(second)[0]).toContain('edit b.ts');
  expect(shown(withReviews(second, [b, c], 0))[0]).toContain('edit b.ts');
  expect(shown(withReviews(second, [a, c], 0))[0]).toContain('edit c.ts');
  expect(shown(withReviews(second, [], 0))[3]).toContain('Nothing waits');
});

test('keys of every terminal are understood, and unknown ones mean nothing', () => {
  expect(keysIn('\u001b[A\u001bOB\u001b[5~\u001b[1;5C\u001b[Z\t \rq\u0003')).toEqual([
    'up',
    'down',
    'pageup',
    'shift-tab',
    'tab',
    'space',
    'enter',
    'q',
    'ctrl-c',
  ]);
});

test('a key that arrives in two parts is one key', () => {
  expect(wholeKeys('n\u001b[')).toEqual({ whole: 'n', rest: '\u001b[' });
  expect(wholeKeys('\u001b[1;')).toEqual({ whole: '', rest: '\u001b[1;' });
  expect(wholeKeys('\u001b[A')).toEqual({ whole: '\u001b[A', rest: '' });
  expect(wholeKeys('y')).toEqual({ whole: 'y', rest: '' });
});

test('a key that was meant for one review does not decide on the next', () => {
  const open = withReviews(emptyViewer, [review('a', 1), review('b', 1)], 0);
  expect(pressed(open, 'y', 5_000).wishes).toHaveLength(1);
  const next = withReviews(open, [review('b', 1)], 5_000);
  for (const key of ['y', '\r', 'r'])
    expect(pressed(next, key, 5_100)).toMatchObject({ wishes: [], viewer: { message: expect.stringContaining('press again') } });
  expect(pressed(next, 'y', 6_000).wishes).toMatchObject([{ id: 'b' }]);
  // Also when nothing was in sight for a moment.
  expect(pressed(withReviews(withReviews(next, [], 7_000), [review('c', 1)], 7_050), 'y', 7_100).wishes).toEqual([]);
});

test('wide letters take two columns', () => {
  expect(columnsOf('漢a')).toBe(3);
  expect(fitting('漢字kana', 5)).toBe('漢字k');
  expect(fitting('abcdef', 3, 2)).toBe('cde');
});

test('a line that is wider than the window goes on in the next, and says so', () => {
  const command = `echo ok${' '.repeat(200)}; rm -rf ~`;
  const { files: _, ...other } = review('a', 1);
  const open = withReviews(emptyViewer, [{ ...other, files: [], parameters: { command } }], 0);
  const lines = shown(open).filter((line) => !line.startsWith('─'));
  expect(lines.join('\n')).toContain('; rm -rf ~');
  expect(lines.filter((line) => line.includes('↪')).length).toBeGreaterThan(2);
  expect(shown(withReviews(emptyViewer, [review('a', 30)], 0))[1]).toMatch(/ · 114 mo/);
});
