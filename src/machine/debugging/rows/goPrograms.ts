// What is built when somebody wants to run one file of Go: its package where that is one program, else the file, with what it needs of its folder.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { readSmallFile } from '../../../base/files/smallFile.ts';
import { cannotDebug } from '../../../ide/errors/debugErrors.ts';
import type { AdapterPlace, LaunchArguments } from '../adapters/adapterRow.ts';

interface GoFile {
  readonly path: string;
  readonly package: string | undefined;
  // It is left out of its package in general, as scripts with "//go:build ignore" are.
  readonly constrained: boolean;
  readonly hasMain: boolean;
}

// Throws cannot_debug for what is no program.
export async function goProgram(path: string, place: AdapterPlace): Promise<LaunchArguments> {
  const name = relative(place.root, path);
  if (path.endsWith('_test.go')) throw cannotDebug(name, 'it holds tests', 'Call debug_test with it.');
  const file = goFile(path);
  if (file.package !== undefined && file.package !== 'main')
    throw cannotDebug(
      name,
      `it is of package ${file.package}, and only package main can be run`,
      'Pass a file of package main, or call debug_test with a test of it.',
    );
  const folder = dirname(path);
  const others = readdirSync(folder)
    .filter((other) => other.endsWith('.go') && !other.endsWith('_test.go') && other !== basename(path))
    .map((other) => goFile(join(folder, other)))
    .filter((other) => other.package === 'main' && !other.constrained);
  const isWholePackage = moduleOf(folder) !== undefined && !file.constrained && !(file.hasMain && others.some(({ hasMain }) => hasMain));
  if (isWholePackage) return { program: folder };
  const helpers = others.filter(({ hasMain }) => !hasMain).map((other) => other.path);
  if (helpers.length === 0) return { program: path };
  const output = builtPath(place);
  const build = ['build', '-gcflags=all=-N -l', '-o', output, path];
  // By itself it may name what only another file of the folder declares.
  if ((await place.runs('go', ['-C', folder, ...build], place.signal)) === undefined) await place.builds('go', [...build, ...helpers], folder);
  return { mode: 'exec', program: output, output };
}

// In a folder of ours, never in the project.
export function builtPath(place: AdapterPlace): string {
  return join(place.scratch, `debug-${process.pid}-${Date.now().toString(36)}${process.platform === 'win32' ? '.exe' : ''}`);
}

// Where a module begins; a workspace alone builds nothing.
export function moduleOf(start: string): string | undefined {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) if (existsSync(join(folder, 'go.mod'))) return folder;
  return undefined;
}

function goFile(path: string): GoFile {
  const text = readSmallFile(path);
  const clause = /^package\s+(\w+)/m.exec(text);
  return {
    path,
    package: clause?.[1],
    constrained: /^\/\/(?:go:build| ?\+build)\s/m.test(text.slice(0, clause?.index)),
    hasMain: /^func\s+main\s*\(\s*\)/m.test(text),
  };
}
