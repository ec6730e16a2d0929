// One terminal: a program in a pty, and the screen that its output makes.
import { createRequire } from 'node:module';
import type { IMarker, Terminal as Screen } from '@xterm/headless';
import { plainOutput } from '../../base/text/plainOutput.ts';
import { milliseconds, seconds } from '../../base/waiting/duration.ts';
import type { Authorship, ObservedOutcome } from '../../ide/doors/changes.ts';
import type { AttachedTerminal, Settling, Terminal, TerminalLines, TerminalScreen, TerminalState, WantedTerminal } from '../../ide/doors/terminals.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { keySequence } from '../../ide/terminalKeys.ts';
import type { PtyProcess } from '../processes/pty.ts';
import { screenImage } from './screenImage.ts';
import type { TerminalRecord } from './terminalRecord.ts';

const SCROLLBACK = 5_000;
// What the screen has not drawn yet; a flood beyond it makes the program wait.
const MOST_UNDRAWN = 128 * 1024;
// After the last output: programs draw in several steps.
const QUIET = milliseconds(200);
// Of a program that has nothing to say to what was typed.
const SILENCE = seconds(1);
// Of one that has just been started.
const FIRST_WORDS = seconds(2);
// Once the text is there that was waited for.
const DRAWING = milliseconds(50);
const GRACE = seconds(1);
const MOST_CURSORS = 50;
// Of what was printed since somebody waits for a text.
const MOST_HEARD = 64 * 1024;

export class HeadlessTerminal implements Terminal {
  readonly id: string;
  readonly title: string;
  readonly owner: string | undefined;
  readonly processId: number;
  readonly started = new Date().toISOString();
  usedAt = Date.now();
  // Resolves when its state says so.
  readonly ended: Promise<void>;
  readonly #pty: PtyProcess;
  readonly #record: TerminalRecord;
  readonly #onResize: () => void;
  readonly #isShell: boolean;
  readonly #screen: Screen;
  readonly #listeners = new Set<(text: string | undefined) => void>();
  readonly #cursors = new Map<string, LineMark>();
  #given = 0;
  #undrawn = 0;
  #typed = '';
  #hasSpoken = false;
  #state: TerminalState = { state: 'running' };

  constructor(id: string, { title, owner, line, columns, rows }: WantedTerminal, pty: PtyProcess, record: TerminalRecord, onResize: () => void) {
    this.id = id;
    this.title = title;
    this.owner = owner;
    this.processId = pty.pid;
    this.#pty = pty;
    this.#record = record;
    this.#onResize = onResize;
    this.#isShell = line === undefined;
    const { Terminal: ScreenOf }: typeof import('@xterm/headless') = createRequire(import.meta.url)('@xterm/headless');
    this.#screen = new ScreenOf({ cols: columns, rows, scrollback: SCROLLBACK, allowProposedApi: true });
    // Programs ask a terminal where its cursor is and what it can do; this is the answer.
    this.#screen.onData((answer) => pty.write(answer));
    pty.onData((text) => this.#heard(text));
    this.ended = pty.exited.then(async (exitCode) => {
      await this.#drawn();
      this.#state = { state: 'ended', exitCode };
      void this.#record.end();
      for (const listener of this.#listeners) listener(undefined);
    });
  }

  get state(): TerminalState {
    return this.#state;
  }

  get columns(): number {
    return this.#screen.cols;
  }

  get rows(): number {
    return this.#screen.rows;
  }

  get typed(): string {
    return this.#typed;
  }

  async type(text: string, keys: readonly string[], authorship: Authorship, signal: AbortSignal): Promise<void> {
    await this.#record.begin(authorship, signal);
    if (text !== '') this.#type(text);
    this.#press(keys);
  }

  async input(text: string, authorship: Authorship, signal: AbortSignal): Promise<void> {
    await this.#record.begin(authorship, signal);
    for (const character of text) this.#typed = typedAfter(this.#typed, character);
    this.#pty.write(text);
  }

  resize(columns: number, rows: number): void {
    if (this.#state.state === 'ended' || (columns === this.columns && rows === this.rows)) return;
    this.#screen.resize(columns, rows);
    this.#pty.resize({ columns, rows });
    this.#onResize();
  }

  changed(): Promise<ObservedOutcome> {
    return this.#record.soFar(this.#isAtRest);
  }

  #type(text: string): void {
    const lines = (this.#typed + text).split(/[\r\n]/);
    this.#typed = lines.at(-1) ?? '';
    // Enter is a carriage return on every keyboard.
    this.#pty.write(text.replaceAll(/\r?\n/g, '\r'));
  }

  #press(keys: readonly string[]): void {
    for (const key of keys) {
      const sequence = keySequence(key, this.#screen.modes.applicationCursorKeysMode) ?? '';
      this.#typed = typedAfter(this.#typed, sequence);
      this.#pty.write(sequence);
    }
  }

  async screen(): Promise<TerminalScreen> {
    await this.#drawn();
    const { active } = this.#screen.buffer;
    const rows = Array.from({ length: this.#screen.rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '');
    return { rows, cursor: { row: active.cursorY, column: active.cursorX }, isFullScreen: active.type === 'alternate' };
  }

  async lines(cursor: string | undefined, most: number): Promise<TerminalLines> {
    await this.#drawn();
    const { normal } = this.#screen.buffer;
    const marked = cursor === undefined ? 0 : lineOf(this.#cursors.get(cursor));
    const isStale = marked === undefined;
    const from = marked ?? 0;
    const last = normal.baseY + normal.cursorY;
    const lines: string[] = [];
    let at = from;
    // A line that was too long for the screen is one line.
    for (; at <= last && lines.length < most; at++) {
      let text = normal.getLine(at)?.translateToString(true) ?? '';
      while (normal.getLine(at + 1)?.isWrapped === true) text += normal.getLine(++at)?.translateToString(true) ?? '';
      lines.push(text);
    }
    const hasMore = at <= last;
    return { lines, cursor: this.#cursorAt(hasMore ? at : last), hasMore, isStale };
  }

  attach(listener: (text: string) => void, linesAbove?: number): Promise<AttachedTerminal> {
    const { cols: columns, rows } = this.#screen;
    const heard: string[] = [];
    let hear: (text: string) => void = (text) => heard.push(text);
    const own = (text: string | undefined) => {
      if (text !== undefined) hear(text);
    };
    // From here on nothing is missed: what came before is drawn when the image is made, and nothing that comes later.
    this.#listeners.add(own);
    return new Promise((resolve) =>
      this.#screen.write('', () => {
        const image = screenImage(this.#screen, linesAbove);
        resolve({ image, columns, rows, [Symbol.dispose]: () => this.#listeners.delete(own) });
        // Once whoever attaches has the image.
        queueMicrotask(() => {
          hear = listener;
          for (const text of heard) listener(text);
        });
      }),
    );
  }

  settled({ until, milliseconds: longest }: Settling, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      let heard = '';
      let isSeen = until === undefined;
      let quiet: NodeJS.Timeout | undefined;
      const finish = (done: () => void) => {
        clearTimeout(quiet);
        clearTimeout(late);
        this.#listeners.delete(listen);
        signal.removeEventListener('abort', abort);
        done();
      };
      const late = setTimeout(() => finish(() => resolve(isSeen)), longest);
      const abort = () => finish(() => reject(cancelled()));
      const quietAfter = (time: number) => {
        clearTimeout(quiet);
        if (isSeen) quiet = setTimeout(() => finish(() => resolve(true)), time);
      };
      // Where it was printed and is gone again, as menus and suggestions are, it was printed all the same.
      const look = async () => {
        const { rows } = await this.screen();
        if (isSeen || until === undefined || !(rows.join('\n').includes(until) || plainOutput(heard).includes(until))) return;
        isSeen = true;
        quietAfter(DRAWING);
      };
      const listen = (text: string | undefined) => {
        heard = (heard + (text ?? '')).slice(-MOST_HEARD);
        if (text === undefined) void look().then(() => finish(() => resolve(isSeen)));
        else if (isSeen) quietAfter(until === undefined ? QUIET : DRAWING);
        else void look();
      };
      this.#listeners.add(listen);
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
      else if (this.#state.state === 'ended') listen(undefined);
      else if (until === undefined) quietAfter(this.#hasSpoken ? SILENCE : FIRST_WORDS);
      else void look();
    });
  }

  async close(): Promise<void> {
    await this.#pty.end(GRACE);
    await this.#pty.exited;
    await this.#drawn();
    await this.#record.end();
  }

  #heard(text: string): void {
    this.#hasSpoken = true;
    this.#record.heard(this.#isAtRest);
    this.#undrawn += text.length;
    if (this.#undrawn > MOST_UNDRAWN) this.#pty.pause();
    this.#screen.write(text, () => {
      this.#undrawn -= text.length;
      if (this.#undrawn < MOST_UNDRAWN / 2) this.#pty.resume();
    });
    for (const listener of [...this.#listeners]) listener(text);
  }

  // A shell waits for its next line now and then; every other program works until it ends.
  readonly #isAtRest = (): boolean => this.#state.state === 'ended' || (this.#isShell && this.#pty.isInFront);

  #drawn(): Promise<void> {
    return new Promise((resolve) => this.#screen.write('', resolve));
  }

  // Held by the line itself, which moves up as others come, and is gone when it is forgotten.
  #cursorAt(line: number): string {
    const { normal } = this.#screen.buffer;
    const marker: IMarker | undefined = this.#screen.registerMarker(line - (normal.baseY + normal.cursorY));
    const cursor = `t${++this.#given}`;
    this.#cursors.set(cursor, { line, marker });
    for (const old of [...this.#cursors.keys()].slice(0, -MOST_CURSORS)) {
      this.#cursors.get(old)?.marker?.dispose();
      this.#cursors.delete(old);
    }
    return cursor;
  }
}

// As far as it can be followed from outside: what a shell completes or calls back from its history is not known here.
function typedAfter(typed: string, sequence: string): string {
  if (sequence === '\r' || sequence === '\u0003' || sequence === '\u0015') return '';
  if (sequence === '\u007F') return typed.slice(0, -1);
  return sequence.length === 1 && sequence >= ' ' ? typed + sequence : typed;
}

interface LineMark {
  readonly line: number;
  // Absent while a program has the whole screen: the lines above it do not move then.
  readonly marker: IMarker | undefined;
}

// Undefined when the line is forgotten.
function lineOf(mark: LineMark | undefined): number | undefined {
  if (mark?.marker === undefined) return mark?.line;
  return mark.marker.isDisposed || mark.marker.line < 0 ? undefined : mark.marker.line;
}
