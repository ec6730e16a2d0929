// A conversation as lines of a terminal: what is new since the last look, with nothing in it that a terminal would obey but our own colours.
import { hunksBetween } from '../../base/text/lineDiff.ts';
import { visibleText } from '../../base/text/visibleText.ts';
import type { News, SaidEntry } from '../../server/agents/agentShape.ts';

export interface ChatTextOptions {
  readonly colours: boolean;
  // Prompts that the person has just typed stand on the screen already.
  readonly echoesPrompts: boolean;
}

type Tool = Extract<SaidEntry, { kind: 'tool' }>;

const MOST_DIFF_LINES = 200;
const MOST_OUTPUT_LINES = 12;
const STATUS = { pending: '▹', in_progress: '▸', completed: '✓', failed: '✕' } as const;
const STEP = { pending: '[ ]', in_progress: '[>]', completed: '[x]' } as const;
const SGR = { dim: '2', red: '31', green: '32', bold: '1', cyan: '36' } as const;

export class ChatText {
  readonly #options: ChatTextOptions;
  // What is known of each entry, as far as it was printed.
  readonly #printed = new Map<number, string>();
  // Of a text whose last character may be half of one, without it.
  readonly #shown = new Map<number, number>();
  // The entry whose line is open.
  #open: number | undefined;
  #ownPrompts = 0;

  constructor(options: ChatTextOptions) {
    this.#options = options;
  }

  // The person has typed it here.
  typed(): void {
    this.#ownPrompts += 1;
  }

  // The cursor is at the start of a line from here on.
  closed(): string {
    const open = this.#open;
    this.#open = undefined;
    return open === undefined ? '' : '\n';
  }

  news({ entries, isWhole }: Pick<News, 'entries' | 'isWhole'>): string {
    // Said anew by an agent that goes on with it: what stands on the screen stays there.
    if (isWhole === true && this.#printed.size > 0) this.#printed.clear();
    return entries.map(({ entry, from }) => this.#entry(entry, from ?? 0)).join('');
  }

  #entry(entry: SaidEntry, from: number): string {
    switch (entry.kind) {
      case 'message':
      case 'thought':
        return this.#stream(entry, from);
      case 'prompt':
        return this.#once(entry.number, () => this.#prompt(entry));
      case 'tool':
        return this.#tool(entry);
      case 'plan':
        return this.#once(entry.number, () =>
          [this.#in('bold', 'Plan'), ...entry.steps.map(({ text, status }) => `  ${STEP[status]} ${line(text)}`)].join('\n'),
        );
      case 'notice':
        return this.#once(entry.number, () => this.#in('dim', `· ${safe(entry.text)}`));
      case 'stop':
        return this.#once(entry.number, () => (entry.reason === 'end_turn' ? undefined : this.#in('dim', `· stopped: ${entry.reason}`)));
    }
  }

  // A text that grows where it stands. What was printed cannot be taken back: where it became another, it goes on from where both differ.
  #stream({ number, kind, text }: { readonly number: number; readonly kind: string; readonly text: string }, from: number): string {
    const before = this.#printed.get(number) ?? '';
    const whole = before.slice(0, from) + text;
    const end = wholeEnd(whole);
    const start = common(before.slice(0, this.#shown.get(number) ?? 0), whole);
    this.#printed.set(number, whole);
    if (end <= start) return '';
    this.#shown.set(number, end);
    const said = safe(whole.slice(start, end));
    const head = this.#open === number ? '' : this.closed();
    this.#open = whole[end - 1] === '\n' ? undefined : number;
    return head + (kind === 'thought' ? this.#lines('dim', said) : said);
  }

  #prompt({ text, by, mentions }: Extract<SaidEntry, { kind: 'prompt' }>): string | undefined {
    if (this.#ownPrompts > 0) {
      this.#ownPrompts -= 1;
      if (!this.#options.echoesPrompts) return undefined;
    }
    const who = by === '' || by === 'you' ? '' : `${line(by)}: `;
    const files = mentions.length === 0 ? '' : ` (${mentions.map(({ file }) => line(file)).join(', ')})`;
    return this.#lines('cyan', `› ${who}${safe(text)}${files}`);
  }

  #tool(tool: Tool): string {
    const state = JSON.stringify([tool.status, tool.title, tool.diffs.length]);
    if (this.#printed.get(tool.number) === state) return '';
    const isNew = !this.#printed.has(tool.number);
    const hadDiffs = (this.#printed.get(tool.number) ?? '[,,0]').endsWith(',0]') === false;
    this.#printed.set(tool.number, state);
    const isOver = tool.status === 'completed' || tool.status === 'failed';
    // That it begins and that it has ended is reported; what lies between is not worth a line.
    if (!isNew && !isOver && (hadDiffs || tool.diffs.length === 0)) return '';
    const head = `${STATUS[tool.status]} ${line(tool.title === '' ? tool.does : tool.title)}`;
    const coloured = tool.status === 'failed' ? this.#in('red', head) : this.#in(isOver ? 'green' : 'bold', head);
    const diffs = tool.diffs.length > 0 && !hadDiffs ? tool.diffs.flatMap((diff) => this.#diff(diff)) : [];
    const output = isOver && tool.diffs.length === 0 ? this.#output(tool.text) : [];
    return `${this.closed()}${[coloured, ...diffs, ...output].join('\n')}\n`;
  }

  #output(text: string): readonly string[] {
    const lines = safe(text)
      .split('\n')
      .filter((each) => each !== '');
    const left = lines.length - MOST_OUTPUT_LINES;
    return [...lines.slice(0, MOST_OUTPUT_LINES), ...(left > 0 ? [`… ${left} further lines`] : [])].map((each) => this.#in('dim', `  ${each}`));
  }

  #diff({ file, before, after }: Tool['diffs'][number]): readonly string[] {
    const lines = hunksBetween(before ?? '', after).flatMap(({ oldStart, newStart, removed, added }) => [
      this.#in('cyan', `  @@ -${oldStart + 1},${removed.length} +${newStart + 1},${added.length} @@`),
      ...removed.map((each) => this.#in('red', `  -${line(each.replace(/\r?\n$/, ''))}`)),
      ...added.map((each) => this.#in('green', `  +${line(each.replace(/\r?\n$/, ''))}`)),
    ]);
    const left = lines.length - MOST_DIFF_LINES;
    return [
      this.#in('bold', `  ${line(file)}${before === undefined ? ' (new)' : ''}`),
      ...lines.slice(0, MOST_DIFF_LINES),
      ...(left > 0 ? [`  … ${left} further lines`] : []),
    ];
  }

  #once(number: number, text: () => string | undefined): string {
    if (this.#printed.has(number)) return '';
    this.#printed.set(number, '');
    const said = text();
    return said === undefined ? '' : `${this.closed()}${said}\n`;
  }

  #in(colour: keyof typeof SGR, text: string): string {
    return this.#options.colours ? `\u001b[${SGR[colour]}m${text}\u001b[0m` : text;
  }

  // Each line by itself, so that a cut one leaves no colour behind.
  #lines(colour: keyof typeof SGR, text: string): string {
    return text
      .split('\n')
      .map((each) => (each === '' ? '' : this.#in(colour, each)))
      .join('\n');
  }
}

function safe(text: string): string {
  return visibleText(text);
}

function line(text: string): string {
  return visibleText(text).replaceAll(/\s*\n\s*/g, ' ');
}

// A break or a character whose second half may still come is not printed yet.
function wholeEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last === 0x0d || (last >= 0xd800 && last <= 0xdbff) ? text.length - 1 : text.length;
}

function common(one: string, other: string): number {
  if (other.startsWith(one)) return one.length;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
