// unittest, under a main of ours.
import { join } from 'node:path';
import { coverageUnsupported, testsListFailed } from '../../../../ide/errors/testErrors.ts';
import { linesOfFile } from '../../eventFile.ts';
import { choiceOf, imports, interpreterOf, pythonEnvironment } from '../../python/interpreters.ts';
import { isPlain, PYTHON_TESTS, pythonSites } from '../../python/pythonSites.ts';
import { clean } from '../../rawResults.ts';
import { listingOf, reporterListener } from '../../reporterEvents.ts';
import type { RunnerContext, RunnerRow } from '../../runnerRow.ts';
import { shipped } from '../../shipped.ts';
import { pythonFrames } from '../../stacks.ts';

export const unittest: RunnerRow = {
  id: 'unittest',
  command: ['python', '-m', 'unittest'],
  files: PYTHON_TESTS,
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
      hears: reporterListener(room.sink, { framesIn: pythonFrames }),
      ...(room.coverage && { coverage: { file: report, format: 'coverage.py' } }),
    };
  },
  async debug({ folder }, { path, found }, room) {
    const chosen = ((await found()) ?? []).flatMap(({ suite, name }) => ['-k', `*.${[...suite, name].join('.')}`]);
    return { type: 'python', program: 'unittest', args: [path, ...chosen], cwd: folder, interpreter: interpreterOf(folder, room.root) };
  },
};

function unittestCommand(folder: string, args: readonly string[], room: RunnerContext, events: string, more: Readonly<Record<string, string>>) {
  return {
    program: interpreterOf(folder, room.root),
    args: [shipped('unittest/binnacle_unittest.py'), ...args],
    cwd: folder,
    environment: { ...pythonEnvironment(room), BINNACLE_TEST_EVENTS: events, ...more },
  };
}
