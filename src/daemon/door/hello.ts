// The first line that each side of the local socket says: who the door is, and whether the daemon takes it.

// Sent by a door before the first byte of its agent.
export interface DoorHello {
  readonly key: string;
  readonly build: string;
  readonly version: string;
  readonly pid: number;
  // Where the agent was started.
  readonly cwd: string;
  // The project that a person named; else cwd is meant.
  readonly project?: string;
  // Which tools the agent is to be shown.
  readonly toolset?: string;
  // The names that the agent knows, where they are not ours.
  readonly dialect?: string;
  // A person's `binnacle call`, not an agent.
  readonly commandLine?: boolean;
  // The marks in its environment: for whom it was started, where that was through us.
  readonly startedFor?: string;
  // Of the agent: what runs for it gets this one.
  readonly environment?: Readonly<Record<string, string>>;
  // What the command line asks of a daemon itself. Absent for an agent.
  readonly control?: ControlRequest;
  // The command that a companion is asked for.
  readonly companion?: string;
}

// handOver: a daemon of another build asks for the right to write in `project`. person: somebody wants to see and answer reviews. window: a link to the window.
// ide: a daemon wants to work through the IDE of a VS Code window, in `project`. companion: the port of the IDE for the command that is named, for as long as the connection is open.
export type ControlRequest =
  | 'status'
  | 'stop'
  | 'connections'
  | 'flushHistory'
  | 'clearHistory'
  | 'reloadTrust'
  | 'reloadToken'
  | 'handOver'
  | 'person'
  | 'window'
  | 'ide'
  | 'companion';

export type Reply =
  // With the names of the tools that change nothing: a call to one of them can be repeated.
  | { readonly binnacle: 'welcome'; readonly pid: number; readonly reads: readonly string[] }
  // With what the session shows to the doors for people.
  | { readonly binnacle: 'person'; readonly token: string }
  // A link that opens the window once, and that it was opened.
  | { readonly binnacle: 'window'; readonly url: string }
  | { readonly binnacle: 'opened' }
  // From here on the connection speaks the port of the IDE.
  | { readonly binnacle: 'ide' }
  // The port of the IDE for a command, and the project that it shows.
  | { readonly binnacle: 'companion'; readonly port: number; readonly project: string }
  | { readonly binnacle: 'refused'; readonly why: string };

// Longer than any honest hello, which brings an environment along: systems let programs have 2 MB of that. What goes on without a line break is none.
export const LONGEST_HELLO = 4 * 1024 * 1024;
const LONGEST_ENVIRONMENT = 3 * 1024 * 1024;

// By hand, not with zod: these few lines are read by the door, which must start as fast as bare Node.
export function parseHello(line: string): DoorHello | undefined {
  const read = parsed(line);
  if (read === undefined) return undefined;
  const { key, build, version, pid, cwd, project, toolset, dialect, commandLine, startedFor, environment, control, companion } = read;
  if (typeof key !== 'string' || typeof build !== 'string' || typeof version !== 'string' || typeof pid !== 'number' || typeof cwd !== 'string')
    return undefined;
  return {
    key,
    build,
    version,
    pid,
    cwd,
    ...(typeof project === 'string' && { project }),
    ...(typeof toolset === 'string' && { toolset }),
    ...(typeof dialect === 'string' && { dialect }),
    ...(commandLine === true && { commandLine }),
    ...(typeof startedFor === 'string' && { startedFor }),
    ...withEnvironment(environmentIn(environment)),
    ...(isControl(control) && { control }),
    ...(typeof companion === 'string' && { companion }),
  };
}

// Of this process, without what is ours: a mark that it carries is sent separately. What would not fit, the largest first, is left out.
export function ownEnvironment(whole: Readonly<Record<string, string | undefined>> = process.env): Record<string, string> {
  const variables = Object.entries(whole).flatMap(([name, value]) =>
    value === undefined || /^BINNACLE_/i.test(name) ? [] : [{ name, value, bytes: bytesOf(name) + bytesOf(value) }],
  );
  const fitting: Record<string, string> = {};
  let room = LONGEST_ENVIRONMENT;
  for (const { name, value, bytes } of variables.toSorted((one, other) => one.bytes - other.bytes)) {
    room -= bytes;
    if (room > 0) fitting[name] = value;
  }
  return fitting;
}

// As it is sent.
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) + 1;
}

// Undefined where it is none.
export function environmentIn(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' && !/[=\0]/.test(name.slice(1)) ? [[name, text]] : [])));
}

function withEnvironment(environment: Record<string, string> | undefined): { environment?: Record<string, string> } {
  return environment === undefined ? {} : { environment };
}

export function parseReply(line: string): Reply | undefined {
  const read = parsed(line);
  if (read?.['binnacle'] === 'welcome' && typeof read['pid'] === 'number') return { binnacle: 'welcome', pid: read['pid'], reads: textsIn(read['reads']) };
  if (read?.['binnacle'] === 'person' && typeof read['token'] === 'string') return { binnacle: 'person', token: read['token'] };
  if (read?.['binnacle'] === 'window' && typeof read['url'] === 'string') return { binnacle: 'window', url: read['url'] };
  if (read?.['binnacle'] === 'companion' && typeof read['port'] === 'number' && typeof read['project'] === 'string')
    return { binnacle: 'companion', port: read['port'], project: read['project'] };
  if (read?.['binnacle'] === 'opened') return { binnacle: 'opened' };
  if (read?.['binnacle'] === 'ide') return { binnacle: 'ide' };
  if (read?.['binnacle'] === 'refused' && typeof read['why'] === 'string') return { binnacle: 'refused', why: read['why'] };
  return undefined;
}

const CONTROLS: readonly ControlRequest[] = [
  'status',
  'stop',
  'connections',
  'flushHistory',
  'clearHistory',
  'reloadTrust',
  'reloadToken',
  'handOver',
  'person',
  'window',
  'ide',
  'companion',
];

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function isControl(value: unknown): value is ControlRequest {
  return CONTROLS.some((control) => control === value);
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}
