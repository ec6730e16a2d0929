// The ways in which a language server cannot be fetched; errors.ts has all others.
import { IdeError } from './errors.ts';

// `what` is a server with its version and its registry.
export const serverNotFetched = (what: string, why: string, next: string) => new IdeError('server_not_fetched', `${what} was not installed: ${why}.`, next);

export const unknownServer = (wanted: string, known: readonly string[]) =>
  new IdeError('unknown_server', `No registry has a language server for ${wanted} that we know.`, `There are: ${known.join(', ')}.`);
