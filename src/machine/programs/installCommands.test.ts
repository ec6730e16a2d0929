// The command that is printed works as printed on that machine: its own package manager, the rights it needs, a version that its Go builds.
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { goInstall, goVersion, type Installer, installCommand, toolchainCommand } from './installCommands.ts';

const PACKAGES = { apt: 'clangd', dnf: 'clang-tools-extra', brew: 'llvm', winget: 'LLVM.LLVM', otherwise: 'put clangd on the PATH' };
const VERSIONS = { 'v0.23.0': '1.26', 'v0.16.2': '1.19' };

function installer(programs: readonly string[], more: Partial<Installer> = {}): Installer {
  return { has: (program) => programs.includes(program), platform: 'linux', isRoot: false, go: () => undefined, ...more };
}

test.each([
  ['root on Debian', installer(['apt-get', 'sudo'], { isRoot: true }), 'apt-get update && apt-get install clangd'],
  ['somebody on Debian', installer(['apt-get', 'sudo']), 'sudo apt-get update && sudo apt-get install clangd'],
  ['somebody without sudo', installer(['apt-get']), "su -c 'apt-get update' && su -c 'apt-get install clangd'"],
  ['somebody with doas on Fedora', installer(['dnf', 'doas']), 'doas dnf install clang-tools-extra'],
  ['a Mac', installer(['brew', 'sudo'], { platform: 'darwin' }), 'brew install llvm'],
  ['a Mac without Homebrew', installer([], { platform: 'darwin' }), 'put clangd on the PATH'],
  ['Windows', installer(['winget', 'scoop'], { platform: 'win32' }), 'winget install LLVM.LLVM'],
  ['a manager that does not have it', installer(['apk']), 'put clangd on the PATH'],
] as const)('%s', (_, machine, command) => {
  expect(installCommand(PACKAGES, machine)).toBe(command);
});

test('a toolchain that is missing comes first', () => {
  expect(toolchainCommand('rustup', 'component add rust-analyzer', installer(['rustup']))).toBe('rustup component add rust-analyzer');
  expect(toolchainCommand('rustup', 'component add rust-analyzer', installer([]))).toBe('install rustup, then: rustup component add rust-analyzer');
});

test.each([
  ['1.26.8', 'go install gopls@v0.23.0'],
  ['1.25.3', 'go install gopls@v0.16.2'],
  ['1.19', 'go install gopls@v0.16.2'],
  ['1.13', 'install Go 1.26 or newer, then: go install gopls@v0.23.0'],
  [undefined, 'install Go 1.26 or newer, then: go install gopls@v0.23.0'],
] as const)('with Go %s', (version, command) => {
  expect(goInstall('gopls', VERSIONS, installer(version === undefined ? [] : ['go'], { go: () => version }))).toBe(command);
});

test.skipIf(process.platform === 'win32')('the version of Go is read beside the program that a link on the PATH leads to', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-go-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'go', 'bin'), { recursive: true });
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'go', 'VERSION'), 'go1.22.1\ntime 2024\n');
  await writeFile(join(folder, 'go', 'bin', 'go'), '', { mode: 0o755 });
  await symlink(join(folder, 'go', 'bin', 'go'), join(folder, 'bin', 'go'));
  expect(goVersion({ PATH: join(folder, 'bin') })).toBe('1.22.1');
  expect(goVersion({ PATH: folder })).toBeUndefined();
});
