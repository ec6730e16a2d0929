// Python under debugpy: of the project's own environment, of this machine, or the copy that VS Code's extension carries.

import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '../../../base/isRecord.ts';
import { variable } from '../../../base/processes/environment.ts';
import { pythonInterpreters } from '../../toolchains/pythonInterpreters.ts';
import type { AdapterPlace, AdapterRow, FoundAdapter, LaunchArguments } from '../adapters/adapterRow.ts';
import { insidePython } from '../python/insideProgram.ts';
import { PYTHON_EXCEPTIONS } from './exceptionClasses.ts';
import { adapterArguments } from './promptDebugpy.ts';
import { isStatement } from './pythonStatements.ts';

// Its advice about frozen modules would be the first thing that every program prints.
const QUIET = { PYDEVD_DISABLE_FILE_VALIDATION: '1' };

export const python: AdapterRow = {
  id: 'debugpy',
  types: ['debugpy', 'python'],
  files: /\.py$/,
  install: 'python3 -m pip install debugpy (into the environment of the project, or of this machine)',
  speaks: 'stdio',
  evaluateContext: 'repl',
  // Like Python's own console it prints nothing for None.
  unprinted: (expression) => (isStatement(expression) ? undefined : { result: 'None', type: 'NoneType' }),
  signalCode: 'low byte',
  inside: insidePython,
  input: 'request',
  testFilters: [{ filter: 'userUnhandled' }],
  exceptionClasses: PYTHON_EXCEPTIONS,
  classesExpression: "'|'.join(c.__name__ for c in __exception__[0].__mro__)",
  // After a hundred elements one row for all others, and in that one for each thousand of them.
  isRest: ({ name, type }) => (name === 'more' && type === 'MoreItems') || (/^\[\d+:\d+\]$/.test(name) && type === 'MoreItemsRange'),
  find,
  launch: ({ path, args, environment, stopOnEntry }, place) => ({
    ...base(place),
    program: path,
    args,
    cwd: place.root,
    env: { ...QUIET, ...environment },
    stopOnEntry,
  }),
  async module({ name, args, environment, stopOnEntry }, place) {
    if (!/^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u.test(name)) return 'that is not the name of a Python module';
    const interpreter = pythonInterpreters(place.root)[0];
    if (interpreter === undefined) return 'there is no Python on this machine';
    const problem = await place.runs(interpreter, ['-c', MODULE_PROBLEM, name, environment['PYTHONPATH'] ?? ''], place.signal);
    if (problem !== undefined && problem.trim() !== '') return problem.trim();
    return { ...base(place), module: name, args, cwd: place.root, env: { ...QUIET, ...environment }, stopOnEntry };
  },
  async expressionProblem(expression, place) {
    const interpreter = pythonInterpreters(place.root)[0];
    const problem = interpreter && (await place.runs(interpreter, ['-I', '-S', '-c', EXPRESSION_PROBLEM, expression], place.signal));
    return problem === undefined || problem.trim() === '' ? undefined : problem.trim();
  },
  test: ({ program, args, cwd, interpreter }, place) => ({
    ...base(place),
    module: program,
    args,
    cwd,
    env: QUIET,
    rules: ownCode(place.root),
    ...(interpreter !== undefined && { python: [interpreter] }),
  }),
  attachToProcess: (processId) => ({ request: 'attach', processId, justMyCode: true }),
  attachToPort: (host, port) => ({ request: 'attach', connect: { host, port }, justMyCode: true }),
  adapt: (configuration, place) => ({
    ...base(place),
    ...configuration,
    env: { ...QUIET, ...(isRecord(configuration['env']) ? configuration['env'] : {}) },
    // There is no terminal here, and what is printed is to be read.
    console: 'internalConsole',
  }),
};

// In the language's own words. Packages around a module are loaded, as they are when it is run.
const MODULE_PROBLEM = `
import os, sys
sys.path[:1] = [''] + [path for path in sys.argv[2].split(os.pathsep) if path]
import runpy
try:
    runpy._get_module_details(sys.argv[1])
except (ImportError, runpy._Error) as problem:
    print(problem)
except BaseException:
    # What its packages do is for the program to show.
    pass
`;
const EXPRESSION_PROBLEM = `
import sys
try:
    compile(sys.argv[1].strip(), '<condition>', 'eval')
except (SyntaxError, ValueError) as problem:
    print(getattr(problem, 'msg', problem))
`;

function base(place: AdapterPlace): LaunchArguments {
  const interpreter = pythonInterpreters(place.root)[0];
  return { console: 'internalConsole', redirectOutput: true, justMyCode: true, subProcess: true, ...(interpreter !== undefined && { python: [interpreter] }) };
}

// Whatever is not the project's counts as somebody else's, wherever a runner is installed: what it raises and catches itself is no failure.
function ownCode(root: string): readonly object[] {
  return [
    { path: '**/site-packages/**', include: false },
    { path: join(root, '**'), include: true },
    { path: '**', include: false },
  ];
}

async function find(place: AdapterPlace): Promise<FoundAdapter | string> {
  const interpreters = pythonInterpreters(place.root);
  const [first] = interpreters;
  if (first === undefined) return 'there is no Python';
  for (const program of interpreters) if (await hasDebugpy(program, place)) return { program, args: adapterArguments };
  const bundled = bundledFolder();
  if (bundled !== undefined) return { program: first, args: adapterArguments, environment: { PYTHONPATH: bundled } };
  return 'no Python here has the package debugpy';
}

// Where an interpreter has found it, so that only the first launch pays for the question.
const known = new Map<string, string>();

async function hasDebugpy(program: string, place: AdapterPlace): Promise<boolean> {
  const key = JSON.stringify([program, variable('PYTHONPATH')]);
  if (existsSync(known.get(key) ?? '')) return true;
  const origin = await place.runs(program, ['-c', PROBE], place.signal);
  if (origin === undefined) return false;
  known.set(key, origin.trim());
  return true;
}

// Much faster than to import it.
const PROBE = "import importlib.util, sys; found = importlib.util.find_spec('debugpy'); print(found.origin) if found else sys.exit(1)";

function bundledFolder(): string | undefined {
  for (const editor of ['.vscode', '.vscode-server', '.vscode-oss', '.cursor']) {
    const extensions = join(homedir(), editor, 'extensions');
    const names = existsSync(extensions) ? readdirSync(extensions).filter((name) => name.startsWith('ms-python.debugpy-')) : [];
    const folder = names.map((name) => join(extensions, name, 'bundled', 'libs')).findLast((path) => existsSync(path));
    if (folder !== undefined) return folder;
  }
  return undefined;
}
