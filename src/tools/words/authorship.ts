// Who makes a change, and through which call: what the history keeps of it.
import type { Authorship, RenamedWord } from '../../ide/doors/changes.ts';
import type { CallContext } from '../tool.ts';

export function authorship(
  { author, owner }: Pick<CallContext, 'author' | 'owner'>,
  { tool, title, renames }: { tool: string; title: string; renames?: RenamedWord },
): Authorship {
  return { author, tool, title, ...(owner !== undefined && { connection: owner }), ...(renames !== undefined && { renames }) };
}
