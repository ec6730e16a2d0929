// A program that we start: its process, its output, and its end with everything that it started.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import { descendantsOf } from '../../../base/processes/descendants.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import type { LaunchConfiguration } from '../session/configuration.ts';
import { cannotStart, inputClosed, nothingToLaunch, programMissing } from '../session/refusals.ts';
import { type Executable, findExecutable, isNode, quotedForShell } from './executable.ts';

export interface LaunchedCallbacks {
  output(category: 'stdout' | 'stderr', text: string): void;
  exited(code: number): void;
  // Nothing more will be printed.
  silent(): void;
}

// A process that a signal has killed leaves no output worth waiting for; one that gave its pipe to another may never close it.
const LAST_WORDS = seconds(1);

// What Node itself says at the end of a program that is debugged; the program has not printed it.
const OF_NODE = /^Waiting for the debugger to disconnect\.\.\.\n/m;

export class Launched {
  readonly pid: number;
  readonly #child: ChildProcess;
  #exited = false;
  #reads = 0;

  static async start(configuration: LaunchConfiguration, debuggerEnvironment: Record<string, string>, callbacks: LaunchedCallbacks): Promise<Launched> {
    const { executable, parameters, cwd } = commandOf(configuration);
    const child = spawn(executable.shell ? quotedForShell(executable.file) : executable.file, executable.shell ? parameters.map(quotedForShell) : parameters, {
      cwd,
      env: environmentOf(configuration, debuggerEnvironment),
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that all that it starts can be ended with it.
      detached: process.platform !== 'win32',
      shell: executable.shell,
      windowsHide: true,
    });
    await new Promise<void>((started, failed) => {
      child.once('spawn', started);
      child.once('error', (error) => failed(cannotStart(executable.file, error.message)));
    });
    return new Launched(child, callbacks);
  }

  private constructor(child: ChildProcess, callbacks: LaunchedCallbacks) {
    this.#child = child;
    this.pid = child.pid ?? 0;
    for (const category of ['stdout', 'stderr'] as const) {
      const decoder = new StringDecoder('utf8');
      child[category]?.on('data', (chunk: Buffer) => {
        const text = category === 'stderr' ? decoder.write(chunk).replace(OF_NODE, '') : decoder.write(chunk);
        this.#reads++;
        if (text !== '') callbacks.output(category, text);
      });
    }
    child.on('error', () => {});
    // Writing to a program that has closed its input fails; whoever writes gets the error.
    child.stdin?.on('error', () => {});
    child.once('exit', (code, signal) => {
      this.#exited = true;
      callbacks.exited(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      this.#awaitLastWords(callbacks.silent);
    });
    child.once('close', callbacks.silent);
  }

  get exited(): boolean {
    return this.#exited;
  }

  // What it reads next; undefined is the end. Once this has ended, the system has taken it, not the program.
  async writeInput(text: string | undefined): Promise<void> {
    const { stdin } = this.#child;
    if (this.#exited || stdin === null || stdin.writableEnded || stdin.destroyed) throw inputClosed();
    await new Promise<void>((taken, failed) => {
      const done = (error?: Error | null) => (error ? failed(inputClosed()) : taken());
      // A pipe that is full takes more when the program reads; what was asked is written to it, and nobody waits for it.
      if (text === undefined) stdin.end(done);
      else if (!stdin.write(text, done)) taken();
    });
  }

  // Reading is what drives the program's printing; a client that is slow slows the program, and nothing piles up here.
  pauseOutput(): void {
    this.#child.stdout?.pause();
    this.#child.stderr?.pause();
  }

  resumeOutput(): void {
    this.#child.stdout?.resume();
    this.#child.stderr?.resume();
  }

  // What a slow client has not taken yet is still to come, so only a second in which nothing could be read counts.
  #awaitLastWords(silent: () => void): void {
    const reads = this.#reads;
    setTimeout(() => {
      if (reads === this.#reads && this.#child.stdout?.isPaused() !== true) silent();
      else this.#awaitLastWords(silent);
    }, LAST_WORDS).unref();
  }

  // The whole group, also what is no Node, and what has left it. These are looked for first: afterwards nobody knows whose children they were.
  kill(joined: readonly number[]): void {
    const left = [...joined, ...(this.#exited ? [] : descendantsOf(this.pid))];
    if (process.platform === 'win32') {
      if (!this.#exited) spawnSync('taskkill', ['/pid', String(this.pid), '/T', '/F'], { windowsHide: true, timeout: seconds(5) });
    } else killQuietly(-this.pid);
    for (const pid of left) killQuietly(pid);
  }
}

export function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function commandOf(configuration: LaunchConfiguration): { executable: Executable; parameters: string[]; cwd: string } {
  const { program, args, runtimeExecutable, runtimeArgs } = configuration;
  const cwd = resolve(configuration.cwd ?? process.cwd());
  if (!existsSync(cwd)) throw programMissing(cwd);
  if (program === undefined && !runtimeExecutable) throw nothingToLaunch();
  const path = configuration.env['PATH'] ?? process.env['PATH'];
  // An adapter in a place without a PATH has at least the Node that runs it.
  const executable = findExecutable(runtimeExecutable || 'node', cwd, path) ?? (runtimeExecutable ? undefined : { file: process.execPath, shell: false });
  if (executable === undefined) throw cannotStart(runtimeExecutable ?? 'node', 'it is neither in node_modules/.bin nor on the PATH.');
  const file = program === undefined ? undefined : resolve(cwd, program);
  if (file !== undefined && isNode(executable) && !['', '.js', '.cjs', '.mjs', '.json', '/index.js'].some((extension) => existsSync(file + extension)))
    throw programMissing(file);
  return { executable, cwd, parameters: [...runtimeArgs, ...(file === undefined ? [] : [file]), ...args] };
}

const personsVariables = z.record(z.string(), z.string().nullable());

function environmentOf(configuration: LaunchConfiguration, debuggerEnvironment: Record<string, string>): NodeJS.ProcessEnv {
  const { BINNACLE_DEBUGGEE: theirs, ...environment } = process.env;
  // Whoever starts this adapter may do so in another environment than the person's.
  const person = theirs === undefined ? {} : personsVariables.parse(JSON.parse(theirs));
  for (const [name, value] of Object.entries({ ...person, ...configuration.env })) {
    if (value === null) delete environment[name];
    else environment[name] = value;
  }
  const { NODE_OPTIONS: ours, ...others } = debuggerEnvironment;
  const options = [ours, environment['NODE_OPTIONS']].filter(Boolean).join(' ');
  return { ...environment, ...others, ...(options !== '' && { NODE_OPTIONS: options }) };
}
