// What was installed or built is known by what lies in it; a folder of sources may be called as it likes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GeneratedFolders } from './generatedFolders.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'binnacle-generated-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const MANIFEST = JSON.stringify({ main: './dist/index.js', scripts: { build: 'tsc' } }, undefined, 2);

const ROWS: readonly (readonly [name: string, files: Readonly<Record<string, string>>, path: string, generated: boolean])[] = [
  ['packages of npm', {}, 'node_modules/a/index.js', true],
  ['of a package in a workspace', {}, 'packages/a/node_modules/b/index.js', true],
  ['a virtual environment by any name', { 'myenv/pyvenv.cfg': '' }, 'myenv/lib/python3.12/site-packages/x.py', true],
  ['one of conda', { 'cenv/conda-meta/history': '' }, 'cenv/lib/x.py', true],
  ['a folder of sources called env', { 'env/settings.py': '' }, 'env/settings.py', false],
  ['what cargo builds', { 'target/CACHEDIR.TAG': '' }, 'target/debug/x.d', true],
  ['what an old cargo builds', { 'target/.rustc_info.json': '' }, 'target/debug/x.d', true],
  ['sources called target', { 'target/arm.c': '' }, 'target/arm.c', false],
  ['what Maven builds', { 'pom.xml': '', 'target/classes/A.class': '' }, 'target/classes/A.class', true],
  ['what Gradle builds', { 'build.gradle.kts': '', 'build/classes/A.class': '' }, 'build/classes/A.class', true],
  ['what CMake builds', { 'build/CMakeCache.txt': '' }, 'build/a.o', true],
  ['a project that is built in place', { 'CMakeCache.txt': '', 'src/a.c': '' }, 'src/a.c', false],
  ['what setuptools builds', { 'setup.py': '', 'build/lib/x.py': '' }, 'build/lib/x.py', true],
  ['sources called build beside setup.py', { 'setup.py': '', 'build/steps.py': '' }, 'build/steps.py', false],
  ['what a package hands out', { 'package.json': MANIFEST, 'dist/index.js': '' }, 'dist/index.js', true],
  ['what a compiler is configured to write', { 'tsconfig.json': '{ "compilerOptions": { "outDir": "./out" } }', 'out/a.js': '' }, 'out/a.js', true],
  ['sources called build beside a manifest', { 'package.json': '{ "main": "index.js" }', 'build/webpack.js': '' }, 'build/webpack.js', false],
  ['sources called dist beside a manifest without a build', { 'package.json': '{ "main": "dist/a.js" }', 'dist/a.js': '' }, 'dist/a.js', false],
  ['sources called coverage', { 'coverage/report.ts': '' }, 'coverage/report.ts', false],
  ['a report of coverage', { 'coverage/lcov.info': '' }, 'coverage/lcov.info', true],
  ['a file that is called like a folder', {}, 'src/node_modules', false],
  ['what Next builds', {}, 'web/.next/server/page.js', true],
  ['an egg', {}, 'src/shop.egg-info/PKG-INFO', true],
];

test.for(ROWS)('%s', ([name, files, path, generated]) => {
  const project = join(root, String(ROWS.findIndex(([one]) => one === name)));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
  expect(new GeneratedFolders(project).holds(path)).toBe(generated);
});
