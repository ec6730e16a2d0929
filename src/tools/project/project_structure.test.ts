// Through the front door: an agent asks what a project is made of.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('packages of an npm workspace, with sources and tests', async () => {
  await using agent = await agentOn(`
// @file package.json
{ "name": "shop", "version": "2.0.0", "workspaces": ["packages/*", "!packages/old"] }
// @file packages/cart/package.json
{ "name": "@shop/cart" }
// @file packages/cart/src/deep/cart.ts
export {};
// @file packages/cart/test/cart.test.ts
export {};
// @file packages/old/package.json
{ "name": "old" }
// @file packages/old/index.ts
export {};
// @file docs/guide.md
text
`);
  const { value, text } = await agent.call('project_structure', {});
  expect(value).toEqual({
    name: 'fixture',
    path: '/fixture',
    total: 3,
    modules: [
      { name: 'shop', folder: '.', kinds: ['npm'], version: '2.0.0', sourceRoots: [] },
      {
        name: '@shop/cart',
        folder: 'packages/cart',
        kinds: ['npm'],
        sourceRoots: ['packages/cart/src'],
        testRoots: ['packages/cart/test'],
        workspace: '.',
      },
      { name: 'old', folder: 'packages/old', kinds: ['npm'], sourceRoots: ['packages/old'] },
    ],
    complete: true,
  });
  expect(text).toContain('@shop/cart (packages/cart, npm, member of .)\n  sources: packages/cart/src\n  tests: packages/cart/test');
});

// The files of a workspace, whose member is the last one.
const WORKSPACES: Readonly<Record<string, { files: Record<string, string>; member: { name: string; folder: string } }>> = {
  pnpm: {
    files: { 'package.json': '{ "name": "root" }', 'pnpm-workspace.yaml': 'packages:\n  - "apps/*"', 'apps/web/package.json': '{ "name": "web" }' },
    member: { name: 'web', folder: 'apps/web' },
  },
  uv: {
    files: { 'pyproject.toml': '[project]\nname = "root"\n[tool.uv.workspace]\nmembers = ["libs/*"]', 'libs/a/pyproject.toml': '[project]\nname = "a"' },
    member: { name: 'a', folder: 'libs/a' },
  },
  Go: {
    files: { 'go.work': 'go 1.22\nuse (\n\t./api\n\t./cmd // the program\n)', 'api/go.mod': 'module example.com/api\n' },
    member: { name: 'example.com/api', folder: 'api' },
  },
  Cargo: {
    files: { 'Cargo.toml': '[workspace]\nmembers = ["crates/*"]', 'crates/core/Cargo.toml': '[package]\nname = "core"\nversion = "0.1.0"' },
    member: { name: 'core', folder: 'crates/core' },
  },
  Maven: {
    files: {
      'pom.xml': '<project><artifactId>root</artifactId><modules><module>web</module></modules></project>',
      'web/pom.xml': '<project><artifactId>web-app</artifactId></project>',
    },
    member: { name: 'web-app', folder: 'web' },
  },
};

test.each(Object.entries(WORKSPACES))('members of a workspace of %s', async (_, { files, member }) => {
  const fixture = Object.entries(files).map(([path, text]) => `// @file ${path}\n${text}`);
  await using agent = await agentOn(fixture.join('\n'));
  const { value } = await agent.call('project_structure', {});
  expect(value).toMatchObject({ total: 2, modules: [{ folder: '.' }, { ...member, workspace: '.' }] });
});

test('Java sources and tests, a folder with only a tsconfig, and a Python package beside npm', async () => {
  await using agent = await agentOn(`
// @file service/build.gradle
plugins {}
// @file service/src/main/java/a/Main.go
package a
// @file service/src/test/java/a/MainTest.go
package a
// @file tools/tsconfig.json
{}
// @file tools/run.ts
export {};
// @file web/package.json
{ "name": "web" }
// @file web/setup.py
setup(name="web-server", version="1.0")
// @file web/server/__init__.py
x = 1
`);
  expect((await agent.call('project_structure', {})).value['modules']).toEqual([
    { name: 'service', folder: 'service', kinds: ['gradle'], sourceRoots: ['service/src/main/java'], testRoots: ['service/src/test/java'] },
    { name: 'tools', folder: 'tools', kinds: ['typescript'], sourceRoots: ['tools'] },
    { name: 'web-server', folder: 'web', kinds: ['npm', 'python'], version: '1.0', sourceRoots: ['web/server'] },
  ]);
});

test('a project without any manifest is one module', async () => {
  await using agent = await agentOn('// @file src/a/main.py\nx = 1\n// @file .github/check.py\nx = 1\n// @file notes/n.md\ntext');
  expect((await agent.call('project_structure', {})).value).toMatchObject({
    total: 1,
    modules: [{ name: 'fixture', folder: '.', kinds: [], sourceRoots: ['src'] }],
    complete: true,
  });
});

test('a broken manifest costs itself, and is said', async () => {
  await using agent = await agentOn('// @file package.json\n{ "name": \n// @file a/pyproject.toml\n[project\n// @file b/package.json\n{ "name": "b" }');
  const { value, text } = await agent.call('project_structure', {});
  expect(value).toMatchObject({
    total: 1,
    modules: [{ name: 'b' }],
    complete: false,
    why: expect.stringMatching(/^a\/pyproject\.toml is broken: .* package\.json is broken: /),
  });
  expect(text).toContain('INCOMPLETE');
});

test('three hundred packages come in pages within the budget', async () => {
  const files = Array.from(
    { length: 300 },
    (_, index) => `// @file packages/p${index}/package.json\n{ "name": "@scope/package-${index}" }\n// @file packages/p${index}/src/a.ts\n`,
  );
  await using agent = await agentOn(files.join('\n'));
  const { value } = await agent.call('project_structure', { max_tokens: 4_000 });
  expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(4_000);
  expect(value).toMatchObject({ total: 300, cursor: expect.any(String) });
  expect((await agent.call('project_structure', { max_tokens: 4_000, cursor: value['cursor'] })).value).toMatchObject({ total: 300 });
  expect(await agent.refusal('project_structure', { folder: 'x' })).toMatchObject({ error: 'invalid_arguments' });
});
