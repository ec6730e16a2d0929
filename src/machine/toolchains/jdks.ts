// The Java development kits of this machine and their versions, as each says itself in its file `release`: nothing is run to learn them.
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { currentEnvironment } from '../../base/processes/environment.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { pathOfProgram } from '../programs/machinePrograms.ts';

export interface Jdk {
  readonly home: string;
  // Such as 17; that of 1.8 is 8.
  readonly version: number;
  // What starts it.
  readonly java: string;
}

// The one of the environment first, then that of the PATH, then those that lie where installers put them, the newest first.
export function installedJdks(environment: Environment = currentEnvironment()): readonly Jdk[] {
  const java = pathOfProgram({ program: 'java' }, environment);
  const named = [environment['JAVA_HOME'], java === undefined ? undefined : dirname(dirname(realpathSync(java)))].flatMap((home) => jdkIn(home) ?? []);
  const usual = placesOfInstallers(environment)
    .flatMap(foldersIn)
    .flatMap((folder) => jdkIn(folder) ?? jdkIn(join(folder, 'Contents', 'Home')) ?? [])
    .sort((a, b) => b.version - a.version);
  const all = [...named, ...usual];
  return all.filter(({ home }, index) => all.findIndex((other) => other.home === home) === index);
}

function placesOfInstallers(environment: Environment): readonly string[] {
  const own = [join(homedir(), '.jdks'), join(homedir(), '.sdkman', 'candidates', 'java'), join(homedir(), '.gradle', 'jdks')];
  if (process.platform === 'darwin') return ['/Library/Java/JavaVirtualMachines', join(homedir(), 'Library', 'Java', 'JavaVirtualMachines'), ...own];
  if (process.platform !== 'win32') return ['/usr/lib/jvm', '/usr/java', '/opt/java', ...own];
  const programs = environment['ProgramFiles'] ?? 'C:\\Program Files';
  return [...['Java', 'Eclipse Adoptium', 'Microsoft', 'Amazon Corretto', 'Zulu', 'BellSoft'].map((maker) => join(programs, maker)), ...own];
}

function foldersIn(place: string): readonly string[] {
  try {
    return readdirSync(place).map((name) => join(place, name));
  } catch {
    // Whoever uses another installer does not have it.
    return [];
  }
}

// Undefined for a runtime without a compiler.
function jdkIn(home: string | undefined): Jdk | undefined {
  if (home === undefined || home === '') return undefined;
  const program = (name: string) => join(home, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  try {
    if (!statSync(program('javac')).isFile()) return undefined;
    const [, first = '', second = ''] = /^JAVA_VERSION="(\d+)(?:\.(\d+))?/m.exec(readSmallFile(join(home, 'release'))) ?? [];
    const version = Number(first === '1' ? second : first);
    return version > 0 ? { home: realpathSync(home), version, java: program('java') } : undefined;
  } catch {
    // It is no such folder, or it cannot be read.
    return undefined;
  }
}
