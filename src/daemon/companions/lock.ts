// What discovery files say: which IDEs there are for one command, for which folders, and which of them are alive.
import { z } from 'zod';
import { isInside, realFolder } from '../../base/files/realFolder.ts';
import { isRunning } from '../../base/processes/processIdentity.ts';
import { type CompanionAgent, type FoundIde, parsedJson } from './agents/agent.ts';
import { filesIn } from './lockFolders.ts';

export interface FoundLock extends FoundIde {
  readonly file: string;
}

// What cannot be read as one is nobody's.
export function locksIn(agent: Pick<CompanionAgent, 'found'>, folders: Iterable<string>): FoundLock[] {
  return [...folders].flatMap((folder) =>
    [...filesIn(folder)].flatMap(({ file, text }) => {
      const found = agent.found(file, text);
      return found === undefined ? [] : [{ ...found, file }];
    }),
  );
}

// A command believes a lock for as long as its process is there, whether anybody listens or not. Of one that names none nobody can say it, so it is in nobody's way.
export function isLive({ pid }: Pick<FoundLock, 'pid'>): boolean {
  return pid !== undefined && isRunning(pid);
}

// Whether a command in that folder, or in one below it, finds this lock.
export function covers(lock: FoundLock, folder: string): boolean {
  return lock.folders.some((each) => isInside(realFolder(each), folder));
}

export function tokenIn(text: string): string | undefined {
  return WithToken.safeParse(parsedJson(text)).data?.authToken;
}

const WithToken = z.object({ authToken: z.string() });
