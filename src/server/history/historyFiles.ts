// The history on disk: one file of JSON lines for each daemon that wrote one, the first line saying which.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { isAlive, type ProcessIdentity } from '../../base/processes/processIdentity.ts';
import type { CallRecord, RecordedCall } from './callRecord.ts';
import { LONGEST_ANSWER, MOST_ANSWERS } from './wholeAnswers.ts';

const Owner = z.object({ pid: z.number(), started: z.string() });

const call = {
  time: z.string(),
  tool: z.string(),
  caption: z.string().exactOptional(),
  parameters: z.unknown(),
  status: z.enum(['pending', 'success', 'error']),
  project: z.string().exactOptional(),
  durationMs: z.number().exactOptional(),
  answerTokens: z.number().exactOptional(),
  affectedFiles: z.array(z.string()).exactOptional(),
  moreFiles: z.number().exactOptional(),
  changeId: z.string().exactOptional(),
  grant: z.number().exactOptional(),
  result: z.string().exactOptional(),
  error: z.string().exactOptional(),
};

const RecordLine = z.object({
  ...call,
  id: z.string(),
  client: z.string(),
  connection: z.string().exactOptional(),
  door: z.string().exactOptional(),
  dialect: z.string().exactOptional(),
  isRequest: z.literal(true).exactOptional(),
  ownTool: z.string().exactOptional(),
  inner: z.array(z.object(call)).exactOptional(),
  moreInner: z.number().exactOptional(),
  cutFrom: z.number().exactOptional(),
});

// Beside the row, because it comes later and goes earlier.
const AnswerLine = z.object({ answerTo: z.string(), text: z.string() });

// What is on disk, the oldest row first, and the whole answers by id of their row.
export interface StoredHistory {
  readonly records: readonly CallRecord[];
  readonly answers: ReadonlyMap<string, string>;
}

interface HistoryFile extends StoredHistory {
  readonly path: string;
  readonly owner: ProcessIdentity;
}

export function recordLine(record: CallRecord): string {
  return `${JSON.stringify(record)}\n`;
}

export function answerLine(id: string, text: string): string {
  return `${JSON.stringify({ answerTo: id, text })}\n`;
}

export function headerLine(owner: ProcessIdentity): string {
  return `${JSON.stringify({ pid: owner.pid, started: owner.started })}\n`;
}

// Of every daemon, the oldest first, with the whole answers where there are any.
export async function readHistory(folder: string): Promise<CallRecord[]> {
  const files = await Promise.all((await historyFilesIn(folder)).map(readHistoryFile));
  const { records, answers } = joined(files.flatMap((file) => file ?? []));
  return records.map((record) => withAnswer(record, answers.get(record.id)));
}

// With as much of its answer as is known.
export function withAnswer(record: CallRecord, answer: string | undefined): CallRecord {
  if (answer === undefined) return record;
  const { cutFrom, ...rest } = record;
  return { ...rest, result: answer, ...(cutFrom !== undefined && cutFrom > LONGEST_ANSWER && { cutFrom }) };
}

export interface TakenHistory extends StoredHistory {
  // To be called when the records are safe elsewhere.
  forget(): Promise<void>;
}

// What dead daemons left, now in our hands. If we die too, the next one takes it from us.
export async function takeOver(folder: string): Promise<TakenHistory> {
  const taken: HistoryFile[] = [];
  for (const path of await historyFilesIn(folder)) {
    const file = await readHistoryFile(path);
    if (file === undefined || isAlive(file.owner)) continue;
    // Of several that see the dead one, the first to rename it has it.
    const own = join(folder, `taken-${randomUUID()}.jsonl`);
    if (await renamed(path, own)) taken.push({ ...file, path: own });
  }
  return {
    ...joined(taken),
    forget: async () => {
      for (const { path } of taken) await rm(path, { force: true });
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
  for (const record of records)
    if (byId.get(record.id)?.status === undefined || record.status !== 'pending' || byId.get(record.id)?.status === 'pending') byId.set(record.id, record);
  return [...byId.values()].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

// The answers of the newest calls only: a file holds those of earlier ones until it is written anew.
function joined(files: readonly HistoryFile[]): StoredHistory {
  const records = merged(files.flatMap((file) => file.records));
  const all = new Map(files.flatMap((file) => [...file.answers]));
  const newest = records.filter(({ isRequest }) => isRequest !== true).slice(-MOST_ANSWERS);
  return { records, answers: new Map(newest.flatMap(({ id }) => (all.has(id) ? [[id, all.get(id) ?? '']] : []))) };
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
  const records: CallRecord[] = [];
  const answers = new Map<string, string>();
  for (const line of lines) {
    // The last line of a killed daemon may be half a line.
    const value = parsed(line);
    const record = RecordLine.safeParse(value);
    if (record.success) records.push(record.data);
    const answer = record.success ? undefined : AnswerLine.safeParse(value).data;
    if (answer !== undefined) answers.set(answer.answerTo, answer.text);
  }
  const last = merged(records);
  return { path, owner: owner.data, records: isAlive(owner.data) ? last : last.map(endedRecord), answers };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function endedRecord(record: CallRecord): CallRecord {
  return { ...ended(record), ...(record.inner !== undefined && { inner: record.inner.map(ended) }) };
}

function ended<Call extends RecordedCall>(call: Call): Call {
  return call.status === 'pending' ? { ...call, status: 'error', error: 'daemon_ended: The daemon ended while this call ran.' } : call;
}

async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch {
    return false;
  }
}
