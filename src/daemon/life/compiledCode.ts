// What Node compiled of our program, kept for the next start: a quarter of the processor time of a start is saved. Node 22.1 and later can do it, others compile anew.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { build } from '../../base/version.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { cacheFolder } from '../folders.ts';

// By then the first calls have been answered, so what they need is kept too.
const AFTER_FIRST_CALLS = seconds(20);

// Before anything else is loaded. A folder that cannot be used costs only the time that would have been saved.
export function useCompiledCode(): void {
  call('enableCompileCache', [join(cacheFolder(), 'compiled', build)]);
}

// Written by a daemon that found nothing, rather than at its end, which may be a sudden one.
export function keepCompiledCode(): void {
  const folder = join(cacheFolder(), 'compiled');
  if (existsSync(join(folder, build))) return;
  setTimeout(() => {
    call('flushCompileCache', []);
    void removeOthers(folder);
  }, AFTER_FIRST_CALLS).unref();
}

// Of other builds; one that still runs has what it needs in memory.
async function removeOthers(folder: string): Promise<void> {
  const others = (await readdir(folder).catch(() => [])).filter((name) => name !== build);
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true }).catch(() => {})));
}

// Node's own typing is that of the oldest Node that we support.
function call(name: string, parameters: readonly unknown[]): void {
  const method: unknown = Reflect.get(nodeModule, name);
  if (typeof method === 'function') Reflect.apply(method, nodeModule, parameters);
}
