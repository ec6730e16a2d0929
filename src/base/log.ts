// Where a room writes what only the person who runs Binnacle should read, and who else listens.
import { redactedText, shortenedText } from './text/redaction.ts';

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface HeardLine {
  readonly level: keyof Log;
  // Without secrets.
  readonly text: string;
}

export interface LogEvents {
  listen(listener: (line: HeardLine) => void): Disposable;
}

const LONGEST_LINE = 8 * 1024;

// A log that also tells whoever listens, line by line.
export class HeardLog implements Log, LogEvents {
  readonly #written: Log;
  readonly #listeners = new Set<(line: HeardLine) => void>();

  constructor(written: Log) {
    this.#written = written;
  }

  info(message: string): void {
    this.#write('info', message);
  }

  warn(message: string): void {
    this.#write('warn', message);
  }

  error(message: string): void {
    this.#write('error', message);
  }

  listen(listener: (line: HeardLine) => void): Disposable {
    // A listener of its own each time, so that the same function can be given twice.
    const own = (line: HeardLine) => listener(line);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  #write(level: keyof Log, message: string): void {
    this.#written[level](message);
    if (this.#listeners.size === 0) return;
    const text = redactedText(shortenedText(message, LONGEST_LINE));
    for (const listener of [...this.#listeners]) listener({ level, text });
  }
}
