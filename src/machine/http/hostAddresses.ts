// Where a host leads: what is written is read as browsers read it, and each address behind a name is checked, so that whoever connects can go to one that was.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { untilAborted } from '../../base/waiting/abort.ts';
import type { HostQuestions } from '../../ide/doors/http.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { requestFailed } from '../../ide/errors/runErrors.ts';
import { isHiddenAddress, isLoopbackAddress, isLoopbackHost } from './addresses.ts';

// The addresses of a name.
export type Resolve = (name: string) => Promise<readonly string[]>;

export const resolveBySystem: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

export interface Way {
  readonly hosts: HostQuestions;
  readonly resolve: Resolve;
  readonly signal: AbortSignal;
}

export interface Addresses {
  readonly addresses: readonly string[];
  // One that may not be spoken to, and why.
  readonly refused?: string;
}

export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

// 127.1, 0x7f.1 and [::ffff:127.0.0.1] are spellings of one host. Undefined where it is none.
export function hostWritten(text: string): string | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  // An address of one network card, which a URL cannot hold.
  if (isIP(bare) === 6) return bare.includes('%') ? bare : hostOf(new URL(`http://[${bare}]`));
  if (/[/\\?#@:\s]/.test(bare) || !URL.canParse(`http://${bare}`)) return undefined;
  return hostOf(new URL(`http://${bare}`));
}

// Where the name leads. One of the world that leads to this machine or its network is allowed only with that address, whoever allowed the name.
export async function addressesOf(host: string, origin: string, { hosts, resolve, signal }: Way): Promise<Addresses> {
  if (isIP(host) > 0) return { addresses: [host] };
  const isLocal = isLoopbackHost(host);
  const found = await untilAborted(resolve(isLocal ? 'localhost' : host), signal, cancelled).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw requestFailed(origin, `the name ${host} is not known (${systemErrorCode(error) ?? String(error)})`);
  });
  const addresses = [...new Set(found)];
  for (const address of addresses) {
    const isOwn = isLoopbackAddress(address);
    if (isLocal ? isOwn : !isHiddenAddress(address)) continue;
    const why = await hosts.refusal(address, isOwn);
    if (why !== undefined) return { addresses, refused: `${address}, and ${why}` };
  }
  return { addresses };
}

// Whether Binnacle itself listens there.
export async function isOwnServer(addresses: readonly string[], port: number, hosts: Pick<HostQuestions, 'isOurs'>): Promise<boolean> {
  return addresses.some(isLoopbackAddress) && (await hosts.isOurs(port));
}
