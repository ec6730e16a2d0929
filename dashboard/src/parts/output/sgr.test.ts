// Does a page show of a program's output its text and colours, and nothing else that escape sequences ask for?
import { expect, test } from 'vitest';
import { ColouredLines } from './sgr.ts';

const linesOf = (...parts: string[]) => {
  const lines = new ColouredLines(5_000);
  for (const part of parts) lines.write(part);
  return lines.with();
};
const textOf = (...parts: string[]) => linesOf(...parts).map(({ runs }) => runs.map(({ text }) => text).join(''));
const runsOf = (...parts: string[]) => linesOf(...parts).flatMap(({ runs }) => runs);

test('colours and weights begin and end where they are said to', () => {
  expect(runsOf('\x1b[1;31merror\x1b[0m: no \x1b[92mfile\x1b[39m here')).toEqual([
    { text: 'error', style: { isBold: true, colour: 1 } },
    { text: ': no ', style: {} },
    { text: 'file', style: { colour: 10 } },
    { text: ' here', style: {} },
  ]);
  expect(runsOf('\x1b[38;5;196ma\x1b[48;2;1;2;3mb\x1b[38:2::4:5:6mc\x1b[4:0m\x1b[md')).toEqual([
    { text: 'a', style: { colour: 'rgb(255 0 0)' } },
    { text: 'b', style: { colour: 'rgb(255 0 0)', background: 'rgb(1 2 3)' } },
    { text: 'c', style: { colour: 'rgb(4 5 6)', background: 'rgb(1 2 3)' } },
    { text: 'd', style: {} },
  ]);
  // A colour holds into the next line.
  expect(runsOf('\x1b[32ma\nb')).toEqual([
    { text: 'a', style: { colour: 2 } },
    { text: 'b', style: { colour: 2 } },
  ]);
});

test('whatever else a sequence asks for is left out', () => {
  expect(
    textOf('a\x1b[2Jb\x1b[10;10Hc\x1b]0;title\x07d\x1b]52;c;aGk=\x1b\\e\x1b]8;;http://evil\x07link\x1b]8;;\x07\x1bP+q\x1b\\f\x9b2Kg\x1b(Bh\x1b7i'),
  ).toEqual(['abcdelinkfghi']);
  // What is no colour is no style: neither words nor numbers out of range reach the page.
  expect(runsOf('\x1b[38;2;999;1;1mx')).toEqual([{ text: 'x', style: {} }]);
  expect(runsOf('\x1b[38;5;url(x)m')).toEqual([{ text: 'rl(x)m', style: {} }]);
});

test('a sequence may come in parts, and one that never ends holds nothing back for ever', () => {
  expect(runsOf('a\x1b', '[3', '1mb')).toEqual([
    { text: 'a', style: {} },
    { text: 'b', style: { colour: 1 } },
  ]);
  expect(textOf('a\x1b]0;ti', 'tle\x1b', '\\b')).toEqual(['ab']);
  const endless = textOf(`a\x1b]0;${'x'.repeat(10_000)}`, '\ntail');
  expect(endless.at(-1)).toBe('tail');
});

test('a carriage return lets what follows replace the line, and before a line feed it is the end', () => {
  expect(textOf('10%\r20%\r', '30%\r\ndone\r', '\n')).toEqual(['30%', 'done']);
});

test('only the newest lines are kept, under the numbers that they had', () => {
  const lines = new ColouredLines(100);
  for (let at = 1; at <= 1_000; at++) lines.write(`${at}\n`);
  expect(lines.with().length).toBeLessThanOrEqual(120);
  expect(lines.with().at(-1)).toEqual({ number: 1_000, runs: [{ text: '1000', style: {} }] });
  // The beginning of a line is shown, and comes again with the rest of it.
  expect(lines.with('be').at(-1)).toEqual({ number: 1_001, runs: [{ text: 'be', style: {} }] });
  lines.write('beginning\n');
  expect(lines.with().at(-1)).toEqual({ number: 1_001, runs: [{ text: 'beginning', style: {} }] });
  lines.write('y'.repeat(50_000));
  expect(lines.with().at(-1)?.runs[0]?.text.length).toBe(10_000);
});
