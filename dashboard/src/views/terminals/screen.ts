// One terminal drawn by xterm: bytes in, keys out while somebody types, and nothing else that a program could ask for.
import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';
import { onPrinted, send, subscribe } from '../../wire/connection.ts';
import { printable } from './printable.ts';
import { allowStyles } from './styleNonce.ts';

allowStyles();

const FONT_SIZE = 12;
// Narrower than that a line is scrolled to its end: smaller letters can be seen, but not read.
const SMALLEST_FONT = 10;
const SCROLLBACK = 5_000;
// What may be sent at once.
const MOST_INPUT = 256 * 1024;

export interface ScreenOptions {
  // Of its row.
  readonly id: string;
  readonly columns: number;
  readonly rows: number;
  // Its size is that of the page; another's terminal keeps the size that its program was started with.
  readonly isOwn: boolean;
  onTyping(isTyping: boolean): void;
}

export class Screen implements Disposable {
  readonly #options: ScreenOptions;
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #place: HTMLElement;
  readonly #ends: Disposable[] = [];
  #isTyping = false;

  constructor(place: HTMLElement, options: ScreenOptions) {
    const { id, columns, rows } = options;
    this.#place = place;
    this.#options = options;
    this.#terminal = new Terminal({
      cols: columns,
      rows,
      scrollback: SCROLLBACK,
      fontSize: FONT_SIZE,
      lineHeight: 1.2,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
      theme: themeOf(place),
      // Programs choose colours for a ground that is not ours.
      minimumContrastRatio: 4.5,
      disableStdin: true,
      cursorBlink: false,
      cursorInactiveStyle: 'outline',
      macOptionIsMeta: true,
      screenReaderMode: false,
    });
    this.#terminal.loadAddon(this.#fit);
    this.#refuseRequests();
    this.#terminal.open(place);
    this.#listenToKeys();
    const topic = `terminal:${id}` as const;
    this.#ends.push(
      onPrinted(id, (bytes) => this.#print(bytes)),
      subscribe(topic),
    );
    const resizing = new ResizeObserver(() => this.#measure());
    resizing.observe(place);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => {
      this.#terminal.options.theme = themeOf(place);
    };
    dark.addEventListener('change', repaint);
    this.#ends.push({
      [Symbol.dispose]: () => {
        resizing.disconnect();
        dark.removeEventListener('change', repaint);
      },
    });
    this.#measure();
  }

  // As its row says.
  resize(columns: number, rows: number): void {
    if (columns === this.#terminal.cols && rows === this.#terminal.rows) return;
    this.#terminal.resize(columns, rows);
    this.#shrink();
  }

  type(): void {
    if (this.#isTyping) return;
    this.#isTyping = true;
    this.#options.onTyping(true);
    this.#terminal.options.disableStdin = false;
    this.#terminal.focus();
  }

  leave(): void {
    if (!this.#isTyping) return;
    this.#isTyping = false;
    this.#terminal.options.disableStdin = true;
    this.#terminal.blur();
    this.#options.onTyping(false);
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end[Symbol.dispose]();
    this.#terminal.dispose();
  }

  // The daemon sends more when this much is drawn.
  #print(bytes: Uint8Array): void {
    const topic = `terminal:${this.#options.id}` as const;
    this.#terminal.write(printable(new TextDecoder().decode(bytes)), () => send({ kind: 'drawn', topic, bytes: bytes.length }));
  }

  // The daemon's own screen answers what programs ask of a terminal, so that they are answered once, however many windows look.
  // The clipboard, links and colours of the page are no business of a program.
  #refuseRequests(): void {
    const { parser } = this.#terminal;
    const refused = () => true;
    for (const code of [4, 8, 9, 10, 11, 12, 52, 104, 110, 111, 112, 777, 1337]) this.#ends.push(ending(parser.registerOscHandler(code, refused)));
    for (const asked of [
      { final: 'c' },
      { prefix: '>', final: 'c' },
      { prefix: '=', final: 'c' },
      { final: 'n' },
      { prefix: '?', final: 'n' },
      { prefix: '>', final: 'q' },
      { intermediates: '$', final: 'p' },
      { prefix: '?', intermediates: '$', final: 'p' },
      { prefix: '?', final: 'u' },
      { final: 't' },
    ])
      this.#ends.push(ending(parser.registerCsiHandler(asked, refused)));
    for (const asked of [
      { intermediates: '$', final: 'q' },
      { intermediates: '+', final: 'q' },
    ])
      this.#ends.push(ending(parser.registerDcsHandler(asked, refused)));
  }

  #listenToKeys(): void {
    const topic = `terminal:${this.#options.id}` as const;
    this.#terminal.attachCustomKeyEventHandler((event) => {
      if (!this.#isTyping) return false;
      if (!(event.ctrlKey && event.key === ']')) return true;
      event.preventDefault();
      // Not also a key of the view behind.
      event.stopPropagation();
      if (event.type === 'keydown') this.leave();
      return false;
    });
    this.#ends.push(
      ending(
        this.#terminal.onData((text) => {
          if (!this.#isTyping) return;
          for (let at = 0; at < text.length; at += MOST_INPUT) send({ kind: 'input', topic, text: text.slice(at, at + MOST_INPUT) });
        }),
      ),
    );
    // A click in somebody else's terminal types nothing; in one's own it is what a click in a terminal always was.
    this.#terminal.textarea?.addEventListener('focus', () => {
      if (this.#isTyping) return;
      if (this.#options.isOwn) this.type();
      else this.#terminal.blur();
    });
    this.#terminal.textarea?.addEventListener('blur', () => this.leave());
  }

  #measure(): void {
    if (!this.#options.isOwn) {
      this.#shrink();
      return;
    }
    const size = this.#fit.proposeDimensions();
    if (size === undefined || !Number.isFinite(size.cols) || (size.cols === this.#terminal.cols && size.rows === this.#terminal.rows)) return;
    send({ kind: 'resize', topic: `terminal:${this.#options.id}`, columns: Math.max(20, size.cols), rows: Math.max(5, size.rows) });
  }

  // Until all its columns are in sight, as far as they can still be read.
  #shrink(): void {
    if (this.#options.isOwn) return;
    const width = this.#place.querySelector<HTMLElement>('.xterm-screen')?.offsetWidth ?? 0;
    const size = this.#terminal.options.fontSize ?? FONT_SIZE;
    if (width === 0) return;
    const fitting = Math.floor(((size * this.#place.clientWidth) / width) * 2) / 2;
    const next = Math.max(SMALLEST_FONT, Math.min(FONT_SIZE, fitting));
    if (next !== size) this.#terminal.options.fontSize = next;
  }
}

function ending(subscription: { dispose(): void }): Disposable {
  return { [Symbol.dispose]: () => subscription.dispose() };
}

// The tokens of the page as colours that xterm can compute with.
function themeOf(place: HTMLElement): ITheme {
  const probe = document.createElement('span');
  place.append(probe);
  const colour = (value: string) => {
    probe.style.color = value;
    return hexOf(getComputedStyle(probe).color);
  };
  const theme: ITheme = {
    background: colour('var(--raised)'),
    foreground: colour('var(--text)'),
    cursor: colour('var(--accent)'),
    cursorAccent: colour('var(--raised)'),
    selectionBackground: `${colour('var(--accent)')}4d`,
    black: colour('light-dark(#1c1b19, #2b2f33)'),
    red: colour('var(--error)'),
    green: colour('var(--ok)'),
    yellow: colour('light-dark(#7d5b00, #dcc06a)'),
    blue: colour('var(--running)'),
    magenta: colour('var(--edits)'),
    cyan: colour('var(--accent)'),
    white: colour('light-dark(#e5e2da, #c9c5bd)'),
    brightBlack: colour('var(--muted)'),
    brightRed: colour('var(--error)'),
    brightGreen: colour('var(--ok)'),
    brightYellow: colour('light-dark(#7d5b00, #dcc06a)'),
    brightBlue: colour('var(--running)'),
    brightMagenta: colour('var(--edits)'),
    brightCyan: colour('var(--accent)'),
    brightWhite: colour('light-dark(#ffffff, #e7e5e0)'),
  };
  probe.remove();
  return theme;
}

function hexOf(rgb: string): string {
  const parts = (rgb.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Math.round(Number(part)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
