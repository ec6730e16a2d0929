// How a daemon that the person's session keeps running comes to run the newest program: it ends with a word that has it started anew.
import { statSync } from 'node:fs';

export interface ServiceLife {
  // Whether the program that it would be started from is another by now.
  isReplaced(): boolean;
  // Has whoever keeps it running start it anew when it has ended.
  startAnew(): void;
}

// Any other than 0: 0 is the end that a person asked for, after which nobody starts it again before the next session.
const START_ME_ANEW = 85;

export function serviceLife(program: string): ServiceLife {
  const first = stampOf(program);
  let before: string | undefined = first;
  return {
    isReplaced() {
      const now = stampOf(program);
      // While an installer works the file is gone, or changes from one look to the next.
      const isSettled = now !== undefined && now === before;
      before = now;
      return isSettled && now !== first;
    },
    startAnew() {
      process.exitCode = START_ME_ANEW;
    },
  };
}

function stampOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.mtimeMs} ${found.size} ${found.ino}`;
}
