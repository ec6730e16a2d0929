// The HTTP server of a VS Code window: off until its person wants it, then at the same port and with the same token each time the window is opened.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../base/log.ts';
import { Turns } from '../base/waiting/turns.ts';
import type { Doors } from '../transports/startDoors.ts';
import { writePrivateFile } from './folders.ts';
import { newSecret } from './people/token.ts';

// As a person has set it; nothing is checked yet.
export interface HttpWish {
  readonly isEnabled: boolean;
  // 0: any, though the same again next time. null: off.
  readonly port: unknown;
  // What else where the port is taken, or is none.
  readonly otherwise: 'any' | 'off';
}

export type HttpStatus =
  | { readonly state: 'off'; readonly problem?: string }
  | { readonly state: 'on'; readonly url: string; readonly port: number; readonly token: string; readonly problem?: string };

const Kept = z.object({ port: z.int().min(1).max(65_535), token: z.string().min(20) });
type Kept = z.infer<typeof Kept>;

export interface WindowHttpOptions {
  readonly doors: Pick<Doors, 'listen' | 'stopListening' | 'port'>;
  readonly state: string;
  // Which folders the window has: one that is opened again is the same window.
  readonly workspace: string;
  readonly log: Log;
}

export class WindowHttp {
  readonly #options: WindowHttpOptions;
  readonly #turns = new Turns();
  readonly #listeners = new Set<() => void>();
  #status: HttpStatus = { state: 'off' };

  constructor(options: WindowHttpOptions) {
    this.#options = options;
  }

  get status(): HttpStatus {
    return this.#status;
  }

  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  // One after another: a person may change a setting while the last change is still taking effect.
  apply(wish: HttpWish): Promise<HttpStatus> {
    return this.#turns.take(async () => {
      if (this.#status.state === 'on') await this.#options.doors.stopListening();
      this.#status = await this.#started(wish);
      const { problem } = this.#status;
      if (problem !== undefined) this.#options.log.warn(problem);
      for (const listener of [...this.#listeners]) listener();
      return this.#status;
    });
  }

  async #started({ isEnabled, port: asked, otherwise }: HttpWish): Promise<HttpStatus> {
    const wanted = isEnabled ? wantedPort(asked) : { off: true as const };
    if ('off' in wanted) return { state: 'off' };
    const kept = this.#kept();
    if ('problem' in wanted) return this.#otherwise(otherwise, wanted.problem);
    const port = wanted.port === 0 ? (kept?.port ?? 0) : wanted.port;
    const token = kept?.token ?? newSecret();
    const failure = await this.#options.doors.listen({ port, token });
    if (failure === undefined) {
      this.#keep({ port: this.#options.doors.port, token });
      return this.#on(token);
    }
    const problem = `The HTTP server of this window cannot listen at port ${port}: ${inWords(failure)}.`;
    // Nobody chose the kept port, so nobody needs to choose another.
    return this.#otherwise(wanted.port === 0 ? 'any' : otherwise, problem);
  }

  // Whoever has the port may have been sent the token of before, so that one opens nothing here.
  async #otherwise(otherwise: HttpWish['otherwise'], problem: string): Promise<HttpStatus> {
    if (otherwise === 'off') return { state: 'off', problem: `${problem} It stays off; set another port, or let it choose one (0).` };
    const token = newSecret();
    const failure = await this.#options.doors.listen({ port: 0, token });
    if (failure !== undefined) return { state: 'off', problem: `${problem} Nor is there another port: ${inWords(failure)}.` };
    return { ...this.#on(token), problem: `${problem} It listens at ${this.#options.doors.port} instead, until the window is opened again.` };
  }

  #on(token: string): Extract<HttpStatus, { state: 'on' }> {
    const { port } = this.#options.doors;
    return { state: 'on', url: `http://127.0.0.1:${port}`, port, token };
  }

  get #file(): string {
    const name = createHash('sha256').update(this.#options.workspace).digest('hex').slice(0, 16);
    return join(this.#options.state, 'window-addresses', `${name}.json`);
  }

  // A file that somebody garbled keeps nothing.
  #kept(): Kept | undefined {
    try {
      return Kept.safeParse(JSON.parse(readFileSync(this.#file, 'utf8'))).data;
    } catch {
      return undefined;
    }
  }

  #keep(kept: Kept): void {
    writePrivateFile(this.#file, `${JSON.stringify(kept)}\n`);
  }
}

// Checked before anything is bound.
export function wantedPort(asked: unknown): { readonly port: number } | { readonly off: true } | { readonly problem: string } {
  if (asked === null) return { off: true };
  if (typeof asked === 'number' && Number.isInteger(asked) && asked >= 0 && asked <= 65_535) return { port: asked };
  return { problem: `httpPort is ${JSON.stringify(asked) ?? 'not set'}, and a port is a whole number from 1 to 65535, 0 for any, or null for none.` };
}

function inWords({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'another program has it';
  if (code === 'EACCES') return 'the system does not let you have it';
  return message;
}
