// Tasks that stay in the background, such as a compiler that watches: started once, ready when their output says so, ended when no program needs them.
import type { Readable } from 'node:stream';
import { BoundedExpression } from '../../base/patterns/boundedExpression.ts';
import { Bound, untilAborted } from '../../base/waiting/abort.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { minutes } from '../../base/waiting/duration.ts';
import { preparationFailed } from '../../ide/errors/debugErrors.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import type { Command, Processes } from '../processes/processes.ts';
import { SpawnError, type SpawnedProcess } from '../processes/spawnedProcess.ts';

// When it is busy, and when it is done for now; of a line of its output.
export interface Watching {
  readonly activeOnStart: boolean;
  readonly begins: RegExp | BoundedExpression | undefined;
  readonly ends: RegExp | BoundedExpression;
}

interface Running {
  readonly process: SpawnedProcess;
  // Resolves once it was done for the first time.
  readonly ready: Promise<void>;
}

// The first build of a large project.
const LONGEST_START = minutes(5);
const MOST_KEPT = 20_000;
// Whoever says that a build is done says it in fewer.
const LONGEST_LINE = 10_000;

export class BackgroundTasks {
  readonly #running = new Map<string, Running>();

  // Returns once it has done its work for the first time; at once where it runs already. Throws preparation_failed.
  async ready(label: string, command: Command, watching: Watching, processes: Processes, signal: AbortSignal): Promise<void> {
    const running = this.#running.get(label) ?? (await this.#start(label, command, watching, processes));
    using bound = new Bound(signal, LONGEST_START);
    const late = () =>
      bound.passed ? preparationFailed(label, `its output did not match ${watching.ends.source} within ${LONGEST_START / minutes(1)} minutes`) : cancelled();
    await untilAborted(running.ready, bound.signal, late);
  }

  // Those that nothing needs any more.
  async endAllBut(labels: ReadonlySet<string>): Promise<void> {
    const over = [...this.#running].filter(([label]) => !labels.has(label));
    for (const [label] of over) this.#running.delete(label);
    await Promise.all(over.map(([, { process }]) => process.end()));
  }

  async #start(label: string, command: Command, { activeOnStart, begins, ends }: Watching, processes: Processes): Promise<Running> {
    const spawned = await processes.spawn({ ...command, marked: true }).catch((error: unknown) => {
      throw error instanceof SpawnError ? preparationFailed(label, error.message) : error;
    });
    const ready = deferred<void>();
    let active = activeOnStart;
    let said = '';
    const line = (text: string) => {
      if (begins?.test(text)) active = true;
      if (active && ends.test(text)) ready.resolve();
      const slow = [begins, ends].find((expression) => expression instanceof BoundedExpression && expression.gaveUp);
      if (slow !== undefined)
        ready.reject(preparationFailed(label, `its pattern ${slow.source} takes too long to match a line: write it without nested repetitions`));
    };
    for (const stream of [spawned.stdout, spawned.stderr])
      linesOf(stream, (text) => {
        said = `${said}${text}\n`.slice(-MOST_KEPT);
        line(text);
      });
    const running = { process: spawned, ready: ready.promise };
    this.#running.set(label, running);
    ready.promise.catch(() => {});
    void spawned.exited.then(async ({ code }) => {
      // Once nothing more can come of it.
      await spawned.allErrors();
      if (this.#running.get(label) === running) this.#running.delete(label);
      ready.reject(preparationFailed(label, `it ended with code ${code} before it was ready\n${said.trim()}`));
    });
    return running;
  }
}

function linesOf(stream: Readable, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = `${rest}${text}`.split(/\r?\n/);
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) take(line.slice(0, LONGEST_LINE).replaceAll(COLOURS, ''));
  });
  stream.once('end', () => take(rest));
}

// What terminals take for colours; the end of a build is looked for in plain text.
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');
