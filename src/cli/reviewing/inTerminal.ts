// The review viewer in a terminal: the whole screen while it is open, and everything as it was afterwards.
import { deferred } from '../../base/waiting/deferred.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { editedInEditor } from './editor.ts';
import { keysIn, wholeKeys } from './keys.ts';
import type { ReviewWindow } from './reviewWindow.ts';
import { emptyViewer, type Size, type Viewer } from './view.ts';
import { onKey, type ViewerAction, withEdit, withReviews } from './viewer.ts';
import { inColour, screenOf, withoutColour } from './viewerScreen.ts';

const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';

// In milliseconds.
const HALFWAY = 60;

export class TerminalReview {
  readonly #colours: boolean;
  readonly #closed = deferred<void>();
  #window: ReviewWindow | undefined;
  #viewer: Viewer = emptyViewer;
  // The editor has the terminal.
  #away = false;
  // The beginning of a key whose end has not arrived.
  #rest = '';
  #halfway: NodeJS.Timeout | undefined;

  constructor(colours: boolean) {
    this.#colours = colours;
  }

  // What happens to reviews while the window is open.
  changed(message: string | undefined): void {
    this.#viewer = withReviews(this.#viewer, this.#window?.reviews() ?? [], Date.now(), message);
    this.#draw();
  }

  // Resolves when the person closes it.
  async show(window: ReviewWindow): Promise<void> {
    this.#window = window;
    this.changed(undefined);
    const clock = setInterval(() => this.#draw(), seconds(1));
    const resized = () => this.#draw();
    process.stdout.on('resize', resized);
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', this.#read);
    // A connection that is cut closes the window; nothing was answered.
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => this.#closed.resolve());
    process.stdin.once('end', () => this.#closed.resolve());
    // Whatever ends this process, the terminal is the person's again.
    process.on('exit', this.#give);
    this.#take();
    try {
      await this.#closed.promise;
    } finally {
      process.off('exit', this.#give);
      clearInterval(clock);
      process.stdout.off('resize', resized);
      process.stdin.off('data', this.#read);
      this.#give();
      process.stdin.pause();
    }
  }

  readonly #give = (): void => {
    if (this.#away) return;
    this.#away = true;
    process.stdout.write(LEAVE);
    process.stdin.setRawMode(false);
  };

  readonly #read = (text: string): void => {
    if (this.#away) return;
    clearTimeout(this.#halfway);
    const { whole, rest } = wholeKeys(this.#rest + text);
    this.#rest = rest;
    // A lone escape is a key too; what belongs to it comes at once, even over a slow line.
    if (rest !== '') this.#halfway = setTimeout(() => this.#press(this.#rest), HALFWAY);
    this.#press(whole);
  };

  #press(text: string): void {
    if (text === this.#rest) this.#rest = '';
    for (const key of keysIn(text)) {
      const { viewer, wish } = onKey(this.#viewer, key, size(), Date.now());
      this.#viewer = viewer;
      if (wish !== undefined) void this.#fulfil(wish);
    }
    this.#draw();
  }

  async #fulfil(wish: ViewerAction): Promise<void> {
    if (wish.kind === 'quit') this.#closed.resolve();
    if (wish.kind === 'answer') {
      const problem = await this.#window?.answer(wish.id, wish.answer);
      if (problem !== undefined) this.#say(problem);
    }
    if (wish.kind === 'extend') this.#say((await this.#window?.extend(wish.id)) ?? 'It may wait longer.');
    if (wish.kind === 'edit') {
      this.#give();
      const text = await editedInEditor(wish.file, wish.text);
      this.#take();
      if (text === undefined) this.#say('The editor ended with an error, so nothing was taken from it.');
      else if (text !== wish.text) this.#viewer = withEdit(this.#viewer, wish.id, wish.file, text);
      this.#draw();
    }
  }

  #say(message: string): void {
    this.#viewer = { ...this.#viewer, message };
    this.#draw();
  }

  #take(): void {
    this.#away = false;
    process.stdin.setRawMode(true);
    process.stdin.resume();
    process.stdout.write(ENTER);
    this.#draw();
  }

  #draw(): void {
    if (this.#away || this.#window === undefined) return;
    const lines = screenOf(this.#viewer, size(), this.#colours ? inColour : withoutColour, Date.now());
    process.stdout.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`);
  }
}

function size(): Size {
  return { rows: process.stdout.rows || 24, columns: process.stdout.columns || 80 };
}
