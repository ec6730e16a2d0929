// A VS Code window as a server: the doors of a daemon on a port of its own, for the folders of the window and as long as it is open.
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import { ownIdentity } from '../base/processes/processIdentity.ts';
import { build, version } from '../base/version.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Workbench } from '../ide/ide.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import { Schedule } from '../server/call/schedule.ts';
import { Connections } from '../server/clients/connections.ts';
import { Holds } from '../server/clients/holds.ts';
import { History } from '../server/history/journal.ts';
import { ProjectEvents } from '../server/projects/projectEvents.ts';
import { Reviews } from '../server/reviews/reviews.ts';
import { startDoors } from '../transports/startDoors.ts';
import type { DoorHello } from './door/hello.ts';
import { configurationFolder, privateFolder, stateFolder } from './folders.ts';
import { localAddress } from './instances/localAddress.ts';
import { listenLocally, refuse } from './instances/localSocket.ts';
import { ownPorts, ownProcesses } from './instances/ownPorts.ts';
import { liveWindows, removeWindow, windowFile, writeWindow } from './instances/windows.ts';
import { openLogFile } from './life/logFile.ts';
import { Reaper } from './life/reaper.ts';
import { startedForOfPeer } from './people/lineage.ts';
import { PeoplesSessions } from './people/people.ts';
import { newSecret } from './people/token.ts';
import { policyFile, readPolicyFrom } from './policy.ts';
import { readConfirmsEdits, readSettings, settingsFile } from './settings.ts';

export interface WindowKnot {
  readonly reaperProgram: string;
  readonly catalogue: ServerParts['catalogue'];
  readonly dialects: readonly Dialect[];
  workbench(services: { state: string; reaper: Reaper; log: Log; logFile: string }): Promise<Workbench>;
}

export interface OpenWindow {
  readonly url: string;
  close(): Promise<void>;
}

export async function openWindow(knot: WindowKnot): Promise<OpenWindow> {
  const state = privateFolder(stateFolder());
  const configuration = configurationFolder();
  const log = openLogFile(state);
  const reaper = new Reaper(knot.reaperProgram, state, log);
  const settings = readSettings(configuration);
  const history = new History({
    folder: join(state, 'history'),
    size: settings.maxHistorySize,
    onFailure: (error) => log.error(`the history is not written any more: ${String(error)}`),
  });
  const workbench = await knot.workbench({ state, reaper, log, logFile: log.path });
  const connections = new Connections();
  const parts: ServerParts = {
    version,
    catalogue: knot.catalogue,
    workbench,
    schedule: new Schedule(),
    policy: readPolicyFrom(policyFile(configuration), readConfirmsEdits(configuration)),
    reviews: new Reviews(settings.longestReview),
    protectedFiles: [policyFile(configuration), settingsFile(configuration)],
    ownPorts: () => ownPorts(state),
    ownProcesses: () => ownProcesses(state),
    journal: history,
    connections,
    holds: new Holds(connections),
    events: new ProjectEvents(workbench),
    toolset: undefined,
    onInternalError: (tool, error) => log.error(`${tool}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  };
  // The port is another one each time, so a token that is kept would be of no use.
  const token = newSecret();
  const people = new PeoplesSessions(state, log);
  const doors = await startDoors({
    parts,
    dialects: knot.dialects,
    port: 0,
    token,
    people,
    isPersons: async (theirs, ours) => (await startedForOfPeer(theirs, ours, state)) === 'nobody',
    onError: (error) => log.warn(`a door: ${error.message}`),
  });
  const [key, socket] = [newSecret(), localAddress(state, process.pid)];
  const local = await listenLocally({ address: socket, key, accept: (hello, connection) => void acceptPerson(people, hello, connection, log) });
  const identity = { ...ownIdentity(), version, build, since: new Date().toISOString(), url: doors.url, port: doors.port, token, key, socket };
  const publish = () => writeWindow(state, { ...identity, projects: workbench.projects().map(({ path }) => path) });
  // Files of windows that were killed are removed by the next one.
  liveWindows(state);
  for (const file of [windowFile(state, process.pid), socket]) reaper.guardFile(file);
  publish();
  const listening = workbench.onProjects(publish);
  log.info(`a VS Code window is ready at ${doors.url}, version ${version}`);
  return {
    url: doors.url,
    async close() {
      listening[Symbol.dispose]();
      removeWindow(state, process.pid);
      await Promise.allSettled([local.close(), doors.close(), workbench.closeAll()]);
      await history.flush();
      reaper.close();
    },
  };
}

// Agents come through the network doors of a window; only people come here.
async function acceptPerson(people: PeoplesSessions, hello: DoorHello, socket: Socket, log: Log): Promise<void> {
  if (hello.control !== 'person') return refuse(socket, 'This is a VS Code window: it only gives people their sessions here.');
  await people.take(hello, socket).catch((error: unknown) => {
    log.error(`a connection: ${String(error)}`);
    socket.destroy();
  });
}
