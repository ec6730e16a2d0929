// Where real package managers put the code of dependencies, and that fetching it runs no script and changes no lock.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { z } from 'zod';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import type { Ide } from '../../../src/ide/ide.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { type Agent, agentOf } from '../../support/check.ts';
import { cacheFolder, lockFile } from '../../support/npmInstall.ts';
import { needs } from '../../support/testTools.ts';
import { onPath } from '../languages/onPath.ts';

const TINY = 'tiny-1.0.0.tgz';

test('npm: a package with typings, sources behind its map, and types of their own; nested, hoisted and in the layout of pnpm', async () => {
  const { agent } = await projectWith({
    'package.json': '{ "name": "root", "workspaces": ["packages/*"] }',
    'packages/app/package.json': '{ "name": "app", "dependencies": { "lib": "1.0.0", "hoisted": "1.0.0" } }',
    'packages/app/node_modules/lib/package.json':
      '{ "name": "lib", "version": "1.0.0", "main": "dist/index.js", "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } }, "repository": { "url": "https://example.com/lib" } }',
    'packages/app/node_modules/lib/dist/index.js': 'export {};\n',
    'packages/app/node_modules/lib/dist/index.js.map': '{ "version": 3, "sources": ["../src/index.ts", "../src/deep/other.ts"], "mappings": "" }',
    'packages/app/node_modules/lib/dist/index.d.ts': 'export {};\n',
    'packages/app/node_modules/lib/src/index.ts': 'export {};\n',
    'packages/app/node_modules/lib/src/deep/other.ts': 'export {};\n',
    'node_modules/hoisted/package.json': '{ "name": "hoisted", "version": "1.2.3", "main": "main.js" }',
    'node_modules/hoisted/main.js.map': '{ "version": 3, "sources": ["gone.ts"], "sourcesContent": ["export {};"], "mappings": "" }',
    'node_modules/@types/hoisted/package.json': '{ "name": "@types/hoisted", "version": "1.2.0", "types": "index.d.ts" }',
    'node_modules/@types/hoisted/index.d.ts': 'export {};\n',
    'node_modules/hoisted/node_modules/inner/package.json': '{ "name": "inner", "version": "3.0.0" }',
    'node_modules/.pnpm/@deep+store@2.0.0/node_modules/@deep/store/package.json': '{ "name": "@deep/store", "version": "2.0.0" }',
  });
  const lib = 'packages/app/node_modules/lib';
  expect((await agent.call('download_sources', { package: 'lib' })).value).toEqual({
    package: 'lib',
    ecosystem: 'npm',
    declaredIn: ['packages/app/package.json'],
    places: [{ place: lib, version: '1.0.0', sources: [`${lib}/src`], declarations: [`${lib}/dist/index.d.ts`], repository: 'https://example.com/lib' }],
  });
  expect((await agent.call('download_sources', { package: 'hoisted' })).value).toMatchObject({
    places: [
      { place: 'node_modules/hoisted', version: '1.2.3', sourceMaps: ['node_modules/hoisted/main.js.map'] },
      { place: 'node_modules/@types/hoisted', version: '1.2.0', declarations: ['node_modules/@types/hoisted/index.d.ts'] },
    ],
  });
  expect((await agent.call('download_sources', { package: 'inner' })).value).toMatchObject({ places: [{ place: 'node_modules/hoisted/node_modules/inner' }] });
  expect((await agent.call('download_sources', { package: '@deep/store' })).value).toMatchObject({ places: [{ version: '2.0.0' }] });
  expect(await agent.refusal('download_sources', { package: '../../etc' })).toMatchObject({ error: 'unknown_package' });
  expect(await agent.refusal('download_sources', { package: 'lib', version: '9.9.9', fetch: false })).toMatchObject({ error: 'sources_missing' });
});

const NODE_MANAGERS = [
  { manager: 'npm', lock: 'package-lock.json', makeLock: ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'] },
  { manager: 'pnpm', lock: 'pnpm-lock.yaml', makeLock: ['install', '--lockfile-only', '--ignore-scripts'] },
  { manager: 'yarn', lock: 'yarn.lock', makeLock: ['install', '--ignore-scripts', '--non-interactive'] },
] as const;

test.for(NODE_MANAGERS)(
  '$manager fetches what its lock says, runs no script of it, and leaves lock and manifest as they are',
  async ({ manager, lock, makeLock }, context) => {
    const program = manager === 'npm' ? 'npm' : ((await needs(context, manager)).command[0] ?? '');
    if (manager !== 'npm') onPath(program);
    const { agent, root } = await projectWith({ 'package.json': `{ "name": "shop", "dependencies": { "tiny": "file:./${TINY}" } }\n` });
    await packTiny(root);
    execFileSync(program, [...makeLock], { cwd: root, stdio: 'ignore', env: { ...process.env, CI: '1' } });
    await rm(join(root, 'node_modules'), { recursive: true, force: true });
    const before = await Promise.all(['package.json', lock].map((name) => readFile(join(root, name), 'utf8')));
    const { value } = await agent.call('download_sources', { package: 'tiny' });
    expect(value).toMatchObject({ ecosystem: 'npm', fetched: expect.stringContaining(`${manager} install`), places: [{ version: '1.0.0' }] });
    expect(value).not.toHaveProperty('notes');
    expect(await Promise.all(['package.json', lock].map((name) => readFile(join(root, name), 'utf8')))).toEqual(before);
    const place = z.object({ places: z.tuple([z.object({ place: z.string() })]) }).parse(value).places[0].place;
    expect(existsSync(join(root, place, 'index.js'))).toBe(true);
    expect(existsSync(join(root, 'trace'))).toBe(false);
    // The same package leaves its trace where its scripts run: the test could have failed.
    if (manager === 'npm') {
      execFileSync('npm', ['rebuild', '--ignore-scripts=false', '--foreground-scripts'], { cwd: root, stdio: 'ignore' });
      expect(existsSync(join(root, 'trace'))).toBe(true);
    }
    // Now it is here, and nothing is fetched again.
    expect((await agent.call('download_sources', { package: 'tiny' })).value).not.toHaveProperty('fetched');
  },
);

test('a project that nobody trusts is searched, and nothing is fetched for it', async () => {
  const { agent, root } = await projectWith(
    {
      'package.json': `{ "dependencies": { "tiny": "file:./${TINY}", "here": "1.0.0" } }`,
      'node_modules/here/package.json': '{ "name": "here", "version": "1.0.0" }',
    },
    { trusted: false },
  );
  await packTiny(root);
  expect((await agent.call('download_sources', { package: 'here' })).value).toMatchObject({ places: [{ place: 'node_modules/here' }] });
  expect(await agent.refusal('download_sources', { package: 'tiny' })).toMatchObject({
    error: 'not_permitted',
    next: expect.stringContaining('binnacle trust'),
  });
  expect(existsSync(join(root, 'node_modules', 'tiny'))).toBe(false);
});

test('a manager that fails is quoted, and one that is missing is named', async () => {
  const { agent } = await projectWith({ 'package.json': '{ "name": "shop", "dependencies": { "tiny": "file:./gone.tgz" } }' });
  expect(await agent.refusal('download_sources', { package: 'tiny' })).toMatchObject({ error: 'fetch_failed', message: expect.stringMatching(/gone\.tgz/) });
  const pip = await projectWith({ 'requirements.txt': 'six==1.16.0\n' });
  expect(await pip.agent.refusal('download_sources', { package: 'six' })).toMatchObject({ error: 'fetch_failed', message: expect.stringContaining('venv') });
  const missing = await projectWith({ 'package.json': '{ "dependencies": { "tiny": "1.0.0" } }', 'pnpm-lock.yaml': 'lockfileVersion: "9.0"\n' });
  onPath('');
  expect(await missing.agent.refusal('download_sources', { package: 'tiny' })).toMatchObject({
    error: 'package_manager_missing',
    message: expect.stringContaining('pnpm'),
  });
});

test('a call that is cancelled ends the manager', async () => {
  const { agent, running } = await projectWith({
    'package.json': '{ "dependencies": { "tiny": "https://192.0.2.1/never.tgz" } }',
  });
  const cancelling = new AbortController();
  const call = agent.call('download_sources', { package: 'tiny' }, cancelling.signal);
  await expect.poll(() => running.size, { timeout: 20_000 }).toBeGreaterThan(0);
  cancelling.abort();
  await expect(call).rejects.toThrow();
  await expect.poll(() => running.size, { timeout: 20_000 }).toBe(0);
});

test('Python: a distribution under another name than its module, stubs, and one that pip brings into the environment', async (context) => {
  const site = '.venv/lib/python3.12/site-packages';
  const { agent } = await projectWith({
    'requirements.txt': 'PyYAML==6.0\nsix==1.16.0\n',
    '.venv/pyvenv.cfg': 'home = /nowhere\n',
    [`${site}/PyYAML-6.0.dist-info/METADATA`]: 'Name: PyYAML\nVersion: 6.0\nProject-URL: Source Code, https://example.com/pyyaml\n',
    [`${site}/PyYAML-6.0.dist-info/RECORD`]: 'yaml/__init__.py,sha256=x,1\nyaml/loader.py,,\nPyYAML-6.0.dist-info/METADATA,,\n',
    [`${site}/yaml/__init__.py`]: '',
    [`${site}/yaml/loader.py`]: '',
    [`${site}/types_PyYAML-6.0.1.dist-info/METADATA`]: 'Name: types-PyYAML\nVersion: 6.0.1\n',
    [`${site}/types_PyYAML-6.0.1.dist-info/RECORD`]: 'yaml-stubs/__init__.pyi,,\n',
    [`${site}/yaml-stubs/__init__.pyi`]: '',
  });
  expect((await agent.call('download_sources', { package: 'pyyaml' })).value).toEqual({
    package: 'PyYAML',
    ecosystem: 'python',
    declaredIn: ['requirements.txt'],
    places: [
      { place: `${site}/yaml`, version: '6.0', repository: 'https://example.com/pyyaml' },
      { place: `${site}/yaml-stubs`, version: '6.0.1', declarations: [`${site}/yaml-stubs`] },
    ],
  });
  const real = await projectWith({ 'requirements.txt': 'six==1.16.0\n' });
  onMachine(context, 'python3', ['-m', 'venv', join(real.root, '.venv')]);
  expect(await fetching(context, real.agent, 'six')).toMatchObject({
    fetched: expect.stringContaining('pip install --only-binary=:all:'),
    places: [{ place: expect.stringMatching(/^\.venv\/.*six\.py$/), version: '1.16.0' }],
  });
});

test('Python: an environment that Poetry keeps outside of the project', async () => {
  const elsewhere = await temporary('poetry');
  environment('POETRY_VIRTUALENVS_PATH', elsewhere);
  const { agent, root } = await projectWith({
    'pyproject.toml': '[tool.poetry]\nname = "Shop Thing"\nversion = "1.0.0"\n\n[tool.poetry.dependencies]\nsix = "1.16.0"\n',
    'poetry.lock': '[[package]]\nname = "six"\nversion = "1.16.0"\n',
  });
  const digest = createHash('sha256').update(root).digest('base64url').slice(0, 8);
  const place = join(elsewhere, `shop_thing-${digest}-py3.11`);
  const site = join(place, 'lib/python3.11/site-packages');
  await mkdir(join(site, 'six-1.16.0.dist-info'), { recursive: true });
  await writeFile(join(place, 'pyvenv.cfg'), '');
  await writeFile(join(site, 'six.py'), '');
  await writeFile(join(site, 'six-1.16.0.dist-info', 'RECORD'), 'six.py,,\n');
  expect((await agent.call('download_sources', { package: 'six', fetch: false })).value).toMatchObject({ places: [{ place: join(site, 'six.py') }] });
});

test('Python: uv brings what its lock says into the environment of the project', async (context) => {
  const [uv = ''] = (await needs(context, 'uv')).command;
  onPath(uv);
  const { agent, root } = await projectWith({
    'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0.0"\nrequires-python = ">=3.9"\ndependencies = ["six==1.16.0"]\n',
  });
  onMachine(context, uv, ['lock', '--quiet'], root);
  const before = await readFile(join(root, 'uv.lock'), 'utf8');
  expect(await fetching(context, agent, 'six')).toMatchObject({ fetched: expect.stringContaining('uv sync --frozen'), places: [{ version: '1.16.0' }] });
  expect(await readFile(join(root, 'uv.lock'), 'utf8')).toBe(before);
});

test('Go: vendored, and from the cache of modules, into which it is fetched in any version', async (context) => {
  onMachine(context, 'go', ['version']);
  const cache = await temporary('go');
  environment('GOMODCACHE', cache);
  environment('GOFLAGS', '-modcacherw');
  const { agent, root } = await projectWith({
    'go.mod': 'module example.com/shop\n\ngo 1.21\n\nrequire (\n\tgolang.org/x/xerrors v0.0.0-20231012003039-104605ab7028\n\texample.com/Vendored v1.0.0\n)\n',
    'vendor/example.com/Vendored/lib.go': 'package vendored\n',
  });
  expect((await agent.call('download_sources', { package: 'example.com/Vendored' })).value).toMatchObject({
    places: [{ place: 'vendor/example.com/Vendored' }],
  });
  const before = await readFile(join(root, 'go.mod'), 'utf8');
  const place = join(cache, 'golang.org/x/xerrors@v0.0.0-20231012003039-104605ab7028');
  expect(await fetching(context, agent, 'golang.org/x/xerrors')).toMatchObject({ fetched: expect.stringMatching(/^go mod download/), places: [{ place }] });
  expect(existsSync(join(place, 'go.mod'))).toBe(true);
  expect(await readFile(join(root, 'go.mod'), 'utf8')).toBe(before);
  expect(existsSync(join(root, 'go.sum'))).toBe(false);
});

test('Cargo: vendored, and from the registry, into which it is fetched', async (context) => {
  onMachine(context, 'cargo', ['--version']);
  const home = await temporary('cargo');
  environment('CARGO_HOME', home);
  const { agent, root } = await projectWith({
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nitoa = "=1.0.11"\n',
    'Cargo.lock':
      'version = 3\n\n[[package]]\nname = "itoa"\nversion = "1.0.11"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "49f1f14873335454500d59611f1cf4a4b0f786f9ac11f4312a78e4cf2566695b"\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\ndependencies = [\n "itoa",\n]\n',
    'src/main.rs': 'fn main() {}\n',
    'vendor/ryu/Cargo.toml': '[package]\nname = "ryu"\nversion = "1.0.5"\nrepository = "https://example.com/ryu"\n',
  });
  expect((await agent.call('download_sources', { package: 'ryu' })).value).toMatchObject({
    places: [{ place: 'vendor/ryu', version: '1.0.5', repository: 'https://example.com/ryu' }],
  });
  const before = await readFile(join(root, 'Cargo.lock'), 'utf8');
  expect(await fetching(context, agent, 'itoa')).toMatchObject({
    fetched: 'cargo fetch --locked',
    places: [{ place: expect.stringMatching(/itoa-1\.0\.11$/), version: '1.0.11', repository: expect.stringContaining('itoa') }],
  });
  expect(await readFile(join(root, 'Cargo.lock'), 'utf8')).toBe(before);
});

test('Maven: an archive of sources in the local repository, into which it is fetched', async (context) => {
  onMachine(context, 'mvn', ['-v']);
  await mkdir(cacheFolder(), { recursive: true });
  await using _lock = await lockFile(join(cacheFolder(), 'maven-repository.lock'));
  // What Maven itself needs is fetched once for a machine, the package in each run.
  const repository = join(await realpath(cacheFolder()), 'maven-repository');
  await rm(join(repository, 'org', 'hamcrest'), { recursive: true, force: true });
  const { agent } = await projectWith({
    'pom.xml':
      '<project><modelVersion>4.0.0</modelVersion><groupId>example</groupId><artifactId>shop</artifactId><version>1</version><dependencies><dependency><groupId>org.hamcrest</groupId><artifactId>hamcrest</artifactId><version>2.2</version></dependency></dependencies></project>',
    '.mvn/maven.config': `-Dmaven.repo.local=${repository}\n`,
  });
  expect(await fetching(context, agent, 'hamcrest')).toMatchObject({
    package: 'org.hamcrest:hamcrest',
    fetched: expect.stringContaining('dependency:sources'),
    places: [{ place: join(repository, 'org/hamcrest/hamcrest/2.2/hamcrest-2.2-sources.jar'), version: '2.2', archive: true }],
  });
});

// A package that would leave a trace if its script ran.
async function packTiny(root: string): Promise<void> {
  const folder = await temporary('tiny');
  const trace = JSON.stringify(`require('fs').writeFileSync(${JSON.stringify(join(root, 'trace'))}, 'run')`);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'tiny', version: '1.0.0', main: 'index.js', scripts: { preinstall: `node -e ${trace}`, postinstall: `node -e ${trace}` } }),
  );
  await writeFile(join(folder, 'index.js'), 'module.exports = 1;\n');
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', root], { cwd: folder, stdio: 'ignore' });
}

interface SourcesProject {
  readonly root: string;
  readonly agent: Agent<Ide>;
  readonly running: ReadonlySet<number>;
}

// Ends with the test: processes, watchers, folders.
async function projectWith(files: Readonly<Record<string, string>>, { trusted } = { trusted: true }): Promise<SourcesProject> {
  const root = await temporary('sources');
  const stateFolder = await temporary('state');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const running = new Set<number>();
  const processes = new Processes({ started: (pid) => running.add(pid), ended: (pid) => running.delete(pid) });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const ide = await openHeadlessIde({ name: 'shop', path: root, uri: uriOf(root), trusted }, { stateFolder, processes, log });
  const agent = await agentOf(ide);
  onTestFinished(async () => {
    await agent[Symbol.asyncDispose]();
    await ide.close();
    await processes.endAll();
  });
  return { root, agent, running };
}

async function temporary(name: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `binnacle-${name}-`)));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function environment(name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  onTestFinished(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}

// A program that a machine may lack.
function onMachine(context: TestContext, program: string, args: readonly string[], cwd = tmpdir()): void {
  try {
    execFileSync(program, [...args], { cwd, stdio: 'ignore' });
  } catch (missing) {
    if (process.env['CI']) throw missing;
    context.skip(`${program} cannot be run here`);
  }
}

// A registry that a machine may not reach.
async function fetching(context: TestContext, agent: Agent<Ide>, name: string): Promise<Record<string, unknown>> {
  try {
    return (await agent.call('download_sources', { package: name })).value;
  } catch (missing) {
    if (process.env['CI']) throw missing;
    return context.skip(`${name} cannot be fetched here: ${String(missing)}`);
  }
}
