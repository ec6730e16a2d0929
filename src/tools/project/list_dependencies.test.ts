// Through the front door: an agent asks what the packages depend on, in which versions.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentOn } from '../../../test/support/check.ts';

const PACKAGE = `
// @file package.json
{ "name": "shop", "workspaces": ["packages/*"], "dependencies": { "zod": "^4.0.0", "@shop/cart": "*" }, "devDependencies": { "vitest": "^4.1.0" } }
`;

test('npm: declared and resolved, with the scope where it is not runtime', async () => {
  await using agent = await agentOn(`${PACKAGE}
// @file packages/cart/package.json
{ "name": "@shop/cart", "version": "1.2.0", "dependencies": { "zod": "^3.0.0" }, "peerDependencies": { "react": ">=18" } }
// @file package-lock.json
{ "packages": { "node_modules/zod": { "version": "4.6.7" }, "node_modules/vitest": { "version": "4.1.12" }, "packages/cart": { "version": "1.2.0" },
  "node_modules/@shop/cart": { "resolved": "packages/cart", "link": true }, "packages/cart/node_modules/zod": { "version": "3.25.0" } } }
`);
  const { value, text } = await agent.call('list_dependencies', {});
  expect(value).toEqual({
    total: 5,
    packages: [
      {
        package: 'shop',
        manifest: 'package.json',
        kind: 'npm',
        dependencies: [
          { name: 'zod', wanted: '^4.0.0', resolved: '4.6.7' },
          { name: '@shop/cart', wanted: '*', resolved: '1.2.0' },
          { name: 'vitest', wanted: '^4.1.0', resolved: '4.1.12', scope: 'dev' },
        ],
      },
      {
        package: '@shop/cart',
        manifest: 'packages/cart/package.json',
        kind: 'npm',
        dependencies: [
          { name: 'zod', wanted: '^3.0.0', resolved: '3.25.0' },
          { name: 'react', wanted: '>=18', scope: 'peer' },
        ],
      },
    ],
    complete: true,
  });
  expect(text).toContain('shop (package.json)\n  zod 4.6.7 (^4.0.0)\n');
  expect(text).toContain('  vitest 4.1.12 (^4.1.0) [dev]');
});

// Each lock, and what is installed where there is none.
const RESOLUTIONS: Readonly<Record<string, string>> = {
  'package-lock.json of npm 6': '// @file package-lock.json\n{ "lockfileVersion": 1, "dependencies": { "zod": { "version": "4.1.1" } } }',
  'pnpm-lock.yaml':
    "// @file pnpm-lock.yaml\nlockfileVersion: '9.0'\nimporters:\n\n  .:\n    dependencies:\n      zod:\n        specifier: ^4.0.0\n        version: 4.1.1(react@18.2.0)\n\npackages:\n\n  zod@4.1.1:\n    resolution: {integrity: x}",
  'pnpm-lock.yaml without importers': '// @file pnpm-lock.yaml\nlockfileVersion: 5.4\n\nspecifiers:\n  zod: ^4.0.0\n\ndependencies:\n  zod: 4.1.1',
  'yarn.lock of Yarn 1':
    '// @file yarn.lock\n# yarn lockfile v1\n\nzod@^3.0.0:\n  version "3.0.0"\n\n"zod@^4.0.0", zod@^4.1.0:\n  version "4.1.1"\n  resolved "x"',
  'yarn.lock of Yarn 4': '// @file yarn.lock\n__metadata:\n  version: 8\n\n"zod@npm:^4.0.0":\n  version: 4.1.1\n  resolution: "zod@npm:4.1.1"',
  'bun.lock': '// @file bun.lock\n{ "lockfileVersion": 1, "packages": { "zod": ["zod@4.1.1", "", {}, "sha512-x"], } }',
  node_modules: '// @file node_modules/zod/package.json\n{ "name": "zod", "version": "4.1.1" }',
};

test.each(Object.keys(RESOLUTIONS))('npm: resolved by %s', async (lock) => {
  await using agent = await agentOn(`// @file package.json\n{ "name": "shop", "dependencies": { "zod": "^4.0.0" } }\n${RESOLUTIONS[lock]}`);
  const { value } = await agent.call('list_dependencies', { package: 'shop' });
  expect(value).toMatchObject({ packages: [{ dependencies: [{ name: 'zod', wanted: '^4.0.0', resolved: '4.1.1' }] }] });
});

test('Python: pyproject, requirements and setup.py, resolved by a lock', async () => {
  await using agent = await agentOn(`
// @file pyproject.toml
[project]
name = "shop"
dependencies = ["Flask[async] >=2, <4 ; python_version > '3.8'", "typing_extensions"]
[project.optional-dependencies]
fast = ["uvloop~=0.19"]
[dependency-groups]
dev = ["pytest>=8", { include-group = "lint" }]
[build-system]
requires = ["hatchling"]
// @file uv.lock
version = 1
[[package]]
name = "flask"
version = "3.0.2"
[[package]]
name = "typing-extensions"
version = "4.10.0"
// @file tools/requirements-dev.txt
-r base.txt
ruff==0.4.1  # the linter
black
// @file old/setup.py
setup(name="old", install_requires=["six>=1.0"])
`);
  const { value } = await agent.call('list_dependencies', {});
  expect(dependenciesIn(value)).toEqual([
    'old/setup.py six >=1.0 - runtime',
    'pyproject.toml Flask >=2, <4 3.0.2 runtime',
    'pyproject.toml typing_extensions - 4.10.0 runtime',
    'pyproject.toml uvloop ~=0.19 - optional',
    'pyproject.toml pytest >=8 - dev',
    'pyproject.toml hatchling - - build',
    'tools/requirements-dev.txt ruff ==0.4.1 0.4.1 dev',
    'tools/requirements-dev.txt black - - dev',
  ]);
});

test('Python: a lock holds for the packages that it names, not for every example below it; what two groups name is listed once', async () => {
  await using agent = await agentOn(`
// @file pyproject.toml
[project]
name = "shop"
[dependency-groups]
test = ["pytest>=8"]
lint = ["pytest>=8", "ruff"]
// @file uv.lock
[[package]]
name = "pytest"
version = "9.0.2"
[[package]]
name = "flask"
version = "3.2.0"
[[package]]
name = "part"
version = "1.0"
source = { editable = "packages/part" }
// @file packages/part/pyproject.toml
[project]
name = "part"
dependencies = ["flask"]
// @file examples/old/requirements.txt
flask==2.3.2
pytest
// @file examples/new/pyproject.toml
[project]
name = "new"
dependencies = ["flask>=2"]
`);
  expect(dependenciesIn((await agent.call('list_dependencies', {})).value)).toEqual([
    'examples/new/pyproject.toml flask >=2 - runtime',
    'examples/old/requirements.txt flask ==2.3.2 2.3.2 runtime',
    'examples/old/requirements.txt pytest - - runtime',
    'packages/part/pyproject.toml flask - 3.2.0 runtime',
    'pyproject.toml pytest >=8 9.0.2 dev',
    'pyproject.toml ruff - - dev',
  ]);
});

test('Python: Poetry, resolved by what a virtual environment has', async () => {
  await using agent = await agentOn(`
// @file pyproject.toml
[tool.poetry]
name = "shop"
[tool.poetry.dependencies]
python = "^3.11"
requests = { version = "^2.31", extras = ["socks"] }
[tool.poetry.group.test.dependencies]
pytest = "^8"
// @file .venv/lib/python3.12/site-packages/requests-2.32.1.dist-info/METADATA
Name: requests
// @file setup.cfg
[metadata]
name = cfg
[options]
install_requires =
    attrs>=20
    six
`);
  const { value } = await agent.call('list_dependencies', {});
  expect(dependenciesIn(value)).toEqual([
    'pyproject.toml requests ^2.31 2.32.1 runtime',
    'pyproject.toml pytest ^8 - dev',
    'setup.cfg attrs >=20 - runtime',
    'setup.cfg six - - runtime',
  ]);
});

test('Go, Cargo and Maven', async () => {
  await using agent = await agentOn(`
// @file go.mod
module example.com/shop
go 1.22
require github.com/a/one v1.2.3
require (
	github.com/b/two v0.4.0 // indirect
	github.com/c/three v2.0.0+incompatible
)
replace github.com/c/three => ../three
// @file rust/Cargo.toml
[package]
name = "shop"
version = "0.1.0"
[dependencies]
serde = { version = "1.0", features = ["derive"] }
rand = "0.8"
local = { path = "../local" }
[dev-dependencies]
insta = "1"
// @file rust/Cargo.lock
version = 3
[[package]]
name = "serde"
version = "1.0.200"
[[package]]
name = "rand"
version = "0.7.3"
[[package]]
name = "rand"
version = "0.8.5"
// @file java/pom.xml
<project>
  <groupId>com.shop</groupId><artifactId>root</artifactId><version>1.0</version>
  <properties><junit.version>5.10.0</junit.version></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>33.0</version></dependency>
  </dependencies></dependencyManagement>
</project>
// @file java/web/pom.xml
<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>com.shop</groupId><artifactId>root</artifactId><version>1.0</version></parent>
  <artifactId>web</artifactId>
  <!-- <dependencies><dependency><artifactId>gone</artifactId></dependency></dependencies> -->
  <dependencies>
    <dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId></dependency>
    <dependency><groupId>org.junit</groupId><artifactId>junit</artifactId><version>\${junit.version}</version><scope>test</scope></dependency>
    <dependency><groupId>\${project.groupId}</groupId><artifactId>cart</artifactId><version>\${project.version}</version></dependency>
  </dependencies>
</project>
`);
  const { value } = await agent.call('list_dependencies', {});
  expect(dependenciesIn(value)).toEqual([
    'go.mod github.com/b/two v0.4.0 v0.4.0 indirect',
    'go.mod github.com/c/three v2.0.0+incompatible ../three runtime',
    'go.mod github.com/a/one v1.2.3 v1.2.3 runtime',
    'java/web/pom.xml com.google.guava:guava - 33.0 runtime',
    'java/web/pom.xml org.junit:junit ${junit.version} 5.10.0 test',
    'java/web/pom.xml com.shop:cart 1.0 1.0 runtime',
    'rust/Cargo.toml serde 1.0 1.0.200 runtime',
    'rust/Cargo.toml rand 0.8 0.8.5 runtime',
    'rust/Cargo.toml local path ../local - runtime',
    'rust/Cargo.toml insta 1 - dev',
  ]);
});

test('one package, one name, one scope', async () => {
  await using agent = await agentOn(`${PACKAGE}\n// @file packages/cart/package.json\n{ "name": "@shop/cart", "dependencies": { "zod": "^3.0.0" } }`);
  const ask = async (given: Record<string, unknown>) => dependenciesIn((await agent.call('list_dependencies', given)).value);
  expect(await ask({ package: 'packages/cart/' })).toEqual(['packages/cart/package.json zod ^3.0.0 - runtime']);
  expect(await ask({ package: '.', name: 'ZO' })).toEqual(['package.json zod ^4.0.0 - runtime']);
  expect(await ask({ scope: 'dev' })).toEqual(['package.json vitest ^4.1.0 - dev']);
  expect(await ask({ name: 'nothing' })).toEqual([]);
  expect(await agent.refusal('list_dependencies', { package: 'cart' })).toMatchObject({
    error: 'invalid_arguments',
    message: expect.stringContaining('packages: shop, @shop/cart'),
  });
});

test('what is broken or not read is said', async () => {
  await using agent = await agentOn('// @file package.json\n{ "dependencies": \n// @file service/build.gradle\nplugins {}');
  expect((await agent.call('list_dependencies', {})).value).toMatchObject({
    total: 0,
    complete: false,
    why: expect.stringMatching(/package\.json is broken.*The dependencies in service\/build\.gradle are not read\./),
  });
});

test('a thousand dependencies come in pages within the budget', async () => {
  const dependencies = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`@scope/package-${index}`, `^${index}.0.0`]));
  await using agent = await agentOn(`// @file package.json\n${JSON.stringify({ name: 'many', dependencies })}`);
  const { value } = await agent.call('list_dependencies', { max_tokens: 5_000 });
  expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(5_000);
  expect(value).toMatchObject({ total: 1_000, cursor: expect.any(String) });
});

// "manifest name wanted resolved scope", a hyphen for what is not said.
function dependenciesIn(value: Record<string, unknown>): string[] {
  const said = z.string().default('-');
  const { packages } = z
    .object({
      packages: z.array(
        z.object({
          manifest: z.string(),
          dependencies: z.array(z.object({ name: z.string(), wanted: said, resolved: said, scope: z.string().default('runtime') })),
        }),
      ),
    })
    .parse(value);
  return packages.flatMap(({ manifest, dependencies }) =>
    dependencies.map(({ name, wanted, resolved, scope }) => [manifest, name, wanted, resolved, scope].join(' ')),
  );
}
