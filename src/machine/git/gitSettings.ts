// How git is given settings for one run: by variables, which take any name, or in front of the command where git is too old to know the variables.
import { notPermitted } from '../../ide/errors/errors.ts';

export type Setting = readonly [name: string, value: string];

export interface GitSettings {
  // Before the command.
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

// The first that reads GIT_CONFIG_COUNT.
const [MAJOR, MINOR] = [2, 31];

// A git that does not say its version may be as old.
export function gitSettings(settings: readonly Setting[], version: string | undefined): GitSettings {
  if (isNewEnough(version)) return { args: [], environment: asVariables(settings) };
  // In front of the command the first sign of equality ends the name, and the program that the rest of it names would be run.
  const unsayable = settings.find(([name]) => name.includes('='));
  if (unsayable !== undefined)
    throw notPermitted(
      'git',
      `git ${version ?? '(of unknown version)'} cannot be told to leave out ${unsayable[0]}`,
      `Install git ${MAJOR}.${MINOR} or newer.`,
    );
  return { args: settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]), environment: {} };
}

function isNewEnough(version = ''): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > MAJOR || (Number(major) === MAJOR && Number(minor) >= MINOR);
}

function asVariables(settings: readonly Setting[]): Record<string, string> {
  const pairs = settings.flatMap(([name, value], index) => [[`GIT_CONFIG_KEY_${index}`, name] as const, [`GIT_CONFIG_VALUE_${index}`, value] as const]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}
