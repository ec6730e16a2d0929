// pytest, with a plugin of ours.
import { delimiter, join, relative, sep } from 'node:path';
import { variable } from '../../../../base/processes/environment.ts';
import { coverageUnsupported, runnerMissing, testsListFailed } from '../../../../ide/errors/testErrors.ts';
import { linesOfFile } from '../../eventFile.ts';
import { choiceOf, imports, interpreterOf, pythonEnvironment } from '../../python/interpreters.ts';
import { isPlain, PYTHON_TESTS, pythonSites } from '../../python/pythonSites.ts';
import { clean } from '../../rawResults.ts';
import { listingOf, reporterListener } from '../../reporterEvents.ts';
import type { RunnerContext, RunnerRow, Site, TestSelection } from '../../runnerRow.ts';
import { shippedFolder } from '../../shipped.ts';
import { pythonFrames } from '../../stacks.ts';
import { pytestSettings } from './settings.ts';

// As pytest's own exit codes have it.
const NO_TESTS = 5;

export const pytest: RunnerRow = {
  id: 'pytest',
  command: ['pytest'],
  files: PYTHON_TESTS,
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
        ...reporterListener(room.sink, { framesIn: pythonFrames, executed: room.executed }),
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

async function pytestCommand({ folder }: Site, selection: TestSelection, room: RunnerContext, events: string) {
  const program = await withPytest(folder, room);
  const paths = selection.exact === undefined ? selection.paths : [...new Set(selection.exact.flatMap(({ file }) => file ?? []))];
  return {
    program,
    args: ['-m', 'pytest', '-p', 'binnacle_pytest', '-p', 'no:cacheprovider', '--color=no', '-q', '--tb=short', '--continue-on-collection-errors', ...paths],
    cwd: folder,
    environment: {
      ...pythonEnvironment(room),
      PYTHONPATH: [shippedFolder('pytest/binnacle_pytest.py'), ...(variable('PYTHONPATH') ? [variable('PYTHONPATH')] : [])].join(delimiter),
      BINNACLE_TEST_EVENTS: events,
      BINNACLE_TEST_ROOT: room.root,
      BINNACLE_TEST_CHOICE: choiceOf(selection),
    },
  };
}

// Throws runner_missing.
async function withPytest(folder: string, { root, processes, signal }: Pick<RunnerContext, 'root' | 'processes' | 'signal'>): Promise<string> {
  const program = interpreterOf(folder, root);
  if (await imports(program, 'pytest', folder, processes, signal)) return program;
  throw runnerMissing('pytest', `${program} has no package pytest`, 'python -m pip install pytest (into the environment of the project, or of this machine)');
}
