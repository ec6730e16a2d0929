// What Binnacle has changed in configurations of agents, with the text from before: for undo, and to leave nothing behind. Only the person may read it, because configurations hold secrets.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readSmallBytes, smallFile } from '../base/files/smallFile.ts';
import { systemErrorCode } from '../base/files/systemError.ts';
import { stateFolderUnusable } from '../ide/errors/machineErrors.ts';
import { AGENT_IDS, SCOPES } from './agents.ts';

const MadeShape = z.object({
  file: z.boolean(),
  // Outermost first.
  folders: z.array(z.string()).readonly(),
  // How many of those above the entry, from the inside.
  containers: z.number(),
  list: z.boolean(),
});
// What was not there before us.
export type Made = Readonly<z.infer<typeof MadeShape>>;
export const NOTHING_MADE: Made = { file: false, folders: [], containers: 0, list: false };

const RecordShape = z.object({
  id: z.string(),
  at: z.string(),
  agent: z.enum(AGENT_IDS),
  scope: z.enum(SCOPES),
  action: z.enum(['install', 'uninstall']),
  file: z.string(),
  target: z.string(),
  project: z.string().optional(),
  format: z.enum(['json', 'toml']),
  entry: z.array(z.string()).readonly(),
  // Of the bytes before and after.
  before: z.string(),
  after: z.string(),
  mode: z.number(),
  made: MadeShape,
  // The record whose backup is the file without us, as long as nobody else has changed it.
  origin: z.string().optional(),
  isUndone: z.boolean(),
});
export type RegistrationRecord = Readonly<z.infer<typeof RecordShape>>;

// Enough for every agent several times over.
const MOST_RECORDS = 100;
const LARGEST_BACKUP = 64 * 1024 * 1024;

// Newest first.
export function recordsIn(state: string): readonly RegistrationRecord[] {
  return names(state)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .flatMap((name) => {
      const text = smallFile(join(folderOf(state), name));
      const parsed = RecordShape.safeParse(text === undefined ? undefined : parsedJson(text));
      return parsed.success ? [parsed.data] : [];
    });
}

// The bytes before that change; undefined where there was no file, or the backup is gone.
export function backupOf(state: string, { id }: Pick<RegistrationRecord, 'id'>): Buffer | undefined {
  try {
    return readSmallBytes(backupFile(state, id), LARGEST_BACKUP);
  } catch {
    return undefined;
  }
}

export function backupFile(state: string, id: string): string {
  return join(folderOf(state), `${id}.backup`);
}

// How our entry came to stand in the file, if we wrote it.
export function registrationOf(state: string, target: string, entry: readonly string[]): EarlierRegistration | undefined {
  const latest = recordsIn(state).find((record) => record.target === target && isDeepStrictEqual(record.entry, entry) && !record.isUndone);
  if (latest?.action !== 'install') return undefined;
  const first = latest.origin === undefined ? undefined : recordsIn(state).find(({ id }) => id === latest.origin);
  const bytes = first === undefined ? undefined : backupOf(state, first);
  const isWhole = first !== undefined && (bytes !== undefined || first.before === 'absent');
  return { made: latest.made, fingerprint: latest.after, originId: latest.origin, origin: isWhole ? { bytes, mode: first.mode } : undefined };
}

export interface EarlierRegistration {
  readonly made: Made;
  // Of the file as we left it.
  readonly fingerprint: string;
  readonly originId: string | undefined;
  // The file before us.
  readonly origin: { readonly bytes: Buffer | undefined; readonly mode: number } | undefined;
}

// before: the bytes that a change replaces, kept until it is long ago. Written first, so that nothing is changed that cannot be taken back.
export function keepRecord(state: string, record: Omit<RegistrationRecord, 'id' | 'at' | 'isUndone'>, before: Buffer | undefined): RegistrationRecord {
  const at = new Date().toISOString();
  const id = `${at.replace(/\D/g, '')}-${randomBytes(4).toString('hex')}`;
  const kept: RegistrationRecord = { ...record, id, at, isUndone: false, ...(record.origin === 'self' && { origin: id }) };
  if (before !== undefined) writePrivately(state, `${id}.backup`, before);
  writeRecord(state, kept);
  for (const old of recordsIn(state).slice(MOST_RECORDS)) forgetRecord(state, old.id);
  return kept;
}

export function writeRecord(state: string, record: RegistrationRecord): void {
  writePrivately(state, `${record.id}.json`, Buffer.from(JSON.stringify(record)));
}

export function forgetRecord(state: string, id: string): void {
  for (const extension of ['json', 'backup']) rmSync(join(folderOf(state), `${id}.${extension}`), { force: true });
}

function writePrivately(state: string, name: string, bytes: Buffer): void {
  const folder = folderOf(state);
  const temporary = join(folder, `${name}.${process.pid}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, bytes, { mode: 0o600 });
    renameSync(temporary, join(folder, name));
  } catch (error) {
    throw stateFolderUnusable(folder, systemErrorCode(error) ?? String(error));
  }
}

function names(state: string): readonly string[] {
  try {
    return readdirSync(folderOf(state));
  } catch {
    return [];
  }
}

function folderOf(state: string): string {
  return join(state, 'registrations');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
