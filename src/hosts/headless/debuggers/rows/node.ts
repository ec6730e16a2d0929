// JavaScript and TypeScript under Node, by our own adapter.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { NODE_ENVIRONMENT, REINSTALL } from '../../languages/ourEngines.ts';
import type { AdapterPlace, AdapterRow, LaunchArguments, WantedProgram } from '../adapterRow.ts';

export const node: AdapterRow = {
  id: 'node',
  types: ['node', 'pwa-node', 'node-terminal'],
  files: /\.[cm]?[jt]sx?$/,
  install: REINSTALL,
  speaks: 'stdio',
  startsEarly: true,
  evaluateContext: 'repl',
  // Of node:assert and chai by its name, of jest by what it carries.
  testFilters: [{ filter: 'all', condition: "/AssertionError/.test(error?.name) || error?.code === 'ERR_ASSERTION' || error?.matcherResult !== undefined" }],
  async find() {
    const program = ourProgram();
    return program === undefined ? 'this Binnacle was installed without it' : { program: process.execPath, args: [program], environment: NODE_ENVIRONMENT };
  },
  launch: (wanted, place) => launched(wanted, place),
  async test({ path, name }, place) {
    const runner = runnerOf(place.root, path);
    const file = relative(place.root, path);
    const base = { cwd: place.root, console: 'internalConsole', skipFiles: OF_TESTS };
    const title = name?.split(/\s*>\s*/).at(-1);
    const bin = (packageName: string, script: string) => join(place.root, 'node_modules', packageName, script);
    switch (runner) {
      case 'vitest':
        return {
          ...base,
          program: bin('vitest', 'vitest.mjs'),
          args: ['run', file, '--test-timeout=0', '--no-file-parallelism', ...(title === undefined ? [] : ['-t', pattern(title)])],
        };
      case 'jest':
        return {
          ...base,
          program: bin('jest', 'bin/jest.js'),
          args: ['--runInBand', '--testTimeout=1000000', '--runTestsByPath', file, ...(title === undefined ? [] : ['-t', pattern(title)])],
        };
      case 'mocha':
        return { ...base, program: bin('mocha', 'bin/mocha.js'), args: ['--timeout', '0', file, ...(title === undefined ? [] : ['-g', pattern(title)])] };
      default:
        return {
          ...launched({ path, args: [], environment: {}, stopOnEntry: false }, place),
          skipFiles: OF_TESTS,
          ...(title !== undefined && { runtimeArgs: [...runtimeArguments(path, place.root), `--test-name-pattern=${pattern(title)}`] }),
        };
    }
  },
  attachToPort: (host, port) => ({ request: 'attach', address: host, port }),
  attachToProcess: (processId) => ({ request: 'attach', processId }),
  adapt: (configuration, place) => ({ cwd: place.root, ...configuration, console: 'internalConsole' }),
  restrained: (launch) => ({ ...launch, evaluation: 'no side effects' }),
};

function launched({ path, args, environment, stopOnEntry }: WantedProgram, place: AdapterPlace): LaunchArguments {
  const runtimeArgs = runtimeArguments(path, place.root);
  return { program: path, args, cwd: place.root, env: environment, stopOnEntry, console: 'internalConsole', ...(runtimeArgs.length > 0 && { runtimeArgs }) };
}

// TypeScript needs a loader unless Node itself can: the project's own tsx.
function runtimeArguments(path: string, root: string): string[] {
  if (!/^\.[cm]?tsx?$/.test(extname(path))) return [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const loader = join(folder, 'node_modules', 'tsx', 'dist', 'loader.mjs');
    if (existsSync(loader)) return ['--import', new URL(`file://${loader}`).href];
    if (folder === root || folder === dirname(folder)) return [];
  }
}

// V8 does not stop at what is thrown in files that are skipped, and assertions are thrown in Node's own.
const OF_TESTS = ['<node_internals>/**', '!<node_internals>/assert', '!<node_internals>/internal/assert/**'];

const Manifest = z.looseObject({ dependencies: z.record(z.string(), z.string()).optional(), devDependencies: z.record(z.string(), z.string()).optional() });

function runnerOf(root: string, path: string): 'vitest' | 'jest' | 'mocha' | 'node' {
  if (/from ['"]node:test['"]|require\(['"]node:test['"]\)/.test(readFileSync(path, 'utf8'))) return 'node';
  const file = join(root, 'package.json');
  const manifest = existsSync(file) ? Manifest.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data : undefined;
  const all = { ...manifest?.dependencies, ...manifest?.devDependencies };
  return (['vitest', 'jest', 'mocha'] as const).find((name) => name in all || existsSync(join(root, 'node_modules', name))) ?? 'node';
}

function pattern(title: string): string {
  return title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

// Beside the bundle, or in the build of the sources that run.
function ourProgram(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const program = join(folder, 'dist', 'nodeAdapter.cjs');
    if (existsSync(program)) return program;
  }
  return undefined;
}
