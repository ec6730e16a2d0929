// What Cargo and CMake can build is known from their files alone; where it lies is for them to say.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cargoPackage, cargoTargets, executablesIn } from './cargo.ts';
import { cmakeTargets } from './cmake.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'binnacle-targets-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

test('a Cargo package: its main, those in src/bin, examples, and those that are written down', () => {
  write({
    'Cargo.toml': `[package]\nname = "shop"\n[[bin]]\nname = "renamed"\npath = "src/bin/tool.rs"\nrequired-features = ["full"]\n[[example]]\nname = "demo"\n`,
    'src/main.rs': '',
    'src/lib.rs': '',
    'src/bin/tool.rs': '',
    'src/bin/other/main.rs': '',
    'examples/demo.rs': '',
    'examples/second.rs': '',
  });
  expect(names(cargoTargets(root, 'Cargo.toml'))).toEqual(['cargo: shop', 'cargo: other', 'cargo: renamed', 'cargo: example second', 'cargo: example demo']);
  const read = cargoPackage(root);
  expect(read?.library).toBe(join(root, 'src', 'lib.rs'));
  expect(read?.targets.find(({ name }) => name === 'renamed')).toEqual({
    kind: 'bin',
    name: 'renamed',
    path: join(root, 'src/bin/tool.rs'),
    features: ['full'],
  });
});

test('the root of a Cargo workspace has none, and neither has what cannot be read or finds nothing by itself', () => {
  write({
    'Cargo.toml': '[workspace]\nmembers = ["a"]\n',
    'a/Cargo.toml': '[package]\nname = "a"\nautobins = false\n',
    'a/src/main.rs': '',
    'b/Cargo.toml': '[package',
  });
  expect(['Cargo.toml', 'a/Cargo.toml', 'b/Cargo.toml'].flatMap((path) => cargoTargets(root, path))).toEqual([]);
});

test('Cargo says which programs it has built', () => {
  const lines = [
    'warning: something',
    '{"reason":"compiler-artifact","executable":null}',
    '{"reason":"compiler-artifact","executable":"/t/shop"}',
    '{"reason":"build-finished"}',
  ];
  expect(executablesIn(lines.join('\n'))).toEqual(['/t/shop']);
});

test('executables of CMake, with the name of the project filled in; no aliases, imports, comments, or names that only CMake knows', () => {
  write({
    'CMakeLists.txt': `cmake_minimum_required(VERSION 3.20)
project(shop LANGUAGES CXX)
add_executable(\${PROJECT_NAME} main.cpp) # add_executable(commented x.cpp)
add_executable(tool::alias ALIAS tool)
add_executable(imported IMPORTED)
add_executable("\${SOME}_test" test.cpp)
add_library(lib lib.cpp)
#[[ add_executable(longComment x.cpp) ]]
add_subdirectory(tools)
`,
    'tools/CMakeLists.txt': 'ADD_EXECUTABLE( tool\n  tool.cpp)\nadd_executable(${CMAKE_PROJECT_NAME}-cli cli.cpp)\n',
  });
  const found = cmakeTargets(root, ['CMakeLists.txt', 'tools/CMakeLists.txt']);
  expect(names(found)).toEqual(['cmake: shop', 'cmake: tool', 'cmake: shop-cli']);
  expect(found[1]).toMatchObject({ type: 'cmake', from: 'tools/CMakeLists.txt', canDebug: true, canRun: true });
  const words = found[1]?.run?.({ file: undefined, args: ['8080'] }).steps.map(({ command }) => ('words' in command ? command.words : []));
  expect(words?.at(-2)).toEqual(['cmake', '--build', join(root, 'build'), '--target', 'tool']);
  expect(words?.at(-1)).toEqual([join(root, 'build', 'tools', process.platform === 'win32' ? 'tool.exe' : 'tool'), '8080']);
});
