// JavaScript and TypeScript under Node, by our own adapter.
import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { variable } from '../../../base/processes/environment.ts';
import { NODE_ENVIRONMENT, REINSTALL } from '../../programs/ourEngines.ts';
import type { AdapterPlace, AdapterRow, LaunchArguments, WantedProgram } from '../adapters/adapterRow.ts';
import { JAVASCRIPT_EXCEPTIONS } from './exceptionClasses.ts';

export const node: AdapterRow = {
  id: 'node',
  types: ['node', 'pwa-node', 'node-terminal'],
  files: /\.[cm]?[jt]sx?$/,
  install: REINSTALL,
  speaks: 'stdio',
  startsEarly: true,
  evaluateContext: 'repl',
  functionLogPoints: true,
  input: 'request',
  exceptionClasses: JAVASCRIPT_EXCEPTIONS,
  // Of node:assert and chai by its name, of jest by what it carries.
  testFilters: [{ filter: 'all', condition: "/AssertionError/.test(error?.name) || error?.code === 'ERR_ASSERTION' || error?.matcherResult !== undefined" }],
  async find() {
    const program = ourProgram();
    return program === undefined
      ? 'this Binnacle was installed without it'
      : { program: process.execPath, args: [program], environment: { ...NODE_ENVIRONMENT, BINNACLE_DEBUGGEE: forDebuggee() } };
  },
  launch: (wanted, place) => launched(wanted, place),
  test: ({ program, args, cwd, runtimeArgs = [] }) => ({
    program,
    args,
    cwd,
    console: 'internalConsole',
    skipFiles: OF_TESTS,
    ...(runtimeArgs.length > 0 && { runtimeArgs }),
  }),
  usualPort: 9229,
  attachToPort: (host, port) => ({ request: 'attach', address: host, port }),
  attachToProcess: (processId) => ({ request: 'attach', processId }),
  adapt: (configuration, place) => ({ cwd: place.root, ...configuration, console: 'internalConsole' }),
  restrained: (launch) => ({ ...launch, evaluation: 'no side effects' }),
};

function launched({ path, args, environment, stopOnEntry }: WantedProgram, place: AdapterPlace): LaunchArguments {
  const runtimeArgs = runtimeArguments(path, place.root);
  return { program: path, args, cwd: place.root, env: environment, stopOnEntry, console: 'internalConsole', ...(runtimeArgs.length > 0 && { runtimeArgs }) };
}

// What our own programs must not have, and those of the person do.
function forDebuggee(): string {
  return JSON.stringify(Object.fromEntries(Object.keys(NODE_ENVIRONMENT).map((name) => [name, variable(name) ?? null])));
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

// Beside the bundle, or in the build of the sources that run.
function ourProgram(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const program = join(folder, 'dist', 'nodeAdapter.cjs');
    if (existsSync(program)) return program;
  }
  return undefined;
}
