// Whether a screen that is drawn again from its image is the same screen.
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { screenImage } from './screenImage.ts';

const { Terminal }: typeof import('@xterm/headless') = createRequire(import.meta.url)('@xterm/headless');
type Screen = InstanceType<typeof Terminal>;
const SIZE = { cols: 20, rows: 6, scrollback: 50, allowProposedApi: true } as const;

test.each([
  ['colours, weights and true colour', 'a\u001B[31mred\u001B[1;4mbold\u001B[0m \u001B[48;2;1;2;3mback\u001B[0m\r\n\u001B[38;5;200mpink'],
  ['wide characters and accents', 'a漢字b\r\né\u0301x😀y'],
  ['a line that wraps', `${'0123456789'.repeat(5)}\r\nend`],
  ['lines above the screen', Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\r\n')],
  ['a program that has the whole screen', 'shell$ \u001B[?1049h\u001B[2J\u001B[3;5Hvim\u001B[?1h\u001B[?2004h\u001B[6;1H-- INSERT --\u001B[2;2H'],
  ['a cursor that went up', 'one\r\ntwo\r\nthree\u001B[2A\u001B[1G'],
])('%s', async (_title, written) => {
  await expectSame(written);
});

test('whatever a program prints', async () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 25 }).map((text) => text.replace(/\p{Cc}/gu, '.')),
    fc.constantFrom('\r\n', '\u001B[0m', '\u001B[7m', '\u001B[32m', '\u001B[K', '\u001B[2K', '\u001B[A', '\u001B[5G', '\u001B[2;3H', '漢'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => expectSame(pieces.join(''))),
    { numRuns: 150 },
  );
});

async function expectSame(written: string): Promise<void> {
  const [first, second] = [new Terminal(SIZE), new Terminal(SIZE)];
  await drawn(first, written);
  await drawn(second, screenImage(first));
  expect(shownBy(second)).toEqual(shownBy(first));
}

function drawn(screen: Screen, text: string): Promise<void> {
  return new Promise((resolve) => screen.write(text, resolve));
}

function shownBy({ buffer: { active }, modes, rows }: Screen): unknown {
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    const cells = Array.from({ length: line?.length ?? 0 }, (_, column) => line?.getCell(column));
    // A blank that nobody wrote and one that somebody wrote look alike.
    return cells.map((cell) =>
      [cell?.getChars() || ' ', cell?.getFgColor(), cell?.getBgColor(), cell?.isBold(), cell?.isInverse(), cell?.isUnderline()].join(),
    );
  });
  return { lines, above: active.baseY, x: active.cursorX, y: active.cursorY, type: active.type, modes };
}
