// ctest, heard through what it prints while it is asked to print everything.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { coverageUnsupported, runnerMissing, testsListFailed } from '../../../../ide/errors/testErrors.ts';
import type { Command, Processes } from '../../../processes/processes.ts';
import { pathOfProgram } from '../../../programs/machinePrograms.ts';
import { outermost } from '../../nestedFolders.ts';
import { escaped } from '../../patterns.ts';
import { clean } from '../../rawResults.ts';
import { parsedJson } from '../../reporterEvents.ts';
import type { RawTest, RunnerContext, RunnerListener, RunnerRow, RunSink, TestSelection } from '../../runnerRow.ts';
import { comparedIn } from '../../stacks.ts';

const Shown = z.object({
  backtraceGraph: z.object({ files: z.array(z.string()), nodes: z.array(z.object({ file: z.number(), line: z.number().optional() })) }),
  tests: z.array(z.object({ name: z.string().optional(), backtrace: z.number().optional() })),
});

export const ctest: RunnerRow = {
  id: 'ctest',
  command: ['ctest'],
  files: /\.(?:c|cc|cpp|cxx|cu|h|hh|hpp|hxx|cmake)$|(^|\/)CMakeLists\.txt$/,
  async find(project) {
    const lists = project.paths.filter((path) => /(^|\/)CMakeLists\.txt$/.test(path));
    const tested = lists.filter((path) =>
      /\b(enable_testing|add_test|gtest_discover_tests|catch_discover_tests|doctest_discover_tests)\s*\(|include\s*\(\s*CTest\s*\)/i.test(
        project.text(path) ?? '',
      ),
    );
    if (tested.length === 0) return [];
    const folders = outermost(lists.map((path) => path.split('/').slice(0, -1).join('/'))).filter((folder) =>
      tested.some((path) => folder === '' || path.startsWith(`${folder}/`)),
    );
    return folders.map((folder) => ({
      runner: 'ctest',
      folder: join(project.root, folder),
      holds: (path) =>
        (folder === '' || path.startsWith(`${folder}/`)) &&
        (tested.includes(path) || /(^|\/)tests?\/.*\.(c|cc|cpp|cxx)$|[._-]tests?\.(c|cc|cpp|cxx)$/i.test(path)),
    }));
  },
  async list({ folder }, _paths, room) {
    const built = buildOf(folder, room);
    // Which tests there are may depend on what was built.
    for (const command of built.before) {
      const { code, stdout, stderr } = await room.processes.run(command, room.signal);
      if (code !== 0) throw testsListFailed('ctest', `${command.args.join(' ')}: ${clean(`${stdout}\n${stderr}`).trim().slice(-2_000)}`);
    }
    return { tests: [...(await shownTests(built.folder, room.processes, room.signal)).values()] };
  },
  async prepare({ folder }, selection, room) {
    if (room.coverage)
      throw coverageUnsupported('ctest', 'it measures nothing by itself', 'Build with coverage, and pass the report of llvm-cov or gcovr to get_coverage.');
    const built = buildOf(folder, room);
    let places: ReadonlyMap<string, RawTest> | undefined;
    const placesOf = async () => {
      places ??= await shownTests(built.folder, room.processes, room.signal);
      return places;
    };
    return {
      before: built.before,
      command: {
        program: programOf('ctest'),
        args: ['-V', ...selected(selection)],
        cwd: built.folder,
        environment: { CTEST_OUTPUT_ON_FAILURE: undefined, CLICOLOR: '0', NO_COLOR: '1' },
      },
      hears: hearing(room.sink, placesOf),
    };
  },
};

interface Built {
  readonly folder: string;
  readonly before: readonly Command[];
}

// The folder in which the project is built already; else one of ours, outside the project.
function buildOf(folder: string, { cache }: RunnerContext): Built {
  const cmake = programOf('cmake');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^(build|_build|out|cmake-build-.*|build-.*)$/.test(name)) : [];
  const places = names.flatMap((name) => [
    join(folder, name),
    ...['build', 'default', 'debug', 'release', 'Debug', 'Release'].map((inner) => join(folder, name, inner)),
  ]);
  const own = places.find((place) => existsSync(join(place, 'CMakeCache.txt')));
  if (own !== undefined) return { folder: own, before: [{ program: cmake, args: ['--build', '.'], cwd: own }] };
  const build = join(cache, `cmake-${createHash('sha1').update(folder).digest('hex').slice(0, 10)}`);
  return {
    folder: build,
    before: [
      { program: cmake, args: ['-S', folder, '-B', build], cwd: folder },
      { program: cmake, args: ['--build', build], cwd: folder },
    ],
  };
}

async function shownTests(build: string, processes: Processes, signal: AbortSignal): Promise<ReadonlyMap<string, RawTest>> {
  const { stdout, stderr } = await processes.run({ program: programOf('ctest'), args: ['--show-only=json-v1'], cwd: build }, signal);
  const shown = Shown.safeParse(parsedJson(stdout));
  if (!shown.success) throw testsListFailed('ctest', clean(stderr).trim().slice(-2_000) || 'what it shows is not understood');
  const { backtraceGraph: graph, tests } = shown.data;
  return new Map(
    tests.flatMap(({ name, backtrace }) => {
      const node = backtrace === undefined ? undefined : graph.nodes[backtrace];
      return name === undefined ? [] : [[name, { name, suite: [], file: node === undefined ? undefined : graph.files[node.file], line: node?.line }] as const];
    }),
  );
}

function hearing(sink: RunSink, placesOf: () => Promise<ReadonlyMap<string, RawTest>>): RunnerListener {
  const names = new Map<string, string>();
  const outputs = new Map<string, string[]>();
  const results: { number: string; outcome: string; seconds: number }[] = [];
  let total = false;
  return {
    line(text) {
      const [, started, name = ''] = /^\s*Start\s+(\d+): (.*)$/.exec(text) ?? [];
      if (started !== undefined) {
        names.set(started, name);
        sink.started({ name, suite: [] });
        return true;
      }
      // "Passed", "***Failed", "Subprocess aborted***Exception:"; what did not run has no time.
      const ended = /^\s*\d+\/(\d+) Test\s+#(\d+): .*?\.{2,}\s*(.*?)(?:\s+([\d.]+) sec)?\s*$/.exec(text);
      if (ended !== null) {
        const [, count = '0', number = '', outcome = '', seconds = '0'] = ended;
        if (!total) sink.expected(Number(count));
        total = true;
        results.push({ number, outcome, seconds: Number(seconds) });
        return true;
      }
      const [, number, said = ''] = /^(\d+): ?(.*)$/.exec(text) ?? [];
      if (number === undefined)
        return /^(test \d+|\s*|UpdateCTestConfiguration.*|Test project .*|Constructing a list of tests|.*tests passed.*|Total Test time.*|The following tests FAILED:|Errors while running CTest.*|Checking test dependency graph.*|Updating test list.*|Parse Config file:.*|Add coverage.*|SetCTestConfiguration.*|Done constructing.*|Test timeout computed.*)$/.test(
          text,
        );
      const lines = outputs.get(number) ?? [];
      outputs.set(number, lines);
      if (!/^(Test command: |Working Directory: |Test timeout computed to be: |Environment variables: ?$)/.test(said)) lines.push(said);
      return true;
    },
    async ended() {
      const places = await placesOf();
      for (const { number, outcome, seconds } of results) {
        const name = names.get(number) ?? number;
        const output = (outputs.get(number) ?? []).join('\n').trim();
        const status = outcome === 'Passed' ? 'passed' : /Skipped|Disabled/.test(outcome) ? 'skipped' : /Exception|Not Run/.test(outcome) ? 'error' : 'failed';
        const why = outcome.replace(/\*+(Exception: ?)?/, '').trim();
        sink.left({ name, suite: [] });
        sink.ended({
          name,
          suite: [],
          file: places.get(name)?.file,
          line: places.get(name)?.line,
          status,
          ms: seconds * 1_000,
          ...(status !== 'passed' && {
            message: status === 'failed' && why === 'Failed' ? output.split('\n').slice(-10).join('\n') || why : why,
            ...comparedIn(output),
          }),
          ...(output !== '' && { output }),
        });
      }
    },
  };
}

function selected({ name, exact }: TestSelection): string[] {
  if (exact !== undefined) return ['-R', `^(${exact.map((test) => escaped(test.name)).join('|')})$`];
  return name === undefined ? [] : ['-R', `^${escaped(name)}$`];
}

function programOf(program: string): string {
  const found = pathOfProgram({ program });
  if (found === undefined) throw runnerMissing(program, 'it is not on this machine', 'https://cmake.org/download');
  return found;
}
