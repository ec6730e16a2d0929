// What a process has started, directly or not, also what has left its group: known only while it lives, because orphans get another parent.
import { readdirSync, readFileSync } from 'node:fs';

// Only Linux lists them without running a program; elsewhere a group is all there is.
export function descendantsOf(pid: number): readonly number[] {
  if (process.platform !== 'linux') return [];
  const found = new Set<number>();
  const waiting = [pid];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop())
    for (const child of startedBy(parent))
      if (!found.has(child)) {
        found.add(child);
        waiting.push(child);
      }
  return [...found];
}

// On Linux. Each thread has children of its own. One that ended meanwhile has none.
export function startedBy(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
