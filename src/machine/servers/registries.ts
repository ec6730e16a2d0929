// How the program of a registry puts a pinned package into a folder: nothing but what the lock names, and no script of it is run.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { currentEnvironment } from '../../base/processes/environment.ts';
import type { Command } from '../processes/processes.ts';
import { pathOfProgram, placesOnPath } from '../programs/machinePrograms.ts';
import { NODE_ENVIRONMENT } from '../programs/ourEngines.ts';
import { PYTHON_PACKAGES, programFile } from './serverFolders.ts';
import type { Registry, ServerPackage } from './serverPackage.ts';

export interface RegistryProgram {
  // Absolute path; undefined where this machine has none.
  find(): string | undefined;
  // For a person who has none.
  readonly missing: string;
  // In a folder that holds the locks.
  command(program: string, wanted: ServerPackage, folder: string): Omit<Command, 'cwd'>;
}

export const registries: Readonly<Record<Registry, RegistryProgram>> = {
  npm: {
    find: npmScript,
    missing: 'It comes from npm, and there is no npm on this machine: install Node with npm.',
    command: (npm) => ({
      program: process.execPath,
      // Its own advice would name this folder.
      args: [npm, 'ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', ...PATIENCE_OF_NPM],
      environment: { ...otherPackage(), ELECTRON_RUN_AS_NODE: NODE_ENVIRONMENT.ELECTRON_RUN_AS_NODE, NODE_OPTIONS: undefined },
    }),
  },
  PyPI: {
    find: () => pathOfProgram({ program: 'python3' }) ?? pathOfProgram({ program: 'python' }),
    missing: 'It comes from PyPI, and there is no Python 3 on this machine.',
    command: (python, _wanted, folder) => ({
      program: python,
      args: [
        ...['-m', 'pip', 'install', '--require-hashes', '--only-binary=:all:', '--no-deps', '--no-input', '--disable-pip-version-check', '--quiet'],
        ...['--retries', '1', '--timeout', '60', '--target', join(folder, PYTHON_PACKAGES), '-r', join(folder, 'requirements.txt')],
      ],
    }),
  },
  Go: {
    find: () => pathOfProgram({ program: 'go' }),
    missing: 'It is built by Go, and there is no go on the PATH.',
    command: (go, { name, starts }, folder) => ({
      program: go,
      args: ['build', '-trimpath', '-o', join(folder, 'program' in starts ? programFile(starts.program) : 'server'), name],
      // Sums that go.sum lacks are refused; another toolchain would be fetched without a pin; no compiler of C is needed.
      environment: { GOFLAGS: '-mod=readonly', GOWORK: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0', GO111MODULE: 'on' },
    }),
  },
};

// Its own take minutes to say that there is no network.
const PATIENCE_OF_NPM = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=60000'];

// npm comes with Node; on the PATH lies a link to its script, or on Windows a script beside it.
function npmScript(): string | undefined {
  const beside = dirname(realpathSync(process.execPath));
  const named = placesOnPath(['npm'], currentEnvironment()).flatMap((path) => (existsSync(path) ? [realpathSync(path)] : []));
  const usual = [
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ];
  const onPath = placesOnPath(['npm.cmd'], currentEnvironment()).map((path) => join(dirname(path), 'node_modules', 'npm', 'bin', 'npm-cli.js'));
  return [...usual, ...named.filter((path) => path.endsWith('.js')), ...onPath].find((path) => existsSync(path));
}

// Whoever was started by `npm run` or `npx` carries what npm said of that package.
function otherPackage(): Readonly<Record<string, undefined>> {
  const foreign =
    /^(npm_package_|npm_lifecycle_|npm_config_(local_prefix|prefix|global|location|workspaces?|include|omit|ignore_scripts|package_lock|dry_run)$)|^INIT_CWD$/i;
  return Object.fromEntries(
    Object.keys(currentEnvironment())
      .filter((name) => foreign.test(name))
      .map((name) => [name, undefined]),
  );
}
