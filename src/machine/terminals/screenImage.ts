// A screen as the text that draws it again in another terminal: its lines with their colours, what a program has switched on, and the cursor.
import type { IBufferCell, IBufferLine, Terminal as Screen } from '@xterm/headless';

const ESCAPE = '\u001B';
// Lines above the screen that come along.
const MOST_ABOVE = 1_000;

export function screenImage(screen: Screen, linesAbove: number = MOST_ABOVE): string {
  const { active, normal } = screen.buffer;
  const isFullScreen = active.type === 'alternate';
  const from = isFullScreen ? active.baseY : Math.max(0, normal.baseY - Math.min(linesAbove, MOST_ABOVE));
  const last = active.baseY + (isFullScreen ? screen.rows - 1 : Math.max(active.cursorY, lastUsedRow(screen)));
  const lines: string[] = [];
  for (let at = from; at <= last; at += 1) {
    const line = active.getLine(at);
    // A line that was too long for the screen wraps by itself.
    const isWrapped = at > from && line?.isWrapped === true;
    lines.push(`${at === from || isWrapped ? '' : '\r\n'}${line === undefined ? '' : drawn(line, active.getLine(at + 1)?.isWrapped === true)}`);
  }
  return [isFullScreen ? `${ESCAPE}[?1049h${ESCAPE}[H` : '', ...lines, `${ESCAPE}[0m`, cursorOf(screen), ...modes(screen)].join('');
}

function cursorOf({ buffer: { active }, cols }: Screen): string {
  const at = (column: number) => `${ESCAPE}[${active.cursorY + 1};${column + 1}H`;
  if (active.cursorX < cols) return at(active.cursorX);
  // Behind the last column, from where the next character wraps: only drawing the last one leads there.
  const line = active.getLine(active.baseY + active.cursorY);
  const column = line?.getCell(cols - 1)?.getWidth() === 0 ? cols - 2 : cols - 1;
  const cell = line?.getCell(column);
  if (cell === undefined) return at(cols - 1);
  return `${at(column)}${ESCAPE}[0;${styleOf(cell)}m${cell.getChars() || ' '}${ESCAPE}[0m`;
}

function lastUsedRow({ buffer: { active }, rows }: Screen): number {
  for (let row = rows - 1; row >= 0; row -= 1) if ((active.getLine(active.baseY + row)?.translateToString(true) ?? '') !== '') return row;
  return 0;
}

function drawn(line: IBufferLine, goesOn: boolean): string {
  const pieces: string[] = [];
  let style = '';
  let blank = '';
  for (let column = 0; column < line.length; column += 1) {
    const cell = line.getCell(column);
    // The second half of a wide character.
    if (cell === undefined || cell.getWidth() === 0) continue;
    const own = styleOf(cell);
    const text = cell.getChars();
    // What nobody wrote at the end of a line is not drawn.
    if (text === '' && own === '' && !goesOn) {
      blank += ' ';
      continue;
    }
    if (blank !== '' && style !== '') {
      pieces.push(`${ESCAPE}[0m`);
      style = '';
    }
    pieces.push(blank);
    blank = '';
    if (own !== style) pieces.push(`${ESCAPE}[0${own === '' ? '' : `;${own}`}m`);
    style = own;
    pieces.push(text === '' ? ' ' : text);
  }
  return pieces.join('') + (style === '' ? '' : `${ESCAPE}[0m`);
}

function styleOf(cell: IBufferCell): string {
  if (cell.isAttributeDefault()) return '';
  const flags: readonly [number, string][] = [
    [cell.isBold(), '1'],
    [cell.isDim(), '2'],
    [cell.isItalic(), '3'],
    [cell.isUnderline(), '4'],
    [cell.isBlink(), '5'],
    [cell.isInverse(), '7'],
    [cell.isInvisible(), '8'],
    [cell.isStrikethrough(), '9'],
  ];
  const foreground = cell.isFgRGB() ? `38;2;${rgb(cell.getFgColor())}` : cell.isFgPalette() ? `38;5;${cell.getFgColor()}` : undefined;
  const background = cell.isBgRGB() ? `48;2;${rgb(cell.getBgColor())}` : cell.isBgPalette() ? `48;5;${cell.getBgColor()}` : undefined;
  return [...flags.flatMap(([isSet, code]) => (isSet === 0 ? [] : [code])), foreground, background].filter((part) => part !== undefined).join(';');
}

function rgb(colour: number): string {
  return `${(colour >> 16) & 255};${(colour >> 8) & 255};${colour & 255}`;
}

const MOUSE = { none: undefined, x10: '9', vt200: '1000', drag: '1002', any: '1003' } as const;

function modes({ modes: on }: Screen): readonly string[] {
  const mouse = MOUSE[on.mouseTrackingMode];
  const codes = [
    ...(on.applicationCursorKeysMode ? ['?1'] : []),
    ...(on.bracketedPasteMode ? ['?2004'] : []),
    ...(on.sendFocusMode ? ['?1004'] : []),
    ...(on.insertMode ? ['4'] : []),
    ...(mouse === undefined ? [] : [`?${mouse}`]),
  ];
  return [...codes.map((code) => `${ESCAPE}[${code}h`), ...(on.applicationKeypadMode ? [`${ESCAPE}=`] : [])];
}
