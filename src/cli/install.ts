// binnacle install and uninstall: show where Binnacle is registered, and register it with an agent or take it out again.
import { minutes } from '../base/waiting/duration.ts';
import { configurationFolder, stateFolder } from '../daemon/folders.ts';
import { chooseHomePort, homePort } from '../daemon/homePort.ts';
import { liveInstances } from '../daemon/instances/discovery.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { keptToken } from '../daemon/people/token.ts';
import { settingValues } from '../daemon/settings.ts';
import { isTooBroad, projectRoot } from '../daemon/workbench.ts';
import { notAnExtension, scopeUnsupported } from '../ide/errors/registrationErrors.ts';
import { type Agent, knownAgent, type Scope, userHome } from '../registration/agents.ts';
import { apply, lastApplied, undo } from '../registration/apply.ts';
import { chosenEntry } from '../registration/chosenEntry.ts';
import { copyConfiguration } from '../registration/configurationText.ts';
import { type AgentStatus, detectAgents } from '../registration/detection.ts';
import type { EndpointName, TransportName } from '../registration/endpoints.ts';
import { type ServerEntry, stdioEntry } from '../registration/entry.ts';
import { type InstallPlace, type Plan, planInstall, planUninstall } from '../registration/plan.ts';
import { installExtension } from './installExtension.ts';
import { columns, remark, say, sayJson } from './screen.ts';
import { trustNamed } from './trustNamed.ts';

export interface InstallFlags {
  readonly scope: Scope;
  readonly print?: boolean;
  // Show what would change, and change nothing.
  readonly dryRun?: boolean;
  readonly undo?: boolean;
  readonly replace?: boolean;
  readonly json?: boolean;
  // The extension itself, for VS Code and its relatives: true, or its file.
  readonly extension?: boolean | string;
  readonly endpoint?: EndpointName;
  readonly transport?: TransportName;
  // The folder that a URL means; without it the client names one, or the only open one is meant.
  readonly project?: string;
}

// Longer than an agent holds its file.
const LONGEST_CHANGE = minutes(1);

export async function install(id: string | undefined, flags: InstallFlags, executable: string, program = executable): Promise<void> {
  if (id === undefined) {
    showAgents(executable, flags);
    return;
  }
  const agent = knownAgent(id);
  if (flags.extension !== undefined && flags.extension !== false) {
    if (agent.id !== 'vscode') throw notAnExtension(agent.id);
    return installExtension(flags.extension === true ? undefined : flags.extension, program, flags.dryRun === true);
  }
  if (flags.undo) {
    await takeBack(agent);
    return;
  }
  const where = place(flags.scope);
  const { entry, project } = await entryFor(agent, flags, executable);
  // The person says that an agent works there.
  const trusts = project === undefined || isTooBroad(project) ? [] : [project];
  if (flags.print) {
    printConfiguration(agent, entry, where);
    if (entry.transport !== 'stdio') await trustNamed(trusts);
    return;
  }
  const plan = planInstall(agent.id, entry, { ...where, replace: flags.replace });
  if (flags.dryRun) {
    showPlan(plan);
    return;
  }
  await onlyForPeople('binnacle install', stateFolder());
  const isThere = found(executable).some((each) => each.id === agent.id && each.installed);
  await change(plan);
  if (!isThere) remark(`${agent.title} itself was not found on this machine: neither its program nor a folder of its own.`);
  await trustNamed(trusts);
}

export async function uninstall(id: string, flags: InstallFlags, executable: string): Promise<void> {
  const plan = planUninstall(knownAgent(id).id, flags.endpoint ?? 'own', place(flags.scope), stateFolder());
  if (flags.dryRun) {
    showPlan(plan);
    return;
  }
  await onlyForPeople('binnacle uninstall', stateFolder());
  await change(plan);
  const elsewhere = found(executable).find((agent) => agent.id === id);
  if (elsewhere !== undefined && describeRegistrations(elsewhere) !== '') remark(`It still knows ${describeRegistrations(elsewhere)}`);
}

// Of the folder in which the command was typed.
function place(scope: Scope): InstallPlace {
  const project = process.cwd();
  if (scope !== 'user' && isTooBroad(project)) throw scopeUnsupported(`${project} is no project and`, scope, ['user']);
  return { scope, project, home: userHome() };
}

// project: the folder for which it counts alone, if there is one.
// With the folder that the agent is to work in.
async function entryFor(agent: Agent, flags: InstallFlags, executable: string): Promise<{ entry: ServerEntry; project: string | undefined }> {
  const state = stateFolder();
  let project = flags.scope === 'user' ? undefined : process.cwd();
  const entry = await chosenEntry(agent, flags, {
    executable,
    async address(transport) {
      // It tells the token to whoever reads the file or the screen.
      await onlyForPeople(`binnacle install --transport ${transport}`, state);
      project = flags.project === undefined ? ownFolder(flags.scope) : await projectRoot(flags.project);
      const port = await chooseHomePort(state, settingValues(configurationFolder()).values.port);
      const base = `http://127.0.0.1:${port}`;
      if (!liveInstances(state).some((instance) => instance.port === port))
        remark(`Nobody listens at ${base} now. binnacle service install keeps a daemon there; binnacle serve runs one in this terminal.`);
      return { base, token: keptToken(state), project };
    },
  });
  return { entry, project };
}

// Of an entry that counts in one folder only.
function ownFolder(scope: Scope): string | undefined {
  return scope === 'local' && !isTooBroad(process.cwd()) ? process.cwd() : undefined;
}

async function change(plan: Plan): Promise<void> {
  const { action, title, name, file, diff, warnings, afterwards } = plan.summary;
  const applied = await apply(plan, stateFolder(), AbortSignal.timeout(LONGEST_CHANGE));
  if (applied === undefined) {
    say(action === 'install' ? `${title} knows ${name} already: ${file} is as it should be.` : `${title} does not know ${name}: nothing of it is in ${file}.`);
    return;
  }
  say(action === 'install' ? `${title} knows ${name} from now on: ${file}` : `${title} no longer knows ${name}: ${file}`);
  remark(diff);
  for (const warning of warnings) remark(warning);
  if (applied.backup !== undefined) remark(`The text from before is kept in ${applied.backup}.`);
  remark(`${afterwards} To take this back: binnacle install ${applied.agent} --undo`);
}

function showPlan({ summary: { file, change, diff, warnings } }: Plan): void {
  if (change === 'none') {
    say(`${file} would not change.`);
    return;
  }
  say(`${file} would be ${{ create: 'made', edit: 'changed', remove: 'removed' }[change]}:\n${diff}`);
  for (const warning of warnings) remark(warning);
}

async function takeBack(agent: Agent): Promise<void> {
  const state = stateFolder();
  await onlyForPeople('binnacle install --undo', state);
  const { id } = lastApplied(agent.id, state);
  const { file, isExact } = await undo(id, state, AbortSignal.timeout(LONGEST_CHANGE));
  say(isExact ? `${file} is as it was before.` : `${file} was changed since, so only the entry of Binnacle is as it was before.`);
}

// The configuration alone on stdout, so that it can be put into a file.
function printConfiguration(agent: Agent, entry: ServerEntry, where: InstallPlace): void {
  const { file, text } = copyConfiguration(agent, entry, where);
  remark(`${agent.title} reads this from ${file}:`);
  say(text);
  if (entry.transport !== 'stdio' && agent.aboutUrls !== undefined) remark(agent.aboutUrls);
}

function showAgents(executable: string, { json }: InstallFlags): void {
  const agents = found(executable);
  if (json) {
    sayJson({ agents });
    return;
  }
  say(
    columns(
      agents.map((agent) => [agent.title, agent.id, agent.installed ? 'found' : 'not found', describeRegistrations(agent)]),
      '',
    ),
  );
  remark('\nbinnacle install <agent> registers Binnacle with one, --dry-run shows what would change, --print prints it for an agent that is not found.');
}

function found(executable: string): readonly AgentStatus[] {
  const cwd = process.cwd();
  const state = stateFolder();
  const port = homePort(state, settingValues(configurationFolder()).values.port);
  const daemon = port === undefined ? undefined : { base: `http://127.0.0.1:${port}`, token: keptToken(state) };
  const expected = { program: stdioEntry(executable), ...(daemon !== undefined && { daemon }) };
  return detectAgents({ home: userHome(), project: isTooBroad(cwd) ? undefined : cwd, expected });
}

function describeRegistrations({ scopes }: AgentStatus): string {
  const registered = scopes.flatMap(({ scope, entries, problem }) => [
    ...entries.map(({ name, transport, state, why, isOn }) =>
      [`${name}: ${scope}, ${transport}`, state === 'current' ? '' : `, ${state}${why === undefined ? '' : ` (${why})`}`, isOn ? '' : ', switched off'].join(
        '',
      ),
    ),
    ...(problem === undefined ? [] : [`${scope}: ${problem}`]),
  ]);
  return registered.join('; ');
}
