// What a debugger says about itself, separated from what its program prints and its tracepoints have seen.
import type { z } from 'zod';
import { isTracepoint } from '../../../ide/breakpoints.ts';
import type { AdapterRow } from '../adapters/adapterRow.ts';
import type { OutputEvent } from '../adapters/dapShapes.ts';
import type { ProjectBreakpoints } from '../projectBreakpoints.ts';
import type { BoundedOutput } from '../sessions/debugOutput.ts';
import { messageWith, traceIn } from '../sessions/traces.ts';

const LONGEST = 4_000;

export class OwnWords {
  readonly #row: AdapterRow;
  readonly #store: ProjectBreakpoints;
  readonly #output: BoundedOutput;
  // It comes in pieces.
  #said = '';
  #isFailing = false;
  #news: readonly string[] = [];

  constructor(row: AdapterRow, store: ProjectBreakpoints, output: BoundedOutput) {
    this.#row = row;
    this.#store = store;
    this.#output = output;
  }

  print({ category, output }: z.output<typeof OutputEvent>): void {
    // What adapters report to their makers.
    if (category === 'telemetry' || output === '') return;
    const trace = traceIn(output);
    if (trace !== undefined) this.trace(trace.breakpoint, trace.values);
    const channel = trace === undefined ? this.#categoryOf(category, output) : undefined;
    if (channel !== undefined) this.#output.add({ category: channel, text: output });
  }

  // What a tracepoint has seen.
  trace(breakpoint: string, values: readonly string[]): void {
    const set = this.#store.records().find(({ id }) => id === breakpoint);
    const logMessage = set !== undefined && set.kind !== 'exception' ? set.logMessage : undefined;
    // One that stops is counted with its stop.
    if (set !== undefined && isTracepoint(set)) this.#store.passed(breakpoint);
    // It was to count only, or once.
    if (set === undefined ? this.#store.isSpent(breakpoint) : logMessage === undefined) return;
    this.#output.add({
      category: 'trace',
      text: `${logMessage === undefined ? values.join(' ') : messageWith(logMessage, values)}\n`,
      trace: { breakpoint, values },
    });
  }

  // What was not reported yet.
  news(): readonly string[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  // As whose words this counts; undefined for what is said over and over once it is known.
  #categoryOf(category: string | null | undefined, output: string): 'stdout' | 'stderr' | 'console' | undefined {
    const { ownWords, errorsAreItsOwn, failing } = this.#row;
    const isErrors = category === 'stderr' && errorsAreItsOwn === true;
    if ((category === 'stdout' || category === 'stderr') && !isErrors && ownWords?.test(output) !== true) return category;
    this.#said = `${this.#said}${output}`.slice(-LONGEST);
    if (failing !== undefined && !this.#isFailing && failing.words.test(this.#said)) {
      this.#isFailing = true;
      this.#news = [failing.note];
    }
    return isErrors && failing !== undefined && (this.#isFailing || /^(?:Traceback |\s*File "<string>"|NameError)/.test(output)) ? undefined : 'console';
  }
}
