// What an agent knows about us: a program that it starts, or a URL with the token that opens it.
import { sep } from 'node:path';
import { version } from '../base/version.ts';
import { type EndpointName, endpoints, endpointUrl } from './endpoints.ts';

export type ServerEntry = StdioEntry | UrlEntry;

export interface StdioEntry {
  readonly transport: 'stdio';
  readonly endpoint: EndpointName;
  // What the agent calls us.
  readonly name: string;
  readonly command: string;
  readonly parameters: readonly string[];
}

export interface UrlEntry {
  readonly transport: 'http' | 'sse';
  readonly endpoint: EndpointName;
  readonly name: string;
  readonly url: string;
  readonly token: string;
}

// executable: the file that a person runs. The absolute paths of Node and of ourselves: programs that start from a dock or a menu do not have a shell's PATH.
export function stdioEntry(executable: string, endpoint: EndpointName = 'own', node = process.execPath): StdioEntry {
  const same = { transport: 'stdio', endpoint, name: endpoints[endpoint].server } as const;
  const door = endpoint === 'own' ? ['mcp'] : ['mcp', '--endpoint', endpoint];
  return isInCache(executable)
    ? { ...same, command: 'npx', parameters: ['-y', `binnacle-ide@${version}`, ...door] }
    : { ...same, command: node, parameters: [executable, ...door] };
}

// npx unpacks into a cache that may be gone tomorrow.
export function isInCache(executable: string): boolean {
  return executable.includes(`${sep}_npx${sep}`);
}

export interface UrlChoice {
  // Of the daemon, such as http://127.0.0.1:29300.
  readonly base: string;
  readonly token: string;
  readonly endpoint: EndpointName;
  readonly transport: 'http' | 'sse';
  // The folder that the URL means; without it the client names one, or the only open one is meant.
  readonly project?: string | undefined;
}

export function urlEntry({ base, token, endpoint, transport, project }: UrlChoice): UrlEntry {
  return { transport, endpoint, name: endpoints[endpoint].server, url: endpointUrl(base, endpoint, transport, project), token };
}
