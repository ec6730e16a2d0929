// What differs between the commands that take an IDE for a companion: how each finds one, and how it is started so that it finds ours.
import type { Environment } from '../../../base/processes/minimalEnvironment.ts';
import type { CompanionName } from './companionNames.ts';

export interface CompanionAgent {
  // The command, and the word after binnacle.
  readonly name: CompanionName;
  // As people know it.
  readonly title: string;
  // The package of npm that has it.
  readonly package: string;
  // Where its own installers put it, beside the PATH.
  programFolders(): readonly string[];
  // When it finds us by itself.
  readonly setting: 'claudeIde' | 'geminiIde';
  readonly carriedBy: 'webSocket' | 'http';
  // Names of dialects by path.
  readonly dialects: Readonly<Record<string, string>>;
  // Whether the person has it; for one who does not, nothing is written.
  isUsed(): boolean;
  // Where its discovery files are.
  usualFolder(): string;
  // Where they are for whoever has this environment, if that is elsewhere, and the variables that say so.
  namedFolder(environment: Environment): string | undefined;
  readonly placeVariables: readonly string[];
  // They say where a person keeps things, and not only where one session does: what any client of a daemon has in them counts.
  readonly placeIsPersons: boolean;
  // folders: the usual one, then the named ones.
  files(address: OwnAddress, offered: FoundBy, folders: readonly string[]): readonly WantedFile[];
  // What a discovery file says; undefined for one that the command would not read as one.
  found(file: string, text: string): FoundIde | undefined;
  // Of a command that is to connect to this port.
  variables(port: number, environment: Environment): Record<string, string>;
}

// folder: by whoever runs there. port: only by one that was given the port, so it is in nobody's way.
export type FoundBy = 'folder' | 'port';

export interface OwnAddress {
  readonly port: number;
  readonly token: string;
  readonly project: string;
}

export interface WantedFile {
  // The places where it may lie, the best first.
  readonly places: readonly string[];
  readonly text: string;
  // Nobody finds us by this one alone.
  readonly isExtra?: boolean;
  // Of several IDEs the command takes the one whose file is the newest: this one is older than any.
  readonly comesLast?: boolean;
}

export interface FoundIde {
  readonly port: number;
  // Undefined where the file names no process.
  readonly pid: number | undefined;
  readonly folders: readonly string[];
  readonly name: string | undefined;
  readonly token: string | undefined;
}

export const OUR_NAME = 'Binnacle';
const LAST_PORT = 65_535;

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port > 0 && port <= LAST_PORT;
}

// What makes a command reach this machine without a proxy, which some use even for that.
export function withoutProxy(environment: Environment): Record<string, string> {
  const given = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  const hosts = given.split(',').flatMap((host) => host.trim() || []);
  const all = [...new Set([...hosts, 'localhost', '127.0.0.1', '::1'])].join(',');
  return { NO_PROXY: all, no_proxy: all };
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
