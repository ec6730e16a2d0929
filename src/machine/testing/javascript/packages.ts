// Runners that come as npm packages: where they lie, how they are started, and how tests are named to them.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readSmallFile } from '../../../base/files/smallFile.ts';
import { variable } from '../../../base/processes/environment.ts';
import { runnerMissing } from '../../../ide/errors/testErrors.ts';
import { NODE_ENVIRONMENT } from '../../programs/ourEngines.ts';
import { escaped } from '../patterns.ts';
import { parsedJson } from '../reporterEvents.ts';
import type { RawTest, TestSelection } from '../runnerRow.ts';

const Manifest = z.looseObject({
  version: z.string().optional(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

export interface InstalledPackage {
  readonly folder: string;
  readonly version: string;
  // What its own command starts; it lies elsewhere in each major version.
  readonly program: string;
}

// As Node would find it from there. Throws runner_missing.
export function installedPackage(from: string, packageName: string): InstalledPackage {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', ...packageName.split('/'));
    const manifest = join(found, 'package.json');
    if (existsSync(manifest)) {
      const { version = '0', bin = {} } = Manifest.safeParse(parsedJson(readSmallFile(manifest))).data ?? {};
      const script = typeof bin === 'string' ? bin : (bin[packageName] ?? Object.values(bin)[0] ?? '');
      return { folder: found, version, program: join(found, script) };
    }
    if (folder === dirname(folder)) throw runnerMissing(packageName, 'it is not installed in the project', `npm install (in ${from})`);
  }
}

export function hasPackage(from: string, packageName: string): boolean {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', ...packageName.split('/'), 'package.json'))) return true;
    if (folder === dirname(folder)) return false;
  }
}

export function isBefore(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}

// No colours, no watch mode, and nobody thinks that a person looks on.
export function runnerEnvironment(): Record<string, string | undefined> {
  return { ...NODE_ENVIRONMENT, NO_COLOR: '1', FORCE_COLOR: undefined, CI: variable('CI') ?? '1', TERM: 'dumb' };
}

// Matches no name.
export const NOTHING = '(?!)';

// For runners that match a regular expression against the names of the suites and the test, with a blank between.
export function namePattern(name: string): string {
  return `(^| )${name
    .split(/\s*>\s*/)
    .map(escaped)
    .join(' ')}( |$)`;
}

// In vitest 1 a name begins with that of the file's own suite, which is empty.
export function exactPattern(tests: readonly Pick<RawTest, 'suite' | 'name'>[]): string {
  return `^ ?(${tests.map(({ suite, name }) => escaped([...suite, name].join(' '))).join('|')})$`;
}

// The files to start it with, and the pattern for names where not all of their tests are wanted.
export function chosenTests({ paths, name, exact }: TestSelection): { readonly files: readonly string[]; readonly pattern: string | undefined } {
  if (exact !== undefined) return { files: [...new Set(exact.flatMap(({ file }) => file ?? []))], pattern: exactPattern(exact) };
  return { files: paths, pattern: name === undefined ? undefined : namePattern(name) };
}
