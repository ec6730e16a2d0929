// Where the tests of Python are started, and whether a project was written for unittest alone.
import { join } from 'node:path';
import { outermost } from '../nestedFolders.ts';
import type { ProjectFiles, Site } from '../runnerRow.ts';

export const PYTHON_TESTS = /\.py$/;
const TEST_FILE = /(^|\/)(test[^/]*|[^/]*_test|tests)\.py$/;
const CONFIGURED = /(^|\/)(pytest\.ini|\.pytest\.ini|conftest\.py)$/;
const MENTIONS_PYTEST = /\bpytest\b/;

export function pythonSites(project: ProjectFiles, runner: string): Site[] {
  const tests = project.paths.filter((path) => TEST_FILE.test(path));
  if (tests.length === 0) return [];
  const configured = project.paths.filter(
    (path) =>
      /(^|\/)(pytest\.ini|tox\.ini)$/.test(path) ||
      (/(^|\/)pyproject\.toml$/.test(path) && /\[tool\.pytest/.test(project.text(path) ?? '')) ||
      (/(^|\/)setup\.cfg$/.test(path) && /\[tool:pytest\]/.test(project.text(path) ?? '')) ||
      /(^|\/)(pyproject\.toml|setup\.py)$/.test(path),
  );
  const folders = outermost([...new Set(configured.map((path) => path.split('/').slice(0, -1).join('/')))]).filter((folder) =>
    tests.some((path) => folder === '' || path.startsWith(`${folder}/`)),
  );
  // Tests without any configuration around them are run from the project's own folder.
  const covered = (path: string) => folders.some((folder) => folder === '' || path.startsWith(`${folder}/`));
  const all = tests.every(covered) ? folders : outermost(['']);
  return all.map((folder) => ({
    runner,
    folder: join(project.root, folder),
    holds: (path) => (folder === '' || path.startsWith(`${folder}/`)) && TEST_FILE.test(path),
  }));
}

// Written for unittest alone: its own runner is always there, and takes less long to start.
export function isPlain(project: ProjectFiles): boolean {
  if (project.paths.some((path) => CONFIGURED.test(path))) return false;
  const manifests = project.paths.filter((path) => /(^|\/)(pyproject\.toml|setup\.(py|cfg)|tox\.ini|requirements[\w-]*\.txt)$/.test(path));
  if (manifests.some((path) => MENTIONS_PYTEST.test(project.text(path) ?? ''))) return false;
  const tests = project.paths.filter((path) => TEST_FILE.test(path)).slice(0, 200);
  return tests.every((path) => {
    const text = project.text(path) ?? '';
    return /^\s*(?:import|from) unittest\b|\bTestCase\b/m.test(text) && !MENTIONS_PYTEST.test(text);
  });
}
