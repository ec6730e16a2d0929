// Which runners have something to do with which paths of a project.
import { join } from 'node:path';
import { noTestRunner } from '../../ide/errors/testErrors.ts';
import type { ProjectFiles, RunnerRow, Site } from './runnerRow.ts';
import { runnerRows } from './runnerRows.ts';

export interface PlacedRow {
  readonly row: RunnerRow;
  readonly site: Site;
}

// Runners with their places, of those that have something to do with these paths. Throws no_test_runner.
export async function placedRows(files: ProjectFiles, runner: string | undefined, paths: readonly string[]): Promise<readonly PlacedRow[]> {
  const found: PlacedRow[] = [];
  for (const row of runnerRows) for (const site of await row.find(files, runnerRows)) found.push({ row, site });
  const chosen = preferred(found, runner);
  const holding = chosen.filter(({ site }) => paths.length === 0 || paths.some((path) => mayHold(site, path, files)));
  // A configuration may call test files whatever it likes, so those that are named are shown to whoever could read them.
  const fitting = holding.length > 0 ? holding : nearest(chosen.filter(({ row, site }) => paths.some((path) => row.files.test(path) && reaches(site, path))));
  const known = [...new Set(found.map(({ row }) => row.id))];
  if (fitting.length === 0) throw noTestRunner(runner !== undefined ? `named ${runner}` : paths.length === 0 ? 'in this project' : 'for these files', known);
  return fitting;
}

// Whether the path lies in the site, or the site in the path.
export function reaches(site: Site, path: string): boolean {
  return path === site.folder || path.startsWith(withSeparator(site.folder)) || isAround(site, path);
}

export function isAround({ folder }: Site, path: string): boolean {
  return folder.startsWith(withSeparator(path));
}

// pytest runs the tests of unittest too, so only one of them is asked unless it is named.
function preferred(found: readonly PlacedRow[], runner: string | undefined): readonly PlacedRow[] {
  if (runner !== undefined) return found.filter(({ row }) => row.id === runner);
  return found.filter(({ site }) => site.onlyIfNamed !== true);
}

function nearest(placed: readonly PlacedRow[]): readonly PlacedRow[] {
  const deepest = Math.max(...placed.map(({ site }) => site.folder.length));
  return placed.filter(({ site }) => site.folder.length === deepest);
}

function mayHold(site: Site, path: string, { root, paths }: ProjectFiles): boolean {
  if (!reaches(site, path)) return false;
  const relative = path.slice(root.length + 1).replaceAll('\\', '/');
  // A folder, or a file that is not listed: the runner will say.
  return !paths.includes(relative) || site.holds(relative);
}

function withSeparator(path: string): string {
  return join(path, 'x').slice(0, -1);
}
