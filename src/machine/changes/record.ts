// One change set on disk: a line of JSON, the contents before and after, and last the word that says how it ended.
//
// The line is on disk for good before anything is laid into the project, and the contents are before anything of the project is touched. So whoever finds
// a record without that word knows exactly what the project held before, and whoever finds one without contents knows what waits in the project for nothing.
import { z } from 'zod';
import type { FileState } from './fileState.ts';

export interface FileStep {
  // Relative to the project, with forward slashes.
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
  // Where it was, when it was moved here.
  readonly movedFrom?: string | undefined;
  readonly addedLines: number;
  readonly removedLines: number;
}

export interface ChangeRecord extends RecordHead {
  readonly steps: readonly FileStep[];
}

export type RecordHead = Omit<z.infer<typeof head>, 'steps' | 'bodies'>;
export type RecordSummary = Omit<z.infer<typeof head>, 'bodies'>;
export type Ending = 'done' | 'rolled back';

const stateHead = z.discriminatedUnion('kind', [
  // Its bytes are the body of this number.
  z.object({ kind: z.literal('file'), body: z.number(), mode: z.number() }),
  z.object({ kind: z.literal('link'), target: z.string() }),
]);

// What is known of a change before it is made.
export const authored = z.object({
  id: z.string(),
  time: z.string(),
  // Who asked, as in "claude-code 2.1".
  author: z.string(),
  connection: z.string().exactOptional(),
  tool: z.string(),
  title: z.string(),
  renames: z.object({ from: z.string(), to: z.string(), isMember: z.boolean().optional() }).exactOptional(),
  refuses: z.literal(true).exactOptional(),
  grant: z.number().exactOptional(),
  owner: z.object({ pid: z.number(), started: z.string() }),
});

// Paths are relative to the project, as in steps. The port's ObservedChange says what each means.
const observed = z.object({
  unknown: z.array(z.object({ path: z.string(), kind: z.enum(['created', 'changed', 'deleted']), why: z.string() })),
  moreUnknown: z.number().optional(),
  ignored: z.object({ files: z.number(), folders: z.array(z.string()) }).optional(),
  alongside: z.array(z.string()).optional(),
  repositoryMoved: z.literal(true).optional(),
  interrupted: z.literal(true).optional(),
});

export type ObservedHead = z.infer<typeof observed>;

const head = authored.extend({
  // The change set that this one takes back.
  undoes: z.string().optional(),
  // The same of some of its hunks, or of several change sets at once.
  undoesPart: z.object({ id: z.string(), hunks: z.array(z.number()).readonly() }).exactOptional(),
  undoesAll: z.array(z.string()).readonly().exactOptional(),
  // Folders that did not exist before, outermost first.
  newFolders: z.array(z.string()),
  // Folders that hold nothing afterwards and go too, innermost first.
  oldFolders: z.array(z.string()),
  steps: z.array(
    z.object({
      path: z.string(),
      before: stateHead.optional(),
      after: stateHead.optional(),
      movedFrom: z.string().optional(),
      addedLines: z.number(),
      removedLines: z.number(),
    }),
  ),
  // Of what was seen, not written.
  observed: observed.optional(),
  // How long each body is.
  bodies: z.array(z.number()),
});

type StateHead = z.infer<typeof stateHead>;

const LINE_FEED = 10;

export interface EncodedRecord {
  readonly head: Buffer;
  // Everything behind it, up to and with the place of the ending.
  readonly contents: readonly Buffer[];
  // Where the ending stands.
  readonly length: number;
}

export function encodeRecord(record: ChangeRecord): EncodedRecord {
  // What was moved as it is stands in two steps with the same bytes, which are kept once.
  const bodies = new Map<Buffer, number>();
  const headOf = (state: FileState): StateHead | undefined => {
    if (state === undefined || state.kind === 'link') return state;
    const body = bodies.get(state.bytes) ?? bodies.size;
    bodies.set(state.bytes, body);
    return { kind: 'file', body, mode: state.mode };
  };
  const steps = record.steps.map((step) => ({ ...step, before: headOf(step.before), after: headOf(step.after) }));
  const lengths = [...bodies.keys()].map(({ length }) => length);
  const first = Buffer.from(`${JSON.stringify({ ...record, steps, bodies: lengths })}\n`);
  const length = lengths.reduce((sum, each) => sum + each, first.length + 1);
  return { head: first, contents: [...bodies.keys(), Buffer.from(`\n${endingLine(undefined)}`)], length };
}

// Undefined when it was cut short while it was written; then nothing of the project had been touched.
export function decodeRecord(bytes: Buffer): { readonly record: ChangeRecord; readonly ending: Ending | undefined } | undefined {
  const summary = decodeSummary(bytes);
  if (summary === undefined) return undefined;
  const contents: Buffer[] = [];
  let at = bytes.indexOf(LINE_FEED) + 1;
  for (const length of summary.bodies) {
    contents.push(bytes.subarray(at, at + length));
    at += length;
  }
  if (bytes[at] !== LINE_FEED) return undefined;
  const stateOf = (state: StateHead | undefined): FileState => {
    if (state === undefined || state.kind === 'link') return state;
    return { kind: 'file', mode: state.mode, bytes: contents[state.body] ?? Buffer.alloc(0) };
  };
  const steps = summary.steps.map((step) => ({ ...step, before: stateOf(step.before), after: stateOf(step.after) }));
  return { record: { ...summary, steps }, ending: endingIn(bytes.toString('utf8', at + 1)) };
}

// From the beginning of a record, which must reach to the end of its first line.
export function decodeSummary(bytes: Buffer): (RecordSummary & { readonly bodies: readonly number[] }) | undefined {
  const end = bytes.indexOf(LINE_FEED);
  return end < 0 ? undefined : head.safeParse(parsed(bytes.toString('utf8', 0, end))).data;
}

// Whole, but not in our words: whoever wrote it knows what to do with it.
export function isFromAnotherVersion(bytes: Buffer): boolean {
  const end = bytes.indexOf(LINE_FEED);
  const line = end < 0 ? undefined : parsed(bytes.toString('utf8', 0, end));
  return line !== undefined && !head.safeParse(line).success;
}

// A disk that lost power may keep the length of a file without what was in it.
export function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

// Always as long, so that its place is taken with the record, and a disk that is full by then takes it all the same.
export function endingLine(ending: Ending | undefined): string {
  return `${(ending ?? '').padEnd(LONGEST_ENDING)}\n`;
}

const LONGEST_ENDING = 'rolled back'.length;

export function endingIn(text: string): Ending | undefined {
  const word = text.trim();
  return word === 'done' || word === 'rolled back' ? word : undefined;
}
