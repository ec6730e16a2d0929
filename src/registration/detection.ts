// Which agents are on this machine, and where Binnacle is registered with them. Nothing of theirs is run, and no secret of theirs is reported.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isProgramFile } from '../base/files/reachableFile.ts';
import { isRecord } from '../base/isRecord.ts';
import { IdeError } from '../ide/errors/errors.ts';
import { type Agent, type AgentId, agents, describeRules, SCOPES, type Scope, type UserHome } from './agents.ts';
import { ENDPOINTS, type EndpointName, endpoints, type TransportName } from './endpoints.ts';
import { valueAt } from './formats/format.ts';
import { opened } from './plan.ts';
import { type EntryState, type Expected, stateOf, writtenEntry } from './writtenEntry.ts';

export interface AgentStatus {
  readonly id: AgentId;
  readonly title: string;
  readonly installed: boolean;
  // What says so.
  readonly found: readonly { readonly kind: 'program' | 'folder'; readonly path: string }[];
  readonly transports: readonly TransportName[];
  readonly scopes: readonly ScopeStatus[];
  // Where it looks for rules, in words.
  readonly rules: string;
}

export interface ScopeStatus {
  readonly scope: Scope;
  // That would be edited.
  readonly file: string;
  readonly exists: boolean;
  readonly entries: readonly RegisteredEntry[];
  // Why it cannot be edited.
  readonly problem?: string;
}

export interface RegisteredEntry {
  readonly name: string;
  readonly endpoint: EndpointName;
  readonly transport: TransportName;
  readonly state: EntryState;
  // Of one that is outdated.
  readonly why?: string;
  // Whether the person has switched it off.
  readonly isOn: boolean;
}

export interface DetectionRequest {
  readonly home: UserHome;
  // Without it the scopes of a project are left out.
  readonly project?: string | undefined;
  readonly expected: Expected;
}

export function detectAgents(request: DetectionRequest): readonly AgentStatus[] {
  return agents.map((agent) => detectAgent(agent, request));
}

function detectAgent(agent: Agent, request: DetectionRequest): AgentStatus {
  const { home, project } = request;
  const found = [
    ...agent.programs.flatMap((name) => programOnPath(name, home)).map((path) => ({ kind: 'program' as const, path })),
    ...agent
      .folders(home)
      .filter((folder) => existsSync(folder) && !isOurs(folder, agent, home))
      .map((path) => ({ kind: 'folder' as const, path })),
  ];
  return {
    id: agent.id,
    title: agent.title,
    installed: found.length > 0,
    found,
    transports: agent.transports,
    scopes: SCOPES.filter((scope) => agent.places[scope] !== undefined && (scope === 'user' || project !== undefined)).map((scope) =>
      scopeStatus(agent, scope, request),
    ),
    rules: describeRules(agent, home),
  };
}

// A folder that holds nothing but what we wrote for an agent that was not there says nothing about it.
function isOurs(folder: string, agent: Agent, home: UserHome): boolean {
  const [only, ...others] = entriesOf(folder);
  if (only === undefined || others.length > 0 || !agent.places.user?.files(home, '').includes(join(folder, only))) return false;
  try {
    const { path, values } = opened(agent, endpoints.own.server, { scope: 'user', project: '', home });
    const servers = valueAt(values, path.slice(0, -1));
    const ours = ENDPOINTS.map((endpoint) => endpoints[endpoint].server);
    const isEach = (value: unknown, names: readonly (string | undefined)[]) => isRecord(value) && Object.keys(value).every((name) => names.includes(name));
    return isEach(values, [path[0], 'inputs']) && isEach(servers, ours);
  } catch (error) {
    // Whoever broke it was there.
    if (error instanceof IdeError) return false;
    throw error;
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function scopeStatus(agent: Agent, scope: Scope, { home, project = '', expected }: DetectionRequest): ScopeStatus {
  try {
    const { read, path, values } = opened(agent, endpoints.own.server, { scope, project, home });
    const entries = ENDPOINTS.flatMap((endpoint): RegisteredEntry[] => {
      const name = endpoints[endpoint].server;
      const value = valueAt(values, [...path.slice(0, -1), name]);
      if (value === undefined) return [];
      const written = writtenEntry(value);
      return [{ name, endpoint, transport: written?.transport ?? 'stdio', isOn: written?.isOn ?? true, ...stateOf(written, expected) }];
    });
    return { scope, file: read.path, exists: read.content !== undefined, entries };
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    const file = agent.places[scope]?.files(home, project).at(-1) ?? '';
    return { scope, file, exists: true, entries: [], problem: error.message };
  }
}

export function programOnPath(name: string, { variables, platform }: UserHome): string[] {
  const extensions = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (variables['PATH'] ?? variables['Path'] ?? '').split(delimiter).filter(isAbsolute);
  const path = folders.flatMap((folder) => extensions.map((extension) => join(folder, name + extension))).find(isProgramFile);
  return path === undefined ? [] : [path];
}
