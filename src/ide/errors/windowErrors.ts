// What the window refuses its person, and whoever wants to open it.
import { IdeError } from './errors.ts';

export const unknownMethod = (method: string) =>
  new IdeError('unknown_method', `This daemon knows no method ${method}.`, 'The page may be older than the daemon: load it again.');

export const unknownWindow = (id: string) => new IdeError('unknown_window', `There is no window ${id}.`, 'It may have been revoked or have expired.');

export const unknownAlarm = (id: string) =>
  new IdeError(
    'unknown_alarm',
    `There is no alarm ${id} that this window can acknowledge.`,
    'Another window may have done it; a window does not acknowledge itself.',
  );

export const tooMuchAtOnce = (most: number) =>
  new IdeError('too_much_at_once', `${most} calls of this window are under way already.`, 'Wait until one has ended, or cancel one.');

export const windowUnavailable = (why: string, next: string) => new IdeError('window_unavailable', `The window cannot be opened: ${why}`, next);

// The editor

export const unsavedElsewhere = (file: string) =>
  new IdeError(
    'unsaved_elsewhere',
    `${file} was written in another window meanwhile, and neither text is saved.`,
    'Take the other text, or keep yours: nothing is lost until you choose.',
    { file },
  );

export const changedOnDisk = (file: string, hash: string | undefined) =>
  new IdeError(
    'changed_on_disk',
    hash === undefined ? `${file} is not on disk any more.` : `${file} has changed on disk since you began to edit it.`,
    'Look at the difference, then keep your text or take the one on disk.',
    { file, ...(hash !== undefined && { hash }) },
  );
