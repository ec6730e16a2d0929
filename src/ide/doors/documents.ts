// The door to text: what is on disk, and what an editor holds unsaved.
import type { TextSnapshot } from '../text.ts';

export interface Documents {
  // The URI of a folder outside the project for files that try something out; absent where none can be written.
  readonly scratch?: string;

  // Returns once everything that changed on disk before the call is known here and has been sent to the engines.
  // Whoever asks on behalf of the same call passes on what it returns (Ide.asOf), so that nobody waits for the same twice.
  settle(signal: AbortSignal): Promise<DiskState>;

  // Throws file_not_found, is_a_folder, binary_file, file_too_large or outside_project.
  read(uri: string, signal: AbortSignal): Promise<TextSnapshot>;

  // The bytes of any file on disk, at most so many. Throws file_not_found, is_a_folder, file_too_large, file_unreadable or outside_project.
  readBytes(uri: string, most: number, signal: AbortSignal): Promise<Uint8Array>;

  // A project-relative or absolute path as the agent wrote it, to the URI of an existing or possible file inside the project.
  // Resolves symlinks; throws outside_project.
  locate(file: string): Promise<string>;

  // The same for an entry of a folder: of a link the link itself, not what it leads to. Absent where links are not known.
  locateEntry?(file: string): Promise<string>;

  // The links that would lead elsewhere or nowhere if what is at a URI were at another, or gone.
  linksBrokenBy?(from: string, to: string | undefined, signal: AbortSignal): Promise<readonly string[]>;

  // Every other name by which the project's links lead to a file, given its own. Names through installed packages count only where a configuration keeps them.
  namesOf?(uri: string, signal: AbortSignal): Promise<readonly string[]>;

  // Files of the project that version control would see, sorted by path.
  list(query: FileQuery, signal: AbortSignal): Promise<readonly ListedFile[]>;

  // Files whose text holds the word, also in comments, strings and other languages.
  filesWithWord(word: string, signal: AbortSignal): Promise<readonly string[]>;

  // Files that version control ignores, installed packages and caches apart, whose text holds the word; where the host knows.
  ignoredFilesWithWord?(word: string, signal: AbortSignal): Promise<readonly string[]>;

  // Called with every change on disk, whoever made it, soon after it happened; and before the settle() that saw it resolves.
  onChanges(listener: (changes: readonly FileChange[]) => void): Disposable;
}

// How far the disk was known at one moment.
export interface DiskState {
  // In milliseconds since 1970: what changed before is known.
  readonly knownUntil: number;
}

export interface FileChange {
  readonly uri: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

export interface FileQuery {
  // Globs relative to the project; empty means every file.
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  // Folder relative to the project.
  readonly under?: string;
  readonly includeIgnored?: boolean;
  // Also links to files that are listed by their own names, which are left out otherwise: a file is one file.
  readonly links?: boolean;
}

export interface ListedFile {
  readonly uri: string;
  // Relative to the project, with forward slashes.
  readonly path: string;
  readonly bytes: number;
}
