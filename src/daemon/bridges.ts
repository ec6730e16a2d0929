// The HTTP bridge of each project that a person trusts, and the file in its root by which clients find the port.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../base/files/smallFile.ts';
import { systemErrorCode } from '../base/files/systemError.ts';
import type { Log } from '../base/log.ts';
import { Turns } from '../base/waiting/turns.ts';
import { invalidEnvironment, portUnavailable } from '../ide/errors/machineErrors.ts';
import type { Project } from '../ide/ide.ts';
import type { BridgeDoor } from '../transports/bridge.ts';
import type { Reaper } from './life/reaper.ts';

export interface BridgesOptions {
  projects(): readonly Project[];
  // 0 is any port.
  open(project: string, port: number): Promise<BridgeDoor>;
  // The one that the environment tells clients; the first project gets it. Undefined: the usual one where it is free.
  readonly port: number | undefined;
  readonly reaper: Pick<Reaper, 'guardFile' | 'releaseFile'>;
  readonly log: Log;
  // After a bridge was opened or closed.
  onChange(): void;
}

// Where clients of such a bridge look when neither their environment nor a file names a port. Anything may have taken it; then it is any other.
const USUAL_PORT = 12_300;

export class Bridges {
  readonly #options: BridgesOptions;
  readonly #open = new Map<string, BridgeDoor>();
  // For the next one that is opened; 0 is any.
  #port: number | 'usual';
  readonly #turns = new Turns();
  #closed = false;

  constructor(options: BridgesOptions) {
    this.#options = options;
    this.#port = options.port ?? 'usual';
  }

  portOf(project: string): number | undefined {
    return this.#open.get(project)?.port;
  }

  ports(): readonly number[] {
    return [...this.#open.values()].map(({ port }) => port);
  }

  // Every project that should have a bridge has one afterwards, and no other.
  open(): Promise<void> {
    return this.#turns.take(() => this.#settle());
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.open();
  }

  async #settle(): Promise<void> {
    // What no person named gets no door of its own.
    const wanted = this.#closed ? [] : this.#options.projects().filter(({ trusted }) => trusted);
    const roots = new Set(wanted.map(({ path }) => path));
    for (const [root, door] of [...this.#open]) if (!roots.has(root)) await this.#closeBridge(root, door);
    for (const root of roots) if (!this.#open.has(root)) await this.#openBridge(root);
  }

  async #openBridge(root: string): Promise<void> {
    const { open, log, reaper, onChange } = this.#options;
    const asked = this.#port;
    const door = await (asked === 'usual' ? open(root, USUAL_PORT).catch(() => open(root, 0)) : open(root, asked)).catch((error: unknown) => {
      throw portUnavailable(asked === 'usual' ? 0 : asked, systemErrorCode(error) ?? String(error));
    });
    this.#port = 0;
    this.#open.set(root, door);
    const file = portFile(root);
    try {
      // Removed first and written anew, so that a link which somebody left there is not followed.
      rmSync(file, { force: true });
      writeFileSync(file, String(door.port), { flag: 'wx' });
      reaper.guardFile(file);
    } catch (error) {
      log.warn(`${file} could not be written (${systemErrorCode(error) ?? String(error)}): clients must be told the port ${door.port}`);
    }
    log.info(`bridge of ${root} at port ${door.port}`);
    onChange();
  }

  async #closeBridge(root: string, door: BridgeDoor): Promise<void> {
    this.#open.delete(root);
    const file = portFile(root);
    this.#options.reaper.releaseFile(file);
    // Another daemon may have put its own port there since.
    if (textOf(file) === String(door.port)) rmSync(file, { force: true });
    await door.close();
    this.#options.onChange();
  }
}

// The name is the one that the bridge's clients look for.
export function portFile(root: string): string {
  return join(root, '.psi-bridge-port');
}

// The port that clients of the bridge get from their environment.
export function bridgePort(environment: Readonly<Record<string, string | undefined>> = process.env): number | undefined {
  const text = environment['PSI_BRIDGE_PORT'];
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw invalidEnvironment('PSI_BRIDGE_PORT', text, 'a port from 1 to 65535');
  return port;
}

function textOf(file: string): string | undefined {
  try {
    return readSmallFile(file).trim();
  } catch {
    return undefined;
  }
}
