// The history on disk: one file of JSON lines for each daemon that wrote one, the first line saying which.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { isAlive, type ProcessIdentity } from '../../base/processes/processIdentity.ts';
import type { CallRecord } from './journal.ts';

const Owner = z.object({ pid: z.number(), started: z.string() });

const Line = z.object({
  id: z.string(),
  time: z.string(),
  client: z.string(),
  project: z.string().exactOptional(),
  tool: z.string(),
  parameters: z.unknown(),
  status: z.enum(['pending', 'success', 'error']),
  durationMs: z.number().exactOptional(),
  answerTokens: z.number().exactOptional(),
  affectedFiles: z.array(z.string()).exactOptional(),
  result: z.string().exactOptional(),
  error: z.string().exactOptional(),
});

interface HistoryFile {
  readonly path: string;
  readonly owner: ProcessIdentity;
  readonly records: readonly CallRecord[];
}

export function headerLine(owner: ProcessIdentity): string {
  return `${JSON.stringify({ pid: owner.pid, started: owner.started })}\n`;
}

// Of every daemon, the oldest first.
export async function readHistory(folder: string): Promise<CallRecord[]> {
  const files = await Promise.all((await historyFilesIn(folder)).map(readHistoryFile));
  return merged(files.flatMap((file) => file?.records ?? []));
}

export interface TakenHistory {
  readonly records: readonly CallRecord[];
  // To be called when the records are safe elsewhere.
  forget(): Promise<void>;
}

// What dead daemons left, now in our hands. If we die too, the next one takes it from us.
export async function takeOver(folder: string): Promise<TakenHistory> {
  const records: CallRecord[] = [];
  const paths: string[] = [];
  for (const path of await historyFilesIn(folder)) {
    const file = await readHistoryFile(path);
    if (file === undefined || isAlive(file.owner)) continue;
    // Of several that see the dead one, the first to rename it has it.
    const own = join(folder, `taken-${randomUUID()}.jsonl`);
    if (!(await renamed(path, own))) continue;
    records.push(...file.records);
    paths.push(own);
  }
  return {
    records: merged(records),
    forget: async () => {
      for (const path of paths) await rm(path, { force: true });
    },
  };
}

// Of dead daemons; a living one clears its own.
export async function clearDeadHistory(folder: string): Promise<void> {
  const { forget } = await takeOver(folder);
  await forget();
}

// The last word about each call, in the order in which they began.
export function merged(records: readonly CallRecord[]): CallRecord[] {
  const byId = new Map<string, CallRecord>();
  for (const record of records) if (byId.get(record.id)?.status === undefined || record.status !== 'pending') byId.set(record.id, record);
  return [...byId.values()].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

async function historyFilesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

// Undefined when it has gone meanwhile, or is not a history.
async function readHistoryFile(path: string): Promise<HistoryFile | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [first = '', ...lines] = text.split('\n');
  const owner = Owner.safeParse(parsed(first));
  if (!owner.success) return undefined;
  const records = merged(lines.flatMap((line) => record(line)));
  return { path, owner: owner.data, records: isAlive(owner.data) ? records : records.map(ended) };
}

// The last line of a killed daemon may be half a line.
function record(line: string): CallRecord[] {
  const result = Line.safeParse(parsed(line));
  return result.success ? [result.data] : [];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function ended(record: CallRecord): CallRecord {
  return record.status === 'pending' ? { ...record, status: 'error', error: 'daemon_ended: The daemon ended while this call ran.' } : record;
}

async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch {
    return false;
  }
}
