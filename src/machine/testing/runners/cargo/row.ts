// cargo test, heard through what it prints: its JSON is not for everyone yet.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readSmallFile } from '../../../../base/files/smallFile.ts';
import { variable } from '../../../../base/processes/environment.ts';
import { coverageUnsupported, runnerMissing, testsListFailed } from '../../../../ide/errors/testErrors.ts';
import { cargoFolders, pathOfProgram } from '../../../programs/machinePrograms.ts';
import { outermost } from '../../nestedFolders.ts';
import { clean } from '../../rawResults.ts';
import type { RawProblem, RawResult, RawTest, RunContext, RunnerListener, RunnerRow, Site, TestSelection } from '../../runnerRow.ts';
import { comparedIn, rustFrames } from '../../stacks.ts';
import { debuggedCargoTest } from './debuggedTest.ts';

const TESTED = /#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck|bench)\b/;

interface CargoSite extends Site {
  // By the name of the crate, with underscores: the folder of its package.
  readonly packages: ReadonlyMap<string, string>;
}

export const cargo: RunnerRow = {
  id: 'cargo',
  command: ['cargo', 'test'],
  files: /\.rs$/,
  async find(project) {
    const manifests = project.paths.filter((path) => /(^|\/)Cargo\.toml$/.test(path));
    const folders = outermost(manifests.map((path) => path.split('/').slice(0, -1).join('/')));
    return folders.map((folder): CargoSite => {
      const inside = manifests.filter((path) => folder === '' || path.startsWith(`${folder}/`));
      const packages = inside.flatMap((path) => {
        const name = /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/ms.exec(project.text(path) ?? '')?.[1];
        return name === undefined ? [] : [[name.replaceAll('-', '_'), join(project.root, dirname(path))] as const];
      });
      return {
        runner: 'cargo',
        folder: join(project.root, folder),
        packages: new Map(packages),
        holds: (path) => path.endsWith('.rs') && (folder === '' || path.startsWith(`${folder}/`)) && TESTED.test(project.text(path) ?? ''),
      };
    });
  },
  async list(site, paths, { processes, signal }) {
    const selection = selected(site, { paths, name: undefined, exact: undefined });
    const args = ['test', ...selection.before, '--', '--list', ...selection.after];
    const { stdout, stderr, code } = await processes.run({ program: cargoProgram(), args, cwd: site.folder, environment: ENVIRONMENT }, signal);
    const binaries = [...stderr.matchAll(RUNNING)].map(binaryOf);
    // The last lines are kept, which is less than everything in a large workspace.
    const isWhole = binaries.length === (stdout.match(/^\d+ tests?, \d+ benchmarks?$/gm) ?? []).length;
    const tests: RawTest[] = [];
    let at = 0;
    for (const line of stdout.split('\n')) {
      const name = /^(.+): test$/.exec(line)?.[1];
      if (name !== undefined) tests.push(placed(site, isWhole ? binaries[at] : undefined, name));
      if (/^\d+ tests?, \d+ benchmarks?$/.test(line)) at += 1;
    }
    const problems = code === 0 ? [] : buildProblems(stderr, site.folder);
    if (code !== 0 && problems.length === 0) throw testsListFailed('cargo test', clean(stderr).trim().slice(-2_000));
    return { tests, problems };
  },
  async prepare(site, selection, room) {
    if (room.coverage)
      throw coverageUnsupported(
        'cargo',
        'it measures nothing by itself',
        'Run cargo llvm-cov --json --output-path coverage.json, and pass that report to get_coverage.',
      );
    const { before, after } = selected(site, selection);
    return {
      command: { program: cargoProgram(), args: ['test', '--no-fail-fast', ...before, '--', ...after], cwd: site.folder, environment: ENVIRONMENT },
      hears: hearing(room, site, after),
    };
  },
  debug: (_site, test, room) => debuggedCargoTest(test, room),
};

interface Binary {
  // Such as src/lib.rs, relative to the package; undefined for the examples in the documentation.
  readonly source: string | undefined;
  readonly crate: string;
  // Empty for the examples.
  readonly program: string;
}

// "Running unittests src/lib.rs (target/debug/deps/shop-0a1b2c)", "Doc-tests shop".
const RUNNING = /^\s*(?:Running (?:unittests )?(\S+) \((.*?)\)|Doc-tests (\S+))$/gm;

function binaryOf([, source, program = '', documented]: RegExpMatchArray): Binary {
  return { source, program, crate: documented ?? /([^\\/]+)-[0-9a-f]+(?:\.exe)?$/.exec(program)?.[1] ?? '' };
}

// The programs are announced on one stream and speak on the other, in the same order.
function hearing({ sink, processes, signal }: RunContext, site: Site, after: readonly string[]): RunnerListener {
  const binaries: Binary[] = [];
  const errors: string[] = [];
  const waiting: { binary: number; name: string; status: RawResult['status']; message?: string }[] = [];
  const details = new Map<string, string[]>();
  // By the number of its program: the tests that have ended in it, as long as it has not said its result.
  const open = new Map<number, Set<string>>();
  let binary = -1;
  let current: string[] | undefined;
  const flush = (isOver: boolean) => {
    for (const one of waiting.splice(0)) {
      const said = details.get(`${one.binary} ${one.name}`);
      const isKnown = binaries[one.binary] !== undefined && (one.status !== 'failed' || said !== undefined);
      if (!isKnown && !isOver) {
        waiting.push(one);
        continue;
      }
      const test = placed(site, binaries[one.binary], one.name);
      sink.ended({ ...test, status: one.status, message: one.message, ...(said !== undefined && failure(said.join('\n'), test, site)) });
    }
  };
  return {
    line(text, stream) {
      if (stream === 'stderr') {
        errors.push(text);
        for (const match of text.matchAll(RUNNING)) binaries.push(binaryOf(match));
        flush(false);
        return /^\s*(Compiling|Finished|Running|Doc-tests|Blocking|Downloaded|Downloading|Updating|Locking) /.test(text);
      }
      const count = /^running (\d+) tests?$/.exec(text);
      if (count !== null) {
        binary += 1;
        current = undefined;
        open.set(binary, new Set());
        sink.expected(Number(count[1]));
        return true;
      }
      const [, name, outcome] = /^test (.+?) \.\.\. (ok|FAILED|ignored(?:, .*)?)$/.exec(text) ?? [];
      if (name !== undefined && outcome !== undefined) {
        const bare = name.replace(/ - should panic$/, '');
        open.get(binary)?.add(bare);
        const status = outcome === 'ok' ? 'passed' : outcome === 'FAILED' ? 'failed' : 'skipped';
        waiting.push({ binary, name: bare, status, ...(outcome.startsWith('ignored, ') && { message: outcome.slice('ignored, '.length) }) });
        flush(false);
        return true;
      }
      const heading = /^---- (.+?) stdout ----$/.exec(text)?.[1];
      if (heading !== undefined) {
        current = [];
        details.set(`${binary} ${heading.replace(/ - should panic$/, '')}`, current);
        return true;
      }
      if (/^(failures:|successes:|test result: )/.test(text)) {
        current = undefined;
        if (text.startsWith('test result: ')) {
          open.delete(binary);
          flush(false);
        }
        return true;
      }
      current?.push(text);
      return current !== undefined;
    },
    async ended(exit) {
      flush(true);
      const text = errors.join('\n');
      for (const problem of buildProblems(text, site.folder)) sink.problem(problem);
      // Whoever ended it needs no report.
      if (exit.signal !== null) return;
      const blamed = new Set<string>();
      for (const [number, done] of open) {
        const died = binaries[number];
        if (died === undefined || died.program === '') continue;
        const why = howItEnded(text, died.program);
        const left = (await namesIn(resolve(site.folder, died.program), after, { processes, signal })).filter((name) => !done.has(name));
        blamed.add(died.program);
        // Tests begin in the order of the list, so these ran.
        for (const name of left.slice(0, threads()))
          sink.ended({ ...placed(site, died, name), status: 'error', message: `The program ended (${why}) while this test ran, or one beside it.` });
        for (const name of left) sink.planned(placed(site, died, name));
        if (left.length > threads() || left.length === 0)
          sink.problem({ message: `${died.source} ended (${why}) before all its tests: ${Math.max(0, left.length - threads())} did not run.` });
      }
      for (const [diedLine, program = ''] of text.matchAll(DIED))
        if (!blamed.has(program) && diedLine.includes('(signal: ')) sink.problem({ message: diedLine.trim() });
    },
  };
}

// "process didn't exit successfully: `/shop/target/debug/deps/shop-0a1b2c --exact` (signal: 6, SIGABRT: process abort signal)".
const DIED = /^.*process didn't exit successfully: `(.+?)(?: .*)?` \((.*)\)$/gm;

// Cargo says nothing of one that ended well.
function howItEnded(errors: string, program: string): string {
  return [...errors.matchAll(DIED)].find(([, diedLine = '']) => diedLine.endsWith(program))?.[2] ?? 'exit status: 0';
}

// As its own list has them. Empty where it does not answer.
async function namesIn(program: string, after: readonly string[], { processes, signal }: Pick<RunContext, 'processes' | 'signal'>): Promise<string[]> {
  if (!existsSync(program)) return [];
  const { stdout } = await processes.run({ program, args: ['--list', ...after], cwd: dirname(program), environment: ENVIRONMENT }, signal);
  return [...stdout.matchAll(/^(.+): test$/gm)].map(([, name = '']) => name);
}

function threads(): number {
  return Number(variable('RUST_TEST_THREADS') ?? '') || availableParallelism();
}

function failure(said: string, test: RawTest, site: Site): Partial<RawResult> {
  const text = said.trim();
  const from = text.search(/^thread '.*' (?:\(\d+\) )?panicked at /m);
  const panic =
    from < 0
      ? text
      : text
          .slice(from)
          .replace(/^note: run with .*$/gm, '')
          .trim();
  const folder = packageFolder(site, test.file) ?? site.folder;
  const printed = from < 0 ? '' : text.slice(0, from).trim();
  return {
    message: panic.replace(/^thread '.*' (?:\(\d+\) )?panicked at .*?:\d+:\d+:\n/, ''),
    ...comparedIn(panic),
    stack: rustFrames(panic, folder).filter(({ file }) => existsSync(file)),
    ...(printed !== '' && { output: printed }),
  };
}

// "error[E0425]: cannot find …" and, on the next line, "  --> src/lib.rs:3:5".
function buildProblems(stderr: string, folder: string): RawProblem[] {
  return [...stderr.matchAll(/^(error(?:\[\w+\])?: (?!could not compile|test failed|\d+ targets? failed|aborting).*)(?:\n\s*--> (.+?):(\d+):\d+)?/gm)].map(
    ([, message = '', file, line]) => ({
      message,
      ...(file !== undefined && { file: join(folder, file), line: Number(line) }),
    }),
  );
}

function placed(site: Site, binary: Binary | undefined, name: string): RawTest {
  const [, documented, called, line] = /^(.+\.rs) - (.*?)\s*\(line (\d+)\)/.exec(name) ?? [];
  const folder = packagesOf(site).get(binary?.crate.replaceAll('-', '_') ?? '') ?? soleFolder(site, binary);
  if (documented !== undefined)
    return { file: join(folder ?? site.folder, documented), suite: ['doc'], name: called === '' ? documented : (called ?? documented), line: Number(line) };
  const parts = name.split('::');
  const place = folder === undefined ? undefined : functionPlace(folder, binary?.source ?? 'src/lib.rs', parts);
  return { file: place?.file, line: place?.line, suite: parts.slice(0, -1), name: parts.at(-1) ?? name };
}

// An integration test is a crate of its own name, so its package is the one that has the file.
function soleFolder(site: Site, binary: Binary | undefined): string | undefined {
  const folders = [...packagesOf(site).values()];
  return folders.find((folder) => existsSync(join(folder, binary?.source ?? 'Cargo.toml'))) ?? folders[0];
}

// The deepest module that has a file of its own.
function functionPlace(folder: string, source: string, parts: readonly string[]): { file: string; line?: number } {
  const root = join(folder, source);
  const base = dirname(root);
  const modules = parts.slice(0, -1);
  for (let depth = modules.length; depth >= 0; depth--) {
    const inside = modules.slice(0, depth);
    for (const file of depth === 0 ? [root] : [`${join(base, ...inside)}.rs`, join(base, ...inside, 'mod.rs')]) {
      if (!existsSync(file)) continue;
      const lines = readSmallFile(file).split('\n');
      const at = lines.findIndex((line) => new RegExp(`\\bfn\\s+${parts.at(-1)}\\b`).test(line));
      if (at >= 0) return { file, line: at + 1 };
    }
  }
  return { file: root };
}

function selected(site: Site, { paths, name, exact }: TestSelection): { before: string[]; after: string[] } {
  if (exact !== undefined) return { before: [], after: ['--exact', ...new Set(exact.map((test) => [...test.suite, test.name].join('::')))] };
  // No test's name begins with a hyphen, and an option would.
  const after =
    name === undefined
      ? []
      : [
          name
            .replace(/^-+/, '')
            .split(/\s*(?:>|::)\s*/)
            .join('::'),
        ];
  const places = paths.map((path) => ({ path, folder: packageFolder(site, path) }));
  const packages = [...new Set(places.flatMap(({ folder }) => crateOf(folder) ?? []))].flatMap((crate) => ['-p', crate]);
  const [only, ...others] = places;
  // Several places are what their packages hold.
  if (only?.folder === undefined || others.length > 0 || !only.path.endsWith('.rs')) return { before: packages, after };
  const inside = relative(only.folder, only.path).split(sep).join('/');
  const integration = /^tests\/([^/]+)(?:\/main)?\.rs$/.exec(inside)?.[1];
  if (integration !== undefined) return { before: [...packages, '--test', integration], after };
  const modules = inside
    .replace(/^src\//, '')
    .replace(/(?:\/mod)?\.rs$/, '')
    .split('/');
  if (/^src\/(lib|main)\.rs$/.test(inside)) return { before: [...packages, inside === 'src/lib.rs' ? '--lib' : '--bins'], after };
  return { before: packages, after: after.length > 0 ? after : [`${modules.join('::')}::`] };
}

function packageFolder(site: Site, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  return [...packagesOf(site).values()].filter((folder) => path === folder || path.startsWith(folder + sep)).toSorted((a, b) => b.length - a.length)[0];
}

// As its manifest spells it.
function crateOf(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  return /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/ms.exec(readSmallFile(join(folder, 'Cargo.toml')))?.[1];
}

function packagesOf(site: Site): ReadonlyMap<string, string> {
  return 'packages' in site && site.packages instanceof Map ? site.packages : new Map();
}

// Colours and progress bars are for people.
const ENVIRONMENT = { CARGO_TERM_COLOR: 'never', CARGO_TERM_PROGRESS_WHEN: 'never', RUST_BACKTRACE: '0' };

function cargoProgram(): string {
  const found = pathOfProgram({ program: 'cargo', alsoIn: cargoFolders });
  if (found === undefined) throw runnerMissing('cargo', 'it is not on this machine', 'https://rustup.rs');
  return found;
}
