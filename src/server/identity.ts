// As which clients know the server.
import type { Implementation } from '@modelcontextprotocol/server';
import type { ServerParts } from './call/callTool.ts';

export function identityOf({ version }: Pick<ServerParts, 'version'>): Implementation {
  return { name: 'binnacle', title: 'Binnacle', version };
}
