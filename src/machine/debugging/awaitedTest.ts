// Whether a test that only a run can find has begun, by what its program prints.
import type { UnfoundTest } from '../../ide/doors/testing.ts';
import type { TestLaunch } from '../testing/runnerRow.ts';

// Longer than the line that is looked for, which may come in pieces.
const LONGEST_LINE = 10_000;

export class AwaitedTest {
  readonly #begins: TestLaunch['begins'];
  #printed = '';
  #hasBegun = false;

  constructor(begins: TestLaunch['begins']) {
    this.#begins = begins;
  }

  print(text: string): void {
    if (this.#hasBegun || this.#begins === undefined) return;
    this.#printed += text;
    this.#hasBegun = this.#begins.line.test(this.#printed);
    this.#printed = this.#printed.slice(-LONGEST_LINE);
  }

  // Of a program that has ended: what failed before may have kept the test from beginning.
  unfound(exitCode: number | undefined): UnfoundTest | undefined {
    return exitCode === 0 && !this.#hasBegun ? this.#begins?.test : undefined;
  }
}
