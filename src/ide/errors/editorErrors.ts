// The ways in which an editor says no; errors.ts has all others.
import { IdeError } from './errors.ts';

export const editorElsewhere = (root: string) =>
  new IdeError(
    'editor_elsewhere',
    'Tabs, cursor and selection of a VS Code window cannot be read or set through it.',
    `Call the tool of a Binnacle beside it: binnacle mcp, or binnacle serve --project ${root}. It has an editor of its own.`,
  );

export const notOpen = (file: string, open: readonly string[]) =>
  new IdeError(
    'not_open',
    `${file} is not open in the editor.`,
    'Call open_file first; list_opened_files shows what is open.',
    open.length > 0 ? { open } : {},
  );

export const tooManyTabs = (most: number) =>
  new IdeError(
    'too_many_tabs',
    `${most} files are open already, which is all that the editor holds.`,
    'Close some with close_tab, or open it with preview: true.',
  );

export const unsavedText = (file: string) =>
  new IdeError('unsaved_text', `${file} has text in the editor that is not saved.`, 'Call save_file first, or close_tab with discard: true to lose that text.');

export const unsavedTooLarge = (file: string, characters: number, most: number, of: 'one' | 'all') =>
  new IdeError(
    'unsaved_too_large',
    of === 'one'
      ? `The unsaved text of ${file} has ${characters} characters; the limit is ${most}.`
      : `With ${file} the unsaved texts would have ${characters} characters together; the limit is ${most}.`,
    of === 'one' ? 'Write it to the file instead.' : 'Save or discard what other tabs hold first.',
  );

export const unsavedNotKept = (file: string, why: string) =>
  new IdeError(
    'unsaved_not_kept',
    `The unsaved text of ${file} is in the editor, but would not survive the daemon: ${why}.`,
    "Save it soon, or make room in Binnacle's state folder and write it again.",
  );

export const unsavedIsStale = (file: string, base: string | undefined, now: string | undefined) =>
  new IdeError(
    'unsaved_is_stale',
    now === undefined
      ? `${file} was deleted since its unsaved text was made. Nothing was written.`
      : base === undefined
        ? `${file} is there, though its unsaved text was made while it was not. Nothing was written.`
        : `${file} was changed on disk since its unsaved text was made. Nothing was written.`,
    `Let the person decide${now === undefined ? '' : ', after comparing both (read_file shows the disk)'}: save_file with overwrite: true, or close_tab with discard: true.`,
    { file, ...(now !== undefined && { hash: now }) },
  );
