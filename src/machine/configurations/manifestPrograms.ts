// Programs that manifests name without a script for them: entry points of Python packages, and Go's commands.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { variable } from '../../base/processes/environment.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import { pythonInterpreters } from '../toolchains/pythonInterpreters.ts';
import { type FoundConfiguration, runOnly } from './configuration.ts';

const DEEPEST = 4;
const MOST_OF_A_KIND = 50;
const MOST_GO_FILES = 300;
const LARGEST = 512 * 1024;

export async function programsOfManifests(root: string, documents: Documents, signal: AbortSignal): Promise<readonly FoundConfiguration[]> {
  const include = ['pyproject.toml', 'setup.cfg', '*.go'].flatMap((name) => [name, `**/${name}`]);
  const listed = (await documents.list({ include }, signal))
    .filter(({ path, bytes }) => path.split('/').length <= DEEPEST && bytes <= LARGEST)
    .map(({ path }) => path);
  const named = (name: string) => listed.filter((path) => path === name || path.endsWith(`/${name}`)).slice(0, MOST_OF_A_KIND);
  return [
    ...named('pyproject.toml').flatMap((path) => entryPoints(root, path, scriptsOfPyproject(join(root, path)))),
    ...named('setup.cfg').flatMap((path) => entryPoints(root, path, scriptsOfSetup(join(root, path)))),
    ...goCommands(
      root,
      listed.filter((path) => path.endsWith('.go') && !path.endsWith('_test.go') && !/(?:^|\/)main\.go$/.test(path)),
    ),
  ];
}

const Scripts = z.record(z.string(), z.unknown()).optional();
const Pyproject = z.looseObject({
  project: z.looseObject({ scripts: Scripts, 'gui-scripts': Scripts }).optional(),
  tool: z.looseObject({ poetry: z.looseObject({ scripts: Scripts }).optional() }).optional(),
});

function scriptsOfPyproject(file: string): readonly (readonly [string, string])[] {
  const read = Pyproject.safeParse(parsedToml(file)).data;
  const all = { ...read?.tool?.poetry?.scripts, ...read?.project?.['gui-scripts'], ...read?.project?.scripts };
  return Object.entries(all).flatMap(([name, target]) => (typeof target === 'string' ? [[name, target] as const] : []));
}

// Of the section of entry points, the indented lines under console_scripts.
function scriptsOfSetup(file: string): readonly (readonly [string, string])[] {
  const section = /^\[options\.entry_points\]([^[]*)/m.exec(readSmallFile(file))?.[1] ?? '';
  const lines = /^(?:console|gui)_scripts\s*=\s*\r?\n((?:[ \t]+.*(?:\r?\n|$))*)/m.exec(section)?.[1] ?? '';
  return [...lines.matchAll(/^\s+([\w.-]+)\s*=\s*([\w.:]+)/gm)].map(([, name = '', target = '']) => [name, target] as const);
}

// Run as the installed script would, whether it is installed or not.
function entryPoints(root: string, path: string, scripts: readonly (readonly [string, string])[]): readonly FoundConfiguration[] {
  const folder = join(root, dirname(path));
  return scripts.flatMap(([name, target]) => {
    const [, module, object] = /^([\w.]+):([\w.]+)$/.exec(target) ?? [];
    if (module === undefined || object === undefined) return [];
    const code = `import sys; from importlib import import_module; sys.argv[0] = ${JSON.stringify(name)}; t = import_module(${JSON.stringify(module)})\nfor n in ${JSON.stringify(object.split('.'))}: t = getattr(t, n)\nsys.exit(t())`;
    const paths = [folder, join(folder, 'src')].filter((candidate) => existsSync(candidate));
    const environment = { PYTHONPATH: [...paths, ...(variable('PYTHONPATH') ?? '').split(DELIMITER)].filter((part) => part !== '').join(DELIMITER) };
    return [
      runOnly(
        { name: `python script: ${name}`, type: 'python', from: path, description: target },
        { command: { words: [pythonInterpreters(folder)[0] ?? pythonInterpreters(root)[0] ?? 'python3', '-c', code] }, folder, environment },
      ),
    ];
  });
}

const DELIMITER = process.platform === 'win32' ? ';' : ':';

// Folders of package main whose program is in no main.go.
function goCommands(root: string, files: readonly string[]): readonly FoundConfiguration[] {
  const folders = new Map<string, string>();
  for (const path of files.slice(0, MOST_GO_FILES)) {
    const folder = dirname(path);
    if (folders.has(folder) || existsSync(join(root, folder, 'main.go'))) continue;
    const text = readSmallFile(join(root, path));
    if (/^package main\b/m.test(text) && /^func main\(\)/m.test(text) && !/^\/\/go:build ignore\b/m.test(text)) folders.set(folder, path);
  }
  return [...folders].map(([folder, path]) =>
    runOnly(
      { name: `go: ${folder}`, type: 'go', from: path, description: `go run ./${folder === '.' ? '' : folder}` },
      { command: { words: ['go', 'run', '.'] }, folder },
    ),
  );
}

function parsedToml(file: string): unknown {
  try {
    return parse(readSmallFile(file));
  } catch {
    // One that nobody can read names no programs.
    return undefined;
  }
}
