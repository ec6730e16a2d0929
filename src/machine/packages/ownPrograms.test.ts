// What a project can have its package manager execute beside scripts: closed where that is possible, and reported where it is not.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { uriOf } from '../../base/files/fileUri.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { Processes } from '../processes/processes.ts';
import { PathToolchains } from '../toolchains/pathToolchains.ts';
import { managers } from './fetchCommands.ts';
import { HeadlessPackages } from './headlessPackages.ts';
import { ownPrograms } from './ownPrograms.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function projectWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-packages-')));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  return folder;
}

test.skipIf(process.platform === 'win32')('a git that .npmrc names is not the one that npm runs', { timeout: seconds(60) }, async () => {
  const library = projectWith({ 'package.json': '{ "name": "library", "version": "1.0.0" }' });
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'one'],
  ])
    expect(spawnSync('git', args, { cwd: library }).status).toBe(0);
  const root = projectWith({ 'package.json': JSON.stringify({ name: 'shop', dependencies: { library: `git+file://${library}` } }) });
  writeFileSync(join(root, 'evil'), `#!/bin/sh\ntouch '${root}/sprung'\nexec git "$@"\n`, { mode: 0o755 });
  writeFileSync(join(root, '.npmrc'), `git=${join(root, 'evil')}\n`);
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const packages = new HeadlessPackages({ project: { path: root, trusted: true }, processes, toolchains: new PathToolchains({ root, processes }) });
  const wanted = { ecosystem: 'npm', name: 'library', folderUri: uriOf(root) } as const;
  const fetched = await packages.fetch(wanted, 'npm', new AbortController().signal, () => {});
  expect(fetched.executed).toEqual([]);
  expect(existsSync(join(root, 'node_modules', 'library', 'package.json'))).toBe(true);
  expect(existsSync(join(root, 'sprung'))).toBe(false);
});

test('programs that .cargo/config.toml names in place of the compiler are taken away', () => {
  const root = projectWith({ 'Cargo.lock': '' });
  const command = managers['cargo']?.command({ ecosystem: 'cargo', name: 'serde', folderUri: uriOf(root) }, root);
  expect(command).toMatchObject({ environment: { RUSTC: 'rustc', RUSTC_WRAPPER: '', RUSTC_WORKSPACE_WRAPPER: '' } });
});

test.each([
  ['pnpm', { '.pnpmfile.cjs': '' }, ['.pnpmfile.cjs (hooks)']],
  ['pnpm', { '.npmrc': 'registry=x\npnpmfile=evil.js\n' }, ['.npmrc (hooks)']],
  ['pnpm', { 'pnpm-workspace.yaml': 'packages: []\nconfigDependencies:\n  evil: 1\n' }, ['pnpm-workspace.yaml (hooks)']],
  ['yarn', { '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn-4.cjs\nplugins:\n  - x\n' }, ['.yarnrc.yml (the yarn that it names)', '.yarnrc.yml (plugins)']],
  ['yarn', { '.yarnrc': 'yarn-path "./evil.js"\n' }, ['.yarnrc (the yarn that it names)']],
  ['mvn', { '.mvn/extensions.xml': '', 'sub/pom.xml': '<project/>' }, ['.mvn/extensions.xml (extensions)']],
  ['mvn', { 'sub/pom.xml': '<build><extensions><extension/></extensions></build>' }, ['sub/pom.xml (extensions)']],
  ['cargo', { 'rust-toolchain.toml': '[toolchain]\npath = "./evil"\n' }, ['rust-toolchain.toml (the toolchain that it names)']],
  ['cargo', { '.cargo/config.toml': '[registries.a]\ncredential-provider = ["./evil"]\n' }, ['.cargo/config.toml (programs for credentials)']],
  ['poetry', { 'pyproject.toml': '[tool.poetry.requires-plugins]\nevil = "*"\n' }, ['pyproject.toml (plugins)']],
  ['uv', { '.venv/bin/python': '' }, ['.venv/bin/python (the interpreter of the environment)']],
  ['bun', { 'bunfig.toml': '[install.security]\nscanner = "evil"\n' }, ['bunfig.toml (the scanner that it names)']],
  ['cargo', { 'rust-toolchain.toml': '[toolchain]\nchannel = "1.90"\n' }, []],
  ['yarn', { '.yarnrc.yml': 'nodeLinker: node-modules\n' }, []],
  ['npm', { '.pnpmfile.cjs': '', '.npmrc': 'git=evil\n' }, []],
] as const)('%s with %j executes %j', (manager, files, expected) => {
  const root = projectWith({ ...files, 'sub/.keep': '' });
  expect(ownPrograms(manager, join(root, 'sub'), root)).toEqual(expected);
});
