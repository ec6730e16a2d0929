// What is at a path at this moment; undefined when nothing is, or nothing that we may see.
import { lstatSync, type Stats, statSync } from 'node:fs';

// Without following a link.
export function linkStats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A file where a folder was, a folder that is closed to us, a name too long: in each case there is no such entry for us.
    return undefined;
  }
}

// At the end of all links.
export function targetStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // The same, or links that form a cycle.
    return undefined;
  }
}
