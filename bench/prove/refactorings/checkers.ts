// What a language's own checker says of a whole project, written without the lines that a change moves.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { typescriptProgram } from '../../bareEngine.ts';
import { appeared } from './appeared.ts';

export interface Checker extends AsyncDisposable {
  errors(): Promise<readonly string[]>;
  // Of these files only, where all of them would take minutes; undefined where they do not.
  errorsIn?(concerned: Concerned): Promise<readonly string[]>;
  // A message of the engine as these errors hold it.
  plain?(message: string): string;
}

export interface Concerned {
  readonly changed: readonly string[];
  // What was there before, and has another name now.
  readonly gone: readonly string[];
  // Those that hold one of the words that the change is about.
  readonly holding: readonly string[];
}

// TypeScript 7's own compiler, as `npx tsc --noEmit --incremental` runs it. What it remembers of the last time lies beside the project.
export function typescriptChecker(folder: string): Checker {
  const known = ['--incremental', '--tsBuildInfoFile', `${folder}.tsbuildinfo`];
  return {
    async errors() {
      // Several checkers at once would each work out the same types, and the machine is busy with engines.
      const { stdout } = await finished([typescriptProgram(), '--noEmit', '--pretty', 'false', '--singleThreaded', ...known, '-p', '.'], folder);
      return stdout.split('\n').flatMap((line) => {
        const [, file, found] = /^(.*?)\(\d+,\d+\): error (TS\d+: .*)$/.exec(line.trimEnd()) ?? [];
        return file === undefined ? (/^error TS/.test(line) ? [line] : []) : [`${file}: ${found}`];
      });
    },
    [Symbol.asyncDispose]: () => rm(`${folder}.tsbuildinfo`, { force: true }),
  };
}

const Report = z.object({
  generalDiagnostics: z.array(z.object({ file: z.string(), severity: z.string(), message: z.string(), rule: z.string().optional() })),
});

const PYTHON = process.platform === 'win32' ? 'python' : 'python3';
// Nothing is written: what lies beside the sources would be a change of the repository.
const COMPILES = `
import sys
for name in sys.argv[1:]:
    try:
        with open(name, 'rb') as file: compile(file.read(), name, 'exec', dont_inherit=True)
    except SyntaxError as error:
        print(name + ': ' + str(error.msg))
`;

// basedpyright as people run it on the command line, and Python itself for what changed. All of a large project takes it minutes, so what was wrong
// before is asked of an untouched copy, for the files that are looked at only.
export function pythonChecker(folder: string, untouched: string): Checker {
  const known: string[] = [];
  const asked = new Set<string>();
  const program = join(dirname(createRequire(import.meta.url).resolve('basedpyright/package.json')), 'index.js');
  const check = async (root: string, files: readonly string[]) => {
    if (files.length === 0) return [];
    const { stdout } = await finished([process.execPath, program, '--outputjson', '--level', 'error', ...files], root);
    return Report.parse(JSON.parse(stdout))
      .generalDiagnostics.filter(({ severity }) => severity === 'error')
      .map(({ file, rule, message }) => `${relative(root, file).replaceAll('\\', '/')}: ${rule ?? 'syntax'}: ${withoutTypes(message)}`);
  };
  return {
    errors: async () => known,
    plain: withoutTypes,
    async errorsIn({ changed, gone, holding }) {
      const others = nearest(holding, changed).slice(0, MOST_HOLDING);
      const [own, concerned] = [changed, new Set([...changed, ...others])].map((files) => [...files].filter((file) => file.endsWith('.py')));
      if (own === undefined || concerned === undefined || concerned.length === 0) return [];
      const { stdout } = await finished([PYTHON, '-I', '-c', COMPILES, ...own], folder);
      const after = await check(folder, concerned);
      const there = (files: readonly string[]) => files.filter((file) => existsSync(join(untouched, file)));
      const before = after.length === 0 ? [] : there([...concerned, ...gone]).filter((file) => !asked.has(file));
      for (const file of before) asked.add(file);
      known.push(...(await check(untouched, before)));
      // What it infers depends on which files it is given, and in which order: what looks new is asked for once more, of the same files as they were.
      if (appeared(known, after).length > 0) known.push(...appeared(known, await check(untouched, there([...concerned, ...gone]))));
      return [...stdout.split('\n').filter((line) => line !== ''), ...after];
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

// The types that it infers are printed in the order in which it came by them, and so are the reasons below.
export function withoutTypes(message: string): string {
  const [first = ''] = message.split('\n');
  return first.replaceAll(/"[^"]*[[|][^"]*"/g, '"…"');
}

// A common word stands in hundreds of files of Django, each of which takes it a second.
const MOST_HOLDING = 30;

// Those first that share the most folders with what changed.
function nearest(files: readonly string[], changed: readonly string[]): readonly string[] {
  const shared = (file: string) => Math.max(0, ...changed.map((other) => file.split('/').findIndex((part, index) => part !== other.split('/')[index])));
  return files.toSorted((one, other) => shared(other) - shared(one));
}

// Go's own compiler and checker on all packages, with their tests; what did not change is taken from its cache.
export function goChecker(folder: string): Checker {
  return {
    async errors() {
      const found: string[] = [];
      for (const verb of ['build', 'vet']) {
        const { stderr } = await finished(['go', verb, './...'], folder, { GOPROXY: 'off', GOFLAGS: '' });
        found.push(...stderr.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
      }
      return found.map((line) => line.replace(/^vet: /, '').replace(/^(?:\.\/)?([^:\s]+\.go):\d+(?::\d+)?: /, '$1: '));
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

const Commands = z.array(z.object({ file: z.string(), arguments: z.array(z.string()) }));

// The compiler's own opinion of every file that is compiled and includes what changed.
export function cppChecker(folder: string): Checker {
  const included = new Map<string, ReadonlySet<string>>();
  const commands = async () => Commands.parse(JSON.parse(await readFile(join(folder, 'compile_commands.json'), 'utf8')));
  const check = async (isConcerned: (file: string) => boolean) => {
    const queue = (await commands()).filter(({ file }) => isConcerned(file)).values();
    const found: string[] = [];
    const worker = async () => {
      for (const { arguments: command } of queue) {
        const { stderr } = await finished([...command.slice(0, -2), '-fsyntax-only', ...command.slice(-1)], folder);
        for (const line of stderr.split('\n')) {
          const [, file, message] = /^([^:\s]+):\d+(?::\d+)?: (?:fatal )?error: (.*)$/.exec(line) ?? [];
          if (file !== undefined) found.push(`${file}: ${message}`);
        }
      }
    };
    await Promise.all([worker(), worker()]);
    return found;
  };
  return {
    async errors() {
      for (const { file, arguments: command } of await commands()) {
        const { stdout } = await finished([...command.slice(0, -2), '-MM', ...command.slice(-1)], folder);
        included.set(file, new Set(stdout.replaceAll(/\\\r?\n/g, ' ').split(/\s+/)));
      }
      return check(() => true);
    },
    errorsIn: ({ changed }) => check((file) => changed.some((each) => included.get(file)?.has(each) === true)),
    [Symbol.asyncDispose]: async () => {},
  };
}

// A checker that found something ends with a code of its own; one that could not run at all printed nothing.
function finished(command: readonly string[], folder: string, environment: NodeJS.ProcessEnv = {}): Promise<{ stdout: string; stderr: string }> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) =>
    execFile(program, args, { cwd: folder, maxBuffer: 1 << 28, env: { ...process.env, ...environment } }, (error, stdout, stderr) => {
      if (error !== null && stdout === '' && stderr === '') reject(error);
      else resolve({ stdout, stderr });
    }),
  );
}
