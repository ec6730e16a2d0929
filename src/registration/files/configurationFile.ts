// A configuration file of somebody else: read without harm from what it may be, written whole or not at all, with its mode, owner, link and byte order mark kept.
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { readSmallBytes } from '../../base/files/smallFile.ts';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { configurationChanged, configurationUnusable } from '../../ide/errors/registrationErrors.ts';

// Claude Code keeps its whole history of projects in one; nobody writes so much by hand.
const LARGEST = 64 * 1024 * 1024;
// A project's own, which anybody may have written.
const LARGEST_OF_PROJECT = 1024 * 1024;
const BYTE_ORDER_MARK = '\uFEFF';

export interface ConfigurationFile {
  // As its agent names it.
  readonly path: string;
  // Where its bytes are: the end of a link.
  readonly target: string;
  // Undefined where there is none yet.
  readonly content: FileContent | undefined;
}

export interface FileContent {
  readonly bytes: Buffer;
  // Without the mark.
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  readonly mode: number;
}

// project: of a file that must lie inside of it, because whoever wrote the project must not choose another file of the person's.
export function readConfigurationFile(path: string, project?: string): ConfigurationFile {
  const target = targetOf(path, project);
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats === undefined) return { path, target, content: undefined };
  if (!stats.isFile()) throw configurationUnusable(path, stats.isDirectory() ? 'is a folder' : 'is not a regular file');
  const largest = project === undefined ? LARGEST : LARGEST_OF_PROJECT;
  if (stats.size > largest) throw configurationUnusable(path, `has ${stats.size} bytes, which is more than any configuration`);
  const bytes = explained(path, 'cannot be read', () => readSmallBytes(target, largest));
  return { path, target, content: { ...decoded(path, bytes), bytes, mode: stats.mode & 0o7777 } };
}

export function encoded(text: string, hasByteOrderMark: boolean): Buffer {
  return Buffer.from((hasByteOrderMark ? BYTE_ORDER_MARK : '') + text, 'utf8');
}

export function fingerprint(bytes: Buffer | undefined): string {
  return bytes === undefined ? 'absent' : createHash('sha256').update(bytes).digest('hex');
}

// Throws where what is there is not what was read.
export function refuseChanged(read: ConfigurationFile, project?: string): void {
  const now = readConfigurationFile(read.path, project);
  if (now.target !== read.target || fingerprint(now.content?.bytes) !== fingerprint(read.content?.bytes)) throw configurationChanged(read.path);
}

// The folders that will have to be made for it, outermost first.
export function missingFolders({ target }: ConfigurationFile): readonly string[] {
  const missing: string[] = [];
  for (let each = dirname(target); !existsSync(each) && dirname(each) !== each; each = dirname(each)) missing.unshift(each);
  return missing;
}

export function writeConfigurationFile({ path, target }: ConfigurationFile, bytes: Buffer, mode: number): void {
  const before = statSync(target, { throwIfNoEntry: false });
  // A rename would pass over it, but whoever has taken the right to write it has a reason: it is generated, or kept elsewhere.
  if (before !== undefined && (before.mode & 0o222) === 0)
    throw configurationUnusable(path, 'is read-only; it may be written by another program, such as a manager of dotfiles');
  explained(path, 'cannot be written', () => {
    mkdirSync(dirname(target), { recursive: true });
    // Under a rename its other names would keep the old text.
    if (before !== undefined && before.nlink > 1) writeInPlace(target, bytes, mode);
    else replaceFile(target, bytes, mode, before);
    if (fingerprint(readSmallBytes(target, LARGEST)) !== fingerprint(bytes)) throw configurationChanged(path);
  });
}

// Of a file that we have made, with the folders that we have made for it and that hold nothing else.
export function removeConfigurationFile({ path, target }: ConfigurationFile, folders: readonly string[]): void {
  explained(path, 'cannot be removed', () => rmSync(target, { force: true }));
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody uses it.
      return;
    }
  }
}

function replaceFile(target: string, bytes: Buffer, mode: number, before: Stats | undefined): void {
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (before !== undefined && process.platform !== 'win32') {
      const own = statSync(temporary);
      if (own.uid !== before.uid || own.gid !== before.gid) chownSync(temporary, before.uid, before.gid);
    }
    chmodSync(temporary, mode);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    // Whoever may write the file may not be allowed to make one beside it, or one of the same group.
    if (before === undefined || !['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) throw error;
    writeInPlace(target, bytes, mode);
  }
}

// With the old text again where that fails.
function writeInPlace(target: string, bytes: Buffer, mode: number): void {
  const before = readSmallBytes(target, LARGEST);
  if ((statSync(target).mode & 0o7777) !== mode) chmodSync(target, mode);
  try {
    writeFileSync(target, bytes);
  } catch (error) {
    writeFileSync(target, before);
    throw error;
  }
}

function targetOf(path: string, project: string | undefined): string {
  const link = explained(path, 'cannot be read', () => lstatSync(path, { throwIfNoEntry: false }));
  const target = explained(path, link?.isSymbolicLink() ? 'is a link to nothing' : 'cannot be read', () =>
    link === undefined ? join(realParent(dirname(path)), basename(path)) : realpathSync(path),
  );
  if (project === undefined) return target;
  const root = explained(project, 'is a project that cannot be read', () => realpathSync(project));
  const inside = relative(root, target);
  if (inside === '..' || inside.startsWith(`..${sep}`) || inside === target) throw configurationUnusable(path, 'leads out of the project');
  return target;
}

// Of a folder that may have to be made.
function realParent(folder: string): string {
  if (existsSync(folder) || dirname(folder) === folder) return realpathSync(folder);
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return realpathSync(folder);
  return join(realParent(dirname(folder)), basename(folder));
}

function decoded(path: string, bytes: Buffer): { text: string; hasByteOrderMark: boolean } {
  const whole = explained(path, 'is not text in UTF-8', () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  const hasByteOrderMark = whole.startsWith(BYTE_ORDER_MARK);
  return { text: hasByteOrderMark ? whole.slice(1) : whole, hasByteOrderMark };
}

function explained<Result>(path: string, what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof IdeError) throw error;
    const code = systemErrorCode(error);
    throw configurationUnusable(path, code === undefined ? what : `${what} (${code})`);
  }
}
