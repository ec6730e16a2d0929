// Binnacle put into the list of servers of a new session; every other byte of the message stays as it was.
import type { McpServerStdio } from '@agentclientprotocol/sdk';
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { OWN_NAME } from '../ownServer.ts';

// What opens a session, for an agent that begins or goes on.
const OPENS_SESSION = /^session\/(?:new|load|resume|fork)$/;
const MAY_OPEN = Buffer.from('session\\/', 'latin1');
const MAY_OPEN_PLAIN = Buffer.from('"session/', 'latin1');

// The line of a message, without its break. The same buffer where nothing is added: no such message, none that can be read, or one that names us already.
export function withServer(line: Buffer, serverFor: (project: string) => McpServerStdio): Buffer {
  // Most messages are none, and megabytes are not parsed to find that out.
  if (!line.includes(MAY_OPEN_PLAIN) && !line.includes(MAY_OPEN)) return line;
  const text = line.toString('utf8');
  // Not whole characters: what would be written is not what came.
  if (Buffer.byteLength(text) !== line.length) return line;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors);
  if (root === undefined || errors.length > 0 || root.type !== 'object') return line;
  const method = valueIn(root, 'method');
  const params = findNodeAtLocation(root, ['params']);
  if (typeof method !== 'string' || !OPENS_SESSION.test(method) || params?.type !== 'object') return line;
  const cwd = valueIn(params, 'cwd');
  const servers = findNodeAtLocation(params, ['mcpServers']);
  if (typeof cwd !== 'string' || (servers !== undefined && servers.type !== 'array')) return line;
  if (servers?.children?.some((server) => valueIn(server, 'name') === OWN_NAME) === true) return line;
  const own = JSON.stringify(serverFor(cwd));
  const holder = servers ?? params;
  const isEmpty = (holder.children ?? []).length === 0;
  const added = servers === undefined ? `"mcpServers":[${own}]` : own;
  const at = holder.offset + 1;
  return Buffer.from(`${text.slice(0, at)}${added}${isEmpty ? '' : ','}${text.slice(at)}`);
}

function valueIn(holder: Node, name: string): unknown {
  const node = holder.type === 'object' ? findNodeAtLocation(holder, [name]) : undefined;
  return node === undefined ? undefined : getNodeValue(node);
}
