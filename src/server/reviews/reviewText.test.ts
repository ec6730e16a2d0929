// What a review shows is what runs: everything that would be written or run can be read back from its lines.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunksBetween, linesOf } from '../../base/text/lineDiff.ts';
import { dialogFor } from '../permission/elicitation.ts';
import type { Review } from './reviewShape.ts';
import { reviewLines } from './reviewText.ts';

const review = (more: Partial<Review>): Review => ({
  id: '1',
  time: '',
  expires: '',
  tool: 'run_command',
  title: 'Run command',
  author: 'agent 1',
  files: [],
  ...more,
});

function edit(before: string, after: string): Review {
  const hunks = hunksBetween(before, after).map((hunk, index) => ({
    ...hunk,
    removed: [...hunk.removed],
    added: [...hunk.added],
    number: index + 1,
    kind: 'text' as const,
  }));
  return review({ tool: 'edit_file', files: [{ file: 'a.txt', before, after, hunks }] });
}

const text = fc
  .array(fc.constantFrom('a', 'b', ' ', '\t', '\n', '\r\n', '\r', '\u202e', '\u200b', '<000A>', '+', '-', '\\ no line break at the end'), { maxLength: 25 })
  .map((parts) => parts.join(''));

// The new text as a careful reader makes it of the old one and the lines that are shown.
function readBack(before: string, lines: readonly string[]): string {
  const [head = '', ...rest] = lines;
  const usual = /lines end with (?:<000D><000A>)\)$/.test(head) ? '\r\n' : /<000D>\)$/.test(head) ? '\r' : '\n';
  const result = linesOf(before);
  const hunks: { start: number; removed: number; added: string[] }[] = [];
  for (const [at, line] of rest.entries()) {
    const place = /^\d+ {2}@@ -(\d+),(\d+)/.exec(line);
    if (place !== null) hunks.push({ start: Number(place[1]) - 1, removed: Number(place[2]), added: [] });
    if (!line.startsWith('+')) continue;
    const shown = line
      .slice(1)
      .replaceAll('⇥   ', '\t')
      .replaceAll(/<([0-9A-F]{4,6})>/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
    const isLast = rest[at + 1] === '\\ no line break at the end';
    hunks.at(-1)?.added.push(isLast || /[\r\n]$/.test(shown) ? shown : `${shown}${usual}`);
  }
  for (const { start, removed, added } of hunks.toReversed()) result.splice(start, removed, ...added);
  return result.join('');
}

test('an edit can be made by hand from the lines of its review', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      if (before === after) return;
      const lines = reviewLines(edit(before, after)).map((line) => line.text);
      expect(readBack(before, lines)).toBe(after);
    }),
    { numRuns: 1_000 },
  );
});

test('a call can be repeated from the lines of its review', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (parameters) => {
      const given: unknown = JSON.parse(JSON.stringify(parameters));
      const shown = reviewLines(review({ parameters: given })).map((line) => line.text);
      expect(JSON.parse(shown.join('\n'))).toEqual(given);
    }),
  );
});

test('what would be run is shown where the arguments only name it', () => {
  const lines = reviewLines(review({ parameters: { name: 'build' }, runs: [{ command: { line: 'make\u00a0all' } }] })).map((line) => line.text);
  expect(lines.join('\n')).toContain('It runs:\n[\n  {\n    "command": {\n      "line": "make\\u00A0all"');
});

test('a dialog holds every line, or says that nothing can be accepted in it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3_000 }), { maxLength: 8 }), (words) => {
      const asked = review({ parameters: { args: words } });
      const { message, isWhole } = dialogFor(asked);
      expect(message.length).toBeLessThanOrEqual(9_000);
      expect(isWhole).toBe(reviewLines(asked).every((line) => message.split('\n').includes(line.text)) && message.includes('Accept?'));
    }),
  );
  const { message, isWhole } = dialogFor(review({ parameters: { command: `echo ${' '.repeat(9_000)}; rm -rf ~` } }));
  expect(isWhole).toBe(false);
  expect(message).toContain('too long to be accepted in this dialog');
});
