// The window of this daemon: who is given a link to it, where its sessions are kept, and what it shows.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Log, LogEvents } from '../base/log.ts';
import { minutes } from '../base/waiting/duration.ts';
import { type DashboardParts, dashboardOf } from '../dashboard/dashboard.ts';
import { PAGE_PATH } from '../dashboard/protocol/opening.ts';
import type { SessionStore } from '../dashboard/sessions/keptSessions.ts';
import { WindowSessions } from '../dashboard/sessions/windowSessions.ts';
import { WindowDoor } from '../dashboard/windowDoor.ts';
import { IdeError } from '../ide/errors/errors.ts';
import { forPeopleOnly } from '../ide/errors/machineErrors.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import type { PageDoor, Serving } from '../transports/serving.ts';
import type { DoorHello } from './door/hello.ts';
import { writePrivateFile } from './folders.ts';
import { liveInstances } from './instances/discovery.ts';
import { refuse, reply } from './instances/localSocket.ts';
import { agentAbove } from './people/agentPrograms.ts';
import { lineageOf } from './people/lineage.ts';
import { settingShapes, settingValues } from './settings.ts';
import { windowAffairs } from './windowAffairs.ts';
import type { DaemonWorkbench } from './workbench.ts';

export interface DashboardOptions {
  readonly state: string;
  readonly configuration: string;
  readonly log: Log;
  readonly logEvents?: LogEvents | undefined;
  // Of the built page.
  readonly pages: string;
}

export interface ShownDaemon extends Pick<DashboardParts, 'history' | 'connections' | 'holds' | 'decisions'> {
  readonly workbench: Pick<DaemonWorkbench, 'raiseTrust'>;
  close(why: string): Promise<void>;
}

const SILENCE: LogEvents = { listen: () => ({ [Symbol.dispose]: () => {} }) };

// Of sessions that nobody can have any more.
const OLDEST_FILE = minutes(8 * 24 * 60);

export class DaemonDashboard {
  readonly #options: DashboardOptions;
  readonly sessions: WindowSessions;

  constructor(options: DashboardOptions) {
    this.#options = options;
    this.sessions = new WindowSessions({ store: storeIn(join(options.state, 'window-sessions')), log: options.log });
  }

  openPages(parts: ServerParts, daemon: ShownDaemon, serving: Serving): PageDoor {
    const { configuration, log, logEvents = SILENCE, pages, state } = this.#options;
    const { history, connections, holds, decisions, workbench } = daemon;
    const settings = () => shownSettings(configuration);
    const affairs = windowAffairs({
      state,
      configuration,
      workbench,
      logEvents,
      instance: () => liveInstances(state).find(({ pid }) => pid === process.pid),
      connections: () => connections.list().length,
      close: (why) => daemon.close(why),
      executable: join(pages, '..', '..', 'bin', 'binnacle.cjs'),
    });
    const shown = dashboardOf({ server: parts, history, connections, holds, decisions, state, log, affairs });
    return new WindowDoor({ parts, settings, log, sessions: this.sessions, ...shown, folder: pages }, serving);
  }

  // The process is what it says, as far as the system lets us look: no wall against a program of the same user, but one that leaves a trace.
  async giveLink({ pid, startedFor: marks }: DoorHello, socket: Socket, url: string): Promise<void> {
    const [{ startedFor, chain }, agent] = await Promise.all([lineageOf(pid, this.#options.state, marks), agentAbove(pid)]);
    if (startedFor !== 'nobody' || agent !== undefined) {
      this.sessions.agentAsked(chain);
      const { message, next } = forPeopleOnly(agent === undefined ? 'The window' : `The window, asked for below ${agent},`);
      refuse(socket, `${message} ${next}`);
      return;
    }
    const link = this.sessions.issue(chain);
    socket.on('error', () => socket.destroy());
    socket.resume();
    reply(socket, { binnacle: 'window', url: `${url}${PAGE_PATH}#code=${link.code}` });
    link.onOpened(() => socket.end(`${JSON.stringify({ binnacle: 'opened' })}\n`));
  }
}

// A file that cannot be understood must not keep the person out who would see that here.
export function shownSettings(configuration: string): { autoScroll: boolean; showTimestamps: boolean } {
  try {
    const { autoScroll, showTimestamps } = settingValues(configuration).values;
    return { autoScroll, showTimestamps };
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    return { autoScroll: settingShapes.autoScroll.parse(undefined), showTimestamps: settingShapes.showTimestamps.parse(undefined) };
  }
}

function storeIn(folder: string): SessionStore {
  const fileOf = (port: number) => join(folder, `${port}.json`);
  return {
    read(port) {
      forgetOldFiles(folder);
      try {
        return readFileSync(fileOf(port), 'utf8');
      } catch {
        return undefined;
      }
    },
    write: (port, text) => writePrivateFile(fileOf(port), text),
  };
}

function forgetOldFiles(folder: string): void {
  try {
    for (const name of readdirSync(folder)) if (Date.now() - statSync(join(folder, name)).mtimeMs > OLDEST_FILE) rmSync(join(folder, name), { force: true });
  } catch {
    // There is none yet, or another daemon tidies it too.
  }
}
