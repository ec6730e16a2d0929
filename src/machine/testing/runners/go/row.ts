// go test -json: a line for everything that happens.
import { readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { readSmallFile } from '../../../../base/files/smallFile.ts';
import { closest } from '../../../../base/text/closest.ts';
import { cannotDebug } from '../../../../ide/errors/debugErrors.ts';
import { runnerMissing, testNotFound, testsListFailed } from '../../../../ide/errors/testErrors.ts';
import type { Processes } from '../../../processes/processes.ts';
import { goFolders, pathOfProgram } from '../../../programs/machinePrograms.ts';
import { escaped } from '../../patterns.ts';
import { clean } from '../../rawResults.ts';
import { parsedJson } from '../../reporterEvents.ts';
import type { RawProblem, RawTest, RunnerListener, RunnerRow, RunSink, Site, TestLaunch, TestSelection } from '../../runnerRow.ts';
import { comparedIn, goFrames } from '../../stacks.ts';

const Event = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Elapsed: z.number().optional(),
  Output: z.string().optional(),
});
const DECLARED = /^func ((?:Test|Benchmark|Example|Fuzz)\w*)\s*\(/;

export const goTest: RunnerRow = {
  id: 'go',
  command: ['go', 'test'],
  files: /\.go$/,
  async find(project) {
    if (!project.paths.some((path) => path.endsWith('_test.go'))) return [];
    const folders = project.paths.filter((path) => /(^|\/)go\.mod$/.test(path)).map((path) => path.slice(0, -'go.mod'.length));
    // The innermost module owns a file.
    const owner = (path: string) => folders.filter((folder) => path.startsWith(folder)).toSorted((a, b) => b.length - a.length)[0];
    return folders
      .map((folder): Site => ({ runner: 'go', folder: join(project.root, folder), holds: (path) => path.endsWith('_test.go') && owner(path) === folder }))
      .filter(({ holds }) => project.paths.some(holds));
  },
  // What go lists has no places, so the names are looked up in the files of the package.
  async list({ folder }, paths, { processes, signal }) {
    const { stdout, stderr, code } = await processes.run(
      { program: goProgram(), args: ['test', '-json', '-list', '.', ...packagesOf(folder, paths)], cwd: folder },
      signal,
    );
    const places = new Places(await packageFolders(folder, processes, signal));
    const tests: RawTest[] = [];
    const problems: RawProblem[] = [];
    for (const line of stdout.split('\n')) {
      const event = Event.safeParse(parsedJson(line)).data;
      const said = event?.Output?.trim() ?? '';
      if (event?.Action === 'output' && /^(?:Test|Benchmark|Example|Fuzz)\S*$/.test(said)) tests.push(places.placed(event.Package ?? '', said));
      if (event?.Action === 'build-output' && said !== '' && !said.startsWith('# ')) problems.push(buildProblem(said, folder));
    }
    for (const line of stderr.split('\n')) if (/^\S+\.go:\d+:\d+: /.test(line)) problems.push(buildProblem(line, folder));
    if (code !== 0 && tests.length === 0 && problems.length === 0)
      throw testsListFailed(
        'go test',
        clean(stderr || stdout)
          .trim()
          .slice(-2_000),
      );
    return { tests: wantedFiles(tests, paths), problems, why: 'Subtests are known only when they run.' };
  },
  async prepare({ folder }, selection, { folder: own, sink, coverage, processes, signal }) {
    const places = new Places(await packageFolders(folder, processes, signal));
    const report = join(own, 'cover.out');
    const args = ['test', '-json', ...(coverage ? ['-coverpkg=./...', `-coverprofile=${report}`] : []), ...selected(folder, selection)];
    return {
      command: { program: goProgram(), args, cwd: folder },
      hears: hearing(sink, places, folder, async (died) => {
        const listed = { program: goProgram(), args: ['test', '-list', '.', died], cwd: folder };
        const { stdout } = await processes.run(listed, signal);
        return stdout.split(/\r?\n/).filter((line) => /^(?:Test|Example|Fuzz)\S*$/.test(line) && isSelected(line, selection));
      }),
      ...(coverage && { coverage: { file: report, format: 'go' } }),
    };
  },
  reportedName: (name) =>
    name
      .split(/\s*>\s*|\//)
      .join(' > ')
      .replaceAll(/(?<!>) (?!>)/g, '_'),
  async debug(_site, { path, name, ranBefore }, { root }) {
    const file = relative(root, path);
    if (!path.endsWith('_test.go')) throw cannotDebug(file, 'it is no _test.go file', 'Pass a test file, or start it with start_debug_session.');
    return { type: 'go', program: dirname(path), cwd: dirname(path), ...debugged(path, file, name, ranBefore) };
  },
};

// Throws cannot_debug, or test_not_found.
function debugged(path: string, file: string, name: string | undefined, ranBefore: readonly string[]): Pick<TestLaunch, 'args' | 'begins'> {
  const declared = declaredIn(path).map((test) => test.name);
  if (name === undefined) {
    // Benchmarks run only when they are asked for.
    const tests = declared.filter((one) => !one.startsWith('Benchmark'));
    if (tests.length === 0) throw cannotDebug(file, 'there is no test in it', 'Pass a file with tests; a benchmark is debugged by its name.');
    return { args: ['-test.v', '-test.run', `^(${tests.join('|')})$`] };
  }
  const parts = name.split(/\s*>\s*|\//);
  const [outer = ''] = parts;
  const known = [...new Set([...declared, ...ranBefore, ...namedIn(path).map((inner) => `${outer} > ${inner}`)])];
  const unfound = { name, where: `of ${file}`, near: closest(parts.join(' > '), known, 3) };
  if (!declared.includes(outer)) throw testNotFound(unfound.name, unfound.where, unfound.near);
  const pattern = runPattern(parts.join('/'));
  const args = outer.startsWith('Benchmark') ? ['-test.v', '-test.run', '^$', '-test.bench', pattern] : ['-test.v', '-test.run', pattern];
  // Subtests have no names before they run, and an example without output never does.
  const line = new RegExp(`^(?:=== RUN\\s+)?${escaped(parts.join('/').replaceAll(' ', '_'))}(?:/|-\\d+\\s|\\s|$)`, 'm');
  return { args, begins: { line, test: unfound } };
}

// Subtests whose names stand in the text.
function namedIn(path: string): string[] {
  return [...readSmallFile(path).matchAll(/\.Run\("((?:[^"\\\n]|\\.)+)"/g)].map(([, name = '']) => name);
}

function hearing(sink: RunSink, places: Places, folder: string, testsIn: (died: string) => Promise<readonly string[]>): RunnerListener {
  // Packages whose program died, with the tests that had begun in them.
  const dead: { readonly of: string; readonly begun: readonly string[] }[] = [];
  const outputs = new Map<string, string>();
  const open = new Map<string, Set<string>>();
  const begun = new Set<string>();
  const build: string[] = [];
  return {
    line(text, stream) {
      const event = stream === 'stdout' ? Event.safeParse(parsedJson(text)).data : undefined;
      if (event === undefined) {
        // Before Go 1.24 the compiler speaks beside the events.
        const isBuild = /^\S+\.go:\d+:\d+: /.test(text);
        if (isBuild) build.push(text);
        return isBuild;
      }
      const of = event.Package ?? '';
      const key = `${of} ${event.Test ?? ''}`;
      if (event.Action === 'build-output') build.push(event.Output ?? '');
      if (event.Action === 'output') outputs.set(key, (outputs.get(key) ?? '') + (event.Output ?? ''));
      if (event.Test === undefined) {
        if (event.Action === 'fail') packageFailed(of, outputs.get(key) ?? '');
        return true;
      }
      const test = places.placed(of, event.Test);
      if (event.Action === 'run') {
        begun.add(of);
        open.set(of, (open.get(of) ?? new Set()).add(event.Test));
        sink.started(test);
      }
      if (event.Action === 'pass' || event.Action === 'fail' || event.Action === 'skip') {
        open.get(of)?.delete(event.Test);
        sink.ended({
          ...test,
          ...ending(event.Action, outputs.get(key) ?? '', places.folderOf(of) ?? folder),
          ms: event.Elapsed === undefined ? undefined : event.Elapsed * 1_000,
        });
      }
      return true;
    },
    async ended() {
      // Those behind the one that has ended the program did not run.
      for (const { of, begun } of dead) for (const name of await testsIn(of)) if (!begun.includes(name)) sink.planned(places.placed(of, name));
      for (const line of build) if (line.trim() !== '' && !line.startsWith('# ')) sink.problem(buildProblem(line.trim(), folder));
    },
  };

  // A package that died takes the test with it that was at work; one that has no test to blame is a problem by itself.
  function packageFailed(of: string, output: string): void {
    const unfinished = [...(open.get(of) ?? [])];
    // The innermost ones: those around them wait for them.
    const blamed = unfinished.filter((name) => !unfinished.some((other) => other.startsWith(`${name}/`)));
    for (const name of blamed) {
      const said = `${outputs.get(`${of} ${name}`) ?? ''}${output}`;
      sink.ended({ ...places.placed(of, name), status: 'error', message: messageIn(said), stack: goFrames(said, places.folderOf(of) ?? folder), output: said });
    }
    open.delete(of);
    // A program that comes to its end says FAIL by itself, before go says it of the package.
    if (blamed.length > 0 || (begun.has(of) && !/^FAIL$/m.test(output))) dead.push({ of, begun: unfinished });
    const text = output.replace(/^FAIL\b.*$/gm, '').trim();
    if (blamed.length === 0 && /panic:|exit status [^1]|setup failed|signal:|os\.Exit/.test(text)) sink.problem({ message: `${of}: ${text}` });
  }
}

function ending(action: 'pass' | 'fail' | 'skip', raw: string, folder: string) {
  const output = raw.replace(/^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b.*|--- (?:PASS|FAIL|SKIP): .*)\n?/gm, '');
  const printed = output.trim() === '' ? {} : { output };
  if (action === 'pass') return { status: 'passed', ...printed } as const;
  if (action === 'skip') return { status: 'skipped', message: messageIn(output), ...printed } as const;
  return { status: 'failed', message: messageIn(output), ...comparedIn(output), stack: goFrames(output, folder), ...printed } as const;
}

// What the test said by t.Error and its like, or the panic.
function messageIn(output: string): string {
  const panic = /^panic: .*$/m.exec(output)?.[0];
  const timeout = /panic: test timed out after .*/.exec(output)?.[0];
  const said = [...output.matchAll(/^\s*[\w./-]+\.go:\d+: ([\s\S]*?)(?=^\s*[\w./-]+\.go:\d+: |(?![\s\S])|^\s*---|^panic:|^exit status)/gm)].map(
    ([, text = '']) => text.trim(),
  );
  return timeout ?? panic ?? (said.length > 0 ? said.join('\n') : output.trim());
}

function selected(folder: string, { paths, name, exact }: TestSelection): string[] {
  if (exact !== undefined) {
    const files = exact.flatMap(({ file }) => file ?? []);
    const names = [...new Set(exact.map((test) => [...test.suite, test.name].join('/')))];
    return [...packagesOf(folder, files), '-run', names.map(runPattern).join('|')];
  }
  const inFiles = paths.filter((path) => path.endsWith('.go')).flatMap((path) => declaredIn(path).map(({ name: declared }) => declared));
  const pattern = name !== undefined ? runPattern(name.split(/\s*>\s*|\//).join('/')) : inFiles.length > 0 ? `^(${inFiles.join('|')})$` : undefined;
  return [...packagesOf(folder, paths), ...(pattern === undefined ? [] : ['-run', pattern])];
}

// Whether a test at the top of a package was to run.
function isSelected(test: string, { paths, name, exact }: TestSelection): boolean {
  if (exact !== undefined) return exact.some((one) => (one.suite[0] ?? one.name) === test);
  if (name !== undefined) return name.split(/\s*>\s*|\//)[0] === test;
  const files = paths.filter((path) => path.endsWith('.go'));
  return files.length === 0 || files.some((path) => declaredIn(path).some((one) => one.name === test));
}

// go matches each level by itself.
function runPattern(name: string): string {
  return name
    .split('/')
    .map((part) => `^${escaped(part.replaceAll(' ', '_'))}$`)
    .join('/');
}

function packagesOf(folder: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return ['./...'];
  const inside = paths.map((path) => (path.endsWith('.go') ? { path: join(path, '..'), rest: '' } : { path, rest: '/...' }));
  return [...new Set(inside.map(({ path, rest }) => `./${relative(folder, path).split(sep).join('/')}`.replace(/\/$/, '') + rest))];
}

function wantedFiles(tests: readonly RawTest[], paths: readonly string[]): readonly RawTest[] {
  const files = paths.filter((path) => path.endsWith('.go'));
  return files.length === 0
    ? tests
    : tests.filter(({ file }) => file === undefined || files.includes(file) || paths.some((path) => !path.endsWith('.go') && file.startsWith(path)));
}

async function packageFolders(folder: string, processes: Processes, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await processes.run({ program: goProgram(), args: ['list', '-e', '-f', '{{.ImportPath}}\t{{.Dir}}', './...'], cwd: folder }, signal);
  return new Map(
    stdout.split('\n').flatMap((line) => {
      const [name, path] = line.split('\t');
      return name === undefined || path === undefined ? [] : [[name, path] as const];
    }),
  );
}

// Where the functions of each package stand.
class Places {
  readonly #folders: ReadonlyMap<string, string>;
  readonly #declared = new Map<string, ReadonlyMap<string, { file: string; line: number }>>();

  constructor(folders: ReadonlyMap<string, string>) {
    this.#folders = folders;
  }

  folderOf(importPath: string): string | undefined {
    return this.#folders.get(importPath);
  }

  placed(importPath: string, test: string): RawTest {
    const parts = test.split('/');
    const place = this.#in(importPath).get(parts[0] ?? '');
    return { file: place?.file, line: place?.line, suite: parts.slice(0, -1), name: parts.at(-1) ?? test };
  }

  #in(importPath: string): ReadonlyMap<string, { file: string; line: number }> {
    const known = this.#declared.get(importPath);
    if (known !== undefined) return known;
    const folder = this.#folders.get(importPath);
    const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('_test.go'));
    const found = new Map(
      files.flatMap((name) => declaredIn(join(folder ?? '', name)).map((one) => [one.name, { file: join(folder ?? '', name), line: one.line }] as const)),
    );
    this.#declared.set(importPath, found);
    return found;
  }
}

function declaredIn(file: string): { name: string; line: number }[] {
  return readSmallFile(file)
    .split('\n')
    .flatMap((line, index) => {
      const name = DECLARED.exec(line)?.[1];
      return name === undefined ? [] : [{ name, line: index + 1 }];
    });
}

function buildProblem(said: string, folder: string): RawProblem {
  const [, file, line] = /^(\S+?\.go):(\d+)(?::\d+)?: /.exec(said) ?? [];
  return { message: said, ...(file !== undefined && { file: join(folder, file), line: Number(line) }) };
}

function goProgram(): string {
  const found = pathOfProgram({ program: 'go', alsoIn: (environment) => [...goFolders(environment), '/usr/local/go/bin'] });
  if (found === undefined) throw runnerMissing('go', 'it is not on this machine', 'https://go.dev/dl');
  return found;
}
