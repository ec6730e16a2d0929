// Every way in which Binnacle says no: what is so, and what to do next. Nothing else is ever thrown at an agent.
import type { NotEmpty } from '../../base/notEmpty.ts';

export class IdeError extends Error {
  readonly code: string;
  // What the agent should do next, in one sentence.
  readonly next: string;
  // What the agent needs in order to do it: candidates, open projects, the right argument names.
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, next: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'IdeError';
    this.code = code;
    this.next = next;
    this.details = details;
  }

  // One that was made in another process of the same build.
  static received({ code, message, next, details }: Pick<IdeError, 'code' | 'message' | 'next' | 'details'>): IdeError {
    return new IdeError(code, message, next, details);
  }

  // The same error in other words.
  rephrased(text: (text: string) => string, details: Record<string, unknown>): IdeError {
    return new IdeError(this.code, text(this.message), text(this.next), details);
  }
}

export interface SymbolCandidate {
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ProjectName {
  readonly name: string;
  readonly path: string;
}

// Calls

// available: all names, where the caller may have no other way to list them.
export const unknownTool = (tool: string, close: readonly string[], available: readonly string[] = []) =>
  new IdeError(
    'unknown_tool',
    `There is no tool named ${tool}.`,
    close.length > 0 ? `Did you mean ${close.join(' or ')}?` : 'List the tools with tools/list.',
    available.length > 0 ? { tool, available } : {},
  );

export const invalidArguments = (tool: string, problems: readonly string[], allowed: readonly string[]) =>
  new IdeError('invalid_arguments', `${tool}: ${problems.join('; ')}.`, `Its arguments are: ${allowed.join(', ') || 'none'}.`);

export const cancelled = () => new IdeError('cancelled', 'The call was cancelled.', 'Call again if you still need the answer.');

export const timedOut = (what: string, bound: string) =>
  new IdeError('timed_out', `${what} did not answer within ${bound}.`, 'Call again; if it happens twice, look at index_status.');

export const answerTooLarge = (what: string) =>
  new IdeError('answer_too_large', `${what} does not fit the answer budget.`, 'Ask for less: a smaller page_size, a range or a narrower query.');

export const invalidCursor = (cursor: string) =>
  new IdeError(
    'invalid_cursor',
    `The cursor ${cursor} is not one of this tool's.`,
    'Use the cursor of the last answer unchanged, with the same arguments, or leave it out.',
  );

export const internalError = (tool: string, message: string) =>
  new IdeError('internal_error', `${tool} failed inside Binnacle: ${message}`, 'This is our bug. Try another way, and report it with the line from the log.');

// Permission

export const anotherWrites = (tool: string, { ownerPid, waitsFor }: { ownerPid: number; waitsFor?: string }) =>
  waitsFor === undefined
    ? notPermitted(tool, `process ${ownerPid} is the writer of this project`, 'Connect to that Binnacle, or stop it.')
    : notPermitted(
        tool,
        `process ${ownerPid} is the writer of this project: this Binnacle waits for ${waitsFor}`,
        'Call again then, or let a person run binnacle stop --all.',
      );

export const notPermitted = (tool: string, why: string, how: string) => new IdeError('not_permitted', `${tool} was not run: ${why}.`, how);

// Projects

export const noProjectOpen = (
  { why, next } = { why: 'No project is open.', next: 'Call open_project with the folder, or start Binnacle with --project DIR.' },
) => new IdeError('no_project_open', why, next);

export const projectNotOpen = (path: string, open: readonly ProjectName[]) =>
  new IdeError(
    'project_not_open',
    `No open project has the path ${path}.`,
    `Call open_project, or use one of: ${open.map((project) => project.path).join(', ') || 'none is open'}.`,
    { projects: open },
  );

export const multipleProjectsOpen = (open: readonly ProjectName[]) =>
  new IdeError('multiple_projects_open', 'Several projects are open and the call names none.', 'Pass project_path with one of the listed paths.', {
    projects: open,
  });

export const notAFolder = (path: string) => new IdeError('not_a_folder', `${path} is not a folder.`, 'Pass the absolute path of an existing folder.');

export const projectGone = (path: string) =>
  new IdeError(
    'project_gone',
    `The folder of the project is gone: there is no ${path} any more.`,
    'Put it back, or open the folder that it is now with open_project.',
  );

export const projectTooBroad = (path: string) =>
  new IdeError('project_too_broad', `${path} is too broad to be a project.`, 'Pass the folder of one project inside it.');

export const projectNotForAgents = (path: string, why: string) =>
  new IdeError(
    'project_not_for_agents',
    `${path} cannot be opened by an agent: ${why}.`,
    'Open the folder of a project. If this one is meant, a person must name it: binnacle trust, or --project.',
  );

// why: where the window has it, and it is not served.
export const notInThisWindow = (path: string, open: readonly ProjectName[], why = `${path} is not a folder of this VS Code window.`) =>
  new IdeError(
    'not_in_this_window',
    why,
    `Ask a person to add it to the window, or use another Binnacle for it (binnacle mcp). Folders here: ${open.map((project) => project.path).join(', ') || 'none'}.`,
    { projects: open.map(({ name, path: folder }) => ({ name, path: folder })) },
  );

// Files

export const fileNotFound = (file: string, close: readonly string[] = []) =>
  new IdeError(
    'file_not_found',
    `There is no file ${file}.`,
    close.length > 0 ? `Did you mean ${close.join(' or ')}?` : 'Look it up with list_project_files.',
    close.length > 0 ? { candidates: close } : {},
  );

export const outsideProject = (file: string, root: string) =>
  new IdeError('outside_project', `${file} is outside the project ${root}.`, 'Pass a file of the project, or open its own project with open_project.');

export const isAFolder = (file: string) => new IdeError('is_a_folder', `${file} is a folder.`, 'Pass a file; list_project_files shows what is in the folder.');

export const binaryFile = (file: string) => new IdeError('binary_file', `${file} is not text.`, 'Only text files can be read here.');

export const fileTooLarge = (file: string, size: string, limit: string) =>
  new IdeError('file_too_large', `${file} has ${size}; the limit is ${limit}.`, 'Work on a part of it with your own tools.');

export const fileUnreadable = (file: string, reason: string) =>
  new IdeError('file_unreadable', `${file} cannot be read: ${reason}.`, 'Check the permissions of the file, or work without it.');

export const lineOutOfRange = (file: string, line: number, lineCount: number) =>
  new IdeError('line_out_of_range', `${file} has ${lineCount} lines; there is no line ${line}.`, 'Read the file again: it may have changed.');

export const columnOutOfRange = (file: string, line: number, column: number, columns: number) =>
  new IdeError(
    'column_out_of_range',
    `Line ${line} of ${file} has ${columns} columns; there is no column ${column}.`,
    'Read the line again: it may have changed.',
  );

// Changes

export const fileExists = (file: string) =>
  new IdeError('file_exists', `There is a file ${file} already.`, 'Choose another name, or edit the file that is there.');

// On macOS and Windows, where only the capitals of a name change.
export const oneFileOnDisk = (from: string, to: string) =>
  new IdeError(
    'one_file_on_disk',
    `${from} and ${to} are one file on this disk, which does not tell capitals apart.`,
    'Move it to a third name first, then to the one you want.',
  );

export const changedMeanwhile = (files: readonly string[]) =>
  new IdeError(
    'changed_meanwhile',
    `Somebody else changed ${files.join(', ')} while the change was made, so nothing was written.`,
    'Read the file again and repeat the call.',
    { files },
  );

export const fileNotWritable = (file: string, reason: string) =>
  new IdeError('file_not_writable', `${file} cannot be written: ${reason}. Nothing was changed.`, 'Check its permissions and the space on the disk.');

export const changeNotFound = (id: string) => new IdeError('change_not_found', `There is no change ${id}.`, 'Look it up with list_changes.');

export const alreadyUndone = (id: string, by: string) =>
  new IdeError('already_undone', `The change ${id} was undone by ${by}.`, `To have it back, call redo with change_id ${id}.`);

export const notUndone = (id: string, rolledBack = false) =>
  new IdeError(
    'not_undone',
    rolledBack ? `The change ${id} was rolled back when it was made, not undone.` : `The change ${id} is in place; nothing has undone it.`,
    'Look at list_changes.',
  );

export interface UndoConflict {
  readonly file: string;
  // From 1, as the file is now; absent when the whole file is meant.
  readonly line?: number;
  readonly why: string;
  readonly now?: string;
  readonly wanted?: string;
  readonly change?: string;
}

export const undoConflict = (what: string, conflicts: readonly UndoConflict[]) =>
  new IdeError(
    'undo_conflict',
    `${what} cannot be taken back: ${conflicts.length === 1 ? 'one place was' : `${conflicts.length} places were`} changed since. Nothing was written.`,
    'Undo the later changes first (see list_changes), or edit the places by hand.',
    { conflicts },
  );

export interface TextPlace {
  readonly line: number;
  readonly text: string;
}

export const textNotFound = (file: string, text: string, near: readonly TextPlace[], tolerant: boolean) =>
  new IdeError(
    'text_not_found',
    `${file} does not hold this text: ${text.length > 120 ? `${text.slice(0, 120)}…` : text}`,
    tolerant ? 'Read the file again; it may have changed.' : "Copy it exactly from read_file, or pass whitespace: 'tolerant'.",
    near.length > 0 ? { candidates: near } : {},
  );

export const ambiguousText = (file: string, places: readonly TextPlace[], total: number) =>
  new IdeError('ambiguous_text', `The text stands at ${total} places in ${file}.`, 'Make old_text longer, or pass all: true to replace every one.', {
    candidates: places,
  });

// Never without an error that was found: what nobody has checked is no reason to refuse.
// `checkedAfter` is why it was written and taken back, where engines could not be shown it before.
export const newErrorsRefused = (tool: string, errors: NotEmpty<unknown>, total: number, checkedAfter?: string) =>
  new IdeError(
    'new_errors',
    `${tool} is refused and nothing has changed: it would bring ${total === 1 ? 'a new error' : `${total} new errors`}.${checkedAfter === undefined ? '' : ` It was checked after writing and taken back: ${checkedAfter}`}`,
    "Change what is listed first, or call with verify: 'report' to write it nevertheless.",
    { newErrors: errors },
  );

export const editingElsewhere = (root: string) =>
  new IdeError(
    'editing_elsewhere',
    'Files are not changed through a VS Code window.',
    `Call the tool of a Binnacle beside it: binnacle mcp, or binnacle serve --project ${root}. The window sees the result.`,
  );

export const recordsUnwritable = (why: string) =>
  new IdeError(
    'records_unwritable',
    `The change could not be recorded in Binnacle's state folder, so it was not made: ${why}.`,
    'Free space on that disk, or set XDG_STATE_HOME to a folder that you can write to.',
  );

// Symbols

// With what is so at the column, where the line has names and none is near it.
export const noNameOnLine = (file: string, line: number, text: string, atColumn?: string) =>
  new IdeError(
    'no_name_on_line',
    atColumn === undefined ? `Line ${line} of ${file} holds no name: ${text.trim() || '(blank)'}` : `Line ${line} of ${file} holds no name there: ${atColumn}`,
    'Pass the line of the symbol, its name, or a snippet with the target written <<name>>.',
  );

export const symbolNotFound = (what: string, hint?: string, near: readonly SymbolCandidate[] = []) =>
  new IdeError(
    'symbol_not_found',
    `No symbol found for ${what}.`,
    hint ?? 'Check the spelling, or look it up with search_symbols.',
    near.length > 0 ? { candidates: near } : {},
  );

export const ambiguousSymbol = (
  what: string,
  candidates: readonly SymbolCandidate[],
  next = 'Call again with file and line of the one you mean.',
  total = candidates.length,
) => new IdeError('ambiguous_symbol', `${what} could mean ${total} symbols.`, next, { candidates });

export const symbolUnderspecified = () =>
  new IdeError(
    'symbol_underspecified',
    'The symbol is not pointed at.',
    'Pass one of: file + line + column, file + line + name, name (with or without file), file + snippet with the target written <<name>>.',
  );

export const snippetNotFound = (file: string, reason: string) =>
  new IdeError(
    'snippet_not_found',
    `The snippet does not point at a place in ${file}: ${reason}.`,
    'Copy the text exactly from the file and write the target as <<name>>.',
  );

export const notAMember = (name: string) =>
  new IdeError('not_a_member', `${name} is not a member of a class or interface.`, 'Point at a method or property where it is declared or used.');

export const notAType = (name: string) =>
  new IdeError('not_a_type', `${name} is not a class or interface, and has none as its type.`, 'Point at a type, or find its uses with find_references.');

export const notCallable = (name: string) =>
  new IdeError(
    'not_callable',
    `${name} is not a function or method.`,
    'Point at a function where it is declared or called, or find its uses with find_references.',
  );

// Quick fixes

export const staleQuickFix = (id: string, file: string) =>
  new IdeError('stale_quick_fix', `${file} has changed since the quick fix ${id} was listed.`, 'Call list_quick_fixes again and use an id of its answer.');

export const unknownQuickFix = (id: string) =>
  new IdeError(
    'unknown_quick_fix',
    `No engine offers the quick fix ${id}.`,
    'Use an id of list_quick_fixes unchanged; call it again if files or settings have changed.',
  );

// Searches

export const invalidPattern = (pattern: string, why: string, next: string) =>
  new IdeError('invalid_pattern', `The pattern ${pattern} is not valid: ${why}.`, next);

export const unknownLanguage = (language: string, known: readonly string[]) =>
  new IdeError('unknown_language', `There is no grammar for ${language}.`, `Pass one of: ${known.join(', ')}.`);

// Packages

export const unknownPackage = (name: string, why: string, close: readonly string[] = []) =>
  new IdeError(
    'unknown_package',
    `There is no package ${name} here: ${why}.`,
    close.length > 0 ? `Did you mean ${close.join(' or ')}?` : 'list_dependencies shows what the project depends on.',
    close.length > 0 ? { candidates: close } : {},
  );

export const sourcesMissing = (name: string, why: string, next: string) =>
  new IdeError('sources_missing', `The sources of ${name} are not here: ${why}.`, next);

export const packageManagerMissing = (program: string, why: string) =>
  new IdeError('package_manager_missing', why, `Install ${program}, or fetch the packages of the project yourself.`);

export const fetchFailed = (command: string, output: string) =>
  new IdeError('fetch_failed', `${command} failed: ${output || 'it said nothing'}`, 'Fix what it says, or run it yourself, and call again.');

// Engines

export const noEngine = (file: string, language: string, install?: string) =>
  new IdeError(
    'no_engine',
    `No language server serves ${language || 'this kind of file'} (${file}).`,
    install ?? 'Use read_file and text search for this file.',
  );

export const unsupportedByEngine = (engine: string, what: string, instead?: string) =>
  new IdeError('unsupported', `${engine} cannot do this: ${what}.`, instead ?? 'Use another tool for this file.');

// Only dialects say this: our own tools answer what they know, with complete: false.
export const indexNotReady = (why: string) => new IdeError('index_not_ready', `The index is not ready yet: ${why}`, 'Call again in a few seconds.');

export const engineFailed = (engine: string, message: string) =>
  new IdeError('engine_failed', `${engine} answered with an error: ${message}`, 'Call again; if it happens twice, look at index_status.');

export const engineUnavailable = (engine: string, why: string) =>
  new IdeError('engine_unavailable', `${engine} is not running: ${why}.`, 'Look at index_status; it is started again with the next call after a pause.');
