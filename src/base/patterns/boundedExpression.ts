// A regular expression from a file of the project: it may take its time, but not everybody's.
import { type Context, createContext, Script } from 'node:vm';

// A line is matched in microseconds, unless the expression tries every way to divide it. A machine that is busy elsewhere may take as long once.
const LONGEST_MATCH = 100;
const MOST_SLOW = 3;
const TEST = new Script('expression.test(text)');

export class BoundedExpression {
  readonly source: string;
  readonly #context: Context;
  #slow = 0;

  // Throws SyntaxError.
  constructor(source: string) {
    this.source = source;
    this.#context = createContext({ expression: new RegExp(source), text: '' });
  }

  // True once texts took too long: from then on it matches nothing.
  get gaveUp(): boolean {
    return this.#slow >= MOST_SLOW;
  }

  test(text: string): boolean {
    if (this.gaveUp) return false;
    this.#context['text'] = text;
    try {
      return TEST.runInContext(this.#context, { timeout: LONGEST_MATCH }) === true;
    } catch (error) {
      // Made in the other context, it is no Error of this one.
      if (Object(error).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      this.#slow += 1;
      return this.test(text);
    }
  }
}
