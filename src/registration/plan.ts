// What would be written into an agent's configuration, before anybody writes it.

import { isRecord } from '../base/isRecord.ts';
import { entryNotOurs, scopeUnsupported, tokenInProject, transportUnsupported } from '../ide/errors/registrationErrors.ts';
import { type Agent, type AgentId, type ConfigurationPlace, type Fields, knownAgent, SCOPES, type Scope, type UserHome } from './agents.ts';
import type { TransportName } from './endpoints.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import type { ServerEntry } from './entry.ts';
import { type ConfigurationFile, encoded, fingerprint, readConfigurationFile } from './files/configurationFile.ts';
import { type ConfigurationText, type EntryChange, valueAt, valueIn, valuesIn, withEntry, withItem, withoutEntry, withoutItem } from './formats/format.ts';
import { type Made, NOTHING_MADE, registrationOf } from './records.ts';
import { shownChange } from './shownChange.ts';
import { isOurs, ownArguments, writtenEntry } from './writtenEntry.ts';

export interface Plan {
  readonly summary: PlanSummary;
  // With every secret of the file in it: for apply alone.
  readonly edit: PlannedEdit;
}

// What a person is shown; no secret stands in it.
export interface PlanSummary {
  readonly action: 'install' | 'uninstall';
  readonly agent: AgentId;
  readonly title: string;
  readonly scope: Scope;
  readonly endpoint: EndpointName;
  // Of an installation.
  readonly transport: TransportName | undefined;
  // What the agent calls us.
  readonly name: string;
  readonly file: string;
  readonly change: 'none' | 'create' | 'edit' | 'remove';
  // Lines in the form of a unified diff; empty where nothing changes.
  readonly diff: string;
  readonly warnings: readonly string[];
  // What the person does next, for the agent to notice.
  readonly afterwards: string;
}

export interface PlannedEdit {
  readonly read: ConfigurationFile;
  // Undefined: the file goes, because it holds nothing but what we had written.
  readonly after: Buffer | undefined;
  readonly mode: number;
  readonly format: 'json' | 'toml';
  // The names that lead to the entry.
  readonly entry: readonly string[];
  // Set where the file must lie inside of a project.
  readonly project: string | undefined;
  readonly lock: string | undefined;
  readonly made: Made;
  // Whether the entry was there before.
  readonly wasThere: boolean;
}

export interface InstallPlace {
  readonly scope: Scope;
  // The folder that the scopes project and local are about.
  readonly project: string;
  readonly home: UserHome;
}

// The list in which VS Code keeps what it asks a person for.
const ASKED = 'inputs';
const OWNER_ONLY = 0o700;
const FOR_ALL = 0o644;
const PRIVATE = 0o600;

// replace: also an entry of our name that somebody else wrote.
export function planInstall(id: string, entry: ServerEntry, where: InstallPlace & { readonly replace?: boolean | undefined }): Plan {
  const agent = knownAgent(id);
  refuseTransport(agent, entry);
  const { place, read, path, text, values } = opened(agent, entry.name, where);
  // Where the agent asks for the token, it stands in no file.
  const isSecret = entry.transport !== 'stdio' && agent.asks === undefined;
  if (isSecret && where.scope === 'project') throw tokenInProject(read.path);
  const existing = valueAt(values, path);
  const written = writtenEntry(existing);
  if (existing !== undefined && !isOurs(written) && where.replace !== true) throw entryNotOurs(read.path, entry.name);
  const withServer = withEntry(text, path, entryChange(agent, entry, existing));
  const after = withAsked(agent, entry, { ...text, text: withServer });
  const mode = read.content?.mode ?? (where.scope === 'project' ? FOR_ALL : PRIVATE);
  const summary = {
    action: 'install',
    scope: where.scope,
    endpoint: entry.endpoint,
    transport: entry.transport,
    name: entry.name,
    warnings: warningsFor(
      agent,
      entry,
      where,
      isSecret && (mode & ~OWNER_ONLY) !== 0 && read.content !== undefined,
      existing !== undefined && !isOurs(written),
    ),
  } as const;
  return planned(agent, place, summary, {
    read,
    after: encoded(after, read.content?.hasByteOrderMark ?? false),
    mode: isSecret ? mode & OWNER_ONLY : mode,
    format: place.format,
    entry: path,
    project: where.scope === 'project' ? where.project : undefined,
    lock: place.lock?.(read.path),
    made: {
      file: read.content === undefined,
      folders: [],
      containers: path.slice(0, -1).filter((_, index) => valueAt(values, path.slice(0, index + 1)) === undefined).length,
      list: (agent.asks?.(entry).length ?? 0) > 0 && valueAt(values, [ASKED]) === undefined,
    },
    wasThere: existing !== undefined,
  });
}

// Only our entry goes; a container goes with it where we have made it and it is empty. Where the file is as we left it, it becomes what it was before us, byte for byte.
export function planUninstall(id: string, endpoint: EndpointName, where: InstallPlace, state: string): Plan {
  const agent = knownAgent(id);
  const name = endpoints[endpoint].server;
  const { place, read, path, text, values } = opened(agent, name, where);
  const existing = valueAt(values, path);
  const written = writtenEntry(existing);
  if (existing !== undefined && !isOurs(written)) throw entryNotOurs(read.path, name);
  const registration = registrationOf(state, read.target, path);
  const made = registration?.made ?? NOTHING_MADE;
  const summary = { action: 'uninstall', scope: where.scope, endpoint, transport: written?.transport, name, warnings: [] } as const;
  return planned(agent, place, summary, {
    read,
    ...(existing === undefined || registration?.origin === undefined || registration.fingerprint !== fingerprint(read.content?.bytes)
      ? { after: existing === undefined ? read.content?.bytes : left(read, withoutServer(agent, text, path, made), made), mode: read.content?.mode ?? PRIVATE }
      : { after: registration.origin.bytes, mode: registration.origin.mode }),
    format: place.format,
    entry: path,
    project: where.scope === 'project' ? where.project : undefined,
    lock: place.lock?.(read.path),
    made,
    wasThere: existing !== undefined,
  });
}

// The text of the file without our entry and what belongs to it.
export function withoutServer(agent: Agent, text: ConfigurationText, path: readonly string[], made: Made): string {
  const bare = withoutEntry(text, path, made.containers);
  return agent.asks === undefined ? bare : withoutItem({ ...text, text: bare }, ASKED, tokenInput(path), made.list);
}

// Undefined where nothing of a file that we have made is left.
export function left(read: ConfigurationFile, text: string, made: Made): Buffer | undefined {
  return made.file && /^\s*(?:\{\s*\}\s*)?$/.test(text) ? undefined : encoded(text, read.content?.hasByteOrderMark ?? false);
}

// Which file of the agent is meant, what it says, and where our entry stands in it.
export function opened(agent: Agent, name: string, { scope, project, home }: InstallPlace) {
  const place = agent.places[scope];
  if (place === undefined)
    throw scopeUnsupported(
      agent.title,
      scope,
      SCOPES.filter((each) => agent.places[each] !== undefined),
    );
  const path = [...place.servers(home, project), name];
  const candidates = place.files(home, project).map((file) => readConfigurationFile(file, scope === 'project' ? project : undefined));
  const present = candidates.filter(({ content }) => content !== undefined);
  const holds = (file: ConfigurationFile) => present.length > 1 && valueIn(textOf(file, place), path) !== undefined;
  const read = present.find(holds) ?? present[0] ?? candidates.at(-1);
  if (read === undefined) throw scopeUnsupported(agent.title, scope, []);
  const text = textOf(read, place);
  return { place, read, path, text, values: valuesIn(text) };
}

function textOf(file: ConfigurationFile, place: ConfigurationPlace): ConfigurationText {
  return { format: place.format, text: file.content?.text ?? '', file: file.path };
}

function planned(
  agent: Agent,
  place: ConfigurationPlace,
  summary: Omit<PlanSummary, 'agent' | 'title' | 'file' | 'change' | 'diff' | 'afterwards'>,
  edit: PlannedEdit,
): Plan {
  const { read, after } = edit;
  const isSame = fingerprint(read.content?.bytes) === fingerprint(after);
  const change = isSame ? 'none' : after === undefined ? 'remove' : read.content === undefined ? 'create' : 'edit';
  const text = after?.toString('utf8').replace(/^\uFEFF/, '') ?? '';
  const diff = isSame ? '' : shownChange(read.content?.text ?? '', text, place.format);
  return {
    summary: {
      ...summary,
      agent: agent.id,
      title: agent.title,
      file: read.path,
      change,
      diff,
      afterwards: isSame ? '' : summary.action === 'install' ? agent.afterwards : 'It notices when it is started anew.',
    },
    edit,
  };
}

function refuseTransport(agent: Agent, { transport }: ServerEntry): void {
  if (!agent.transports.includes(transport)) throw transportUnsupported(agent.title, transport, agent.transports);
}

// What changes in an entry that is there; all of it where it is not, or is somebody else's.
function entryChange(agent: Agent, entry: ServerEntry, existing: unknown): EntryChange {
  const written = writtenEntry(existing);
  const set = merged(agent.fields(withOwnArguments(entry, ownArguments(written))), existing);
  const present = isRecord(existing) ? Object.keys(existing) : [];
  const ours = isOurs(written) ? ownedNames(agent) : present;
  return { set, usual: agent.usual?.(entry) ?? {}, drop: present.filter((name) => ours.includes(name) && !(name in set)) };
}

// What the person has put behind our own words stays there.
function withOwnArguments(entry: ServerEntry, more: readonly string[]): ServerEntry {
  return entry.transport === 'stdio' ? { ...entry, parameters: [...entry.parameters, ...more] } : entry;
}

// Headers that the person has added stay.
function merged(fields: Fields, existing: unknown): Fields {
  const known = isRecord(existing) ? existing : {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const old = known[name];
      if (!isRecord(value) || !isRecord(old)) return [name, value];
      return [name, { ...Object.fromEntries(Object.entries(old).filter(([key]) => key.toLowerCase() !== 'authorization')), ...value }];
    }),
  );
}

// All words that we write into an entry of this agent, over whichever transport.
function ownedNames(agent: Agent): readonly string[] {
  const stdio = { transport: 'stdio', endpoint: 'own', name: '', command: '', parameters: [] } as const;
  const url = { transport: 'http', endpoint: 'own', name: '', url: '', token: '' } as const;
  return [stdio, url].flatMap((entry) => Object.keys(agent.fields(entry)));
}

function withAsked(agent: Agent, entry: ServerEntry, text: ConfigurationText): string {
  if (agent.asks === undefined) return text.text;
  const items = agent.asks(entry);
  if (items.length === 0) return withoutItem(text, ASKED, `${entry.name}-token`, false);
  return items.reduce((edited, item) => withItem({ ...text, text: edited }, ASKED, item), text.text);
}

function tokenInput(path: readonly string[]): string {
  return `${path.at(-1)}-token`;
}

function warningsFor(agent: Agent, entry: ServerEntry, { scope }: InstallPlace, becomesPrivate: boolean, replacesForeign: boolean): readonly string[] {
  return [
    ...(replacesForeign ? [`A server named ${entry.name} that Binnacle did not write is replaced.`] : []),
    ...(entry.transport !== 'stdio' && agent.aboutUrls !== undefined ? [agent.aboutUrls] : []),
    ...(becomesPrivate ? ['The file holds the token from now on, so only you may read it.'] : []),
    ...(scope === 'project' && agent.aboutProjects !== undefined ? [agent.aboutProjects] : []),
    ...(scope === 'project' && entry.transport === 'stdio' && entry.command !== 'npx'
      ? ['The file belongs to the project and names a program of this machine; whoever else gets it needs one of their own.']
      : []),
  ];
}
