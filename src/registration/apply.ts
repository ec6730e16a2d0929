// Writes what was planned, with a backup, and takes it back.
import { isDeepStrictEqual } from 'node:util';
import { configurationUnusable, nothingToUndo } from '../ide/errors/registrationErrors.ts';
import { type AgentId, knownAgent, type Scope } from './agents.ts';
import {
  type ConfigurationFile,
  encoded,
  fingerprint,
  missingFolders,
  readConfigurationFile,
  refuseChanged,
  removeConfigurationFile,
  writeConfigurationFile,
} from './files/configurationFile.ts';
import { withLock } from './files/sharedLock.ts';
import { type ConfigurationText, withEntryOf } from './formats/format.ts';
import { left, type Plan, type PlannedEdit, withoutServer } from './plan.ts';
import {
  backupFile,
  backupOf,
  forgetRecord,
  keepRecord,
  type Made,
  NOTHING_MADE,
  type RegistrationRecord,
  recordsIn,
  registrationOf,
  writeRecord,
} from './records.ts';

// A change that was made and can be undone.
export interface Applied {
  readonly id: string;
  readonly at: string;
  readonly action: 'install' | 'uninstall';
  readonly agent: AgentId;
  readonly scope: Scope;
  // What the agent calls us.
  readonly name: string;
  readonly file: string;
  // Where the text from before is kept; undefined where there was no file.
  readonly backup: string | undefined;
}

export interface Undone {
  readonly file: string;
  // Whether the file is as it was before, byte for byte; otherwise somebody had changed it, and only our entry is as before.
  readonly isExact: boolean;
}

// Undefined where nothing had to change. Throws where the file is not as it was planned for; then nothing is written.
export async function apply(plan: Plan, state: string, signal: AbortSignal): Promise<Applied | undefined> {
  const { summary, edit } = plan;
  if (summary.change === 'none') return undefined;
  return await withLock(edit.lock, edit.read.path, signal, () => {
    refuseChanged(edit.read, edit.project);
    const kept = keepRecord(state, recordOf(plan, state), edit.read.content?.bytes);
    try {
      written(edit, kept.made);
    } catch (error) {
      // The backup of a file that is not as it was is all that is left of it.
      if (isStill(edit.read)) forgetRecord(state, kept.id);
      throw error;
    }
    return appliedOf(kept, state);
  });
}

// The latest change for the agent that is not undone.
export function lastApplied(agent: string, state: string): Applied {
  const latest = recordsIn(state).find((record) => record.agent === knownAgent(agent).id && !record.isUndone);
  if (latest === undefined) throw nothingToUndo(knownAgent(agent).title);
  return appliedOf(latest, state);
}

// All that can be undone, newest first.
export function appliedChanges(state: string): readonly Applied[] {
  return recordsIn(state)
    .filter(({ isUndone }) => !isUndone)
    .map((record) => appliedOf(record, state));
}

export async function undo(id: string, state: string, signal: AbortSignal): Promise<Undone> {
  const record = recordsIn(state).find((each) => each.id === id && !each.isUndone);
  if (record === undefined) throw nothingToUndo(id);
  const agent = knownAgent(record.agent);
  const before = backupOf(state, record);
  if (before === undefined && record.before !== 'absent')
    throw configurationUnusable(record.file, 'cannot be given back, because its backup is gone', 'Take the entry out with binnacle uninstall.');
  return await withLock(agent.places[record.scope]?.lock?.(record.file), record.file, signal, () => {
    const read = readConfigurationFile(record.file, record.project);
    const isExact = fingerprint(read.content?.bytes) === record.after;
    if (isExact) written({ read, after: before, mode: record.mode }, record.made);
    else if (read.content !== undefined) written({ read, after: withEarlierEntry(record, read, before), mode: read.content.mode }, record.made);
    writeRecord(state, { ...record, isUndone: true });
    return { file: record.file, isExact };
  });
}

function isStill({ target, content }: ConfigurationFile): boolean {
  try {
    return fingerprint(readConfigurationFile(target).content?.bytes) === fingerprint(content?.bytes);
  } catch {
    return false;
  }
}

function written({ read, after, mode }: Pick<PlannedEdit, 'read' | 'after' | 'mode'>, made: Made): void {
  if (after === undefined) removeConfigurationFile(read, made.folders);
  else writeConfigurationFile(read, after, mode);
}

function withEarlierEntry(record: RegistrationRecord, read: ConfigurationFile, before: Buffer | undefined): Buffer | undefined {
  const text: ConfigurationText = { format: record.format, text: read.content?.text ?? '', file: record.file };
  const earlier = before?.toString('utf8').replace(/^\uFEFF/, '') ?? '';
  const restored = withEntryOf(text, earlier, record.entry);
  const bare = withoutServer(knownAgent(record.agent), text, record.entry, record.action === 'install' ? record.made : NOTHING_MADE);
  // Nothing was there before us either.
  const hadNone = isDeepStrictEqual(restored, withEntryOf(text, '', record.entry));
  return hadNone ? left(read, bare, record.made) : encoded(restored, read.content?.hasByteOrderMark ?? false);
}

function recordOf({ summary, edit }: Plan, state: string): Omit<RegistrationRecord, 'id' | 'at' | 'isUndone'> {
  const earlier = registrationOf(state, edit.read.target, edit.entry);
  const before = fingerprint(edit.read.content?.bytes);
  const continues = earlier?.originId !== undefined && earlier.fingerprint === before ? earlier.originId : undefined;
  // What an earlier installation has made is still ours.
  const made = edit.wasThere && earlier !== undefined ? earlier.made : { ...edit.made, folders: missingFolders(edit.read) };
  const origin = summary.action === 'install' ? (edit.wasThere ? continues : 'self') : undefined;
  return {
    agent: summary.agent,
    scope: summary.scope,
    action: summary.action,
    file: edit.read.path,
    target: edit.read.target,
    ...(edit.project !== undefined && { project: edit.project }),
    format: edit.format,
    entry: edit.entry,
    before,
    after: fingerprint(edit.after),
    mode: edit.read.content?.mode ?? edit.mode,
    made,
    ...(origin !== undefined && { origin }),
  };
}

function appliedOf({ id, at, action, agent, scope, entry, file, before }: RegistrationRecord, state: string): Applied {
  return { id, at, action, agent, scope, name: entry.at(-1) ?? '', file, backup: before === 'absent' ? undefined : backupFile(state, id) };
}
