// The doors that each trusted project has for itself, on ports of their own: the HTTP bridge, and the IDEs that Claude Code and other commands connect to.
import type { Socket } from 'node:net';
import type { Log } from '../base/log.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { companionUnavailable } from '../ide/errors/companionErrors.ts';
import { IdeError } from '../ide/errors/errors.ts';
import { forPeopleOnly } from '../ide/errors/machineErrors.ts';
import type { Doors } from '../transports/startDoors.ts';
import { Bridges } from './bridges.ts';
import type { CompanionAgent } from './companions/agents/agent.ts';
import { companionAgents } from './companions/agents/agents.ts';
import { Companions } from './companions/companions.ts';
import type { DoorHello } from './door/hello.ts';
import type { InstanceProject } from './instances/discovery.ts';
import { refuse, reply } from './instances/localSocket.ts';
import type { Reaper } from './life/reaper.ts';
import { lineageOf } from './people/lineage.ts';
import { readLive } from './settings.ts';
import { type DaemonWorkbench, projectRoot } from './workbench.ts';

export interface ProjectDoorsOptions {
  readonly state: string;
  readonly configuration: string;
  readonly dialects: readonly Dialect[];
  readonly workbench: DaemonWorkbench;
  readonly doors: Doors;
  // Absent where projects have no HTTP bridge; the port is the one that the environment names.
  readonly bridge: { readonly port: number | undefined } | undefined;
  // Of the terminal in which this process was started.
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly reaper: Reaper;
  readonly log: Log;
  onChange(): void;
}

export class ProjectDoors {
  readonly #options: ProjectDoorsOptions;
  readonly #bridges: Bridges | undefined;
  readonly #companions = new Map<CompanionAgent, Companions>();
  // Of those who hold a companion.
  readonly #holders = new Set<Socket>();

  constructor(options: ProjectDoorsOptions) {
    const { bridge, doors, workbench, state, configuration, environment, reaper, log, onChange } = options;
    this.#options = options;
    const shared = { projects: () => workbench.projects(), reaper, log, onChange };
    const ofBridge = this.#dialect('copilotBridge');
    if (bridge !== undefined && ofBridge !== undefined)
      this.#bridges = new Bridges({ ...shared, open: (project, port) => doors.openBridge(ofBridge, project, port), port: bridge.port });
    for (const agent of companionAgents) {
      const spoken = this.#spokenTo(agent);
      if (spoken.size === 0) continue;
      const { carriedBy } = agent;
      const open = (project: string, token: string, port: number) => doors.openCompanion(spoken, project, { token, port, carriedBy });
      const companions = new Companions({ ...shared, agent, state, open, setting: readLive(configuration, agent.setting) });
      companions.alsoLookIn(environment);
      this.#companions.set(agent, companions);
    }
  }

  // Of a client of this daemon: what it says about where a person keeps things.
  alsoLookIn(environment: DoorHello['environment']): void {
    if (environment === undefined) return;
    for (const [agent, companions] of this.#companions) if (agent.placeIsPersons) companions.alsoLookIn(environment);
  }

  async open(): Promise<void> {
    await this.#bridges?.open();
    // Nobody is without tools because of it.
    for (const [{ title }, companions] of this.#companions)
      await companions.open().catch((error: unknown) => this.#options.log.error(`the IDE for ${title}: ${String(error)}`));
  }

  projectsChanged(): void {
    const { log } = this.#options;
    void this.#bridges?.open().catch((error: unknown) => log.error(`a bridge: ${String(error)}`));
    for (const [{ title }, companions] of this.#companions)
      void companions.settle().catch((error: unknown) => log.error(`the IDE for ${title}: ${String(error)}`));
  }

  // Who hears that it ends starts no other.
  sayGoodbye(): void {
    for (const socket of this.#holders) refuse(socket, 'The daemon ends.');
  }

  async close(): Promise<void> {
    await Promise.all([this.#bridges?.close(), ...[...this.#companions.values()].map((companions) => companions.close())]);
  }

  ports(): readonly number[] {
    return [...(this.#bridges?.ports() ?? []), ...[...this.#companions.values()].flatMap((companions) => companions.ports())];
  }

  // What clients and people see of it.
  published(project: string): Pick<InstanceProject, 'bridge' | 'ides'> {
    const bridge = this.#bridges?.portOf(project);
    const ides = [...this.#companions].flatMap(([{ name }, companions]) => {
      const port = companions.portOf(project);
      return port === undefined ? [] : [{ agent: name, port }];
    });
    return { ...(bridge !== undefined && { bridge }), ...(ides.length > 0 && { ides }) };
  }

  // binnacle claude and its like: for as long as it is there, the command that it starts gets in at the port that it is given.
  async holdCompanion(hello: DoorHello, socket: Socket): Promise<void> {
    const { state, workbench, doors } = this.#options;
    const [agent, companions] = [...this.#companions].find(([{ name }]) => name === hello.companion) ?? [];
    try {
      if ((await lineageOf(hello.pid, state, hello.startedFor)).startedFor === 'agent') throw forPeopleOnly(`binnacle ${hello.companion}`);
      if (agent === undefined || companions === undefined) throw companionUnavailable(hello.companion ?? 'it', 'this daemon does not know its protocol');
      companions.alsoLookIn(hello.environment ?? {});
      const folder = await projectRoot(hello.project ?? hello.cwd);
      if (companions.projectAt(folder) === undefined) await workbench.open(folder, { trusted: true });
      const project = companions.projectAt(folder);
      if (project === undefined)
        throw companionUnavailable(agent.title, `another Binnacle (process ${workbench.ide(folder)?.project.readOnly?.ownerPid}) writes in ${folder}`);
      const counted = doors.counted();
      this.#holders.add(socket);
      socket.on('close', () => {
        counted();
        this.#holders.delete(socket);
      });
      const held = await companions.hold(project);
      if (socket.destroyed) held[Symbol.dispose]();
      else socket.on('close', () => held[Symbol.dispose]());
      reply(socket, { binnacle: 'companion', port: held.port, project });
      socket.resume();
    } catch (error) {
      if (!(error instanceof IdeError)) throw error;
      refuse(socket, error.message);
    }
  }

  // By path.
  #spokenTo({ dialects }: CompanionAgent): ReadonlyMap<string, Dialect> {
    const paths = Object.entries(dialects).map(([path, name]) => [path, this.#dialect(name)] as const);
    return new Map(paths.flatMap(([path, dialect]) => (dialect === undefined ? [] : [[path, dialect]])));
  }

  #dialect(wanted: string): Dialect | undefined {
    return this.#options.dialects.find(({ name }) => name === wanted);
  }
}
