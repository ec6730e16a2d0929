// What an agent does to the project's files with tools of its own, from its prompt to its stop: change sets like those of commands.
import { minutes } from '../../base/waiting/duration.ts';
import type { Authorship, Observation } from '../../ide/doors/changes.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import type { Ide } from '../../ide/ide.ts';

// A turn may take hours; nobody wants to take back all of them, and nothing that was remembered could be forgotten meanwhile.
const LONGEST = minutes(10);

// Ended with the ids of what was recorded. A turn is worth more than its record: where none can be made, there is none.
export async function observedTurn(ide: Ide, authorship: Authorship, signal: AbortSignal): Promise<() => Promise<readonly string[]>> {
  const ids: string[] = [];
  const begin = async (): Promise<Observation | undefined> => orNone(async () => ide.changes?.observe(authorship, signal));
  const end = async (piece: Observation | undefined) => {
    const { change } = (await orNone(async () => piece?.end())) ?? {};
    if (change !== undefined) ids.push(change.id);
  };
  let piece = begin();
  const timer = setInterval(() => {
    piece = piece.then(end).then(begin);
  }, LONGEST);
  timer.unref();
  // What is not there cannot be waited for later.
  await piece;
  return async () => {
    clearInterval(timer);
    await piece.then(end);
    return ids;
  };
}

async function orNone<Value>(work: () => Promise<Value | undefined>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdeError) return undefined;
    throw error;
  }
}
