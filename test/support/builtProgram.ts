// The built program as its users run it, in a home of its own, so that a test never meets the daemon of the person who runs it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seconds } from '../../src/base/waiting/duration.ts';

export const binnacle = fileURLToPath(new URL('../../bin/binnacle.cjs', import.meta.url));

export interface Home extends AsyncDisposable {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const STOPPING = seconds(30);
// Where the state of a daemon begins that knows the home alone, on Linux, macOS and Windows.
const BARE_STATES = ['.local', 'Library', 'local', 'AppData'];

// Ends every daemon that was started in it when the block ends.
export async function temporaryHome(): Promise<Home> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-home-')));
  const environment = environmentIn(folder);
  return {
    folder,
    environment,
    async [Symbol.asyncDispose]() {
      // Some clients hand the programs they start HOME and little else; these found a daemon of their own.
      const { XDG_STATE_HOME: _, ...bare } = environment;
      const isFounded = BARE_STATES.some((name) => existsSync(join(folder, name)));
      for (const each of isFounded ? [environment, bare] : [environment])
        await run([process.execPath, binnacle, 'stop', '--all'], { environment: each, bound: STOPPING });
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export function run(
  command: readonly string[],
  options: { environment: NodeJS.ProcessEnv; folder?: string; bound: number; input?: string },
): Promise<Finished> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: options.environment,
    ...(options.folder !== undefined && { cwd: options.folder }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return finished(child, options.bound);
}

function finished(child: ChildProcess, bound: number): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${child.spawnargs.join(' ')} did not end within ${bound} ms\n${stdout}\n${stderr}`));
    }, bound);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    });
  });
}

function environmentIn(folder: string): NodeJS.ProcessEnv {
  // npm passes on to its children our own package; the programs under test are not npm's children, nor those of an agent that runs the tests.
  const foreign = /^(npm_|INIT_CWD$|XDG_|CLAUDE|ANTHROPIC|GEMINI|GOOGLE_|OPENAI|VITEST|NODE_EXTRA_CA_CERTS$)/i;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
    HOME: folder,
    USERPROFILE: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    LOCALAPPDATA: join(folder, 'local'),
    APPDATA: join(folder, 'roaming'),
  };
}
