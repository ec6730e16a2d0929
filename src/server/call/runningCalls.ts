// The calls that are being answered, and those that just were: what a standstill of the process may have been about.

export interface CallUnderWay {
  readonly tool: string;
  readonly client: string;
  // On the clock of performance.now().
  readonly began: number;
}

const MOST_ENDED = 50;

export class RunningCalls {
  readonly #calls = new Set<CallUnderWay>();
  // Oldest first.
  #ended: (CallUnderWay & { readonly ended: number })[] = [];

  begin(tool: string, client: string): Disposable {
    const call = { tool, client, began: performance.now() };
    this.#calls.add(call);
    return {
      [Symbol.dispose]: () => {
        this.#calls.delete(call);
        this.#ended = [...this.#ended.slice(1 - MOST_ENDED), { ...call, ended: performance.now() }];
      },
    };
  }

  // Those that were under way at any time since; the oldest first.
  since(time: number): readonly CallUnderWay[] {
    return [...this.#ended.filter(({ ended }) => ended >= time), ...this.#calls].sort((a, b) => a.began - b.began);
  }
}
