// The long-lived process that all agents of a user share: its doors, its projects, and its orderly end.
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { isInside, realFolder } from '../base/files/realFolder.ts';
import { systemErrorCode } from '../base/files/systemError.ts';
import type { LogEvents } from '../base/log.ts';
import type { Environment } from '../base/processes/minimalEnvironment.ts';
import { ownIdentity } from '../base/processes/processIdentity.ts';
import { issuerIn, type StartedFor, startedForIn } from '../base/processes/startedFor.ts';
import { build, version } from '../base/version.ts';
import { deferred } from '../base/waiting/deferred.ts';
import { seconds } from '../base/waiting/duration.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { OpenConversationDoor, StartedAgents } from '../ide/doors/agents.ts';
import { IdeError } from '../ide/errors/errors.ts';
import { forPeopleOnly, portUnavailable } from '../ide/errors/machineErrors.ts';
import { type ServerParts, withAgents } from '../server/call/callTool.ts';
import { MissingServers } from '../server/call/missingServers.ts';
import { RunningCalls } from '../server/call/runningCalls.ts';
import { Schedule } from '../server/call/schedule.ts';
import { SeenAnswers } from '../server/call/seenAnswers.ts';
import { Connections } from '../server/clients/connections.ts';
import { Holds } from '../server/clients/holds.ts';
import { History } from '../server/history/journal.ts';
import { deniesRuns, type Policy } from '../server/permission/permission.ts';
import { ProjectEvents } from '../server/projects/projectEvents.ts';
import { checkToolset } from '../server/shownTools.ts';
import { type Doors, startDoors } from '../transports/startDoors.ts';
import { type AddressOptions, DaemonAddress } from './address.ts';
import { ConversationDoors } from './conversationDoors.ts';
import { DaemonDashboard } from './dashboard.ts';
import type { ControlRequest, DoorHello } from './door/hello.ts';
import { cacheFolder } from './folders.ts';
import { type Instance, instanceFile, liveInstances, removeInstance, writeInstance } from './instances/discovery.ts';
import { localAddress } from './instances/localAddress.ts';
import { type LocalSocket, listenLocally, refuse, reply } from './instances/localSocket.ts';
import { ownPorts, ownProcesses } from './instances/ownPorts.ts';
import { onceIdle } from './life/idleExit.ts';
import { loginEnvironment } from './life/loginEnvironment.ts';
import type { Reaper } from './life/reaper.ts';
import type { ServiceLife } from './life/serviceLife.ts';
import { watchStalls } from './life/stalls.ts';
import { within } from './life/within.ts';
import { answerControl } from './people/control.ts';
import { Decisions } from './people/decisions.ts';
import { lineageOf, startedForOfPeer } from './people/lineage.ts';
import { PeoplesSessions } from './people/people.ts';
import { newSecret } from './people/token.ts';
import { policyFile, readPolicyFrom } from './policy.ts';
import { ProjectDoors } from './projectDoors.ts';
import { readLive, settingsFile } from './settings.ts';
import { DaemonWorkbench, isTooBroad, type WorkbenchOptions } from './workbench.ts';

export interface DaemonOptions extends AddressOptions, Pick<WorkbenchOptions, 'openIde' | 'forward' | 'originalOf'> {
  readonly configuration: string;
  readonly catalogue: ServerParts['catalogue'];
  readonly dialects: readonly Dialect[];
  readonly openAgents?: ((parts: ServerParts, openDoor: OpenConversationDoor) => StartedAgents) | undefined;
  readonly reaper: Reaper;
  // The log, for clients that listen.
  readonly logEvents?: LogEvents;
  // The folder of the built page.
  readonly pages: string;
  readonly background: boolean;
  // Kept running by the person's session.
  readonly service?: ServiceLife | undefined;
  // Milliseconds without a client; undefined: it stays until someone ends it.
  readonly idleExit: number | undefined;
  readonly maxHistorySize: number;
  // Absent where projects have no HTTP bridge; the port is the one that the environment names.
  readonly bridge?: { readonly port: number | undefined } | undefined;
  // Whether files that clients of the bridge create are added to git.
  readonly addsNewFiles?: boolean;
  // How long a person may take to answer a review, in milliseconds.
  readonly longestReview?: number;
  // Which tools are listed, if a person said so; else it is for projects and clients to say.
  readonly toolset: string | undefined;
  readonly projects: readonly string[];
  // Whether it was a person who named them.
  readonly trustsProjects: boolean;
  // Of the terminal in which they were named, for those who work in them and bring none.
  readonly ofTerminal?: Environment | undefined;
  // From here on another daemon may take its place.
  readonly onClosing: () => void;
}

// What has not closed by then is ended by the reaper.
const LONGEST_FAREWELL = seconds(5);
const BETWEEN_LOOKS = seconds(1);

export class Daemon {
  readonly #options: DaemonOptions;
  readonly #ended = deferred<void>();
  readonly workbench: DaemonWorkbench;
  readonly history: History;
  readonly connections = new Connections();
  readonly holds = new Holds(this.connections);
  readonly decisions: Decisions;
  readonly #people: PeoplesSessions;
  readonly #dashboard: DaemonDashboard;
  readonly #policy: () => Policy;
  readonly #schedule = new Schedule();
  readonly #runningCalls = new RunningCalls();
  #stalls: Disposable | undefined;
  #doors: Doors | undefined;
  #projectDoors: ProjectDoors | undefined;
  #local: LocalSocket | undefined;
  #idle: Disposable | undefined;
  readonly #address: DaemonAddress;
  #homecoming: Disposable | undefined;
  #instance: Instance | undefined;
  #agents: StartedAgents | undefined;
  readonly #conversationDoors = new ConversationDoors();
  #closing = false;

  constructor(options: DaemonOptions) {
    this.#options = options;
    const { state, log, openIde } = options;
    this.#address = new DaemonAddress(options);
    this.#policy = readPolicyFrom(policyFile(options.configuration), readLive(options.configuration, 'confirmWriteOperations'));
    this.workbench = new DaemonWorkbench({
      state,
      ownFolders: [state, options.configuration, cacheFolder()],
      log,
      openIde,
      forward: options.forward,
      ...(options.originalOf !== undefined && { originalOf: options.originalOf }),
      betweenEdits: (root, work) => this.#schedule.alone(root, work),
      deniesRuns: (place) => deniesRuns(place, this.#policy),
      onChange: () => this.#projectsChanged(),
    });
    this.#people = new PeoplesSessions(state, log);
    this.decisions = new Decisions({ ...options, connections: this.connections, projects: () => this.workbench.projects() });
    this.#dashboard = new DaemonDashboard(options);
    this.history = new History({
      folder: join(state, 'history'),
      size: options.maxHistorySize,
      onFailure: (error) => log.error(`the history is not written any more: ${String(error)}`),
    });
  }

  get background(): boolean {
    return this.#options.background;
  }

  // Without clients it makes way for a newer build: one in the background ends, a service starts anew where its own program is that build.
  get makesWay(): boolean {
    return this.background || this.#options.service?.isReplaced() === true;
  }

  // Resolves when the process may exit.
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  async open(): Promise<Instance> {
    const { state, background, reaper, log, idleExit } = this.#options;
    this.#stalls = watchStalls((time) => this.#runningCalls.since(time), log);
    const others = liveInstances(state);
    await this.#openProjects();
    const doors = await this.#startDoors();
    this.#doors = doors;
    await this.#openProjectDoors(doors);
    const key = newSecret();
    const socket = localAddress(state, process.pid);
    this.#local = await listenLocally({ address: socket, key, accept: (hello, connection) => this.#receive(hello, connection, doors) });
    const since = new Date().toISOString();
    const identity = { ...ownIdentity(), version, build, since, key, socket, background, ...(this.#options.service !== undefined && { service: true }) };
    this.#instance = { ...identity, ...this.#address.published(doors), projects: [] };
    for (const file of [instanceFile(state, process.pid), socket]) reaper.guardFile(file);
    this.#publish();
    this.workbench.lookForWindows();
    if (idleExit !== undefined) this.#idle = onceIdle(doors, idleExit, () => void this.close('nobody uses it'));
    this.#homecoming = this.#address.settle(
      doors,
      () => this.#publish(),
      (port) => this.#dashboard.sessions.revokePort(port, 'another program has listened at its port'),
    );
    this.#publish();
    this.#followUpgrades(doors);
    log.info(`ready at ${doors.url}, version ${version}${others.length > 0 ? `, beside ${others.map(({ pid }) => pid).join(', ')}` : ''}`);
    return this.#instance;
  }

  async close(why: string): Promise<void> {
    if (this.#closing) return this.ended;
    this.#closing = true;
    this.#options.log.info(`ending: ${why}`);
    this.#idle?.[Symbol.dispose]();
    this.#homecoming?.[Symbol.dispose]();
    this.#stalls?.[Symbol.dispose]();
    // First of all nobody new comes: a door that looks now starts another daemon.
    removeInstance(this.#options.state, process.pid);
    this.#options.onClosing();
    this.#projectDoors?.sayGoodbye();
    await within(LONGEST_FAREWELL, [this.#agents?.close(), this.#local?.close(), this.#projectDoors?.close(), this.#doors?.close(), this.workbench.closeAll()]);
    await within(LONGEST_FAREWELL, [this.history.flush()]);
    this.#options.reaper.close();
    this.#ended.resolve();
    return this.ended;
  }

  replaceToken(): void {
    if (this.#doors === undefined) return;
    this.#address.replaceToken(this.#doors);
    this.#publish();
  }

  async makeWay(why: string): Promise<void> {
    this.#options.service?.startAnew();
    await this.close(why);
  }

  // A service is there for all of its projects: one that cannot be opened, such as a folder on a disk that is not there, keeps it from no other.
  async #openProjects(): Promise<void> {
    const { projects, trustsProjects, service, log } = this.#options;
    for (const path of projects) {
      const opened = this.workbench.open(path, { trusted: trustsProjects });
      await (service === undefined ? opened : opened.catch((error: unknown) => log.warn(`${path} was not opened: ${String(error)}`)));
    }
  }

  async #startDoors(): Promise<Doors> {
    const { dialects, port, log, state } = this.#options;
    const parts = withAgents(this.#parts(), () => this.#agents);
    this.#agents = this.#options.openAgents?.(
      parts,
      this.#conversationDoors.opener(() => this.#doors),
    );
    try {
      return await startDoors({
        parts,
        dialects,
        ...this.#address.wanted(),
        people: this.#people,
        openPages: (serving) => this.#dashboard.openPages(parts, this, serving),
        isPersons: async (theirs, ours) => (await startedForOfPeer(theirs, ours, state)) === 'nobody',
        onError: (error) => log.warn(`a door: ${error.message}`),
      });
    } catch (error) {
      throw portUnavailable(port, systemErrorCode(error) ?? String(error));
    }
  }

  // A service is started anew from its own program: when that was replaced and nobody is connected, it makes way for it by itself.
  #followUpgrades(doors: Doors): void {
    const { service } = this.#options;
    if (service === undefined) return;
    const looking = setInterval(() => {
      if (doors.connections() === 0 && service.isReplaced()) void this.makeWay('its program was replaced');
    }, BETWEEN_LOOKS);
    looking.unref();
  }

  #parts(): ServerParts {
    const { catalogue, configuration, log, logEvents, toolset } = this.#options;
    return {
      version,
      catalogue,
      workbench: this.workbench,
      schedule: this.#schedule,
      policy: this.#policy,
      reviews: this.decisions.reviews,
      grants: this.decisions.grants,
      protectedFiles: [policyFile(configuration), settingsFile(configuration)],
      ownProcesses: () => new Set([...ownProcesses(this.#options.state), this.#options.reaper.pid ?? process.pid]),
      ownPorts: () => new Set([...ownPorts(this.#options.state), ...(this.#projectDoors?.ports() ?? []), ...this.#conversationDoors.ports]),
      environmentFor: (project) => this.#environmentFor(project),
      journal: this.history,
      connections: this.connections,
      holds: this.holds,
      runningCalls: this.#runningCalls,
      missingServers: new MissingServers(),
      seen: new SeenAnswers(),
      addsNewFiles: this.#options.addsNewFiles ?? false,
      events: new ProjectEvents(this.workbench),
      ...(logEvents !== undefined && { log: logEvents }),
      toolset,
      onInternalError: (tool, error) => log.error(`${tool}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    };
  }

  async #environmentFor(project: string): Promise<Environment> {
    const { ofTerminal, projects } = this.#options;
    const isNamed = projects.some((named) => isInside(realFolder(named), realFolder(project)));
    return ofTerminal !== undefined && isNamed ? ofTerminal : loginEnvironment();
  }

  async #receive(hello: DoorHello, socket: Socket, doors: Doors): Promise<void> {
    const { state, log } = this.#options;
    const { control } = hello;
    try {
      if (control === 'person') await this.#people.take(hello, socket);
      else if (control === 'window') await this.#dashboard.giveLink(hello, socket, doors.url);
      else if (control === 'companion') await this.#projectDoors?.holdCompanion(hello, socket);
      else if (control === undefined) this.#accept(hello, await this.#startedFor(hello), socket, doors);
      else if (FOR_PEOPLE.has(control) && (await lineageOf(hello.pid, state, hello.startedFor)).startedFor !== 'nobody') {
        const { message, next } = forPeopleOnly(`binnacle's ${control}`);
        refuse(socket, `${message} ${next}`);
      } else await answerControl(control, hello.project, socket, { daemon: this, doors, log });
    } catch (error) {
      log.error(`a connection: ${String(error)}`);
      socket.destroy();
    }
  }

  // On Windows another program would have to be asked, for longer than an agent's whole start takes: there the mark decides, until a person's word is needed.
  async #startedFor({ pid, startedFor: marks }: DoorHello): Promise<StartedFor> {
    const { state } = this.#options;
    return process.platform === 'win32' ? startedForIn(marks, issuerIn(state)) : (await lineageOf(pid, state, marks)).startedFor;
  }

  #accept(hello: DoorHello, startedFor: StartedFor, socket: Socket, doors: Doors): void {
    if (hello.build !== build) {
      refuse(socket, `This daemon is Binnacle ${version}, and the door is ${hello.version}: Binnacle was updated. Start the agent's session anew.`);
      return;
    }
    const problem = this.#problemOf(hello);
    if (problem !== undefined) {
      refuse(socket, `${problem.message} ${problem.next}`);
      return;
    }
    const dialect = this.#options.dialects.find(({ name }) => name === hello.dialect);
    if (hello.dialect !== undefined && dialect === undefined) {
      refuse(socket, `This daemon does not know the dialect ${hello.dialect}.`);
      return;
    }
    reply(socket, { binnacle: 'welcome', pid: process.pid, reads: this.#readingNames(dialect) });
    const folder = hello.project ?? hello.cwd;
    // An agent that was started nowhere in particular has no project; its roots or project_path say which it means.
    const isProject = hello.project !== undefined || !isTooBroad(folder);
    // Opened while the agent still introduces itself. If it cannot be, its first call says why.
    const trusted = startedFor !== 'agent';
    if (trusted) this.#projectDoors?.alsoLookIn(hello.environment);
    const opened = isProject ? this.workbench.open(folder, { trusted }).catch(() => {}) : Promise.resolve();
    const serve = () => {
      doors.serveByteStream(
        socket,
        {
          door: hello.commandLine === true ? 'commandLine' : 'stdio',
          passes: hello.commandLine === true,
          ...(isProject && { folder }),
          trustsFolder: trusted,
          ...(hello.environment !== undefined && { environment: hello.environment }),
          isPersons: async () => startedFor === 'nobody' && (await lineageOf(hello.pid, this.#options.state, hello.startedFor)).startedFor === 'nobody',
          ...(hello.toolset !== undefined && { toolset: hello.toolset }),
        },
        dialect,
      );
      // What came with the hello flows only from here on, when someone listens.
      socket.resume();
    };
    // The command line sends everything at once, and its `list_projects` must not overtake its own project.
    if (hello.commandLine === true) void opened.then(serve);
    else serve();
  }

  // The tools that change nothing, as this door's agent calls them.
  #readingNames(dialect: Dialect | undefined): string[] {
    const ours = this.#options.catalogue.tools.filter(({ effect }) => effect === 'reads').map(({ name }) => name);
    return dialect === undefined ? ours : dialect.tools.filter(({ tool }) => ours.includes(tool)).map(({ name }) => name);
  }

  async #openProjectDoors(doors: Doors): Promise<void> {
    const { bridge, ofTerminal: environment = process.env } = this.#options;
    this.#projectDoors = new ProjectDoors({ ...this.#options, workbench: this.workbench, doors, bridge, environment, onChange: () => this.#publish() });
    await this.#projectDoors.open();
  }

  #projectsChanged(): void {
    this.#publish();
    this.#projectDoors?.projectsChanged();
  }

  #problemOf({ toolset }: DoorHello): IdeError | undefined {
    try {
      if (toolset !== undefined) checkToolset(toolset, this.#options.catalogue);
      return undefined;
    } catch (thrown) {
      if (thrown instanceof IdeError) return thrown;
      throw thrown;
    }
  }

  // What doors choose a daemon by.
  #publish(): void {
    if (this.#instance === undefined || this.#doors === undefined || this.#closing) return;
    const projects = this.workbench.projects().map(({ path, readOnly }) => ({
      path,
      ...(readOnly !== undefined && { readOnly: true }),
      ...this.#projectDoors?.published(path),
    }));
    const { otherPorts: _, homeTaken: __, token: ___, ...same } = this.#instance;
    this.#instance = { ...same, ...this.#address.published(this.#doors), projects };
    writeInstance(this.#options.state, this.#instance);
  }
}

// The other requests to a daemon: they return something, or give up what nobody uses.
const FOR_PEOPLE: ReadonlySet<string> = new Set<ControlRequest>(['stop', 'clearHistory', 'reloadTrust', 'reloadToken']);
