// Where the engines that come with Binnacle are installed, and which versions they have.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { EngineRow } from './engineRow.ts';

const require = createRequire(import.meta.url);
const manifest = z.object({ version: z.string() });

export function engineName(row: EngineRow): string {
  const folder = packageFolder(row.versionOf);
  return folder === undefined ? row.id : `${row.id} ${manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version}`;
}

// Undefined when it can be started.
export function missingReason(row: EngineRow): string | undefined {
  return packageFolder(row.versionOf) === undefined ? `The package ${row.versionOf} is not installed.` : undefined;
}

// The folder of an installed npm package; undefined when there is none. `from` is a package that brings its own.
export function packageFolder(name: string, from?: string): string | undefined {
  const resolver = from === undefined ? require : createRequire(join(from, 'package.json'));
  for (const folder of resolver.resolve.paths(name) ?? []) {
    if (existsSync(join(folder, name, 'package.json'))) return join(folder, name);
  }
  return undefined;
}

export function installedFile(name: string, ...path: readonly string[]): string {
  return join(packageFolder(name) ?? dirname(process.execPath), ...path);
}
