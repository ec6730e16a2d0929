// The commands that fetch the packages of a project: each leaves manifests and locks as they are, and runs no script of a package.
// What else of the project a manager would execute is taken from it here, or said (ownPrograms.ts).
import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathOf } from '../../base/files/fileUri.ts';
import { isInside } from '../../base/files/realFolder.ts';
import type { WantedPackage } from '../../ide/doors/packages.ts';
import type { Command } from '../processes/processes.ts';
import { isFile, outwards, textAt } from './disk.ts';
import { environmentsOf, interpreterOf } from './pythonPackages.ts';

export interface FetchCommand extends Omit<Command, 'program'> {
  // A name on the PATH, or an absolute path.
  readonly program: string;
}

interface Manager {
  // Files of the project that it reads, and that must be the same afterwards.
  readonly files: readonly string[];
  // A sentence instead of a command says what a person has to do first.
  readonly command: (wanted: WantedPackage, root: string) => FetchCommand | string;
}

// Stronger than the project's own .npmrc and .yarnrc.yml, which could name another git, and rules that are programs.
const NODE = {
  CI: '1',
  npm_config_ignore_scripts: 'true',
  npm_config_git: 'git',
  YARN_ENABLE_SCRIPTS: '0',
  YARN_ENABLE_CONSTRAINTS_CHECKS: '0',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  COREPACK_ENABLE_UNSAFE_CUSTOM_URLS: '0',
};
// Stronger than .cargo/config.toml, which could name programs to be run in place of the compiler that Cargo asks for its version. Empty: none.
const CARGO = { RUSTC: 'rustc', RUSTC_WRAPPER: '', RUSTC_WORKSPACE_WRAPPER: '' };

export const managers: Readonly<Record<string, Manager>> = {
  npm: {
    files: ['package.json', 'package-lock.json', 'npm-shrinkwrap.json'],
    // Not ci, which would delete what is installed. Without saving it writes neither manifest nor lock, and takes versions from the lock.
    command: nodeCommand('npm', ['package-lock.json', 'npm-shrinkwrap.json'], ({ hasLock }) => [
      ...['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund'],
      ...(hasLock ? [] : ['--no-package-lock']),
    ]),
  },
  pnpm: {
    files: ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
    command: nodeCommand('pnpm', ['pnpm-lock.yaml'], ({ hasLock }) => ['install', '--ignore-scripts', hasLock ? '--frozen-lockfile' : '--no-lockfile']),
  },
  yarn: {
    files: ['package.json', 'yarn.lock', '.yarnrc.yml'],
    command: nodeCommand('yarn', ['yarn.lock'], ({ lock }) =>
      // From its second version on, the lock says so.
      lock.includes('__metadata:')
        ? ['install', '--immutable', '--mode=skip-build']
        : ['install', '--ignore-scripts', '--non-interactive', lock === '' ? '--no-lockfile' : '--frozen-lockfile'],
    ),
  },
  bun: {
    files: ['package.json', 'bun.lock', 'bun.lockb'],
    command: nodeCommand('bun', ['bun.lock', 'bun.lockb'], ({ hasLock }) => ['install', '--ignore-scripts', hasLock ? '--frozen-lockfile' : '--no-save']),
  },
  uv: {
    files: ['pyproject.toml', 'uv.lock'],
    // Building a package would run it, so only what is built already is taken; what else is installed stays.
    command: ({ folderUri }, root) => ({
      program: 'uv',
      args: ['sync', '--frozen', '--inexact', '--no-build', '--no-install-project', '--no-install-workspace', '--no-progress'],
      cwd: folderWith(pathOf(folderUri), root, ['uv.lock']),
    }),
  },
  poetry: {
    files: ['pyproject.toml', 'poetry.lock'],
    command: ({ folderUri }, root) => ({
      program: 'poetry',
      args: ['install', '--no-root', '--no-interaction', '--no-ansi'],
      cwd: folderWith(pathOf(folderUri), root, ['poetry.lock']),
      environment: { POETRY_INSTALLER_ONLY_BINARY: ':all:' },
    }),
  },
  pip: {
    files: ['pyproject.toml', 'requirements.txt', 'setup.cfg', 'setup.py'],
    command({ name, version, folderUri }, root) {
      const folder = pathOf(folderUri);
      const [environment] = environmentsOf(folder, root);
      if (environment === undefined) return 'The project has no virtual environment: create one with python -m venv .venv.';
      const spec = version === undefined ? name : `${name}==${version}`;
      // Isolated, so that no module of the project takes the place of one that pip imports.
      return {
        program: interpreterOf(environment),
        args: ['-I', '-m', 'pip', 'install', '--only-binary=:all:', '--no-deps', '--no-input', '--disable-pip-version-check', '--', spec],
        cwd: folder,
      };
    },
  },
  go: {
    files: ['go.mod', 'go.sum', 'go.work', 'go.work.sum'],
    command({ name, version }, root) {
      if (version === undefined || !version.startsWith('v')) return `No version of ${name} is known: pass one, such as v1.2.3.`;
      // Outside of the module nothing of it can be changed.
      return {
        program: 'go',
        args: ['mod', 'download', `${name}@${version}`],
        cwd: parse(root).root,
        environment: { GOFLAGS: '-mod=mod', GOWORK: 'off', GOTOOLCHAIN: 'local' },
      };
    },
  },
  cargo: {
    files: ['Cargo.toml', 'Cargo.lock'],
    command({ folderUri }, root) {
      const cwd = folderWith(pathOf(folderUri), root, ['Cargo.lock']);
      if (!isFile(join(cwd, 'Cargo.lock'))) return 'The project has no Cargo.lock: create one with cargo generate-lockfile.';
      return { program: 'cargo', args: ['fetch', '--locked'], cwd, environment: CARGO };
    },
  },
  mvn: {
    files: ['pom.xml'],
    command({ name, folderUri }) {
      const [group = '', artifact = ''] = name.split(':');
      return {
        program: 'mvn',
        args: ['-B', '-q', 'dependency:sources', `-DincludeGroupIds=${group}`, `-DincludeArtifactIds=${artifact}`],
        cwd: pathOf(folderUri),
      };
    },
  },
};

// Names that a program could take for one of its options, or a shell for something else, are no names of packages.
export function isPackageName({ name, version }: WantedPackage): boolean {
  return /^@?[\w.][\w./:~+-]*$/.test(name) && (version === undefined || /^[\w.][\w.+!-]*$/.test(version));
}

interface Lock {
  readonly hasLock: boolean;
  // Empty for one that is not text.
  readonly lock: string;
}

function nodeCommand(program: string, locks: readonly string[], args: (lock: Lock) => readonly string[]): Manager['command'] {
  return ({ folderUri }, root) => {
    const cwd = folderWith(pathOf(folderUri), root, locks);
    const found = locks.map((name) => join(cwd, name)).find((path) => existsSync(path));
    return { program, args: args({ hasLock: found !== undefined, lock: (found === undefined ? undefined : textAt(found)) ?? '' }), cwd, environment: NODE };
  };
}

// A workspace is installed from where its lock is.
function folderWith(folder: string, root: string, names: readonly string[]): string {
  const inside = outwards(folder).filter((outer) => isInside(root, outer));
  return inside.find((outer) => names.some((name) => existsSync(join(outer, name)))) ?? folder;
}
