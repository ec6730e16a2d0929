// Python under debugpy: of the project's own environment, of this machine, or the copy that VS Code's extension carries.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pythonInterpreters } from '../../toolchains/pythonInterpreters.ts';
import type { AdapterPlace, AdapterRow, FoundAdapter, LaunchArguments } from '../adapterRow.ts';
import { adapterArguments } from './promptDebugpy.ts';

// Its advice about frozen modules would be the first thing that every program prints.
const QUIET = { PYDEVD_DISABLE_FILE_VALIDATION: '1' };

export const python: AdapterRow = {
  id: 'debugpy',
  types: ['debugpy', 'python'],
  files: /\.py$/,
  install: 'python3 -m pip install debugpy (into the environment of the project, or of this machine)',
  speaks: 'stdio',
  evaluateContext: 'repl',
  testFilters: [{ filter: 'userUnhandled' }],
  find,
  launch: ({ path, args, environment, stopOnEntry }, place) => ({
    ...base(place),
    program: path,
    args,
    cwd: place.root,
    env: { ...QUIET, ...environment },
    stopOnEntry,
  }),
  async test({ path, name }, place) {
    const interpreter = pythonInterpreters(place.root)[0];
    if (interpreter === undefined) return 'there is no Python on this machine';
    const selected = name === undefined ? [] : namesOf(path, name);
    const hasPytest = !isPlainUnittest(path) && (await place.runs(interpreter, ['-c', 'import pytest'], place.signal)) !== undefined;
    const runner = hasPytest
      ? { module: 'pytest', args: ['-p', 'no:cacheprovider', '-q', [path, ...selected].join('::')] }
      : { module: 'unittest', args: [path, ...(selected.length > 0 ? ['-k', selected.join('.')] : [])] };
    return { ...base(place), ...runner, cwd: place.root, env: QUIET, rules: ownCode(place.root) };
  },
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
  const key = JSON.stringify([program, process.env['PYTHONPATH']]);
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

// As pytest parts them: the classes around a test, then the test. Given alone, the class is looked up in the file.
function namesOf(path: string, name: string): string[] {
  const given = name.split(/::|\.|\s*>\s*/).filter((part) => part !== '');
  if (given.length !== 1) return given;
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => new RegExp(`^\\s+(?:async\\s+)?def\\s+${name.replace(/[^\w]/g, '')}\\s*\\(`).test(line));
  if (at < 0) return given;
  const around = lines.slice(0, at).findLast((line) => /^class\s+\w+/.test(line));
  return [/^class\s+(\w+)/.exec(around ?? '')?.[1] ?? '', name].filter((part) => part !== '');
}

// Its own runner is always there, and takes less long to start.
function isPlainUnittest(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  return /^\s*(?:import|from) unittest\b/m.test(text) && !/\bpytest\b/.test(text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
