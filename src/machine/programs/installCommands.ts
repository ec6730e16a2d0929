// The command that installs a program as a person can type it here: of a package manager that this machine has, with the rights that they need.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { currentEnvironment } from '../../base/processes/environment.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { isOlderVersion, versionIn } from '../../base/text/versions.ts';
import { pathOfProgram } from './machinePrograms.ts';

// What decides it.
export interface Installer {
  readonly has: (program: string) => boolean;
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  // Undefined where there is no Go.
  readonly go: () => string | undefined;
}

// What each package manager calls it; where none of this machine's has it, `otherwise` says how to get it.
export interface PackageNames {
  readonly apt?: string;
  readonly dnf?: string;
  readonly pacman?: string;
  readonly zypper?: string;
  readonly apk?: string;
  readonly brew?: string;
  readonly winget?: string;
  readonly scoop?: string;
  readonly otherwise: string;
}

interface Manager {
  readonly name: Exclude<keyof PackageNames, 'otherwise'>;
  readonly program: string;
  readonly platforms: readonly NodeJS.Platform[];
  // Those of a system want its administrator.
  readonly asRoot: boolean;
  // One after the other.
  readonly commands: (name: string) => readonly string[];
}

const MANAGERS: readonly Manager[] = [
  // A fresh container has no lists of packages.
  { name: 'apt', program: 'apt-get', platforms: ['linux'], asRoot: true, commands: (name) => ['apt-get update', `apt-get install ${name}`] },
  { name: 'dnf', program: 'dnf', platforms: ['linux'], asRoot: true, commands: (name) => [`dnf install ${name}`] },
  { name: 'zypper', program: 'zypper', platforms: ['linux'], asRoot: true, commands: (name) => [`zypper install ${name}`] },
  { name: 'pacman', program: 'pacman', platforms: ['linux'], asRoot: true, commands: (name) => [`pacman -S ${name}`] },
  { name: 'apk', program: 'apk', platforms: ['linux'], asRoot: true, commands: (name) => [`apk add ${name}`] },
  { name: 'brew', program: 'brew', platforms: ['darwin', 'linux'], asRoot: false, commands: (name) => [`brew install ${name}`] },
  { name: 'winget', program: 'winget', platforms: ['win32'], asRoot: false, commands: (name) => [`winget install ${name}`] },
  { name: 'scoop', program: 'scoop', platforms: ['win32'], asRoot: false, commands: (name) => [`scoop install ${name}`] },
];

export function installCommand(packages: PackageNames, installer = ofThisMachine()): string {
  for (const { name, program, platforms, asRoot, commands } of MANAGERS) {
    const own = packages[name];
    if (own === undefined || !platforms.includes(installer.platform) || !installer.has(program)) continue;
    return commands(own)
      .map((command) => (asRoot ? asAdministrator(command, installer) : command))
      .join(' && ');
  }
  return packages.otherwise;
}

// Of a toolchain, which comes first where it is missing.
export function toolchainCommand(program: string, rest: string, installer = ofThisMachine()): string {
  return installer.has(program) ? `${program} ${rest}` : `install ${program}, then: ${program} ${rest}`;
}

// Versions of a Go program, each with the oldest Go that builds it; newest first.
export type GoVersions = Readonly<Record<string, string>>;

// The newest that the Go of this machine builds without fetching another Go.
export function goInstall(module: string, versions: GoVersions, installer = ofThisMachine()): string {
  const own = installer.go();
  const fitting = Object.entries(versions).find(([, oldest]) => own === undefined || !isOlderVersion(own, oldest));
  const [newest, oldest] = Object.entries(versions)[0] ?? ['latest', ''];
  if (fitting === undefined || !installer.has('go')) return `install Go ${oldest} or newer, then: go install ${module}@${newest}`;
  return `go install ${module}@${fitting[0]}`;
}

// Every distribution of Go has a file that says its version, so that nothing need be run for it.
export function goVersion(environment: Environment = currentEnvironment()): string | undefined {
  const go = pathOfProgram({ program: 'go' }, environment);
  if (go === undefined) return undefined;
  const file = join(dirname(dirname(realpathSync(go))), 'VERSION');
  return existsSync(file) ? versionIn(readSmallFile(file)) : undefined;
}

function asAdministrator(command: string, { isRoot, has }: Installer): string {
  if (isRoot) return command;
  const helper = ['sudo', 'doas'].find(has);
  return helper === undefined ? `su -c '${command}'` : `${helper} ${command}`;
}

function ofThisMachine(): Installer {
  return {
    has: (program) => pathOfProgram({ program }) !== undefined,
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    go: goVersion,
  };
}
