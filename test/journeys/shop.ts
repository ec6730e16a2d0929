// The shop with its bug, as a project on disk, and Binnacle serving it.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, type Home } from '../support/builtProgram.ts';

const workspace = fileURLToPath(new URL('../workspaces/shop', import.meta.url));
const ENDING = seconds(10);
const Ready = z.object({ port: z.number(), token: z.string(), pid: z.number() });

export interface Shop extends AsyncDisposable {
  readonly folder: string;
}

export interface Serving extends AsyncDisposable {
  readonly streamableHttp: string;
  readonly sse: string;
  readonly authorization: string;
}

// A copy, so that nothing a client writes into the project reaches ours.
export async function openShop(): Promise<Shop> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-journey-')));
  const folder = join(parent, 'shop');
  await cp(workspace, folder, { recursive: true });
  return { folder, [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }) };
}

// The stdio door, as a client is configured to start it.
export const door = [process.execPath, binnacle, 'mcp'] as const;

export async function serve(home: Home, project: string, words: readonly string[] = ['--port', '0']): Promise<Serving> {
  const child = spawn(process.execPath, [binnacle, 'serve', '--project', project, ...words, '--json'], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await Promise.race([new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)), closed]);
  if (line === undefined) throw new Error('binnacle serve ended before it was ready');
  const { port, token } = Ready.parse(JSON.parse(line));
  return {
    streamableHttp: `http://127.0.0.1:${port}/mcp`,
    sse: `http://127.0.0.1:${port}/sse`,
    authorization: `Bearer ${token}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), ENDING);
      await closed;
      clearTimeout(timer);
    },
  };
}
