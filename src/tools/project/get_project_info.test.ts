// Through the front door: an agent that is new to a project asks how to work in it.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const PROGRAMS = ['git', 'node', 'pnpm', 'python3', 'uv', 'go'].map((name, index) => ({ name, path: `/usr/bin/${name}`, version: `${index}.0.1` }));

test('returns languages, programs that are there and missing, and commands', async () => {
  await using agent = await agentOn(
    `
// @file package.json
{ "name": "shop", "scripts": { "test": "vitest run", "build": "tsc -b", "postinstall": "node x.js" } }
// @file pnpm-lock.yaml
lockfileVersion: '9.0'
// @file src/a.ts
export {};
// @file src/b.ts
export {};
// @file tools/pyproject.toml
[project]
name = "tools"
dependencies = ["pytest"]
// @file tools/uv.lock
version = 1
// @file tools/a.py
x = 1
// @file java/pom.xml
<project><artifactId>web</artifactId></project>
// @file java/mvnw
#!/bin/sh
`,
    { script: { programs: PROGRAMS } },
  );
  const { value, text } = await agent.call('get_project_info', {});
  expect(value).toEqual({
    name: 'fixture',
    path: '/fixture',
    trusted: true,
    files: 9,
    languages: { typescript: 2, json: 1, python: 1 },
    packageManagers: ['mvn', 'pnpm', 'uv'],
    toolchains: [
      { name: 'git', path: '/usr/bin/git', version: '0.0.1' },
      { name: 'node', path: '/usr/bin/node', version: '1.0.1' },
      { name: 'pnpm', path: '/usr/bin/pnpm', version: '2.0.1' },
      { name: 'python3', path: '/usr/bin/python3', version: '3.0.1' },
      { name: 'uv', path: '/usr/bin/uv', version: '4.0.1' },
    ],
    missing: ['java', 'mvn'],
    commands: [
      { task: 'build', command: 'pnpm run build', folder: '.', runs: 'tsc -b' },
      { task: 'test', command: 'pnpm test', folder: '.', runs: 'vitest run' },
      { task: 'build', command: './mvnw package', folder: 'java' },
      { task: 'test', command: './mvnw test', folder: 'java' },
      { task: 'test', command: 'uv run pytest', folder: 'tools' },
    ],
    complete: true,
  });
  expect(text).toContain('Toolchains: git 0.0.1, node 1.0.1');
  expect(text).toContain('test: uv run pytest (in tools)');
});

test.each([
  ['go.mod', 'module example.com/a', { task: 'test', command: 'go test ./...', folder: '.' }],
  ['Cargo.toml', '[package]\nname = "a"', { task: 'test', command: 'cargo test', folder: '.' }],
  ['build.gradle.kts', 'plugins {}', { task: 'test', command: 'gradle test', folder: '.' }],
  ['pyproject.toml', '[project]\nname = "a"\n[tool.pytest.ini_options]\ntestpaths = ["tests"]', { task: 'test', command: 'pytest', folder: '.' }],
  ['setup.cfg', '[metadata]\nname = a\n[tool:pytest]\n', { task: 'test', command: 'pytest', folder: '.' }],
  ['CMakeLists.txt', 'project(a C)\nenable_testing()', { task: 'test', command: 'ctest --test-dir build', folder: '.' }],
  ['meson.build', "project('a', 'c')\ntest('a', exe)", { task: 'test', command: 'meson test -C build', folder: '.' }],
  ['Makefile', 'CC := gcc\nall: main\ntest: all\n\t./main', { task: 'build', command: 'make all', folder: '.' }],
  ['package.json', '{ "scripts": { "lint": "biome lint" } }', { task: 'lint', command: 'npm run lint', folder: '.', runs: 'biome lint' }],
])('commands of %s', async (path, text, expected) => {
  await using agent = await agentOn(`// @file ${path}\n${text}`);
  expect((await agent.call('get_project_info', {})).value['commands']).toContainEqual(expected);
});

test('a build that tests nothing has no command for it, and its folders have none of their own', async () => {
  await using agent = await agentOn('// @file c/CMakeLists.txt\nproject(a C)\nadd_subdirectory(lib)\n// @file c/lib/CMakeLists.txt\nadd_library(b b.c)');
  expect((await agent.call('get_project_info', {})).value['commands']).toEqual([
    { task: 'build', command: 'cmake -S . -B build && cmake --build build', folder: 'c' },
  ]);
});

test('a project of nothing but text has no commands', async () => {
  await using agent = await agentOn('// @file notes.md\ntext', { script: { programs: PROGRAMS } });
  expect((await agent.call('get_project_info', {})).value).toMatchObject({ languages: { markdown: 1 }, packageManagers: [], commands: [], complete: true });
});

test('a broken manifest is said', async () => {
  await using agent = await agentOn('// @file package.json\n{ "name": ');
  const { value, text } = await agent.call('get_project_info', {});
  expect(value).toMatchObject({ complete: false, why: expect.stringContaining('package.json is broken') });
  expect(text).toContain('INCOMPLETE');
  expect(await agent.refusal('get_project_info', { verbose: true })).toMatchObject({ error: 'invalid_arguments' });
});

test('four hundred packages stay within the budget, the outermost commands first', async () => {
  const files = Array.from(
    { length: 400 },
    (_, index) => `// @file packages/p${index}/package.json\n{ "scripts": { "build": "tsc -b", "test": "vitest run" } }`,
  );
  await using agent = await agentOn([...files, '// @file package.json\n{ "scripts": { "check": "all" } }'].join('\n'));
  const { value } = await agent.call('get_project_info', { max_tokens: 3_000 });
  expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(3_000);
  expect(value).toMatchObject({ moreCommands: expect.any(Number), commands: expect.arrayContaining([expect.objectContaining({ command: 'npm run check' })]) });
});
