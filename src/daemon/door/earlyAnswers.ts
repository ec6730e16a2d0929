// What the door answers while the daemon still starts: initialize and tools/list, from what the build wrote down of the daemon's own answers.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../base/version.ts';
import { DEFAULT_TOOLSET, toolsIn } from '../../tools/toolsets.ts';

// The text of an answer before its id, and after it.
export type AroundId = readonly [string, string];

export interface EarlyTool {
  readonly name: string;
  readonly hidden: boolean;
  // As it stands in the list.
  readonly text: string;
}

// One server as the build asked it, our own or a dialect's.
export interface RecordedServer {
  readonly build: string;
  // By the version that the client asks for; under OTHER_VERSION for any other.
  readonly initialize: Readonly<Record<string, AroundId>>;
  // Around the list, whose tools a toolset chooses.
  readonly list: AroundId;
  readonly listEnd: string;
  readonly tools: readonly EarlyTool[];
  // Names of tools.
  readonly families: Readonly<Record<string, readonly string[]>>;
  // It shows the same tools whatever a person or a project chose.
  readonly fixed: boolean;
}

export const OTHER_VERSION = 'other';
// Beside the program; each server has a file there.
export const EARLY_FOLDER = 'early';
export const OWN_SERVER = 'own';
// Relative to the project: what may choose other tools there, which only the daemon reads.
const SETTINGS_FILE = join('.binnacle', 'settings.json');

export interface EarlyWishes {
  // The folder of the program.
  readonly folder: string;
  readonly project: string;
  readonly toolset: string | undefined;
  readonly dialect: string | undefined;
}

export class EarlyAnswers {
  readonly #wishes: EarlyWishes;
  #server: RecordedServer | undefined;
  #greeted = false;

  // Undefined where nothing was written down for this build, or the toolset is none: only the daemon can say what is so.
  static read(wishes: EarlyWishes): EarlyAnswers | undefined {
    try {
      const server: RecordedServer = JSON.parse(readFileSync(join(wishes.folder, EARLY_FOLDER, `${wishes.dialect ?? OWN_SERVER}.json`), 'utf8'));
      if (server.build !== build) return undefined;
      if (wishes.toolset !== undefined) toolsIn(wishes.toolset, catalogueOf(server));
      return new EarlyAnswers(wishes, server);
    } catch {
      return undefined;
    }
  }

  private constructor(wishes: EarlyWishes, server: RecordedServer) {
    this.#wishes = wishes;
    this.#server = server;
  }

  // Byte for byte what the daemon will answer; undefined for whatever else is asked, or asked in an unusual way.
  answerTo(line: Buffer): Buffer | undefined {
    const server = this.#server;
    const request = server === undefined ? undefined : parsedRequest(line);
    if (server === undefined || request === undefined) return undefined;
    if (request.method === 'initialize') {
      const version = versionAskedFor(request.params);
      if (version === undefined || this.#greeted) return undefined;
      this.#greeted = true;
      const around = Object.hasOwn(server.initialize, version) ? server.initialize[version] : server.initialize[OTHER_VERSION];
      return around && Buffer.from(around.join(request.id));
    }
    // A connection that was opened in another way may speak the protocol without sessions.
    if (request.method !== 'tools/list' || !this.#greeted || !asksForWholeList(request.params) || this.#projectChooses(server)) return undefined;
    const shown = server.fixed ? server.tools : toolsIn(this.#wishes.toolset ?? DEFAULT_TOOLSET, catalogueOf(server));
    // Nobody asks again before the daemon is there, and the door stays small.
    this.#server = undefined;
    return Buffer.from(`${server.list.join(request.id)}${shown.map(({ text }) => text).join()}${server.listEnd}`);
  }

  #projectChooses({ fixed }: RecordedServer): boolean {
    return !fixed && this.#wishes.toolset === undefined && existsSync(join(this.#wishes.project, SETTINGS_FILE));
  }
}

function catalogueOf({ tools, families }: RecordedServer): { tools: readonly EarlyTool[]; families: Record<string, readonly EarlyTool[]> } {
  return {
    tools,
    families: Object.fromEntries(Object.entries(families).map(([name, members]) => [name, tools.filter((tool) => members.includes(tool.name))])),
  };
}

interface ParsedRequest {
  // As it stands in the answer.
  readonly id: string;
  readonly method: string;
  readonly params: unknown;
}

const REQUEST_MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

// By hand, not with zod, which alone takes longer to load than the door to start. Stricter than the daemon: what is doubtful is left to it.
function parsedRequest(line: Buffer): ParsedRequest | undefined {
  const read = objectIn(parsedJson(line));
  if (read === undefined || read['jsonrpc'] !== '2.0' || Object.keys(read).some((name) => !REQUEST_MEMBERS.has(name))) return undefined;
  const { id, method, params } = read;
  if ((typeof id !== 'string' && !Number.isSafeInteger(id)) || typeof method !== 'string') return undefined;
  return { id: JSON.stringify(id), method, params };
}

// Undefined where the daemon might refuse the greeting.
function versionAskedFor(given: unknown): string | undefined {
  const params = objectIn(given);
  if (params === undefined) return undefined;
  const { protocolVersion, capabilities, clientInfo, ...others } = params;
  const isUsual = Object.keys(others).length === 0 && typeof protocolVersion === 'string' && areUsual(capabilities) && isClient(clientInfo);
  return isUsual ? protocolVersion : undefined;
}

function isClient(value: unknown): boolean {
  const client = objectIn(value);
  if (client === undefined || typeof client['name'] !== 'string' || typeof client['version'] !== 'string') return false;
  return Object.values(client).every((member) => typeof member === 'string');
}

// Capabilities whose members the protocol leaves to others.
const OPEN_ENDED: ReadonlySet<string> = new Set(['experimental', 'extensions']);
const FLAGS: ReadonlySet<string> = new Set(['listChanged', 'applyDefaults']);

function areUsual(value: unknown): boolean {
  const capabilities = objectIn(value);
  return (
    capabilities !== undefined &&
    Object.entries(capabilities).every(([name, capability]) => (OPEN_ENDED.has(name) ? holdsObjects(capability) : areNestedObjects(capability)))
  );
}

function holdsObjects(value: unknown): boolean {
  const object = objectIn(value);
  return object !== undefined && Object.values(object).every((member) => objectIn(member) !== undefined);
}

function areNestedObjects(value: unknown): boolean {
  const object = objectIn(value);
  return object !== undefined && Object.entries(object).every(([name, member]) => (typeof member === 'boolean' && FLAGS.has(name)) || areNestedObjects(member));
}

// Without a cursor, and without anything in _meta but where progress is to be sent.
function asksForWholeList(value: unknown): boolean {
  if (value === undefined) return true;
  const { _meta: meta = {}, ...others } = objectIn(value) ?? { unusual: true };
  const { progressToken = '', ...more } = objectIn(meta) ?? { unusual: true };
  return (typeof progressToken === 'string' || Number.isSafeInteger(progressToken)) && Object.keys(others).length + Object.keys(more).length === 0;
}

function objectIn(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function parsedJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}
