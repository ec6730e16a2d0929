// Programs of real code, each in a project of its own, and what is known about their lines without any debugger: which hold code, and which have run.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { testTool } from '../../../test/support/testTools.ts';

const run = promisify(execFile);

export interface Lines {
  // Undefined where the language does not report it.
  readonly withCode: ReadonlySet<number> | undefined;
  readonly executed: ReadonlySet<number>;
  // Where neither can be said, as of a line that is in two blocks.
  readonly unclear: ReadonlySet<number>;
}

export interface Program extends AsyncDisposable {
  readonly language: string;
  readonly folder: string;
  // What is started, and its line at which everything is loaded and done.
  readonly main: string;
  readonly lastLine: number;
  readonly files: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  lines(): Promise<ReadonlyMap<string, Lines>>;
}

const PYTHON = `from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

versions = [Version(text) for text in ("1.0", "2.0.post1", "1.0rc1", "3!4.5.dev2+local.7")]
print(sorted(versions), max(versions).public)
try:
    Version("no version")
except InvalidVersion:
    print("invalid")
print(Requirement('shop[web,db]>=1.2,<3; python_version > "3.0" and os_name == "posix"'))
print(list(SpecifierSet(">=1.0,!=1.5,~=1.2").filter(["1.0", "1.2", "1.5", "1.9", "2.0"])))
print(canonicalize_name("Some_Name.x"))
print("done")
`;

// Lines of Python with code are those of its own compiler, lines that ran those of its own tracing.
const PYTHON_LINES = `
import json, os, runpy, sys
folder, main = sys.argv[1:3]
executed, code = {}, {}
def trace(frame, event, argument):
    path = os.path.realpath(frame.f_code.co_filename)
    if not path.startswith(folder + os.sep): return None
    if event == 'line': executed.setdefault(path, set()).add(frame.f_lineno)
    return trace
def collect(path, compiled):
    code.setdefault(path, set()).update(line for _, _, line in compiled.co_lines() if line)
    for inner in compiled.co_consts:
        if hasattr(inner, 'co_lines'): collect(path, inner)
for root, _, names in os.walk(folder):
    for name in names:
        if name.endswith('.py'):
            path = os.path.join(root, name)
            collect(path, compile(open(path, encoding='utf8').read(), path, 'exec'))
sys.path.insert(0, folder)
printed, sys.stdout = sys.stdout, open(os.devnull, 'w')
sys.settrace(trace)
runpy.run_path(os.path.join(folder, main), run_name='__main__')
sys.settrace(None)
files = set(executed) | set(code)
printed.write(json.dumps({os.path.relpath(path, folder): [sorted(executed.get(path, [])), sorted(code.get(path, []))] for path in files}))
`;

export async function pythonProgram(environment: NodeJS.ProcessEnv): Promise<Program> {
  const [{ folder: gyp }, { folder: debugpy }] = await Promise.all([testTool('node-gyp'), testTool('debugpy')]);
  const folder = await projectFolder();
  await cp(join(gyp, 'gyp', 'pylib', 'packaging'), join(folder, 'packaging'), { recursive: true });
  await writeFile(join(folder, 'main.py'), PYTHON);
  const own = { ...environment, PYTHONPATH: debugpy, PYTHONDONTWRITEBYTECODE: '1' };
  return {
    language: 'Python',
    folder,
    main: 'main.py',
    lastLine: lineOf(PYTHON, 'print("done")'),
    files: ['version', 'specifiers', 'requirements', '_parser', '_tokenizer', 'markers', 'utils', 'tags'].map((name) => `packaging/${name}.py`),
    environment: own,
    async lines() {
      const { stdout } = await run('python3', ['-c', PYTHON_LINES, folder, 'main.py'], { env: own, cwd: folder, maxBuffer: 64_000_000 });
      const printed = z.record(z.string(), z.tuple([z.array(z.number()), z.array(z.number())])).parse(JSON.parse(stdout));
      return new Map(
        Object.entries(printed).map(([file, [executed, withCode]]) => [
          file.replaceAll('\\', '/'),
          { executed: new Set(executed), withCode: new Set(withCode), unclear: new Set<number>() },
        ]),
      );
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const GO = `package main

import (
	"fmt"
	"os"
	"strings"

	"shop/csv"
	"shop/tabwriter"
)

func main() {
	rows, err := csv.NewReader(strings.NewReader("name,cents\\n\\"a \\"\\"quoted\\"\\" one\\",3\\n# no\\nb,4\\n")).ReadAll()
	fmt.Println(rows, err)
	_, err = csv.NewReader(strings.NewReader("a,\\"b\\nc")).ReadAll()
	fmt.Println(err)
	writer := csv.NewWriter(os.Stdout)
	writer.Write([]string{"x", "y,z", "with \\"quotes\\""})
	writer.Flush()
	table := tabwriter.NewWriter(os.Stdout, 0, 8, 1, '\\t', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintln(table, "a\\tb\\tc")
	fmt.Fprintln(table, "aaaa\\tbbb\\tcccc")
	table.Flush()
	fmt.Println("done")
}
`;

// Two packages of Go's own library, as if they were somebody's.
export async function goProgram(environment: NodeJS.ProcessEnv): Promise<Program> {
  const { command } = await testTool('dlv');
  const { GOCACHE, GOROOT } = z
    .object({ GOCACHE: z.string(), GOROOT: z.string() })
    .parse(JSON.parse((await run('go', ['env', '-json', 'GOCACHE', 'GOROOT'])).stdout));
  const folder = await projectFolder();
  const files = ['csv/reader.go', 'csv/writer.go', 'tabwriter/tabwriter.go'];
  for (const file of files) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await cp(join(GOROOT, 'src', file.startsWith('csv') ? 'encoding' : 'text', file), join(folder, file));
  }
  await writeFile(join(folder, 'go.mod'), 'module shop\n\ngo 1.21\n');
  await writeFile(join(folder, 'main.go'), GO);
  // What was built before stays built: a new home would compile the standard library.
  const own = {
    ...environment,
    GOCACHE,
    GOFLAGS: '-mod=mod',
    PATH: [dirname(command[0] ?? ''), environment['PATH']].join(process.platform === 'win32' ? ';' : ':'),
  };
  return {
    language: 'Go',
    folder,
    main: 'main.go',
    lastLine: lineOf(GO, 'fmt.Println("done")'),
    files,
    environment: own,
    async lines() {
      const covered = join(folder, '..', 'covered');
      await mkdir(covered, { recursive: true });
      const program = join(covered, process.platform === 'win32' ? 'main.exe' : 'main');
      await run('go', ['build', '-cover', '-coverpkg=./...', '-o', program, '.'], { env: own, cwd: folder });
      await run(program, [], { env: { ...own, GOCOVERDIR: covered }, cwd: folder });
      await run('go', ['tool', 'covdata', 'textfmt', `-i=${covered}`, `-o=${join(covered, 'profile')}`], { env: own, cwd: folder });
      return coveredLines(await readFile(join(covered, 'profile'), 'utf8'));
    },
    [Symbol.asyncDispose]: () => rm(dirname(folder), { recursive: true, force: true, maxRetries: 5 }),
  };
}

// Blocks of statements that run together, with how often they did: shop/csv/reader.go:12.34,15.2 3 1
// A block shares its first and last line with what decides about it, as in `case 3:` and `} else {`.
function coveredLines(profile: string): ReadonlyMap<string, Lines> {
  const files = new Map<string, { ran: Set<number>; rested: Set<number>; borders: Set<number> }>();
  for (const match of profile.matchAll(/^shop\/(\S+):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$/gm)) {
    const [, file = '', first, last, count] = match;
    const known = files.get(file) ?? { ran: new Set<number>(), rested: new Set<number>(), borders: new Set<number>() };
    files.set(file, known);
    for (let line = Number(first); line <= Number(last); line++) (count === '0' ? known.rested : known.ran).add(line);
    known.borders.add(Number(first)).add(Number(last));
  }
  return new Map(
    [...files].map(([file, { ran, rested, borders }]) => [
      file,
      { withCode: undefined, executed: ran, unclear: new Set([...borders, ...[...ran].filter((line) => rested.has(line))]) },
    ]),
  );
}

export async function projectFolder(): Promise<string> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-prove-')));
  const folder = join(parent, 'project');
  await mkdir(folder);
  return folder;
}

export function lineOf(text: string, wanted: string): number {
  return text.split('\n').findIndex((line) => line.includes(wanted)) + 1;
}
