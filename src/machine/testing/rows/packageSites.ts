// Where runners that come as npm packages are started: in which folders of a workspace each is at home, and whose tests a file holds.
import { join, posix } from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../reporterEvents.ts';
import type { ProjectFiles, Site } from '../runnerRow.ts';

export const JAVASCRIPT_TESTS = /\.[cm]?[jt]sx?$/;

const Manifest = z.looseObject({
  scripts: z.record(z.string(), z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

interface Known {
  readonly packageName: string;
  // A file that only it reads.
  readonly configuration: RegExp;
  // What starts it, in a script.
  readonly command: RegExp;
  // A field of package.json that it reads.
  readonly field?: string;
  // Files that hold tests of it unless they say otherwise.
  readonly names: RegExp | undefined;
  // Whose tests a file holds, said by what it imports.
  readonly imported: RegExp;
  // Configured so, one place runs those of the packages below it, each with its own configuration.
  readonly projects?: RegExp;
}

const NAMED = /\.(test|spec)\.[cm]?[jt]sx?$/;

const KNOWN = {
  vitest: {
    packageName: 'vitest',
    configuration: /^vitest\.(config|workspace)\.([cm]?[jt]s|json)$/,
    command: /(^|[\s;&|])(npx\s+)?vitest(\s|$)/,
    names: NAMED,
    imported: /['"]vitest['"]/,
    projects: /\bprojects\b|\bworkspace\b/,
  },
  jest: {
    packageName: 'jest',
    configuration: /^jest\.config\.([cm]?[jt]s|json)$/,
    command: /(^|[\s;&|/])jest(\.js)?(\s|$)/,
    field: 'jest',
    names: /(\.(test|spec)\.[cm]?[jt]sx?$|(^|\/)__tests__\/)/,
    imported: /['"]@jest\/globals['"]/,
    projects: /\bprojects\b/,
  },
  mocha: {
    packageName: 'mocha',
    configuration: /^\.mocharc\.(c?js|json|jsonc|ya?ml)$/,
    command: /(^|[\s;&|/])_?mocha(\.js)?(\s|$)/,
    field: 'mocha',
    names: /(\.(test|spec)\.[cm]?[jt]sx?$|(^|\/)test\/[^/]+\.[cm]?js$)/,
    imported: /['"]mocha['"]/,
  },
  playwright: {
    packageName: '@playwright/test',
    configuration: /^playwright\.config\.[cm]?[jt]s$/,
    command: /(^|[\s;&|])(npx\s+)?playwright\s+test(\s|$)/,
    names: undefined,
    imported: /['"]@playwright\/test['"]/,
  },
} as const satisfies Record<string, Known>;
export type PackageRunner = keyof typeof KNOWN;

const IMPORTS: readonly (readonly [string, RegExp])[] = [
  ...Object.entries(KNOWN).map(([runner, { imported }]) => [runner, imported] as const),
  ['node:test', /['"]node:test['"]/],
];

// Deeper ones are mostly examples and fixtures of others.
const DEEPEST = 6;

export function packageSites(project: ProjectFiles, runner: PackageRunner): Site[] {
  const homes = homesIn(project);
  const at = sitesOf(homes, runner);
  const owner = (path: string) => at.filter((folder) => isIn(path, folder)).toSorted((a, b) => b.length - a.length)[0];
  const known: Known = KNOWN[runner];
  const holds = (path: string, folder: string) => {
    if (!JAVASCRIPT_TESTS.test(path) || owner(path) !== folder) return false;
    const text = project.text(path) ?? '';
    const imported = IMPORTS.find(([, pattern]) => pattern.test(text))?.[0];
    if (imported !== undefined) return imported === runner;
    return known.names?.test(path) === true && isAtHome(path, homes, runner);
  };
  return at.flatMap((folder): Site[] => {
    const site = { runner, folder: join(project.root, folder), holds: (path: string) => holds(path, folder) };
    if (!at.some((other) => other !== folder && isIn(other, folder))) return [site];
    // It would run the others' tests too, and not as they are configured.
    const only = project.paths.filter((path) => holds(path, folder)).map((path) => join(project.root, path));
    return only.length === 0 ? [] : [{ ...site, only }];
  });
}

export function outermost(folders: readonly string[]): string[] {
  return folders.filter((folder) => !folders.some((other) => other !== folder && isIn(folder, other))).toSorted();
}

// A folder's say in which runner it has.
interface Home {
  readonly folder: string;
  readonly runner: PackageRunner;
  // It says how the runner is used there, and not only that it is installed.
  readonly own: boolean;
  // It speaks for the packages below it.
  readonly projects: boolean;
}

function homesIn(project: ProjectFiles): readonly Home[] {
  const known = remembered.get(project);
  if (known !== undefined) return known;
  const homes = new Map<string, Home>();
  const add = (home: Home) => {
    const key = JSON.stringify([home.runner, home.folder]);
    const before = homes.get(key);
    homes.set(key, before === undefined ? home : { ...home, own: home.own || before.own, projects: home.projects || before.projects });
  };
  for (const path of project.paths) {
    const parts = path.split('/');
    if (parts.length > DEEPEST) continue;
    const name = parts.at(-1) ?? '';
    const folder = parts.slice(0, -1).join('/');
    if (name === 'package.json') for (const home of declared(project.text(path), folder)) add(home);
    else
      for (const runner of RUNNERS) {
        const { configuration, projects }: Known = KNOWN[runner];
        if (configuration.test(name))
          add({ folder, runner, own: true, projects: /^vitest\.workspace\./.test(name) || projects?.test(project.text(path) ?? '') === true });
      }
  }
  const found = [...homes.values()];
  remembered.set(project, found);
  return found;
}

const RUNNERS: readonly PackageRunner[] = ['vitest', 'jest', 'mocha', 'playwright'];
const remembered = new WeakMap<ProjectFiles, readonly Home[]>();

function declared(text: string | undefined, folder: string): Home[] {
  const value = text === undefined ? undefined : parsedJson(text);
  const manifest = Manifest.safeParse(value).data;
  if (manifest === undefined) return [];
  const installed = { ...manifest.dependencies, ...manifest.devDependencies };
  const scripts = Object.values(manifest.scripts ?? {});
  return RUNNERS.flatMap((runner) => {
    const { packageName, command, field, projects }: Known = KNOWN[runner];
    const settings = field === undefined ? undefined : manifest[field];
    const own = settings !== undefined || scripts.some((script) => command.test(script));
    if (!own && !(packageName in installed)) return [];
    return [{ folder, runner, own, projects: settings !== undefined && projects?.test(JSON.stringify(settings)) === true }];
  });
}

// The outermost ones, and those below that say themselves how it is used, unless the one above speaks for them.
function sitesOf(homes: readonly Home[], runner: PackageRunner): string[] {
  const all = homes.filter((home) => home.runner === runner);
  return all
    .filter((home) => {
      const around = all.filter((other) => other !== home && isIn(home.folder, other.folder));
      return around.length === 0 || (home.own && !around.some(({ projects }) => projects));
    })
    .map(({ folder }) => folder)
    .toSorted();
}

// What a file does not say itself, the nearest package around it that has any runner says.
function isAtHome(path: string, homes: readonly Home[], runner: PackageRunner): boolean {
  const around = homes.filter((home) => home.runner !== 'playwright' && isIn(path, home.folder));
  const nearest = Math.max(...around.map(({ folder }) => folder.length));
  const here = around.filter(({ folder }) => folder.length === nearest);
  const using = here.filter(({ own }) => own);
  return (using.length > 0 ? using : here).some((home) => home.runner === runner);
}

function isIn(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${posix.normalize(folder)}/`);
}
