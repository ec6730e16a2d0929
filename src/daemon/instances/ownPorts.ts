// At which ports of this machine and in which processes Binnacle listens for this user: every daemon and every VS Code window.
import { liveInstances } from './discovery.ts';
import { liveWindows } from './windows.ts';

// And in which processes.
export function ownProcesses(state: string): ReadonlySet<number> {
  return new Set([...liveInstances(state), ...liveWindows(state)].map(({ pid }) => pid));
}

export function ownPorts(state: string): ReadonlySet<number> {
  const ofDaemons = liveInstances(state).flatMap(({ port, otherPorts, projects }) => [
    port,
    ...(Array.isArray(otherPorts) ? otherPorts : []),
    ...projects.flatMap(({ bridge, ides = [] }) => [bridge, ...ides.map(({ port: own }) => own)].filter((each) => each !== undefined)),
  ]);
  return new Set([...ofDaemons, ...liveWindows(state).flatMap(({ port }) => port ?? [])]);
}
