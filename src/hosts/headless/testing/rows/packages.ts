// Runners that come as npm packages: where they are declared, and where they lie.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { runnerMissing } from '../../../../ide/testErrors.ts';
import { NODE_ENVIRONMENT } from '../../languages/ourEngines.ts';
import { parsedJson } from '../reporterEvents.ts';
import type { ProjectFiles, Site } from '../runnerRow.ts';

const Manifest = z.looseObject({
  version: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

// Deeper ones are mostly examples and fixtures of others.
const DEEPEST = 6;
const SOURCE = /\.[cm]?[jt]sx?$/;
// Whose tests a file holds, said by what it imports.
const IMPORTS: readonly (readonly [string, RegExp])[] = [
  ['vitest', /['"]vitest['"]/],
  ['jest', /['"]@jest\/globals['"]/],
  ['playwright', /['"]@playwright\/test['"]/],
  ['node:test', /['"]node:test['"]/],
  ['mocha', /['"]mocha['"]/],
];

// The outermost folders whose package.json asks for the package, or that have its configuration.
export function packageSites(project: ProjectFiles, runner: string, packageName: string, testNames: RegExp, configuration: RegExp): Site[] {
  const folders = new Set<string>();
  for (const path of project.paths) {
    const parts = path.split('/');
    if (parts.length > DEEPEST) continue;
    const name = parts.at(-1) ?? '';
    if (name === 'package.json' ? declares(project.text(path), packageName) : configuration.test(name)) folders.add(parts.slice(0, -1).join('/'));
  }
  return outermost([...folders]).map((folder) => ({
    runner,
    folder: join(project.root, folder),
    holds(path) {
      if (folder !== '' && !path.startsWith(`${folder}/`)) return false;
      if (!SOURCE.test(path)) return false;
      const text = project.text(path) ?? '';
      const imported = IMPORTS.find(([, pattern]) => pattern.test(text))?.[0];
      return imported === undefined ? testNames.test(path) && runner !== 'playwright' : imported === runner;
    },
  }));
}

export function outermost(folders: readonly string[]): string[] {
  return folders.filter((folder) => !folders.some((other) => other !== folder && (other === '' || folder.startsWith(`${other}/`)))).toSorted();
}

export interface InstalledPackage {
  readonly folder: string;
  readonly version: string;
}

// As Node would find it from there. Throws runner_missing.
export function installedPackage(from: string, packageName: string): InstalledPackage {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', ...packageName.split('/'));
    const manifest = join(found, 'package.json');
    if (existsSync(manifest)) return { folder: found, version: Manifest.safeParse(parsedJson(readFileSync(manifest, 'utf8'))).data?.version ?? '0' };
    if (folder === dirname(folder)) throw runnerMissing(packageName, 'it is not installed in the project', `npm install (in ${from})`);
  }
}

export function hasPackage(from: string, packageName: string): boolean {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', ...packageName.split('/'), 'package.json'))) return true;
    if (folder === dirname(folder)) return false;
  }
}

// No colours, no watch mode, and nobody thinks that a person looks on.
export const RUNNER_ENVIRONMENT = { ...NODE_ENVIRONMENT, NO_COLOR: '1', FORCE_COLOR: undefined, CI: process.env['CI'] ?? '1', TERM: 'dumb' };

// Matches no name.
export const NOTHING = '(?!)';

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

// For runners that match a regular expression against the names of the suites and the test, with a blank between.
export function namePattern(name: string): string {
  return `(^| )${name
    .split(/\s*>\s*/)
    .map(escaped)
    .join(' ')}( |$)`;
}

export function exactPattern(tests: readonly { readonly suite: readonly string[]; readonly name: string }[]): string {
  return `^(${tests.map(({ suite, name }) => escaped([...suite, name].join(' '))).join('|')})$`;
}

function declares(text: string | undefined, packageName: string): boolean {
  const manifest = text === undefined ? undefined : Manifest.safeParse(parsedJson(text)).data;
  return packageName in { ...manifest?.dependencies, ...manifest?.devDependencies };
}
