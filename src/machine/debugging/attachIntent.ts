// Whose process it is that a debugger is to take hold of: Binnacle's own, one that was started here for an agent, or somebody else's.
import { withAncestors } from '../../base/processes/ancestors.ts';
import { listeningProcesses } from '../../base/processes/listeningProcesses.ts';
import type { AttachIntent, ProcessOrigin } from '../../ide/doors/debugging.ts';
import { cannotDebug } from '../../ide/errors/debugErrors.ts';
import { isLoopbackHost } from '../http/addresses.ts';
import { hostWritten } from '../http/hostAddresses.ts';
import type { Processes } from '../processes/processes.ts';
import type { AttachPlace } from './attachPlace.ts';

// Throws cannot_debug.
export async function attachIntent(place: AttachPlace, processes: Processes): Promise<AttachIntent> {
  if ('processId' in place) return { kind: 'process', processId: place.processId, whose: await originOf(place.processId, processes) };
  const { port } = place;
  const host = hostWritten(place.host);
  if (host === undefined) throw cannotDebug(`${place.host}:${port}`, 'that is no host', 'Pass a name or an address.');
  const isLoopback = isLoopbackHost(host);
  return { kind: 'port', host, port, isLoopback, whose: isLoopback ? await originAt(port, processes) : 'other' };
}

// Where nobody listens there is nobody to protect, and whoever attaches says so.
export async function originAt(port: number, processes: Processes): Promise<ProcessOrigin> {
  const pids = await listeningProcesses(port);
  if (pids === undefined) return 'started';
  const origins = await Promise.all(pids.map((pid) => originOf(pid, processes)));
  return origins.find((origin) => origin === 'ours') ?? origins.find((origin) => origin === 'other') ?? origins[0] ?? 'other';
}

// The nearest of those above that we have started says it; what has left its parents is known by its mark.
async function originOf(pid: number, processes: Processes): Promise<ProcessOrigin> {
  if (pid === process.pid) return 'ours';
  const [self, ...above] = await withAncestors(pid);
  if (self === undefined) return process.platform === 'linux' ? 'started' : 'other';
  if (processes.isOurs(self.pid)) return 'ours';
  for (const { pid: each } of [self, ...above]) {
    if (processes.isForeign(each)) return 'started';
    if (processes.isOurs(each)) return 'ours';
  }
  return processes.hasMarked(pid) ? 'started' : 'other';
}
