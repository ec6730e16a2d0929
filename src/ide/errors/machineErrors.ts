// What this machine, its settings and the daemon can refuse.
import { IdeError } from './errors.ts';

export const stateFolderUnusable = (folder: string, why: string) =>
  new IdeError(
    'state_folder_unusable',
    `Binnacle cannot write to its state folder ${folder}: ${why}.`,
    'Free or repair it, or set XDG_STATE_HOME to a folder that you can write to.',
  );

export const daemonUnavailable = (why: string, next: string) => new IdeError('daemon_unavailable', `The Binnacle daemon is not there: ${why}.`, next);

// `root` is the project that it served.
export const windowClosed = (root: string) =>
  new IdeError(
    'window_closed',
    `The VS Code window that served ${root} was closed, reloaded or has crashed while this was under way.`,
    'Call again: it goes on without the window. What was being written is whole or was put back; list_changes shows which.',
  );

// It still runs, so what it was writing may yet be written.
export const windowSilent = (root: string, seconds: number) =>
  new IdeError(
    'window_silent',
    `The VS Code window that serves ${root} has not answered for ${seconds} seconds: it hangs.`,
    'Call again to read: it goes on without the window. Changes wait until the window answers or is closed; list_changes then shows what was written.',
  );

export const forPeopleOnly = (command: string) =>
  new IdeError(
    'for_people_only',
    `${command} is for a person, and it was started by an agent.`,
    'Ask the person to run it in a terminal of their own, which no agent has opened.',
  );

export const nothingToHold = (wanted: string, known: readonly string[]) =>
  new IdeError(
    'nothing_to_hold',
    `There is no ${wanted}.`,
    known.length > 0 ? `There are: ${known.join('; ')}.` : 'Nobody is connected; see binnacle connections.',
  );

export const nothingHeld = (wanted: string, known: readonly string[]) =>
  new IdeError('nothing_held', `${wanted} is not held.`, known.length > 0 ? `Held are: ${known.join('; ')}.` : 'Nothing is held.');

export const nothingGranted = (wanted: string, known: readonly string[]) =>
  new IdeError('nothing_granted', `There is no grant ${wanted}.`, known.length > 0 ? `There are: ${known.join('; ')}` : 'Nothing is granted.');

export const holdRefused = (why: string) => new IdeError('hold_refused', why, 'binnacle hold --help shows how it is said.');

export const portUnavailable = (port: number | undefined, why: string) =>
  new IdeError(
    'port_unavailable',
    `Port ${port ?? '29300 and those after it'} cannot be used: ${why}.`,
    'Choose another with --port N, or let the system choose with --port 0.',
  );

export const invalidPolicy = (file: string, problem: string) =>
  new IdeError('invalid_policy', `The policy file ${file} is not valid: ${problem}.`, 'A person must correct or remove it; until then nothing runs.');

export const invalidSettings = (file: string, problem: string) =>
  new IdeError('invalid_settings', `The settings in ${file} are not valid: ${problem}.`, 'Correct the file, or remove it.');

export const invalidEnvironment = (variable: string, value: string, wanted: string) =>
  new IdeError('invalid_environment', `The environment variable ${variable} is ${value}, which is not ${wanted}.`, 'Correct it, or unset it.');

export const unknownToolset = (toolset: string, known: readonly string[]) =>
  new IdeError('unknown_toolset', `There is no toolset named ${toolset}.`, `There are ${known.join(', ')}, names of tools, and several of these with commas.`);

export const callNotFound = (id: string) =>
  new IdeError('call_not_found', `The history holds no call ${id}.`, 'binnacle history lists the ids; the oldest calls are forgotten first.');

export const unknownSetting = (name: string, near: string | undefined) =>
  new IdeError('unknown_setting', `There is no setting ${name}.`, near === undefined ? 'binnacle settings list shows them.' : `Did you mean ${near}?`);

export const invalidSetting = (name: string, value: string, problem: string) =>
  new IdeError('invalid_setting', `${name} cannot be ${value}: ${problem}.`, 'Nothing was changed. binnacle settings list shows what there is.');

export const serviceUnavailable = (why: string, next: string) => new IdeError('service_unavailable', `The service cannot be installed here: ${why}.`, next);

export const folderNotEmpty = (folder: string) =>
  new IdeError('folder_not_empty', `${folder} is not empty, and a sample must not mix with what is there.`, 'Name a folder that is new: binnacle sample shop.');
