// The ways in which an edit is refused before anything is touched; errors.ts has all others.
import { IdeError } from './errors.ts';

// Editing

export const noBody = (name: string, file: string) =>
  new IdeError(
    'no_body',
    `${name} in ${file} has no body that can be told from the rest of it.`,
    "Pass action: 'replace' with the whole declaration, or use edit_file.",
  );

export const noQuickFix = (kind: string, where: string, offered: readonly string[]) =>
  new IdeError(
    'no_quick_fix',
    `No fix of the kind ${kind} applies in ${where}.`,
    'Pass the code of a problem, or the title of a fix, as list_quick_fixes tells them.',
    offered.length > 0 ? { offered } : {},
  );

export const ambiguousQuickFix = (kind: string, file: string, line: number, titles: readonly string[]) =>
  new IdeError('ambiguous_quick_fix', `Several fixes apply to ${kind} at ${file}:${line}.`, 'Pass the title of the one you mean as kind.', { offered: titles });

export const tooManyMatches = (count: number, most: number, files: number) =>
  new IdeError(
    'too_many_matches',
    `The pattern matches ${count} times in ${files} files; at most ${most} are rewritten.`,
    'Narrow the files, or pass a larger max_matches.',
  );

export const halfWritten = (title: string, reason: string) =>
  new IdeError(
    'half_written',
    `The change "${title}" failed halfway, and its files could not be put back yet: ${reason}`,
    'Fix that (a full disk, a folder that may not be written); every later edit tries to put them back first.',
  );

export const notUndoable = (id: string, why: string) =>
  new IdeError(
    'not_undoable',
    `The change ${id} cannot be taken back: ${why}`,
    'Look at list_changes with its change_id, and fix the files by hand or with git.',
  );

export const unknownHunk = (id: string, unknown: readonly number[], count: number) =>
  new IdeError(
    'unknown_hunk',
    `The change ${id} has no hunk ${unknown.join(', ')}: it has ${count === 1 ? 'only hunk 1' : `hunks 1 to ${count}`}.`,
    'Call list_changes with its change_id, which numbers them.',
  );

export const untilInFuture = (until: string, now: string) =>
  new IdeError('until_in_future', `${until} is still to come: it is ${now}.`, 'Pass a time that has passed, or the changeId of a change from list_changes.');

export const undoneWithOthers = (id: string, by: string, count: number) =>
  new IdeError(
    'undone_with_others',
    `The change ${id} was taken back together with ${count - 1} others by ${by}.`,
    `To have all of them back, call redo with change_id ${by}.`,
  );

export const notThereThen = (file: string, side: 'before' | 'after', id: string, why = `there was no such file ${side} it`) =>
  new IdeError('not_there_then', `The change ${id} does not know the text of ${file}: ${why}.`, 'Look at list_changes with that change_id, or with the file.');

export const staleBase = (file: string, base: string, now: string | undefined, changes: readonly unknown[]) =>
  new IdeError(
    'stale_base',
    now === undefined ? `${file} is not there, so it is not what was read as ${base}.` : `${file} is not what was read as ${base}: its hash is ${now}.`,
    now === undefined ? 'Leave base out to write a new file.' : 'Call read_file again, look at what is different, and repeat with its hash as base.',
    { file, ...(now !== undefined && { hash: now }), ...(changes.length > 0 && { changes }) },
  );

export const changeNotNamed = (changes: readonly unknown[]) =>
  new IdeError(
    'change_not_named',
    changes.length === 0
      ? 'Nothing has been changed that could be undone.'
      : 'undo needs a change_id: others work in this project too, and the last change may be theirs. These are the last ones.',
    changes.length === 0 ? 'Call list_changes for the history.' : 'Call undo with the change_id of the one you mean, or list_changes for earlier ones.',
    { changes },
  );

// Formatters

export const noFormatter = (file: string, does: 'layout' | 'imports', why: string) =>
  new IdeError(
    'no_formatter',
    `Nothing here can ${does === 'layout' ? 'format' : 'order the imports of'} ${file}: ${why}`,
    'Edit it with edit_file, or configure a formatter for it in the project.',
  );

export const formatterMissing = (formatter: string, configuration: string, install: string) =>
  new IdeError('formatter_missing', `The project wants ${formatter} (${configuration}), which is not installed.`, install);

export const formatterFailed = (formatter: string, output: string) =>
  new IdeError('formatter_failed', `${formatter} failed: ${output}`, 'Fix what it says, mostly a mistake in the syntax, and call again. Nothing was changed.');

// Refactorings

export const cannotRename = (name: string, why: string) =>
  new IdeError('cannot_rename', `${name} cannot be renamed: ${why}`, 'Point at a symbol that the project itself declares, where it is declared or used.');

export const nameOfFile = (name: string, kind: 'file' | 'folder', file: string, newFile: string) =>
  new IdeError(
    'name_of_file',
    `${name} is the name of the ${kind} ${file}, and is renamed with it.`,
    `Call rename_file with file: ${JSON.stringify(file)} and new_file: ${JSON.stringify(newFile)}; every import follows.`,
    { file, new_file: newFile },
  );

// A rename that new errors refuse, where more of the same new name would take them away.
export const relativesForgotten = (refused: IdeError, relatives: readonly unknown[]) =>
  refused.rephrased(
    (text) =>
      text === refused.next
        ? "Call with relatives: true to rename these members too, or with verify: 'report' to write it without them."
        : `${text} Members of other types need the same name.`,
    { ...refused.details, relatives },
  );

export const notAName = (name: string, why: string) => new IdeError('not_a_name', `${name} cannot be a name here: ${why}.`, 'Choose another new_name.');

export const nameTaken = (name: string, conflicts: readonly unknown[]) =>
  new IdeError('name_taken', `${name} already means something else where the symbol is used. Nothing was written.`, 'Choose another new_name.', {
    conflicts,
  });

export const refactoringRefused = (what: string, why: string, next = 'Nothing was changed. Choose another place or name, or edit by hand with edit_file.') =>
  new IdeError('refactoring_refused', `Cannot ${what}: ${why}`, next);

// By tools that rewrite code; `writer` says whether the text is of our making or was given to them.
export const brokenSyntax = (tool: string, writer: 'us' | 'agent', { file, line, text }: RemainingUse) =>
  new IdeError(
    'broken_syntax',
    `${tool} would leave a syntax error at ${file}:${line} that was not there before, so nothing was changed.`,
    writer === 'us'
      ? `This is a defect of ${tool}, not of the code: make this edit by hand with edit_file, and report it.`
      : 'Correct the code that you passed; edit_file writes also what is half done.',
    { file, line, text },
  );

export interface ListedConflict extends RemainingUse {
  readonly why: string;
}

export const signatureConflicts = (name: string, conflicts: readonly ListedConflict[], total: number) =>
  new IdeError(
    'signature_conflicts',
    `The parameters of ${name} were not changed: ${total === 1 ? 'one place' : `${total} places`} cannot follow. Nothing was written.`,
    'Change these places first, or pass force: true to do the rest and leave them for you.',
    { conflicts, total },
  );

export interface RemainingUse {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export const stillUsed = (what: string, uses: readonly RemainingUse[], total: number) =>
  new IdeError(
    'still_used',
    `${what} is used at ${total === 1 ? 'one place' : `${total} places`}, so nothing was deleted.`,
    'Take the uses away first, or pass force: true to delete it nevertheless.',
    { uses, total },
  );

export const possiblyUsed = (tool: string, why: string) =>
  new IdeError(
    'possibly_used',
    `${tool} was not done, because not every use is known: ${why}`,
    'Look at these places; if none of them means it, pass allow_incomplete: true.',
  );

export const knowledgeIncomplete = (tool: string, why: string) =>
  new IdeError(
    'knowledge_incomplete',
    `${tool} was not done, because not every use may be known: ${why}`,
    'Call again when index_status says ready, or pass allow_incomplete: true and look at the errors afterwards.',
  );

export const notEncodable = (file: string, encoding: string, character: string) =>
  new IdeError(
    'not_encodable',
    `${file} is in ${encoding}, which has no character ${JSON.stringify(character)}.`,
    'Write it with characters of that encoding, or convert the whole file to UTF-8 first.',
  );
