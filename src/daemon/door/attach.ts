// How a door or the command line reaches a daemon: one that runs, else one that is started, exactly once however many ask.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { seconds } from '../../base/waiting/duration.ts';
import { daemonUnavailable } from '../../ide/errors/machineErrors.ts';
import { tryClaim } from '../instances/claim.ts';
import { type Instance, preferredInstances, writtenInstances } from '../instances/discovery.ts';
import { startDaemon } from './startDaemon.ts';

export interface WantedDaemon {
  readonly state: string;
  readonly build: string;
  // Resolved through symlinks, as the daemon names its projects.
  readonly project: string;
  // The program that becomes the daemon; undefined when none may be started.
  readonly program: string | undefined;
  // None runs, and one is being started, by us or by another.
  readonly onStarting?: () => void;
}

export interface DaemonConnection {
  readonly socket: Socket;
  readonly instance: Instance;
}

// A cold start on a loaded machine took two seconds; ten times that is not a start any more.
const LONGEST_START = seconds(30);
const BETWEEN_LOOKS = 10;

export async function attach(wanted: WantedDaemon): Promise<DaemonConnection> {
  const deadline = Date.now() + LONGEST_START;
  let called = false;
  const starting = () => {
    if (!called) wanted.onStarting?.();
    called = true;
  };
  while (Date.now() < deadline) {
    const attached = (await attachToRunning(wanted)) ?? (await startOrWait(wanted, deadline, starting));
    if (attached !== undefined) return attached;
  }
  throw daemonUnavailable(
    `it did not start within ${LONGEST_START / seconds(1)} seconds`,
    `Look at the log in ${join(wanted.state, 'logs')}, or run binnacle serve to see why.`,
  );
}

export async function attachToRunning(wanted: WantedDaemon): Promise<DaemonConnection | undefined> {
  for (const instance of preferredInstances(writtenInstances(wanted.state), wanted.build, wanted.project)) {
    const socket = await connected(instance.socket);
    if (socket !== undefined) return { socket, instance };
  }
  return undefined;
}

// Undefined when nobody listens there: its daemon is dead or about to be.
export function connected(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}

// Only the holder of the claim starts a daemon; everyone else looks again a moment later.
async function startOrWait(wanted: WantedDaemon, deadline: number, starting: () => void): Promise<DaemonConnection | undefined> {
  if (wanted.program === undefined) throw daemonUnavailable('none is running', 'Start one with binnacle serve.');
  const attempt = tryClaim(join(wanted.state, 'starting'), wanted.build);
  if (!attempt.held) {
    starting();
    await pause();
    return undefined;
  }
  using _ = attempt.claim;
  // Someone may have finished starting between our look and our claim.
  const attached = await attachToRunning(wanted);
  if (attached !== undefined) return attached;
  const daemon = startDaemon(wanted.state, wanted.program);
  starting();
  while (Date.now() < deadline && !writtenInstances(wanted.state).some(({ pid }) => pid === daemon.pid)) {
    await pause();
    const fate = daemon.fate();
    // Another one of its build was found, or someone killed it: look again, and start again if need be.
    if (fate === 'foundAnother' || fate === 'killed') return undefined;
    if (fate === 'failed')
      throw daemonUnavailable(`it ended while it started: ${lastWords(daemon.output)}`, `Its output is in ${daemon.output}; binnacle serve shows it live.`);
  }
  return undefined;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
}

// What it said at its end; of a stack, the line that names the error.
function lastWords(file: string): string {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.find((line) => /^\w*Error\b.*:/.test(line)) ?? lines.slice(-3).join('\n');
  } catch {
    return '(it said nothing)';
  }
}
