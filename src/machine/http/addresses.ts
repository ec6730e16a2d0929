// What an address means: this machine, a network that the world does not see, or the world.
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
// A connection to "any address" goes to this machine.
loopback.addAddress('0.0.0.0', 'ipv4');
loopback.addAddress('::', 'ipv6');

const hidden = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  hidden.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
  ['2002::', 16],
] as const)
  hidden.addSubnet(network, bits, 'ipv6');

export function isLoopbackAddress(address: string): boolean {
  return isIn(loopback, address);
}

// Not of the world: this machine, its network, or nobody's.
export function isHiddenAddress(address: string): boolean {
  return isLoopbackAddress(address) || isIn(hidden, address);
}

// As browsers have it: these names never leave this machine.
export function isLoopbackHost(host: string): boolean {
  return isIP(host) > 0 ? isLoopbackAddress(host) : /^(?:.+\.)?localhost\.?$/i.test(host);
}

function isIn(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  const family = isIP(plain);
  return family > 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

// ::ffff:127.0.0.1, and the same in hexadecimal, is an address of the older kind.
function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '');
  const dotted = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(bare) ?? [];
  if (high === undefined || low === undefined) return bare;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}
