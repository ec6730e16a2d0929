// pytest with a plugin of ours, and unittest under a main of ours: the tests of Python.
import { dirname, join, relative, sep } from 'node:path';
import { variable } from '../../../base/environment.ts';
import { coverageUnsupported, runnerMissing, testsListFailed } from '../../../ide/testErrors.ts';
import type { Processes } from '../../processes/processes.ts';
import { environmentPythons, pythonInterpreters } from '../../toolchains/pythonInterpreters.ts';
import { linesOfFile } from '../eventFile.ts';
import { clean } from '../rawResults.ts';
import { hearingReporter, listingOf } from '../reporterEvents.ts';
import type { ProjectFiles, RunnerRoom, RunnerRow, Selection, Site } from '../runnerRow.ts';
import { shipped, shippedFolder } from '../shipped.ts';
import { pythonFrames } from '../stacks.ts';
import { outermost } from './packageSites.ts';
import { pytestSettings } from './pytestSettings.ts';

const WINDOWS = process.platform === 'win32';
const PYTHON = /\.py$/;
const TEST_FILE = /(^|\/)(test[^/]*|[^/]*_test|tests)\.py$/;
const CONFIGURED = /(^|\/)(pytest\.ini|\.pytest\.ini|conftest\.py)$/;
const MENTIONS_PYTEST = /\bpytest\b/;
// As pytest's own exit codes have it.
const NO_TESTS = 5;

export const pytest: RunnerRow = {
  id: 'pytest',
  command: ['pytest'],
  files: PYTHON,
  async find(project) {
    return pythonSites(project, 'pytest').map((site) => {
      const { collects } = pytestSettings(project, relative(project.root, site.folder).split(sep).join('/'));
      return { ...site, onlyIfNamed: isPlain(project), holds: collects };
    });
  },
  async list(site, paths, room) {
    const events = join(room.folder, 'pytest.events');
    const command = await pytestCommand(site, { paths, name: undefined, exact: undefined }, room, events);
    const { stdout, stderr, code } = await room.processes.run(
      { ...command, args: [...command.args, '--collect-only'], environment: { ...command.environment, BINNACLE_TEST_LIST: '1' } },
      room.signal,
    );
    const listing = listingOf(linesOfFile(events));
    if (code !== 0 && code !== NO_TESTS && (listing.problems ?? []).length === 0)
      throw testsListFailed('pytest', clean(`${stdout}\n${stderr}`).trim().slice(-2_000));
    return listing;
  },
  async prepare(site, selection, room) {
    const events = join(room.folder, 'pytest.events');
    const command = await pytestCommand(site, selection, room, events);
    const whole = selection.name === undefined && selection.exact === undefined;
    // The form that every version of the plugin can write.
    const report = join(room.folder, 'coverage.xml');
    const hasCoverage = room.coverage && (await imports(interpreterOf(site.folder, room.root), 'pytest_cov', site.folder, room.processes, room.signal));
    if (room.coverage && !hasCoverage)
      throw coverageUnsupported('pytest', 'the package pytest-cov is not installed', 'Install it: python -m pip install pytest-cov');
    return {
      command: {
        ...command,
        args: [...command.args, ...(room.coverage ? ['--cov=.', `--cov-report=xml:${report}`] : [])],
        environment: {
          ...command.environment,
          ...(whole && { BINNACLE_TEST_EXECUTIONS: room.coverage ? 'always' : 'cheap' }),
          ...(room.coverage && { COVERAGE_FILE: join(room.folder, '.coverage') }),
        },
      },
      events,
      hears: {
        ...hearingReporter(room.sink, { framesIn: pythonFrames, executed: room.executed }),
        // Everything it prints is in the events too, unless it did not come that far.
        line: (text, stream) => stream === 'stdout' && /^(=+|\.|[.FEsx]+ +\[|collected |platform |rootdir: |plugins: |cachedir: )/.test(text),
      },
      isEmpty: (exitCode) => exitCode === NO_TESTS,
      ...(room.coverage && { coverage: { file: report, format: 'cobertura' } }),
    };
  },
  async debug({ folder }, { path, found }, room) {
    const tests = (await found()) ?? [{ suite: [], name: '' }];
    const chosen = tests.map(({ suite, name }) => [path, ...suite, name].filter((part) => part !== '').join('::'));
    const args = ['-p', 'no:cacheprovider', '-q', ...chosen];
    return { type: 'python', program: 'pytest', args, cwd: folder, interpreter: await withPytest(folder, room) };
  },
};

export const unittest: RunnerRow = {
  id: 'unittest',
  command: ['python', '-m', 'unittest'],
  files: PYTHON,
  async find(project) {
    return pythonSites(project, 'unittest').map((site) => ({ ...site, onlyIfNamed: !isPlain(project) }));
  },
  async list({ folder }, paths, room) {
    const events = join(room.folder, 'unittest.events');
    const { stdout, stderr, code } = await room.processes.run(unittestCommand(folder, ['--list', ...paths], room, events, {}), room.signal);
    if (code !== 0) throw testsListFailed('unittest', clean(`${stdout}\n${stderr}`).trim().slice(-2_000));
    return listingOf(linesOfFile(events));
  },
  async prepare({ folder }, { paths, name, exact }, room) {
    const report = join(room.folder, 'coverage.json');
    if (room.coverage && !(await imports(interpreterOf(folder, room.root), 'coverage', folder, room.processes, room.signal)))
      throw coverageUnsupported('unittest', 'the package coverage is not installed', 'Install it: python -m pip install coverage');
    const events = join(room.folder, 'unittest.events');
    const files = exact === undefined ? paths : [...new Set(exact.flatMap(({ file }) => file ?? []))];
    const choice = { BINNACLE_TEST_CHOICE: choiceOf({ paths, name, exact }), ...(room.coverage && { BINNACLE_TEST_COVERAGE: report }) };
    return {
      command: unittestCommand(folder, files, room, events, choice),
      events,
      hears: hearingReporter(room.sink, { framesIn: pythonFrames }),
      ...(room.coverage && { coverage: { file: report, format: 'coverage.py' } }),
    };
  },
  async debug({ folder }, { path, found }, room) {
    const chosen = ((await found()) ?? []).flatMap(({ suite, name }) => ['-k', `*.${[...suite, name].join('.')}`]);
    return { type: 'python', program: 'unittest', args: [path, ...chosen], cwd: folder, interpreter: interpreterOf(folder, room.root) };
  },
};

function pythonSites(project: ProjectFiles, runner: string): Site[] {
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
function isPlain(project: ProjectFiles): boolean {
  if (project.paths.some((path) => CONFIGURED.test(path))) return false;
  const manifests = project.paths.filter((path) => /(^|\/)(pyproject\.toml|setup\.(py|cfg)|tox\.ini|requirements[\w-]*\.txt)$/.test(path));
  if (manifests.some((path) => MENTIONS_PYTEST.test(project.text(path) ?? ''))) return false;
  const tests = project.paths.filter((path) => TEST_FILE.test(path)).slice(0, 200);
  return tests.every((path) => {
    const text = project.text(path) ?? '';
    return /^\s*(?:import|from) unittest\b|\bTestCase\b/m.test(text) && !MENTIONS_PYTEST.test(text);
  });
}

async function pytestCommand({ folder }: Site, selection: Selection, room: RunnerRoom, events: string) {
  const program = await withPytest(folder, room);
  const paths = selection.exact === undefined ? selection.paths : [...new Set(selection.exact.flatMap(({ file }) => file ?? []))];
  return {
    program,
    args: ['-m', 'pytest', '-p', 'binnacle_pytest', '-p', 'no:cacheprovider', '--color=no', '-q', '--tb=short', '--continue-on-collection-errors', ...paths],
    cwd: folder,
    environment: {
      ...pythonEnvironment(room),
      PYTHONPATH: [shippedFolder('binnacle_pytest.py'), ...(variable('PYTHONPATH') ? [variable('PYTHONPATH')] : [])].join(WINDOWS ? ';' : ':'),
      BINNACLE_TEST_EVENTS: events,
      BINNACLE_TEST_ROOT: room.root,
      BINNACLE_TEST_CHOICE: choiceOf(selection),
    },
  };
}

// Throws runner_missing.
async function withPytest(folder: string, { root, processes, signal }: Pick<RunnerRoom, 'root' | 'processes' | 'signal'>): Promise<string> {
  const program = interpreterOf(folder, root);
  if (await imports(program, 'pytest', folder, processes, signal)) return program;
  throw runnerMissing('pytest', `${program} has no package pytest`, 'python -m pip install pytest (into the environment of the project, or of this machine)');
}

function unittestCommand(folder: string, args: readonly string[], room: RunnerRoom, events: string, more: Readonly<Record<string, string>>) {
  return {
    program: interpreterOf(folder, room.root),
    args: [shipped('binnacle_unittest.py'), ...args],
    cwd: folder,
    environment: { ...pythonEnvironment(room), BINNACLE_TEST_EVENTS: events, ...more },
  };
}

// Compiled files are kept, but not in the project.
function pythonEnvironment({ cache }: RunnerRoom): Record<string, string> {
  return { PYTHONPYCACHEPREFIX: join(cache, 'python'), PYTHONUNBUFFERED: '1', PYTHONIOENCODING: 'utf-8', NO_COLOR: '1' };
}

function choiceOf({ name, exact }: Selection): string {
  if (exact !== undefined) return JSON.stringify({ exact: exact.map((test) => [test.file ?? '', ...test.suite, test.name]) });
  return JSON.stringify(name === undefined ? {} : { name });
}

// Of the nearest environment around the tests, else the machine's.
function interpreterOf(folder: string, root: string): string {
  for (let around = folder; ; around = dirname(around)) {
    const own = environmentPythons(around)[0];
    if (own !== undefined) return own;
    if (around === root || around === dirname(around)) break;
  }
  const [machine] = pythonInterpreters(folder);
  if (machine === undefined) throw runnerMissing('Python', 'there is none on this machine', 'https://www.python.org/downloads');
  return machine;
}

// Much faster than to import it. Asked once for each folder: what is installed does not go away while tests run.
async function imports(program: string, name: string, cwd: string, processes: Processes, signal: AbortSignal): Promise<boolean> {
  const key = JSON.stringify([program, name, cwd, variable('PYTHONPATH')]);
  if (installed.has(key)) return true;
  const args = ['-c', `import importlib.util, sys; sys.exit(importlib.util.find_spec('${name}') is None)`];
  const there = (await processes.run({ program, args, cwd }, signal)).code === 0;
  if (there) installed.add(key);
  return there;
}

const installed = new Set<string>();
