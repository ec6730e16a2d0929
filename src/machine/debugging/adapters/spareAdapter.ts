// A debugger that was started before anybody asked for it: where breakpoints are set a program will be started soon, and one that has ended is often started again.

import { currentEnvironment } from '../../../base/processes/environment.ts';
import { minutes } from '../../../base/waiting/duration.ts';
import type { Processes } from '../../processes/processes.ts';
import { type AdapterConnection, startAdapter } from './adapterConnection.ts';
import type { AdapterRow, FoundAdapter } from './adapterRow.ts';

interface Spare {
  readonly command: string;
  readonly connection: Promise<AdapterConnection | undefined>;
  readonly timer: NodeJS.Timeout;
  // Asked for again since: one that has died then, also a moment before, is replaced.
  isWanted: boolean;
}

// It holds some 40 MB.
const KEPT = minutes(2);
const NEVER = new AbortController().signal;

export class SpareAdapter {
  readonly #processes: Processes;
  #spare: Spare | undefined;
  #closed = false;

  constructor(processes: Processes) {
    this.#processes = processes;
  }

  // Never throws: whoever needs one hears what is wrong with it.
  prepare(row: AdapterRow, found: FoundAdapter, cwd: string): void {
    const command = commandOf(found, cwd);
    if (this.#closed || row.speaks !== 'stdio') return;
    if (this.#spare?.command === command) {
      this.#spare.isWanted = true;
      return;
    }
    void this.drop();
    const connection = startAdapter(row, found, cwd, this.#processes, NEVER).catch(() => undefined);
    const spare: Spare = { command, connection, timer: setTimeout(() => this.#spare === spare && void this.drop(), KEPT), isWanted: false };
    spare.timer.unref();
    this.#spare = spare;
    void connection.then((open) => open?.process?.exited.then(() => this.#replace(spare, () => this.prepare(row, found, cwd))));
  }

  // The one that is there for this command. It may have died a moment ago.
  async take(found: FoundAdapter, cwd: string): Promise<AdapterConnection | undefined> {
    const spare = this.#spare;
    if (spare?.command !== commandOf(found, cwd)) return undefined;
    this.#forget(spare);
    return spare.connection;
  }

  async drop(): Promise<void> {
    const spare = this.#spare;
    if (spare === undefined) return;
    this.#forget(spare);
    await (await spare.connection)?.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.drop();
  }

  #replace(spare: Spare, prepare: () => void): void {
    if (this.#spare !== spare) return;
    void this.drop();
    if (spare.isWanted) prepare();
  }

  #forget(spare: Spare): void {
    clearTimeout(spare.timer);
    this.#spare = undefined;
  }
}

function commandOf({ program, args, environment }: FoundAdapter, cwd: string): string {
  // What it starts inherits the environment that it was started in, which is one agent's and no other's.
  return JSON.stringify([program, args, environment, cwd, Object.entries(currentEnvironment()).toSorted()]);
}
