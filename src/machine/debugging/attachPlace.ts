// Where a debugger attaches: read out of its arguments before anybody is asked, and written back into them as the address that was checked.
import { connect } from 'node:net';
import { Bound } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { AttachIntent, WantedSession } from '../../ide/doors/debugging.ts';
import { cannotDebug, ownProcess } from '../../ide/errors/debugErrors.ts';
import { leadsElsewhere } from '../../ide/errors/runErrors.ts';
import { isLoopbackAddress } from '../http/addresses.ts';
import { addressesOf, hostWritten, isOwnServer, type Resolve } from '../http/hostAddresses.ts';
import type { Processes } from '../processes/processes.ts';
import type { Address } from './adapters/adapterConnection.ts';
import type { LaunchArguments } from './adapters/adapterRow.ts';
import { originAt } from './attachIntent.ts';

export type AttachPlace = { readonly processId: number } | Address;

// A host that may be attached to, with its addresses.
export interface CheckedPlace extends Address {
  readonly addresses: readonly string[];
}

export interface AttachChecks {
  readonly hosts: WantedSession['hosts'];
  readonly resolve: Resolve;
  readonly processes: Processes;
}

const PROBE = seconds(5);

// As launch.json says it, for one debugger or another; undefined where it says it in words of the debugger's own.
export function attachPlaceIn(given: LaunchArguments, usualPort: number | undefined): AttachPlace | undefined {
  const { processId, pid, connect: connected, port, address, host } = given;
  const number = Number(processId ?? pid);
  if (Number.isInteger(number) && number > 0) return { processId: number };
  const isNested = typeof connected === 'object' && connected !== null;
  const [at, where] = isNested ? [Reflect.get(connected, 'port'), Reflect.get(connected, 'host')] : [port ?? usualPort, host ?? address];
  return Number.isInteger(Number(at ?? Number.NaN)) ? { host: typeof where === 'string' ? where : LOOPBACK, port: Number(at) } : undefined;
}

const LOOPBACK = '127.0.0.1';

// After a person or the policy has permitted the names. Throws leads_elsewhere, own_process, request_failed or cannot_debug.
export async function checkedPlaces(attached: readonly AttachIntent[], { hosts, resolve, processes }: AttachChecks, signal: AbortSignal) {
  const checked: CheckedPlace[] = [];
  for (const one of attached) {
    if (one.kind !== 'port') continue;
    const { host, port, isLoopback } = one;
    const where = `${host}:${port}`;
    const { addresses, refused } = await addressesOf(host, where, { hosts, resolve, signal });
    if (refused !== undefined) throw leadsElsewhere(host, refused);
    if (await isOwnServer(addresses, port, hosts)) throw ownProcess(where);
    const here = addresses.find(isLoopbackAddress);
    // Whoever permitted a name of the world was not asked about a program of this machine.
    if (here !== undefined && !isLoopback) {
      const whose = await originAt(port, processes);
      if (whose === 'ours') throw ownProcess(where);
      if (whose === 'other') throw cannotDebug(where, `it leads to ${here}, where a program listens that was not started here`, `Pass ${here} as host.`);
    }
    checked.push({ host, port, addresses });
  }
  return checked;
}

// The same arguments with one way to say where, and that is an address: no other word of theirs may lead elsewhere, nor a name that is asked for again.
export async function pinned(
  given: LaunchArguments,
  usualPort: number | undefined,
  checked: readonly CheckedPlace[],
  signal: AbortSignal,
): Promise<LaunchArguments> {
  const place = attachPlaceIn(given, usualPort);
  if (place === undefined) return given;
  const { processId: _processId, pid: _pid, host: _host, address: _address, websocketAddress: _websocket, connect: nested, port: _port, ...rest } = given;
  if ('processId' in place) return { ...rest, ...('pid' in given ? { pid: place.processId } : { processId: place.processId }) };
  const { port } = place;
  const found = checked.find((one) => one.port === port && one.host === hostWritten(place.host));
  if (found === undefined) throw cannotDebug(`${place.host}:${port}`, 'its configuration has changed since it was permitted', 'Start it again.');
  const host = await answering(found, signal);
  return typeof nested === 'object' && nested !== null ? { ...rest, connect: { ...nested, host, port } } : { ...rest, host, address: host, port };
}

// Where an adapter listens already, as debugpy does in a program that asked for it.
export function addressIn({ connect: nested }: LaunchArguments): Address | undefined {
  if (typeof nested !== 'object' || nested === null || !('port' in nested)) return undefined;
  const host = 'host' in nested && typeof nested.host === 'string' ? nested.host : LOOPBACK;
  return { host, port: Number(nested.port) };
}

// Where a child of a debugged program is: on the machine of its parent, whatever an adapter says that is not ours. Throws own_process.
export async function childAddress(said: LaunchArguments, parent: Address | undefined, hosts: WantedSession['hosts']): Promise<Address | undefined> {
  const address = addressIn(said);
  if (address === undefined) return parent;
  const host = parent?.host ?? (isLoopbackAddress(address.host) ? address.host : LOOPBACK);
  if (await isOwnServer([host], address.port, hosts)) throw ownProcess(`${host}:${address.port}`);
  return { host, port: address.port };
}

// A name has several addresses, and a program may listen at only one.
async function answering({ addresses, port }: CheckedPlace, signal: AbortSignal): Promise<string> {
  const [first = LOOPBACK, ...others] = addresses;
  if (others.length === 0) return first;
  for (const host of addresses) if (await answersAt({ host, port }, signal)) return host;
  return first;
}

async function answersAt(address: Address, signal: AbortSignal): Promise<boolean> {
  using bound = new Bound(signal, PROBE);
  const socket = connect({ ...address, signal: bound.signal });
  try {
    return await new Promise<boolean>((answer) => {
      socket.once('connect', () => answer(true));
      socket.once('error', () => answer(false));
    });
  } finally {
    socket.destroy();
  }
}
