// What a person types in a chat, line by line: in a terminal with a prompt and history, elsewhere as it comes.
import { createInterface, type Interface } from 'node:readline';

export interface ChatInputEvents {
  line(text: string): void;
  // Ctrl+C, or the signal for it.
  interrupted(): void;
  ended(): void;
}

const PROMPT = '› ';

export class ChatInput implements Disposable {
  readonly isTerminal: boolean;
  readonly #lines: Interface;
  #isAsking = false;

  constructor(events: ChatInputEvents) {
    this.isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && process.env['TERM'] !== 'dumb';
    this.#lines = createInterface({ input: process.stdin, ...(this.isTerminal && { output: process.stdout, terminal: true, prompt: PROMPT }) });
    this.#lines.on('line', (line) => {
      this.#isAsking = false;
      events.line(line);
    });
    this.#lines.on('SIGINT', () => {
      // Like a shell: what is typed goes first.
      const isTyping = this.isTerminal && this.#lines.line !== '';
      if (isTyping) this.#lines.write(null, { ctrl: true, name: 'u' });
      else events.interrupted();
    });
    this.#lines.on('close', () => events.ended());
    process.on('SIGINT', events.interrupted);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => events.ended());
  }

  // Before anything else is written: the prompt goes, with what was typed so far, and comes again with it.
  withdraw(): string {
    if (!this.#isAsking) return '';
    this.#isAsking = false;
    return '\r\u001b[J';
  }

  ask(): void {
    if (!this.isTerminal || this.#isAsking) return;
    this.#isAsking = true;
    this.#lines.prompt(true);
  }

  [Symbol.dispose](): void {
    this.#lines.close();
    process.stdin.pause();
  }
}
