// The last lines that a stream carried, so that a crash can be explained without keeping a log of everything.
import type { Readable } from 'node:stream';
import { deferred } from '../../base/waiting/deferred.ts';

const LINES = 40;
const LONGEST_LINE = 2_000;

export class LastLines {
  readonly #lines: string[] = [];
  // Resolves when the stream can say no more.
  readonly ended: Promise<void>;
  #partial = '';

  constructor(stream: Readable) {
    const ended = deferred<void>();
    this.ended = ended.promise;
    stream.once('close', () => ended.resolve());
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => this.#add(text));
    // A pipe that breaks with its process has nothing more to say.
    stream.on('error', () => {});
  }

  text(): string {
    return [...this.#lines, this.#partial].join('\n').trim();
  }

  #add(text: string): void {
    const lines = (this.#partial + text).split(/\r?\n/);
    this.#partial = (lines.pop() ?? '').slice(-LONGEST_LINE);
    for (const line of lines) this.#lines.push(line.slice(0, LONGEST_LINE));
    this.#lines.splice(0, Math.max(0, this.#lines.length - LINES));
  }
}
