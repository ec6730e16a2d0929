// binnacle service: a daemon that starts with the person's session and stays, so that URLs always lead somewhere.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { seconds } from '../../base/waiting/duration.ts';
import { configurationFolder, privateFolder, stateFolder } from '../../daemon/folders.ts';
import { homePort } from '../../daemon/homePort.ts';
import { type Instance, liveInstances } from '../../daemon/instances/discovery.ts';
import { onlyForPeople } from '../../daemon/people/lineage.ts';
import { settingValues } from '../../daemon/settings.ts';
import { changeSetting } from '../../daemon/settingsChange.ts';
import { projectRoot } from '../../daemon/workbench.ts';
import { serviceUnavailable } from '../../ide/errors/machineErrors.ts';
import { urlRows } from '../../registration/endpoints.ts';
import { isInCache } from '../../registration/entry.ts';
import { columns, remark, say, sayJson } from '../screen.ts';
import { trustNamed } from '../trustNamed.ts';
import type { ServiceDefinition, ServiceProgram } from './definition.ts';
import { launchdService } from './launchd.ts';
import { systemdService } from './systemd.ts';
import { scheduledTask } from './taskScheduler.ts';

export interface ServiceInstallFlags {
  readonly project: readonly string[];
  readonly print?: boolean;
}

// A daemon is there within a second or two; a loaded machine takes longer.
const LONGEST_START = seconds(30);
const LONGEST_COMMAND = seconds(30);
const BETWEEN_LOOKS = 50;

export async function installService(flags: ServiceInstallFlags, executable: string): Promise<void> {
  const definition = definitionFor(executable);
  if (flags.print) {
    remark(`This is what ${definition.manager} reads from ${definition.file}:`);
    say(definition.text);
    return;
  }
  const state = stateFolder();
  await onlyForPeople('binnacle service install', state);
  if (isInCache(executable))
    throw serviceUnavailable('npx keeps Binnacle in a cache that may be gone tomorrow', 'Run npm install -g binnacle-ide, then binnacle service install.');
  const projects = await Promise.all(flags.project.map(projectRoot));
  mustAnswer(definition);
  await openFromNowOn(projects);
  const before = liveInstances(state).filter(({ service }) => service === true);
  mkdirSync(dirname(definition.file), { recursive: true });
  privateFolder(join(state, 'logs'));
  writeFileSync(definition.file, definition.text);
  try {
    for (const command of definition.install) mustRun(command);
  } catch (error) {
    rmSync(definition.file);
    throw error;
  }
  const running = await started(state, before);
  say(
    running === undefined
      ? `The service is installed, but no daemon of it has answered yet: binnacle service status.`
      : `The service runs and comes back with your session.\n${columns(urlRows(running.url))}`,
  );
  if (running === undefined) process.exitCode = 1;
}

export async function uninstallService(executable: string): Promise<void> {
  await onlyForPeople('binnacle service uninstall', stateFolder());
  const definition = definitionFor(executable);
  if (!existsSync(definition.file)) {
    say('There is no service.');
    return;
  }
  mustAnswer(definition);
  for (const command of definition.uninstall) tried(command);
  rmSync(definition.file);
  say('The service is gone. Agents that start binnacle mcp still have a daemon; URLs need binnacle serve.');
}

export function serviceStatus(flags: { readonly json?: boolean }, executable: string): void {
  const state = stateFolder();
  const definition = definitionFor(executable);
  const installed = existsSync(definition.file);
  const instance = liveInstances(state).find(({ service }) => service === true);
  const { port, projects } = settingValues(configurationFolder()).values;
  const managed = installed && tried(definition.isRunning).ok;
  const missing = projects.filter((folder) => !existsSync(folder));
  if (!installed || instance === undefined) process.exitCode = 1;
  if (flags.json) {
    const home = homePort(state, port) ?? null;
    sayJson({
      installed,
      managed,
      running: instance !== undefined,
      pid: instance?.pid ?? null,
      url: instance?.url ?? null,
      port: home,
      file: definition.file,
      projects,
    });
    return;
  }
  if (!installed) say('There is no service. binnacle service install makes one.');
  else if (instance === undefined) say(`The service is installed (${definition.file}), and does not run${managed ? ' yet' : ''}.`);
  else say(`The service runs: process ${instance.pid} at ${instance.url}${managed ? '' : `, though ${definition.manager} does not say so`}.`);
  if (projects.length > 0) say(`It opens\n${projects.map((folder) => `  ${folder}${missing.includes(folder) ? '  (not there)' : ''}`).join('\n')}`);
}

function definitionFor(executable: string): ServiceDefinition {
  const state = stateFolder();
  const program: ServiceProgram = { node: process.execPath, executable, environment: placesIn(process.env), output: join(state, 'logs', 'service.log') };
  if (process.platform === 'win32') return scheduledTask(program, state, `${process.env['USERDOMAIN'] ?? '.'}\\${userInfo().username}`);
  if (process.platform === 'darwin') return launchdService(program, homedir(), userInfo().uid);
  return systemdService(program, process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'));
}

// Without them the service would keep its state elsewhere than the person's own commands, and nobody would find it.
function placesIn(environment: NodeJS.ProcessEnv): Record<string, string> {
  const names = ['XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME'];
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

// Beside those that are named already.
async function openFromNowOn(projects: readonly string[]): Promise<void> {
  if (projects.length === 0) return;
  await trustNamed(projects);
  const before = settingValues(configurationFolder()).values.projects;
  changeSetting(configurationFolder(), 'projects', [...new Set([...before, ...projects])]);
}

function mustAnswer(definition: ServiceDefinition): void {
  const answer = tried(definition.probe);
  if (!answer.ok)
    throw serviceUnavailable(
      `${definition.manager} does not answer (${definition.probe.join(' ')}: ${answer.output || 'it said nothing'})`,
      'Nothing was changed. binnacle serve runs a daemon in a terminal; binnacle service install --print shows what a service would be.',
    );
}

function mustRun(command: readonly string[]): void {
  const { ok, output } = tried(command);
  if (!ok) throw serviceUnavailable(`${command.join(' ')} failed: ${output || 'it said nothing'}`, 'Correct that and run binnacle service install again.');
}

function tried([program = '', ...words]: readonly string[]): { ok: boolean; output: string } {
  const result = spawnSync(program, words, { encoding: 'utf8', timeout: LONGEST_COMMAND, windowsHide: true });
  return { ok: result.status === 0, output: `${result.stdout ?? ''}${result.stderr ?? ''}`.trim() || (result.error?.message ?? '') };
}

// Another than before: an older one may still be on its way out.
async function started(state: string, before: readonly Instance[]): Promise<Instance | undefined> {
  const deadline = Date.now() + LONGEST_START;
  for (;;) {
    const found = liveInstances(state).find(({ service, pid }) => service === true && before.every((old) => old.pid !== pid));
    if (found !== undefined || Date.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
  }
}
