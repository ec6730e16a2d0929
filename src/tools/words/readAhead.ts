// Reading what an answer will need while the engine still works on it.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { milliseconds } from '../../base/duration.ts';
import { IdeError } from '../../ide/errors.ts';
import type { ProjectContext } from '../tool.ts';

// A warm engine answers sooner, and then everything has been read before.
const PATIENCE = milliseconds(80);
// Between two turns of the event loop, so that the answer is not held up when it comes.
const STRETCH = milliseconds(3);

// Ends when everything is read or the work is done; what cannot be read is somebody else's to report.
export async function readAhead(context: ProjectContext, uris: Promise<readonly string[]>, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const over = () => {
    isDone = true;
  };
  const done = work.then(over, over);
  await Promise.race([done, sleep(PATIENCE, undefined, { ref: false })]);
  let stretchEnds = performance.now() + STRETCH;
  for (const uri of isDone ? [] : await uris) {
    if (isDone || context.signal.aborted) return;
    await context.ide.documents.read(uri, context.signal).catch(ignoreRefusal);
    if (performance.now() < stretchEnds) continue;
    await nextTurn();
    stretchEnds = performance.now() + STRETCH;
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof IdeError)) throw error;
}
