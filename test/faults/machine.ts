// What runs on this machine because of one test: found by the environment that its home gives to everything it starts.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import type { Home } from '../support/builtProgram.ts';

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

const Instance = z.object({
  pid: z.number(),
  url: z.string(),
  port: z.number(),
  token: z.string().optional(),
  socket: z.string(),
  projects: z.array(
    z.object({ path: z.string(), readOnly: z.boolean().optional(), ides: z.array(z.object({ agent: z.string(), port: z.number() })).optional() }),
  ),
});

// Everything that was started in this home, directly or not. Linux only: elsewhere nobody may read another process's environment.
export function processesOf(home: Home): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'latin1');
        const isOurs = environment.includes(`HOME=${home.folder}`) || commandOf(name).includes(home.folder);
        return isOurs && !isZombie(name) ? [{ pid: Number(name), command: commandOf(name) }] : [];
      } catch {
        return [];
      }
    });
}

export const isEngine = ({ command }: RunningProcess): boolean => /--lsp|langserver|languageserver/.test(command);

// Resident, all together; those that ended meanwhile hold nothing.
export function memoryMbOf(processes: readonly RunningProcess[]): number {
  const kilobytes = processes.map(({ pid }) => {
    try {
      return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

export async function daemonsOf(home: Home): Promise<z.infer<typeof Instance>[]> {
  const folder = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'instances');
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readFile(join(folder, name), 'utf8').catch(() => undefined)));
  // One that ended between the look at the folder and the look at its file is gone.
  return files.filter((text) => text !== undefined).map((text) => Instance.parse(JSON.parse(text)));
}

// Waits for what must come to pass; a bound, not a measurement.
export async function eventually(holds: () => boolean | Promise<boolean>, what: () => string, bound = seconds(60)): Promise<void> {
  const deadline = Date.now() + bound;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`it did not come to pass: ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export async function nothingRuns(home: Home): Promise<void> {
  await eventually(
    () => processesOf(home).length === 0,
    () => `nothing is left running, but ${JSON.stringify(processesOf(home))}`,
  );
}

// A small project with one name in two files.
export async function shopIn(home: Home, name = 'shop'): Promise<string> {
  const folder = join(home.folder, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] }, "include": ["*.ts"] }\n');
  await writeFile(join(folder, 'cart.ts'), 'export function total(prices: number[]): number {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n');
  await writeFile(join(folder, 'checkout.ts'), "import { total } from './cart.js';\nconsole.log(total([1, 2]));\n");
  return folder;
}

function commandOf(pid: string): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
}

function isZombie(pid: string): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}
