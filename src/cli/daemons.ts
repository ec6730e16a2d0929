// binnacle status and binnacle stop: the daemons of this user, seen and ended by a person.

import { z } from 'zod';
import { isAlive } from '../base/processes/processIdentity.ts';
import { ownMarks } from '../base/processes/startedFor.ts';
import { build, version } from '../base/version.ts';
import { seconds } from '../base/waiting/duration.ts';
import { companionNames } from '../daemon/companions/agents/companionNames.ts';
import { configurationFolder, stateFolder } from '../daemon/folders.ts';
import { type Instance, liveInstances } from '../daemon/instances/discovery.ts';
import { liveWindows, type Window } from '../daemon/instances/windows.ts';
import { ask } from '../daemon/people/control.ts';
import { lineageOf, onlyForPeople } from '../daemon/people/lineage.ts';
import { policyFile } from '../daemon/policy.ts';
import { settingsFile, settingValues } from '../daemon/settings.ts';
import { describeTaken, urlRows, urlsOf } from '../registration/endpoints.ts';
import { columns, remark, say, sayJson } from './screen.ts';

const Engine = z.object({ engine: z.string(), state: z.string(), pid: z.number().exactOptional(), memoryMb: z.number().exactOptional() });

const Status = z.object({
  connections: z.number(),
  memoryMb: z.number(),
  projects: z.array(
    z.object({ path: z.string(), trusted: z.boolean(), writer: z.number().exactOptional(), window: z.number().exactOptional(), engines: z.array(Engine) }),
  ),
});

// A daemon closes its projects and engines within seconds; one that takes longer hangs.
const LONGEST_STOP = seconds(12);

export async function showStatus(flags: { readonly json?: boolean }): Promise<void> {
  const state = stateFolder();
  const daemons = await Promise.all(liveInstances(state).map(async (instance) => ({ instance, status: Status.safeParse(await ask(instance, 'status')).data })));
  const windows = liveWindows(state);
  const policy = policyFile(configurationFolder());
  // An agent may see what runs, not what opens it.
  const isPersons = (await lineageOf(process.pid, state, ownMarks())).startedFor === 'nobody';
  if (flags.json) {
    const rows = daemons.map(({ instance: { key: _, socket: __, token, projects, ...shown }, status }) => ({
      ...shown,
      ...(isPersons && token !== undefined && { token }),
      urls: urlsOf(shown.url),
      answers: status !== undefined,
      ...status,
      ...(status !== undefined && { projects: status.projects.map((project) => ({ ...project, ...ownPortsOf(project.path, projects) })) }),
    }));
    sayJson({
      version,
      state,
      policy,
      daemons: rows,
      windows: windows.map(({ key: _, socket: __, token, ...shown }) => ({ ...shown, ...(isPersons && { token }) })),
    });
    return;
  }
  say(
    daemons.length === 0
      ? `No Binnacle ${version} is running. It starts with the first agent, or with binnacle serve.`
      : daemons.map(({ instance, status }) => describeDaemon(instance, status)).join('\n\n'),
  );
  for (const window of windows) say(`\n${describeWindow(window)}`);
  say(
    `\n${columns(
      [
        ['State and logs', state],
        ['Policy', policy],
        ['Settings', settingsFile(configurationFolder())],
      ],
      '',
    )}`,
  );
  for (const warning of settingValues(configurationFolder()).warnings) remark(warning);
  for (const { instance } of daemons) if (instance.homeTaken !== undefined) remark(describeTaken(instance.homeTaken));
}

export async function stopDaemons(flags: { readonly all?: boolean }): Promise<void> {
  await onlyForPeople('binnacle stop', stateFolder());
  const found = liveInstances(stateFolder());
  const wanted = found.filter((instance) => flags.all === true || instance.build === build);
  if (wanted.length === 0)
    say(found.length === 0 ? 'No Binnacle is running.' : `No Binnacle ${version} is running; ${found.length} of another version: binnacle stop --all`);
  const stopped = await Promise.all(wanted.map(stop));
  if (stopped.includes(false)) process.exitCode = 1;
}

async function stop(instance: Instance): Promise<boolean> {
  const deadline = Date.now() + LONGEST_STOP;
  await ask(instance, 'stop');
  while (isAlive(instance) && Date.now() < deadline) await pause();
  if (isAlive(instance)) {
    remark(`Process ${instance.pid} did not end when asked, and is killed.`);
    process.kill(instance.pid, 'SIGKILL');
    while (isAlive(instance) && Date.now() < deadline + seconds(2)) await pause();
  }
  const ended = !isAlive(instance);
  const again = instance.service ? ' The service starts it again with your next session: binnacle service uninstall ends that.' : '';
  say(ended ? `Stopped Binnacle ${instance.version} (process ${instance.pid}).${again}` : `Process ${instance.pid} cannot be ended.`);
  return ended;
}

function describeDaemon(instance: Instance, status: z.infer<typeof Status> | undefined): string {
  const other = instance.build === build ? '' : ' (another build than this command)';
  const head = `Binnacle ${instance.version}${other}, process ${instance.pid}, since ${instance.since}\n  ${instance.url}${instance.background ? ', in the background' : instance.service ? ', as a service' : ''}`;
  if (status === undefined) return `${head}\n  It does not answer. End it with binnacle stop${instance.build === build ? '' : ' --all'}.`;
  const clients = `${status.connections} ${status.connections === 1 ? 'connection' : 'connections'}, ${status.memoryMb} MB`;
  return [
    `${head}, ${clients}`,
    ...status.projects.map((project) => describeProject({ ...project, ...ownPortsOf(project.path, instance.projects) })),
    // Which token opens them says binnacle token show.
    columns(urlRows(instance.url)),
  ].join('\n');
}

// Its token is in the private file, and in --json.
function describeWindow({ version: own, pid, since, url, projects }: Window): string {
  const where = url ?? 'its HTTP server is off';
  return [`A VS Code window with Binnacle ${own}, process ${pid}, since ${since}`, `  ${where}`, ...projects.map((path) => `  ${path}`)].join('\n');
}

type OwnPorts = Pick<Instance['projects'][number], 'bridge' | 'ides'>;

// The ports that it has for itself.
function ownPortsOf(path: string, projects: Instance['projects']): OwnPorts {
  const { bridge, ides } = projects.find((project) => project.path === path) ?? {};
  return { ...(bridge !== undefined && { bridge }), ...(ides !== undefined && { ides }) };
}

function describeProject({ path, trusted, writer, window, engines, bridge, ides = [] }: z.infer<typeof Status>['projects'][number] & OwnPorts): string {
  const remarks = [
    ...(trusted ? [] : ['not trusted']),
    ...(writer === undefined ? [] : [`read only: process ${writer} writes`]),
    ...(window === undefined ? [] : [`open in VS Code: process ${window} serves it`]),
    ...(bridge === undefined ? [] : [`bridge at port ${bridge}`]),
    ...ides.map(({ agent, port }) => `${companionNames[agent].title} finds it as its IDE, port ${port}`),
  ];
  const lines = engines.map(
    ({ engine, state, pid, memoryMb }) =>
      `    ${engine}: ${state}${pid === undefined ? '' : `, process ${pid}`}${memoryMb === undefined ? '' : `, ${memoryMb} MB`}`,
  );
  return [`  ${path}${remarks.length > 0 ? ` (${remarks.join('; ')})` : ''}`, ...lines].join('\n');
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
