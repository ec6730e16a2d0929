// Where a program lies that a person has installed: on the PATH, and where its installer puts it when nobody has changed the PATH.
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { isProgramFile } from '../../base/files/reachableFile.ts';
import { currentEnvironment } from '../../base/processes/environment.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';

export interface MachineProgram {
  readonly program: string;
  // What makes it print its version and end; absent where nothing does.
  readonly versionArguments?: readonly string[];
  // An older one is passed over: it lacks what we need.
  readonly atLeast?: string;
  // Folders of its installer. A desktop program that starts us has not read the shell's profile, so its PATH is often short.
  readonly alsoIn?: (environment: Environment) => readonly (string | undefined)[];
}

export function pathOfProgram(
  { program, alsoIn }: MachineProgram,
  environment: Environment = currentEnvironment(),
  isAllowed: (path: string) => boolean = () => true,
): string | undefined {
  return placesOnPath(fileNames(program), environment, alsoIn?.(environment)).find((path) => isProgramFile(path) && isAllowed(path));
}

// Where files of these names would lie, in the order in which the PATH leads there.
export function placesOnPath(names: readonly string[], environment: Environment, alsoIn: readonly (string | undefined)[] = []): readonly string[] {
  return (
    [...(pathVariable(environment)?.split(delimiter) ?? []), ...alsoIn]
      .filter((folder) => folder !== undefined)
      // A relative entry would mean the project's own folder, and run what lies there.
      .filter((folder) => isAbsolute(folder))
      .flatMap((folder) => names.map((name) => join(folder, name)))
  );
}

export const goFolders = (environment: Environment) => [
  environment['GOBIN'],
  ...(environment['GOPATH']?.split(delimiter).map((folder) => join(folder, 'bin')) ?? []),
  inHome('go', 'bin'),
];
export const cargoFolders = (environment: Environment) => [
  environment['CARGO_HOME'] === undefined ? undefined : join(environment['CARGO_HOME'], 'bin'),
  inHome('.cargo', 'bin'),
];
export const llvmFolders = () => (process.platform === 'win32' ? ['C:\\Program Files\\LLVM\\bin'] : ['/opt/homebrew/opt/llvm/bin', '/usr/local/opt/llvm/bin']);
export const dotnetFolders = () => [inHome('.dotnet', 'tools')];

// The command that installs something here.
export function byPlatform(commands: { readonly linux: string; readonly darwin: string; readonly win32: string }): string {
  if (process.platform === 'darwin') return commands.darwin;
  return process.platform === 'win32' ? commands.win32 : commands.linux;
}

function inHome(...path: readonly string[]): string {
  return join(homedir(), ...path);
}

// Windows spells it Path, and only the real environment forgives that.
function pathVariable(environment: Environment): string | undefined {
  return environment['PATH'] ?? environment['Path'];
}

// Scripts such as .cmd need a shell, which we do not give them.
function fileNames(program: string): readonly string[] {
  return process.platform === 'win32' ? [`${program}.exe`] : [program];
}
