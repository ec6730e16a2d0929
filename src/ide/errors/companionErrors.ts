// Why a command that takes us for its IDE cannot be started or connected here.
import { IdeError } from './errors.ts';

export const commandNotFound = (command: string, packageName: string) =>
  new IdeError(
    'command_not_found',
    `The ${command} command is not installed, or not on the PATH.`,
    `Install it with npm install -g ${packageName}, then run binnacle ${command} again.`,
  );

export const lineBreakInArgument = (command: string) =>
  new IdeError(
    'line_break_in_argument',
    `An argument has a line break, which ${command}.cmd cannot be given.`,
    'Say it in one line, or type it into the running command.',
  );

export const companionUnavailable = (title: string, why: string) =>
  new IdeError(
    'companion_unavailable',
    `${title} cannot be connected to this folder: ${why}.`,
    'binnacle status shows which daemon serves it, and its log why.',
  );

export const unsafeLockFolder = (folder: string, why: string) =>
  new IdeError('unsafe_lock_folder', `${folder} ${why}`, 'Make it a folder of your own that others cannot write to.');
