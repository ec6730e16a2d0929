// What a program printed, as lines with colours: of all escape sequences only those of SGR mean something, every other one is left out.

export interface Style {
  // 0 to 15, as the theme has them, or a colour that the program chose itself.
  readonly colour?: number | string;
  readonly background?: number | string;
  readonly isBold?: true;
  readonly isDim?: true;
  readonly isItalic?: true;
  readonly isUnderlined?: true;
  readonly isInverse?: true;
  readonly isStruck?: true;
}

export interface Run {
  readonly text: string;
  readonly style: Style;
}

export interface Line {
  // Grows by one from the first line on, also when that is long forgotten.
  readonly number: number;
  readonly runs: readonly Run[];
}

const PLAIN: Style = {};
// Longer lines than anybody reads would hold up the page; their end is not shown.
const LONGEST_LINE = 10_000;
// A sequence that does not end within so many characters is none.
const LONGEST_SEQUENCE = 4_096;
// CSI; strings (OSC, DCS, SOS, PM, APC) up to their end; other sequences of two or three characters. Both the 7-bit and the 8-bit forms.
const [ESCAPE, CONTROL, BELL, END] = ['\u001B', '\u009B', '\u0007', '\u009C'];
const STRING = `(?:${ESCAPE}[P\\]X^_]|[\u0090\u0098\u009D-\u009F])[^${BELL}${ESCAPE}${END}]*`;
const BEGINNING = `(?:${ESCAPE}\\[|${CONTROL})`;
const SEQUENCE = new RegExp(
  `^(?:${BEGINNING}([0-?]*)[ -/]*([@-~])|${STRING}(?:${BELL}|${END}|${ESCAPE}\\\\)|${ESCAPE}[ -/]+[0-~]|${ESCAPE}[0-OQ-WYZ\\\\\`-~])`,
);
// The beginning of one whose end has not come yet.
const UNFINISHED = new RegExp(`^(?:${ESCAPE}|${BEGINNING}[0-?]*[ -/]*|${STRING}${ESCAPE}?|${ESCAPE}[ -/]+)$`);

// Keeps the newest lines. Text comes in parts, which may end within a sequence.
export class ColouredLines {
  readonly #most: number;
  #lines: Line[] = [{ number: 1, runs: [] }];
  #style: Style = PLAIN;
  #rest = '';
  // A carriage return was the last character: what comes next replaces the line, unless it is its end.
  #isReturned = false;

  constructor(most: number) {
    this.#most = most;
  }

  // With the beginning of a line that is not written yet, and without an empty one at the end.
  with(beginning = ''): readonly Line[] {
    const after = new ColouredLines(1);
    after.#style = this.#style;
    after.#lines = this.#lines.slice(-1);
    after.write(beginning);
    const lines = [...this.#lines.slice(0, -1), ...after.#lines];
    return lines.at(-1)?.runs.length === 0 ? lines.slice(0, -1) : lines;
  }

  write(part: string): void {
    const text = this.#rest + part;
    this.#rest = '';
    let at = 0;
    while (at < text.length) {
      const next = nextControl(text, at);
      if (next > at) this.#print(text.slice(at, next));
      if (next === text.length) break;
      const character = text.charAt(next);
      if (character === '\n') this.#end();
      else if (character === '\r') this.#isReturned = true;
      else {
        const found = SEQUENCE.exec(text.slice(next, next + LONGEST_SEQUENCE));
        if (found === null) {
          if (text.length - next < LONGEST_SEQUENCE && UNFINISHED.test(text.slice(next))) {
            this.#rest = text.slice(next);
            break;
          }
          at = next + 1;
          continue;
        }
        const [whole, parameters = '', final] = found;
        if (final === 'm' && /^[\d;:]*$/.test(parameters)) this.#style = styled(this.#style, parameters);
        at = next + whole.length;
        continue;
      }
      at = next + 1;
    }
  }

  #print(text: string): void {
    const last = this.#lines.at(-1);
    if (last === undefined) return;
    const before = this.#isReturned ? [] : last.runs;
    this.#isReturned = false;
    const room = LONGEST_LINE - before.reduce((sum, run) => sum + run.text.length, 0);
    if (room <= 0) return;
    this.#lines[this.#lines.length - 1] = { number: last.number, runs: [...before, { text: text.slice(0, room), style: this.#style }] };
  }

  #end(): void {
    this.#isReturned = false;
    this.#lines.push({ number: (this.#lines.at(-1)?.number ?? 0) + 1, runs: [] });
    // Not one by one: to shift thousands of lines for each new one takes too long.
    if (this.#lines.length > this.#most * 1.2) this.#lines = this.#lines.slice(-this.#most);
  }
}

function nextControl(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13 || code === 27 || code === 0x90 || code === 0x98 || code === 0x9b || (code >= 0x9d && code <= 0x9f)) return at;
  }
  return text.length;
}

function styled(before: Style, parameters: string): Style {
  let style: Style = before;
  // A colon separates the parts of one parameter, as in 38:2::1:2:3.
  const codes = parameters.split(';');
  for (let at = 0; at < codes.length; at++) {
    const [first = '', ...parts] = (codes[at] ?? '').split(':');
    const code = Number(first);
    if (code === 38 || code === 48) {
      const given = parts.length > 0 ? parts : codes.slice(at + 1);
      const { colour, used } = chosenColour(given, parts.length > 0);
      if (parts.length === 0) at += used;
      if (colour !== undefined) style = code === 38 ? { ...style, colour } : { ...style, background: colour };
    } else style = withCode(style, code, parts[0]);
  }
  return style;
}

function withCode(style: Style, code: number, part: string | undefined): Style {
  if (code === 0) return PLAIN;
  if (code >= 30 && code <= 37) return { ...style, colour: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, colour: code - 82 };
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 };
  if (code >= 100 && code <= 107) return { ...style, background: code - 92 };
  switch (code) {
    case 1:
      return { ...style, isBold: true };
    case 2:
      return { ...style, isDim: true };
    case 3:
      return { ...style, isItalic: true };
    case 4:
      return part === '0' ? without(style, 'isUnderlined') : { ...style, isUnderlined: true };
    case 7:
      return { ...style, isInverse: true };
    case 9:
      return { ...style, isStruck: true };
    case 22:
      return without(style, 'isBold', 'isDim');
    case 23:
      return without(style, 'isItalic');
    case 24:
      return without(style, 'isUnderlined');
    case 27:
      return without(style, 'isInverse');
    case 29:
      return without(style, 'isStruck');
    case 39:
      return without(style, 'colour');
    case 49:
      return without(style, 'background');
    // Blinking, hidden text, fonts and frames: none of them is for a list of lines.
    default:
      return style;
  }
}

function without(style: Style, ...names: readonly (keyof Style)[]): Style {
  const left = { ...style };
  for (const name of names) delete left[name];
  return left;
}

// 5;N of the 256 colours, or 2;R;G;B; with colons also 2::R:G:B.
function chosenColour(given: readonly string[], hasColons: boolean): { readonly colour?: number | string; readonly used: number } {
  const [kind, ...rest] = given;
  if (kind === '5') {
    const index = Number(rest[0]);
    return Number.isInteger(index) && index >= 0 && index < 256 ? { colour: indexedColour(index), used: 2 } : { used: 2 };
  }
  if (kind !== '2') return { used: 1 };
  const parts = (hasColons && rest.length > 3 ? rest.slice(1) : rest).slice(0, 3).map(Number);
  return parts.length === 3 && parts.every((part) => part >= 0 && part < 256) ? { colour: `rgb(${parts.join(' ')})`, used: 4 } : { used: 4 };
}

function indexedColour(index: number): number | string {
  if (index < 16) return index;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey} ${grey} ${grey})`;
  }
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return `rgb(${level(Math.floor(cube / 36))} ${level(Math.floor(cube / 6) % 6)} ${level(cube % 6)})`;
}
