// What a CMake project can run: its executables, built in a folder that has debug information; CMake itself says where each lies.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { readSmallFile } from '../../base/files/smallFile.ts';
import type { RunStep } from '../../ide/doors/running.ts';
import { configurationInvalid } from '../../ide/errors/debugErrors.ts';
import type { FoundConfiguration, ProgramBuilder } from './configuration.ts';

interface CmakeFile {
  readonly path: string;
  readonly text: string;
}

// Of all CMakeLists.txt together, because only those at the top can be configured.
export function cmakeTargets(root: string, paths: readonly string[]): FoundConfiguration[] {
  const files = paths.map((path) => ({ path, text: withoutComments(readSmallFile(join(root, path))) }));
  return files.flatMap((file) => {
    const top = topOf(file, files);
    return executablesIn(file.text, top.text).map((name) => ({
      name: `cmake: ${name}`,
      type: 'cmake',
      from: file.path,
      canDebug: true,
      canRun: true,
      description: `cmake --build … --target ${name}`,
      run: ({ args }) => ({ steps: stepsToRun(name, file, join(root, dirname(top.path)), join(root, dirname(file.path)), args) }),
      resolve: () => ({
        type: 'lldb',
        request: 'launch',
        arguments: { name, type: 'lldb', request: 'launch', cwd: root },
        preLaunchTask: undefined,
        build: (builder) => built(name, join(root, dirname(top.path)), builder),
      }),
    }));
  });
}

// The outermost folder above it that has one too and calls itself a project.
function topOf(file: CmakeFile, files: readonly CmakeFile[]): CmakeFile {
  const above = files.filter(({ path, text }) => isAbove(dirname(path), dirname(file.path)) && PROJECT.test(text));
  return above.toSorted((one, other) => one.path.length - other.path.length)[0] ?? file;
}

function isAbove(folder: string, inner: string): boolean {
  return folder === '.' || folder === inner || inner.startsWith(`${folder}/`);
}

const PROJECT = /\bproject\s*\(\s*([\w.+-]+)/i;

// By their names as they are written; one that is put together from variables other than the project's name is not known before CMake ran.
function executablesIn(text: string, top: string): string[] {
  const project = PROJECT.exec(text)?.[1] ?? PROJECT.exec(top)?.[1];
  return [...text.matchAll(/\badd_executable\s*\(\s*"?([^\s")]+)"?\s*([A-Z0-9]*)/gi)].flatMap(([, written = '', next = '']) => {
    if (next === 'IMPORTED' || next === 'ALIAS') return [];
    const name = written.replaceAll(/\$\{(?:CMAKE_)?PROJECT_NAME\}/g, project ?? '${PROJECT_NAME}');
    return name.includes('$') ? [] : [name];
  });
}

async function built(target: string, source: string, { scratch, run }: ProgramBuilder): Promise<string> {
  const folder = buildFolder(source) ?? join(scratch, `cmake-${createHash('sha256').update(source).digest('hex').slice(0, 12)}`);
  const query = join(folder, ...QUERY);
  mkdirSync(query, { recursive: true });
  writeFileSync(join(query, 'codemodel-v2'), '');
  const isNew = !existsSync(join(folder, 'CMakeCache.txt'));
  await run('cmake', ['-S', source, '-B', folder, ...(isNew ? ['-DCMAKE_BUILD_TYPE=Debug'] : [])], source);
  await run('cmake', ['--build', folder, '--target', target, '--config', 'Debug'], source);
  const program = artifactOf(target, folder);
  if (program === undefined) throw configurationInvalid(`cmake: ${target}`, 'CMake knows no executable of this name');
  return program;
}

// As a person would do it: configure, build, and run what came of it, in the folder that the person has configured or in `build`.
function stepsToRun(target: string, { text }: CmakeFile, source: string, own: string, args: readonly string[]): readonly RunStep[] {
  const folder = buildFolder(source) ?? configuredFolder(source) ?? join(source, 'build');
  const query = join(folder, ...QUERY);
  const words = [
    ['cmake', '-E', 'make_directory', query],
    ['cmake', '-E', 'touch', join(query, 'codemodel-v2')],
    ['cmake', '-S', source, '-B', folder],
    ['cmake', '--build', folder, '--target', target],
    [
      artifactOf(target, folder) ??
        join(outputFolder(text, folder, join(folder, relative(source, own))), target + (process.platform === 'win32' ? '.exe' : '')),
      ...args,
    ],
  ];
  return words.map((command, index) => ({ command: { words: command }, folder: index === words.length - 1 ? own : source }));
}

// Where CMake puts programs before it has reported it: beside what it builds of this folder, unless the folder says otherwise.
function outputFolder(text: string, folder: string, usual: string): string {
  const said = /\bset\s*\(\s*CMAKE_RUNTIME_OUTPUT_DIRECTORY\s+"?([^\s")]+)/i.exec(text)?.[1];
  return said === undefined ? usual : resolve(usual, said.replaceAll(/\$\{(?:CMAKE|PROJECT)_BINARY_DIR\}/g, folder));
}

function configuredFolder(source: string): string | undefined {
  const configured = (folder: string) => /^CMAKE_HOME_DIRECTORY:\w+=(.*)$/m.exec(textOf(join(folder, 'CMakeCache.txt')))?.[1];
  return ['build', '_build', 'out'].map((name) => join(source, name)).find((folder) => sameFolder(configured(folder), source));
}

function textOf(file: string): string {
  return existsSync(file) ? readSmallFile(file) : '';
}

const QUERY = ['.cmake', 'api', 'v1', 'query', 'client-binnacle'];

// One that a person has configured for debugging already, where people put them.
function buildFolder(source: string): string | undefined {
  const named = ['build', 'cmake-build-debug', 'out', '_build', join('build', 'Debug'), join('build', 'debug'), join('out', 'build')];
  const inside = ['out/build', 'build'].flatMap((name) => {
    const folder = join(source, name);
    return existsSync(folder) ? readdirSync(folder).map((entry) => join(folder, entry)) : [];
  });
  return [...named.map((name) => join(source, name)), ...inside].find((folder) => {
    const cache = join(folder, 'CMakeCache.txt');
    if (!existsSync(cache)) return false;
    const text = readSmallFile(cache);
    return (
      sameFolder(/^CMAKE_HOME_DIRECTORY:\w+=(.*)$/m.exec(text)?.[1], source) &&
      /^CMAKE_(?:BUILD_TYPE:\w+=(?:Debug|RelWithDebInfo)|CONFIGURATION_TYPES:\w+=.*Debug)/m.test(text)
    );
  });
}

function sameFolder(one: string | undefined, other: string): boolean {
  return one !== undefined && resolve(one.trim()) === resolve(other);
}

const Index = z.looseObject({ objects: z.array(z.looseObject({ kind: z.string(), jsonFile: z.string() })) });
const Model = z.looseObject({
  configurations: z.array(z.looseObject({ name: z.string(), targets: z.array(z.looseObject({ name: z.string(), jsonFile: z.string() })) })),
});
const TargetFile = z.looseObject({ type: z.string(), artifacts: z.array(z.looseObject({ path: z.string() })).default([]) });

// As CMake's own file-based interface answers.
function artifactOf(target: string, folder: string): string | undefined {
  const reply = join(folder, '.cmake', 'api', 'v1', 'reply');
  const newest = existsSync(reply)
    ? readdirSync(reply)
        .filter((name) => name.startsWith('index-'))
        .toSorted()
        .at(-1)
    : undefined;
  if (newest === undefined) return undefined;
  const read = (name: string): unknown => JSON.parse(readSmallFile(join(reply, name)));
  const model = Index.parse(read(newest)).objects.find(({ kind }) => kind === 'codemodel');
  if (model === undefined) return undefined;
  const { configurations } = Model.parse(read(model.jsonFile));
  const configuration = configurations.find(({ name }) => name === 'Debug') ?? configurations[0];
  const found = configuration?.targets.find(({ name }) => name === target);
  if (found === undefined) return undefined;
  const { type, artifacts } = TargetFile.parse(read(found.jsonFile));
  // Windows builds symbols beside the program.
  const program = artifacts.find(({ path }) => !path.endsWith('.pdb'))?.path;
  return type === 'EXECUTABLE' && program !== undefined ? resolve(folder, program) : undefined;
}

function withoutComments(text: string): string {
  return text.replaceAll(/#\[(=*)\[[\s\S]*?\]\1\]/g, '').replaceAll(/#[^\n]*/g, '');
}
