// binnacle install: registers Binnacle with an agent through the agent's own command, or prints what a person has to write.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { version } from '../base/version.ts';
import { minutes } from '../base/waiting/duration.ts';
import { configurationFolder, stateFolder, writePrivateFile } from '../daemon/folders.ts';
import { chooseHomePort } from '../daemon/homePort.ts';
import { liveInstances } from '../daemon/instances/discovery.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { keptToken } from '../daemon/people/token.ts';
import { settingValues } from '../daemon/settings.ts';
import { isTooBroad, projectRoot } from '../daemon/workbench.ts';
import { agentCommandFailed, tokenInProject, transportUnsupported, unknownAgent } from '../ide/errors/machineErrors.ts';
import { type Agent, agents, type ServerEntry, type StdioEntry, type UrlEntry } from './agents.ts';
import { type EndpointName, endpoints, endpointUrl, type TransportName } from './endpoints.ts';
import { remark, say } from './screen.ts';
import { trustNamed } from './trustNamed.ts';

export interface InstallFlags {
  readonly scope: string;
  readonly print?: boolean;
  readonly endpoint?: EndpointName;
  readonly transport?: TransportName;
  // The folder that a URL means; without it the client names one, or the only open one is meant.
  readonly project?: string;
}

export async function installFor(id: string, flags: InstallFlags, executable: string): Promise<void> {
  const agent = knownAgent(id);
  const endpoint = flags.endpoint ?? 'own';
  // The other names are known by their URLs alone.
  const transport = flags.transport ?? (endpoint === 'own' ? 'stdio' : 'http');
  if (agent.transports !== undefined && !agent.transports.includes(transport)) throw transportUnsupported(agent.title, transport, agent.transports);
  if (transport === 'stdio' && endpoint !== 'own') throw transportUnsupported(`The endpoint ${endpoint}`, transport, ['http', 'sse']);
  if (transport !== 'stdio') {
    await installUrl(agent, { endpoint, transport }, flags);
    return;
  }
  const entry = entryFor(executable);
  if (flags.print || agent.program === undefined || agent.add === undefined) {
    printed(agent, entry, flags.scope);
    return;
  }
  added(agent, agent.program, agent.add(entry, flags.scope), entry, flags.scope);
  // For one folder: the person says that an agent works there.
  if (flags.scope !== 'user' && !isTooBroad(process.cwd())) await trustNamed([process.cwd()]);
}

export function knownAgent(id: string): Agent {
  const agent = agents.find((candidate) => candidate.id === id);
  if (agent !== undefined) return agent;
  throw unknownAgent(
    id,
    agents.map((known) => known.id),
  );
}

// The absolute paths of Node and of ourselves: programs that start from a dock or a menu do not have a shell's PATH.
export function entryFor(executable: string): StdioEntry {
  const same = { transport: 'stdio', name: endpoints.own.server } as const;
  return isInCache(executable)
    ? { ...same, command: 'npx', parameters: ['-y', `binnacle-ide@${version}`, 'mcp'] }
    : { ...same, command: process.execPath, parameters: [executable, 'mcp'] };
}

// npx unpacks into a cache that may be gone tomorrow.
export function isInCache(executable: string): boolean {
  return executable.includes(`${sep}_npx${sep}`);
}

async function installUrl(agent: Agent, way: { endpoint: EndpointName; transport: 'http' | 'sse' }, flags: InstallFlags): Promise<void> {
  const state = stateFolder();
  // It tells the token to whoever reads the file or the screen.
  await onlyForPeople(`binnacle install --transport ${way.transport}`, state);
  const hasFiles = agent.keepsUrlsIn?.(flags.scope);
  if (hasFiles?.length === 0) throw tokenInProject(`What ${agent.title} keeps in the scope ${flags.scope}`);
  const project = flags.project === undefined ? ownFolder(flags.scope) : await projectRoot(flags.project);
  const port = await chooseHomePort(state, settingValues(configurationFolder()).values.port);
  const base = `http://127.0.0.1:${port}`;
  const url = endpointUrl(base, way.endpoint, way.transport, project);
  const entry: UrlEntry = { transport: way.transport, name: endpoints[way.endpoint].server, url, token: keptToken(state) };
  if (project !== undefined) await trustNamed([project]);
  if (flags.print || agent.program === undefined || agent.add === undefined || hasFiles === undefined) printed(agent, entry, flags.scope);
  else addedUrl(agent, agent.program, entry, hasFiles, flags.scope);
  if (agent.aboutUrls !== undefined) remark(agent.aboutUrls);
  if (!liveInstances(state).some((instance) => instance.port === port))
    remark(`Nobody listens at ${base} now. binnacle service install keeps a daemon there; binnacle serve runs one in this terminal.`);
}

// Of an entry that counts in one folder only.
function ownFolder(scope: string): string | undefined {
  return scope === 'local' && !isTooBroad(process.cwd()) ? process.cwd() : undefined;
}

// The words of a command can be read by every user of the machine while it runs, so the agent's command gets a word in place of the token, which is put into its file afterwards.
function addedUrl(agent: Agent, program: string, entry: UrlEntry, files: readonly string[], scope: string): void {
  const placeholder = `binnacle-token-${randomBytes(12).toString('hex')}`;
  const words = agent.add?.({ ...entry, token: placeholder }, scope) ?? [];
  if (!added(agent, program, words, entry, scope)) return;
  const file = files.find((each) => existsSync(each) && readFileSync(each, 'utf8').includes(placeholder));
  if (file === undefined) {
    if (agent.remove !== undefined) run(program, agent.remove(entry.name, scope));
    throw agentCommandFailed([program, ...words].map(quoted).join(' '), `it wrote to none of ${files.join(', ')}`);
  }
  // A link, as people who keep their settings in a repository have it, stays one.
  writePrivateFile(realpathSync(file), readFileSync(file, 'utf8').replaceAll(placeholder, entry.token));
  remark(`The URL and its token are in ${file}, which only you can read.`);
}

// False where there is no such command, and what to write was printed instead.
function added(agent: Agent, program: string, words: readonly string[], entry: ServerEntry, scope: string): boolean {
  const first = run(program, words);
  if (first === 'missing') {
    remark(`The command ${program} is not on the PATH.`);
    printed(agent, entry, scope);
    return false;
  }
  if (first.ok) {
    say(first.output);
    return true;
  }
  // An older entry is in the way: it is ours, so it may go.
  const again = agent.remove !== undefined && /already|exist/i.test(first.output) && replaced(program, agent.remove(entry.name, scope), words);
  if (!again) throw agentCommandFailed([program, ...words].map(quoted).join(' '), first.output);
  say(again);
  return true;
}

function replaced(program: string, removal: readonly string[], addition: readonly string[]): string | undefined {
  run(program, removal);
  const second = run(program, addition);
  return second !== 'missing' && second.ok ? second.output : undefined;
}

function printed(agent: Agent, entry: ServerEntry, scope: string): void {
  // With a token its words would end up in the history of a shell.
  if (agent.program !== undefined && agent.add !== undefined && entry.transport === 'stdio')
    remark(`The command for it:\n  ${[agent.program, ...agent.add(entry, scope)].map(quoted).join(' ')}\n`);
  remark(`${agent.title} reads this from ${entry.transport === 'stdio' ? agent.file : (agent.keepsUrlsIn?.(scope).at(-1) ?? agent.file)}:`);
  say(agent.configuration(entry));
}

function run(program: string, words: readonly string[]): { ok: boolean; output: string } | 'missing' {
  // On Windows these commands are .cmd files, which only a shell can start.
  const isWindows = process.platform === 'win32';
  const result = spawnSync(program, isWindows ? words.map(quoted) : [...words], { encoding: 'utf8', shell: isWindows, timeout: minutes(1), windowsHide: true });
  if (result.error !== undefined && 'code' in result.error && result.error.code === 'ENOENT') return 'missing';
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
  if (isWindows && result.status === 1 && /not recognized/i.test(output)) return 'missing';
  return { ok: result.status === 0, output };
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
}
