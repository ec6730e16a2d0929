// A VS Code window as a server: the doors of a daemon on a port of its own, for the folders of the window and as long as it is open.
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { HeardLog, type Log } from '../base/log.ts';
import { ownIdentity } from '../base/processes/processIdentity.ts';
import { build, version } from '../base/version.ts';
import type { LocalPages } from '../dashboard/persons/localPages.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { EvaluationPolicy } from '../ide/doors/debugging.ts';
import type { AnotherWriter, Workbench } from '../ide/ide.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import { Schedule } from '../server/call/schedule.ts';
import { Connections } from '../server/clients/connections.ts';
import { Holds } from '../server/clients/holds.ts';
import { History } from '../server/history/journal.ts';
import { ProjectEvents } from '../server/projects/projectEvents.ts';
import { LocalClient, type LocalClientOptions } from '../transports/localClient.ts';
import { startDoors } from '../transports/startDoors.ts';
import type { DoorHello } from './door/hello.ts';
import { configurationFolder, privateFolder, stateFolder } from './folders.ts';
import type { InstalledBinnacle } from './installedProgram.ts';
import { localAddress } from './instances/localAddress.ts';
import { listenLocally, refuse } from './instances/localSocket.ts';
import { ownPorts, ownProcesses } from './instances/ownPorts.ts';
import { liveWindows, removeWindow, windowFile, writeWindow } from './instances/windows.ts';
import { openLogFile } from './life/logFile.ts';
import { Reaper } from './life/reaper.ts';
import { Decisions } from './people/decisions.ts';
import { startedForOfPeer } from './people/lineage.ts';
import { PeoplesSessions } from './people/people.ts';
import { newSecret } from './people/token.ts';
import { policyFile, readPolicyFrom } from './policy.ts';
import { readLive, readSettings, settingsFile } from './settings.ts';
import { type HttpWish, WindowHttp } from './windowHttp.ts';
import { type ServeIde, WindowForDaemons, WindowLocks } from './windows/windowForDaemons.ts';
import { windowPages } from './windows/windowPages.ts';

export interface WindowKnot {
  // Which folders the window has, as one word: one that is opened again is the same window.
  readonly workspace: string;
  readonly http: HttpWish;
  readonly reaperProgram: string;
  readonly catalogue: ServerParts['catalogue'];
  readonly dialects: readonly Dialect[];
  // heldByAnother: the process that may write in a folder, where it is not the window.
  workbench(services: {
    state: string;
    reaper: Reaper;
    log: Log;
    logFile: string;
    evaluation: EvaluationPolicy;
    heldByAnother: (root: string) => AnotherWriter | undefined;
  }): Promise<Workbench>;
  // How its IDE is given to the daemon of its user.
  readonly serve: ServeIde;
  // Binnacle itself, where it is installed beside the extension.
  readonly program: () => InstalledBinnacle | undefined;
}

export interface OpenWindow {
  readonly parts: ServerParts;
  readonly http: WindowHttp;
  readonly log: HeardLog;
  readonly logFile: string;
  readonly state: string;
  readonly configuration: string;
  // What the window's own server shows of itself to its person.
  readonly pages: LocalPages;
  // Those that work through the window.
  readonly daemons: Pick<WindowForDaemons, 'pids' | 'onChange'>;
  // An agent in this very process, such as the chat of VS Code.
  connect(options: LocalClientOptions): LocalClient;
  close(): Promise<void>;
}

export async function openWindow(knot: WindowKnot): Promise<OpenWindow> {
  const state = privateFolder(stateFolder());
  const configuration = configurationFolder();
  const written = openLogFile(state);
  const log = new HeardLog(written);
  const reaper = new Reaper(knot.reaperProgram, state, log);
  const settings = readSettings(configuration);
  const history = new History({
    folder: join(state, 'history'),
    size: settings.maxHistorySize,
    onFailure: (error) => log.error(`the history is not written any more: ${String(error)}`),
  });
  const locks = new WindowLocks(state);
  const { evaluation } = settings;
  const heldByAnother = (root: string) => locks.heldByAnother(root);
  const workbench = await knot.workbench({ state, reaper, log, logFile: written.path, evaluation, heldByAnother });
  const connections = new Connections();
  const holds = new Holds(connections);
  const projects = () => workbench.projects();
  const decisions = new Decisions({ connections, catalogue: knot.catalogue, projects, longestReview: settings.longestReview });
  const parts: ServerParts = {
    version,
    catalogue: knot.catalogue,
    workbench,
    schedule: new Schedule(),
    policy: readPolicyFrom(policyFile(configuration), readLive(configuration, 'confirmWriteOperations')),
    reviews: decisions.reviews,
    grants: decisions.grants,
    protectedFiles: [policyFile(configuration), settingsFile(configuration)],
    ownPorts: () => ownPorts(state),
    ownProcesses: () => ownProcesses(state),
    journal: history,
    connections,
    holds,
    events: new ProjectEvents(workbench),
    toolset: undefined,
    log,
    onInternalError: (tool, error) => log.error(`${tool}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  };
  const people = new PeoplesSessions(state, log);
  const doors = await startDoors({
    parts,
    dialects: knot.dialects,
    port: 'none',
    token: undefined,
    people,
    isPersons: async (theirs, ours) => (await startedForOfPeer(theirs, ours, state)) === 'nobody',
    onError: (error) => log.warn(`a door: ${error.message}`),
  });
  const [key, socket] = [newSecret(), localAddress(state, process.pid)];
  const daemons = new WindowForDaemons({ state, log, workbench, locks, serve: knot.serve });
  const local = await listenLocally({ address: socket, key, accept: (hello, connection) => void accept({ people, daemons, log }, hello, connection) });
  const http = new WindowHttp({ doors, state, workspace: knot.workspace, log });
  const identity = { ...ownIdentity(), version, build, since: new Date().toISOString(), key, socket };
  const publish = () => {
    const { status } = http;
    const address = status.state === 'on' ? { url: status.url, port: status.port, token: status.token } : {};
    writeWindow(state, { ...identity, ...address, projects: workbench.projects().map(({ path }) => path) });
  };
  // Files of windows that were killed are removed by the next one.
  liveWindows(state);
  for (const file of [windowFile(state, process.pid), socket]) reaper.guardFile(file);
  await http.apply(knot.http);
  publish();
  const followProjects = () => {
    daemons.projectsChanged();
    locks.keepOnly(workbench.projects().map(({ path }) => path));
    publish();
  };
  const listening = [workbench.onProjects(followProjects), http.onChange(publish)];
  const pages = windowPages({ parts, history, connections, holds, decisions, state, configuration, log, http, program: knot.program });
  log.info(`a VS Code window is ready, version ${version}`);
  return {
    parts,
    http,
    log,
    logFile: written.path,
    state,
    configuration,
    pages,
    daemons,
    connect: (options) => new LocalClient(parts, options),
    async close() {
      for (const each of listening) each[Symbol.dispose]();
      removeWindow(state, process.pid);
      pages[Symbol.dispose]();
      daemons[Symbol.dispose]();
      await Promise.allSettled([local.close(), doors.close(), workbench.closeAll()]);
      // What was being written is whole, or was put back.
      locks[Symbol.dispose]();
      await history.flush();
      reaper.close();
    },
  };
}

// Agents come through the network doors of a window; people and the daemon of its user come here.
async function accept(
  { people, daemons, log }: { people: PeoplesSessions; daemons: WindowForDaemons; log: Log },
  hello: DoorHello,
  socket: Socket,
): Promise<void> {
  try {
    if (hello.control === 'person') await people.take(hello, socket);
    else if (hello.control === 'ide') await daemons.take(hello, socket);
    else refuse(socket, 'This is a VS Code window: it only gives people their sessions here, and its IDE to the daemon.');
  } catch (error) {
    log.error(`a connection: ${String(error)}`);
    socket.destroy();
  }
}
