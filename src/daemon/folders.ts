// Where Binnacle keeps its own files, by the customs of each system: its state, what a person writes for it, and what can be fetched again.
import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../base/files/systemError.ts';
import { stateFolderUnusable } from '../ide/errors/machineErrors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export function stateFolder(environment: Environment = process.env, platform: NodeJS.Platform = process.platform): string {
  const named = environment['XDG_STATE_HOME'];
  if (named) return join(named, 'binnacle');
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'binnacle');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'binnacle');
  return join(homedir(), '.local', 'state', 'binnacle');
}

export function configurationFolder(environment: Environment = process.env, platform: NodeJS.Platform = process.platform): string {
  const named = environment['XDG_CONFIG_HOME'];
  if (named) return join(named, 'binnacle');
  if (platform === 'win32') return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'binnacle');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'binnacle');
  return join(homedir(), '.config', 'binnacle');
}

export function cacheFolder(environment: Environment = process.env, platform: NodeJS.Platform = process.platform): string {
  const named = environment['XDG_CACHE_HOME'];
  if (named) return join(named, 'binnacle');
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'binnacle');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'binnacle');
  return join(homedir(), '.cache', 'binnacle');
}

// The folder, made if need be; nobody else may look inside.
export function privateFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch (error) {
    throw stateFolderUnusable(folder, systemErrorCode(error) ?? String(error));
  }
}

// Whole or not at all: a reader never sees half a file.
export function writePrivateFile(file: string, text: string): void {
  privateFolder(dirname(file));
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    throw stateFolderUnusable(dirname(file), systemErrorCode(error) ?? String(error));
  }
}

// The same, where there is none yet. False where another process was first, whose file it stays.
export function createPrivateFile(file: string, text: string): boolean {
  privateFolder(dirname(file));
  const temporary = `${file}.${process.pid}.new`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    // A link appears with its whole content or not at all, and never replaces; a plain exclusive write could be read while it is empty.
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw stateFolderUnusable(dirname(file), systemErrorCode(error) ?? String(error));
  } finally {
    rmSync(temporary, { force: true });
  }
}
