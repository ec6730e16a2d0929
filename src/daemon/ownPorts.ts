// At which ports of this machine Binnacle listens for this user: every daemon and every VS Code window.
import { liveInstances } from './discovery.ts';
import { liveWindows } from './windows.ts';

export function ownPorts(state: string): ReadonlySet<number> {
  return new Set([...liveInstances(state), ...liveWindows(state)].map(({ port }) => port));
}
