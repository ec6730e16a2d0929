// Where runners that come as npm packages are started: in which folders of a workspace each is at home, and whose tests a file holds.
import { join } from 'node:path';
import { z } from 'zod';
import { isIn } from '../nestedFolders.ts';
import { parsedJson } from '../reporterEvents.ts';
import type { JavascriptUse, NpmUse, ProjectFiles, RunnerRow, Site } from '../runnerRow.ts';

export const JAVASCRIPT_TESTS = /\.[cm]?[jt]sx?$/;

// What most runners call a test file.
export const NAMED_AS_TEST = /\.(test|spec)\.[cm]?[jt]sx?$/;

const Manifest = z.looseObject({
  scripts: z.record(z.string(), z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

// Deeper ones are mostly examples and fixtures of others.
const DEEPEST = 6;

// `rows` are all that there are: a file may hold tests of another runner.
export function packageSites(project: ProjectFiles, runner: string, rows: readonly JavascriptRow[]): Site[] {
  const known = rows.flatMap(({ id, javascript }) => (javascript === undefined ? [] : [{ id, ...javascript }]));
  const use = known.find(({ id }) => id === runner)?.npm;
  const homes = homesIn(project, known);
  const at = sitesOf(homes, runner);
  const owner = (path: string) => at.filter((folder) => isIn(path, folder)).toSorted((a, b) => b.length - a.length)[0];
  const holds = (path: string, folder: string) => {
    if (!JAVASCRIPT_TESTS.test(path) || owner(path) !== folder) return false;
    const imported = importedRunner(project.text(path) ?? '', known);
    if (imported !== undefined) return imported === runner;
    return use?.names?.test(path) === true && isAtHome(path, homes, runner);
  };
  return at.flatMap((folder): Site[] => {
    const site = { runner, folder: join(project.root, folder), holds: (path: string) => holds(path, folder) };
    if (!at.some((other) => other !== folder && isIn(other, folder))) return [site];
    // It would run the others' tests too, and not as they are configured.
    const only = project.paths.filter((path) => holds(path, folder)).map((path) => join(project.root, path));
    return only.length === 0 ? [] : [{ ...site, only }];
  });
}

export type JavascriptRow = Pick<RunnerRow, 'id' | 'javascript'>;

interface KnownRunner extends JavascriptUse {
  readonly id: string;
}

// One that somebody installed rather than the one that every Node has.
function importedRunner(text: string, known: readonly KnownRunner[]): string | undefined {
  const installedFirst = [...known.filter(({ npm }) => npm !== undefined), ...known.filter(({ npm }) => npm === undefined)];
  return installedFirst.find(({ imported }) => imported.test(text))?.id;
}

// A folder's say in which runner it has.
interface Home {
  readonly folder: string;
  readonly runner: string;
  // It says how the runner is used there, and not only that it is installed.
  readonly own: boolean;
  // It speaks for the packages below it.
  readonly projects: boolean;
  // Files of this runner may be known by their names alone.
  readonly byName: boolean;
}

function homesIn(project: ProjectFiles, known: readonly KnownRunner[]): readonly Home[] {
  const before = remembered.get(project);
  if (before !== undefined) return before;
  const installed = known.flatMap(({ id, npm }) => (npm === undefined ? [] : [{ runner: id, use: npm }]));
  const homes = new Map<string, Home>();
  const add = (home: Home) => {
    const key = JSON.stringify([home.runner, home.folder]);
    const other = homes.get(key);
    homes.set(key, other === undefined ? home : { ...home, own: home.own || other.own, projects: home.projects || other.projects });
  };
  for (const path of project.paths) {
    const parts = path.split('/');
    if (parts.length > DEEPEST) continue;
    const name = parts.at(-1) ?? '';
    const folder = parts.slice(0, -1).join('/');
    if (name === 'package.json') for (const home of declared(project.text(path), folder, installed)) add(home);
    else
      for (const { runner, use } of installed) {
        const { configuration, projects, projectsFile, names } = use;
        if (!configuration.test(name)) continue;
        const speaksForOthers = projectsFile?.test(name) === true || projects?.test(project.text(path) ?? '') === true;
        add({ folder, runner, own: true, projects: speaksForOthers, byName: names !== undefined });
      }
  }
  const found = [...homes.values()];
  remembered.set(project, found);
  return found;
}

const remembered = new WeakMap<ProjectFiles, readonly Home[]>();

function declared(text: string | undefined, folder: string, installed: readonly { readonly runner: string; readonly use: NpmUse }[]): Home[] {
  const manifest = Manifest.safeParse(text === undefined ? undefined : parsedJson(text)).data;
  if (manifest === undefined) return [];
  const dependencies = { ...manifest.dependencies, ...manifest.devDependencies };
  const scripts = Object.values(manifest.scripts ?? {});
  return installed.flatMap(({ runner, use: { packageName, command, field, projects, names } }) => {
    const settings = field === undefined ? undefined : manifest[field];
    const own = settings !== undefined || scripts.some((script) => command.test(script));
    if (!own && !(packageName in dependencies)) return [];
    return [{ folder, runner, own, projects: settings !== undefined && projects?.test(JSON.stringify(settings)) === true, byName: names !== undefined }];
  });
}

// The outermost ones, and those below that say themselves how it is used, unless the one above speaks for them.
function sitesOf(homes: readonly Home[], runner: string): string[] {
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
function isAtHome(path: string, homes: readonly Home[], runner: string): boolean {
  const around = homes.filter((home) => home.byName && isIn(path, home.folder));
  const nearest = Math.max(...around.map(({ folder }) => folder.length));
  const here = around.filter(({ folder }) => folder.length === nearest);
  const using = here.filter(({ own }) => own);
  return (using.length > 0 ? using : here).some((home) => home.runner === runner);
}
