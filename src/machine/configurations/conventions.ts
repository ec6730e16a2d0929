// What can be run without anybody having written a configuration: scripts of package.json, Python packages, Go programs, targets of Cargo and CMake.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readSmallFile } from '../../base/files/smallFile.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import { shellWord } from '../processes/shell.ts';
import { pythonInterpreters } from '../toolchains/pythonInterpreters.ts';
import { cargoTargets } from './cargo.ts';
import { cmakeTargets } from './cmake.ts';
import { type FoundConfiguration, type SingleConfiguration, withArguments } from './configuration.ts';

// Deeper ones are mostly examples and fixtures of others.
const DEEPEST = 4;
const MOST_OF_A_KIND = 50;

export async function conventionalConfigurations(root: string, documents: Documents, signal: AbortSignal): Promise<readonly FoundConfiguration[]> {
  const include = ['package.json', '__main__.py', 'main.go', 'Cargo.toml', 'CMakeLists.txt'];
  const listed = (await documents.list({ include }, signal)).map(({ path }) => path).filter((path) => path.split('/').length <= DEEPEST);
  const named = (name: string) => listed.filter((path) => path === name || path.endsWith(`/${name}`)).slice(0, MOST_OF_A_KIND);
  return withOwnNames([
    ...named('package.json').flatMap((path) => scripts(root, path)),
    ...named('__main__.py').map((path) => pythonPackage(root, path)),
    ...named('main.go').flatMap((path) => goProgram(root, path)),
    ...named('Cargo.toml').flatMap((path) => cargoTargets(root, path)),
    ...cmakeTargets(root, named('CMakeLists.txt')),
  ]);
}

// Two programs of one name, as in two packages of a workspace, are distinguished by their folders.
function withOwnNames(found: readonly FoundConfiguration[]): readonly FoundConfiguration[] {
  return found.map((one) => {
    const isAlone = found.every((other) => other === one || other.name !== one.name);
    return isAlone ? one : { ...one, name: `${one.name} (${dirname(one.from)})` };
  });
}

const Manifest = z.looseObject({ scripts: z.record(z.string(), z.string()).default({}) });

function scripts(root: string, path: string): FoundConfiguration[] {
  const manifest = Manifest.safeParse(parsedJson(readSmallFile(join(root, path))));
  if (!manifest.success) return [];
  const cwd = join(root, dirname(path));
  const manager = ['pnpm', 'yarn'].find((name) => existsSync(join(cwd, name === 'pnpm' ? 'pnpm-lock.yaml' : 'yarn.lock'))) ?? 'npm';
  const where = dirname(path) === '.' ? '' : ` (${dirname(path)})`;
  return Object.entries(manifest.data.scripts).map(([script, command]) => ({
    name: `${manager}: ${script}${where}`,
    type: 'npm',
    from: path,
    canDebug: true,
    canRun: true,
    description: command,
    run: ({ args }) => {
      // npm takes what comes before the dashes for itself.
      const line = `${manager} run ${shellWord(script)}${manager === 'npm' && args.length > 0 ? ' --' : ''}`;
      return { steps: [withArguments({ command: { line }, folder: cwd }, args)] };
    },
    resolve: () => launch('node', { name: script, runtimeExecutable: manager, runtimeArgs: ['run', script], cwd }),
  }));
}

function pythonPackage(root: string, path: string): FoundConfiguration {
  const folder = dirname(path);
  const parts = folder.split('/');
  // The folders above that are packages themselves belong to the module's name.
  let first = parts.length - 1;
  while (first > 0 && existsSync(join(root, ...parts.slice(0, first), '__init__.py'))) first -= 1;
  const module = parts.slice(first).join('.');
  return {
    name: `python: ${module}`,
    type: 'python',
    from: path,
    canDebug: true,
    canRun: true,
    description: `python -m ${module}`,
    run: ({ args }) => ({
      steps: [
        withArguments({ command: { words: [pythonInterpreters(root)[0] ?? 'python3', '-m', module] }, folder: join(root, ...parts.slice(0, first)) }, args),
      ],
    }),
    resolve: () => launch('debugpy', { name: module, module, cwd: join(root, ...parts.slice(0, first)) }),
  };
}

function goProgram(root: string, path: string): FoundConfiguration[] {
  if (!/^package main\b/m.test(readSmallFile(join(root, path)))) return [];
  const folder = dirname(path);
  return [
    {
      name: `go: ${folder}`,
      type: 'go',
      from: path,
      canDebug: true,
      canRun: true,
      description: `go run ./${folder === '.' ? '' : folder}`,
      run: ({ args }) => ({ steps: [withArguments({ command: { words: ['go', 'run', '.'] }, folder: join(root, folder) }, args)] }),
      resolve: () => launch('go', { name: folder, mode: 'debug', program: join(root, folder), cwd: join(root, folder) }),
    },
  ];
}

function launch(type: string, given: Readonly<Record<string, unknown>>): SingleConfiguration {
  return { type, request: 'launch', arguments: { ...given, type, request: 'launch' }, preLaunchTask: undefined };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
