// What a person at the command line asks of a daemon itself; no agent can send this.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Log } from '../../base/log.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { EngineStatus } from '../../ide/doors/languages.ts';
import type { Connections } from '../../server/clients/connections.ts';
import type { History } from '../../server/history/journal.ts';
import { connected } from '../door/attach.ts';
import { greeting } from '../door/greeting.ts';
import type { ControlRequest, DoorHello } from '../door/hello.ts';
import type { Instance } from '../instances/discovery.ts';
import type { DaemonWorkbench } from '../workbench.ts';

export interface Controlled {
  readonly daemon: {
    readonly workbench: DaemonWorkbench;
    readonly history: History;
    readonly connections: Connections;
    readonly makesWay: boolean;
    replaceToken(): void;
    makeWay(why: string): Promise<void>;
    close(why: string): Promise<void>;
  };
  readonly doors: { connections(): number };
  readonly log: Log;
}

export interface DaemonStatus {
  readonly connections: number;
  readonly memoryMb: number;
  readonly projects: readonly ProjectStatus[];
}

export interface ProjectStatus {
  readonly path: string;
  readonly trusted: boolean;
  // The process that may write there, when it is another.
  readonly writer?: number;
  // The VS Code window that serves it.
  readonly window?: number;
  readonly engines: readonly EngineStatus[];
}

// A daemon that hangs must not hang the command line.
const LONGEST_ANSWER = seconds(10);

// A person's session is given elsewhere.
export async function answerControl(request: ControlRequest, project: string | undefined, socket: Socket, { daemon, doors, log }: Controlled): Promise<void> {
  socket.resume();
  if (request === 'status') socket.end(`${JSON.stringify(await statusOf(daemon.workbench, doors))}\n`);
  if (request === 'connections') socket.end(`${JSON.stringify(daemon.connections.list())}\n`);
  if (request === 'flushHistory') {
    await daemon.history.flush();
    socket.end('{}\n');
  }
  if (request === 'clearHistory') {
    await daemon.history.clear();
    socket.end('{}\n');
  }
  if (request === 'reloadTrust') {
    await daemon.workbench.raiseTrust().catch((error: unknown) => log.error(`a project could not be opened again: ${String(error)}`));
    socket.end('{}\n');
  }
  if (request === 'reloadToken') {
    daemon.replaceToken();
    socket.end('{}\n');
  }
  if (request === 'handOver') {
    const connections = doors.connections();
    socket.end(`${JSON.stringify(connections > 0 ? { handsOver: false, connections } : { handsOver: true })}\n`);
    // One that a person started in a terminal goes on, and reads what it handed over.
    if (connections === 0 && daemon.makesWay) await daemon.makeWay('a newer Binnacle takes over');
    else if (connections === 0 && project !== undefined) await daemon.workbench.close(project);
  }
  if (request === 'stop') {
    socket.end('{}\n');
    await daemon.close('asked to stop');
  }
}

// Undefined when it does not answer.
export async function ask(instance: Instance, control: ControlRequest, project?: string): Promise<unknown> {
  const socket = await connected(instance.socket);
  if (socket === undefined) return undefined;
  const hello: DoorHello = { ...greeting(instance.key), control, ...(project !== undefined && { project }) };
  socket.setTimeout(LONGEST_ANSWER, () => socket.destroy());
  socket.on('error', () => {});
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(`${JSON.stringify(hello)}\n`);
  await once(socket, 'close');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function statusOf(workbench: DaemonWorkbench, doors: { connections(): number }): Promise<DaemonStatus> {
  const projects = workbench.projects().map(async ({ path, trusted, readOnly, window }): Promise<ProjectStatus> => {
    const engines = (await workbench.ide(path)?.languages.status()) ?? [];
    return { path, trusted, ...(readOnly !== undefined && { writer: readOnly.ownerPid }), ...(window !== undefined && { window: window.pid }), engines };
  });
  return { connections: doors.connections(), memoryMb: Math.round(process.memoryUsage.rss() / 1024 / 1024), projects: await Promise.all(projects) };
}
