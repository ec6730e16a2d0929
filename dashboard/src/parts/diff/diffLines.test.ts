// Every line of both texts is drawn once, in its place, whatever the hunks are.
import { expect, test } from 'vitest';
import { hunksBetween } from '../../../../src/base/text/lineDiff.ts';
import type { HunkedFile } from '../../../../src/dashboard/protocol/diffs.ts';
import { alikeGroups } from './alike.ts';
import { diffParts, linesOf } from './diffLines.ts';

function fileOf(before: string, after: string): HunkedFile {
  return { file: 'a.ts', before, after, hunks: hunksBetween(before, after).map((hunk, index) => ({ ...hunk, kind: 'text', number: index + 1 })) };
}

// The texts as the parts draw them.
function drawn(file: HunkedFile): { before: string[]; after: string[]; ticks: number[] } {
  const before: string[] = [];
  const after: string[] = [];
  const ticks: number[] = [];
  const lines = linesOf(file.before ?? '').map((line) => line.replace(/[\r\n]+$/, ''));
  let shift = 0;
  for (const part of diffParts(file)) {
    if (part.kind === 'gap') {
      before.push(...lines.slice(part.from, part.from + part.count));
      after.push(...lines.slice(part.from, part.from + part.count));
    } else if (part.kind === 'context') {
      for (const { oldLine, newLine, text } of part.lines) {
        expect(oldLine).toBe(before.push(text));
        expect(newLine).toBe(after.push(text));
      }
    } else {
      ticks.push(part.hunk.number);
      for (const { line, text } of part.removed) expect(line).toBe(before.push(text));
      for (const { line, text } of part.added) expect(line).toBe(after.push(text));
      shift += part.added.length - part.removed.length;
    }
  }
  expect(after.length - before.length).toBe(shift);
  return { before, after, ticks };
}

test('on 500 random pairs of texts what is drawn is both texts, and the ticks are the daemon’s hunks', () => {
  let seed = 17;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const breaks = ['\n', '\r\n'];
  for (let round = 0; round < 500; round += 1) {
    const lines = Array.from({ length: random(40) }, () => `line ${random(6)}${breaks[random(2)]}`);
    const changed = lines.flatMap((line) =>
      random(6) === 0 ? [] : random(6) === 0 ? [line, `new ${random(4)}\n`] : random(8) === 0 ? [`other ${random(3)}\n`] : [line],
    );
    const file = fileOf(lines.join(''), changed.join('').slice(0, random(3) === 0 ? -1 : undefined));
    if (file.hunks.length === 0) continue;
    const { before, after, ticks } = drawn(file);
    expect(before).toEqual(linesOf(file.before ?? '').map((line) => line.replace(/[\r\n]+$/, '')));
    expect(after).toEqual(linesOf(file.after ?? '').map((line) => line.replace(/[\r\n]+$/, '')));
    expect(ticks).toEqual(file.hunks.map(({ number }) => number));
  }
});

test('of a changed line the words that differ are marked, and nothing where the lines have little in common', () => {
  const [part] = diffParts(fileOf('return total;\n', 'return sum;\n'));
  expect(part).toMatchObject({ kind: 'hunk', removed: [{ changed: { from: 7, to: 12 } }], added: [{ changed: { from: 7, to: 10 } }] });
  const [other] = diffParts(fileOf('alpha beta\n', 'gamma(delta, epsilon)\n'));
  expect(other).not.toHaveProperty('removed.0.changed');
});

test('a line break that is missing at the end is said', () => {
  expect(diffParts(fileOf('a\n', 'a'))).toMatchObject([{ kind: 'hunk', added: [{ isUnended: true }] }]);
});

test('an opened gap shows its lines', () => {
  const text = Array.from({ length: 30 }, (_, index) => `${index}\n`).join('');
  const file = fileOf(text, text.replace('29\n', 'last\n'));
  expect(diffParts(file)[0]).toEqual({ kind: 'gap', from: 0, count: 26 });
  expect(diffParts(file, new Set([0])).some(({ kind }) => kind === 'gap')).toBe(false);
});

test('hunks that replace the same word are one group, and one that does more is not in it', () => {
  const line = (name: string) => Array.from({ length: 4 }, (_, index) => `x${index} = ${name}.${name};\n\n\n\n\n\n\n\n\n`).join('');
  const file = fileOf(`${line('total')}a\n`, `${line('sum')}b(total)\n`);
  expect(alikeGroups([file])).toEqual([{ from: 'total', to: 'sum', numbers: [1, 2, 3, 4] }]);
  expect(alikeGroups([fileOf('total\n', 'sum\n')])).toEqual([]);
});
