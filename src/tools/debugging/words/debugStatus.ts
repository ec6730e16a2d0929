// Where a program stands: one answer with everything that an agent asks next, and how it is printed.
import { z } from 'zod';
import { Bound } from '../../../base/waiting/abort.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import type { Breakpoint } from '../../../ide/breakpoints.ts';
import type { DebugSession, DebugThread, StackFrame, Stop, ThrownException } from '../../../ide/doors/debugging.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf, isLibrary } from '../../words/place.ts';
import {
  type AgentValue,
  detailFor,
  type ShownDetail,
  shortened,
  tellValue,
  tellWatch,
  valueOutput,
  variablesOf,
  watchesOf,
  watchOutput,
} from './debugValue.ts';
import { movedBy } from './movedBy.ts';
import { cutLines, sourceAround } from './sourceAround.ts';

export const frameOutput = z.object({
  index: z.number(),
  function: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  // Somebody else's code.
  library: z.literal(true).optional(),
});
export type AgentFrame = z.infer<typeof frameOutput>;

export const threadOutput = z.object({
  id: z.number(),
  name: z.string(),
  // Parked by its runtime, where the debugger tells.
  waiting: z.literal(true).optional(),
  group: z.string().optional(),
});

export function agentThread({ id, name, waiting, group }: DebugThread): z.infer<typeof threadOutput> {
  return { id, name, ...(waiting === true && { waiting }), ...(group !== undefined && { group }) };
}

// While none is stopped: the one that stopped last, else the first, which is the program's own.
export function currentThread(threads: readonly DebugThread[]): DebugThread | undefined {
  return threads.find(({ latest }) => latest) ?? threads[0];
}

export const statusShape = {
  sessionId: z.string(),
  name: z.string(),
  state: z.enum(['paused', 'running', 'ended']),
  // Why it stands still: breakpoint, step, pause, exception, signal, entry.
  reason: z.string().optional(),
  location: z.object({ file: z.string().optional(), line: z.number(), function: z.string() }).optional(),
  // What was hit, with the values in its condition.
  breakpoints: z
    .array(
      z.object({ id: z.string(), condition: z.string().optional(), values: z.array(valueOutput).optional(), error: z.string().optional(), hits: z.number() }),
    )
    .optional(),
  // With how long its message is, where not all of it is shown.
  exception: z.object({ type: z.string(), message: z.string(), length: z.number().optional() }).optional(),
  thread: threadOutput.optional(),
  threadCount: z.number().optional(),
  stack: z.array(frameOutput).optional(),
  // How many frames there are, as far as that is known.
  depth: z.number().optional(),
  // The stack goes on beyond that.
  deeper: z.literal(true).optional(),
  frameIndex: z.number().optional(),
  variables: z.array(valueOutput).optional(),
  // Not all of them are shown.
  moreVariables: z.literal(true).optional(),
  // More variables, for expand_variable.
  scopes: z.array(z.object({ name: z.string(), id: z.string() })).optional(),
  watches: z.array(watchOutput).optional(),
  // Numbered; > marks the line that runs next, * a breakpoint.
  source: z.array(z.string()).optional(),
  cutLines: cutLines.optional(),
  // The end of what was printed while the call waited.
  output: z.string().optional(),
  // How many characters it has, where not all are shown.
  outputLength: z.number().optional(),
  // How it has ended, in words.
  ended: z.string().optional(),
  exitCode: z.number().optional(),
  signal: z.string().optional(),
  notes: z.array(z.string()).optional(),
};
export const statusOutput = z.object(statusShape);
export type Status = z.infer<typeof statusOutput>;

export interface StatusWanted {
  readonly frames?: number | undefined;
  readonly sourceLines?: number | undefined;
  readonly variables?: boolean | undefined;
  // Output from this number on is included.
  readonly outputSince?: number | undefined;
}

const USUAL_FRAMES = 5;
const USUAL_LINES = 5;
const FARTHEST_OWN = 30;
// Where the depth of a stack must be counted. Endless recursion is deeper, and says no more.
const DEEPEST = 10_000;
// Some debuggers answer nothing while the program runs.
const THREADS = seconds(2);
const MOST_UNPLACED = 5;

export async function statusOf(context: ProjectContext<'debugging'>, session: DebugSession, wanted: StatusWanted = {}): Promise<Status> {
  const detail = detailFor(context);
  const named = () => ({
    sessionId: session.id,
    name: session.name,
    ...(wanted.outputSince !== undefined && printedSince(session, wanted.outputSince, detail)),
  });
  const { state } = session;
  if (state.state === 'ended')
    return {
      ...named(),
      state: 'ended',
      ended: state.why,
      ...(state.exitCode !== undefined && { exitCode: state.exitCode }),
      ...(state.signal !== undefined && { signal: state.signal }),
      ...noted(await neverInPlace(context, session)),
    };
  if (state.state === 'running') return { ...named(), state: 'running', ...(detail.isWhole && (await runningThreads(session, context.signal))) };
  try {
    const stopped = await stoppedStatus(context, session, state.stop, wanted);
    // What the program printed before it stopped may arrive after the stop, and before the answers to what was asked since.
    return { ...named(), ...stopped };
  } catch (error) {
    // Somebody else let it go, or it died, while we looked; what the debugger said about the stop that is over is no answer.
    const now = session.state;
    const isOver = now.state !== 'paused' || now.stop !== state.stop;
    if (!(error instanceof IdeError) || !isOver || !['not_paused', 'session_ended', 'adapter_failed'].includes(error.code)) throw error;
    return statusOf(context, session, wanted);
  }
}

// Nothing where the debugger does not tell, or not in time.
async function runningThreads(session: DebugSession, signal: AbortSignal): Promise<Pick<Status, 'thread' | 'threadCount'>> {
  using bound = new Bound(signal, THREADS);
  const threads = await session.threads(bound.signal).catch((error: unknown) => {
    if (signal.aborted || !(error instanceof IdeError || bound.passed)) throw error;
    return [];
  });
  const thread = currentThread(threads);
  return { ...(thread !== undefined && { thread: agentThread(thread), threadCount: threads.length }) };
}

function noted(notes: readonly string[]): { notes?: string[] } {
  return notes.length === 0 ? {} : { notes: [...notes] };
}

// A breakpoint that is nowhere looks like one that was never reached.
async function neverInPlace({ ide, signal }: ProjectContext<'debugging'>, session: DebugSession): Promise<string[]> {
  const { unplaced } = session;
  if (unplaced.length === 0) return [];
  const reasons = new Map(unplaced.map(({ id, why }) => [id, why]));
  const known = (await ide.debugging.breakpoints.list(signal)).filter(({ id }) => reasons.has(id));
  const named = known.flatMap((one) => {
    const place = one.kind === 'line' ? `${fileOf(ide.project, one.uri)}:${one.line + 1}` : one.kind === 'function' ? one.name : undefined;
    return place === undefined ? [] : [{ name: `${one.id} (${place})`, why: reasons.get(one.id) }];
  });
  const explained = named.slice(0, MOST_UNPLACED).flatMap(({ name, why }) => (why === undefined ? [] : [`Never in place: ${name}. ${why}`]));
  const others = named.filter(({ why }) => why === undefined).map(({ name }) => name);
  if (others.length === 0) return explained;
  const shown = others.slice(0, MOST_UNPLACED).join(', ');
  const more = others.length > MOST_UNPLACED ? ` and ${others.length - MOST_UNPLACED} more` : '';
  const guess = "their code was not loaded, was not found in what ran, or is a library's that the debugger leaves alone";
  return [...explained, `Never in place, because ${guess}: ${shown}${more}.`];
}

async function stoppedStatus(
  context: ProjectContext<'debugging'>,
  session: DebugSession,
  stop: Stop,
  wanted: StatusWanted,
): Promise<Omit<Status, 'sessionId' | 'name' | 'output'>> {
  const { signal, ide } = context;
  const detail = detailFor(context);
  const most = Math.max(wanted.frames ?? USUAL_FRAMES, session.selectedFrame + 1);
  const [{ frames, total: said }, threads, breakpoints] = await Promise.all([
    session.frames(stop.thread, framesAsked(most, detail), signal),
    session.threads(signal),
    ide.debugging.breakpoints.list(signal),
  ]);
  const frame = frames[session.selectedFrame] ?? frames[0];
  const known = {
    state: 'paused' as const,
    reason: stop.reason,
    ...(stop.exception !== undefined && { exception: agentException(stop.exception, detail) }),
    thread: agentThread(threads.find(({ id }) => id === stop.thread) ?? { id: stop.thread, name: '', paused: true }),
    threadCount: threads.length,
  };
  if (frame === undefined) return { ...known, notes: ['The debugger shows no frame here.'] };
  const inside = { session, stop };
  // Together: each is a round trip to the debugger, and some answer after 40 ms.
  const [{ variables, scopes, hasMore }, watches, { source, cut }, ...hit] = await Promise.all([
    wanted.variables === false ? { variables: [], scopes: [], hasMore: false } : variablesOf(inside, frame, detail, signal),
    watchesOf(context, session, frame),
    sourceAround(context, frame, wanted.sourceLines ?? USUAL_LINES, breakpoints),
    // A condition holds where the program stopped, whichever frame is looked at.
    ...stop.breakpoints.map((id) => hitBreakpoint(context, session, frames[0] ?? frame, { id, breakpoint: breakpoints.find((one) => one.id === id) })),
  ]);
  const isOutdated = frame.uri !== undefined && session.isOutdated(frame.uri);
  const notes = [
    ...movedBy(context, session),
    ...(isOutdated ? [`${fileOf(ide.project, frame.uri ?? '')} was changed after the program started: the lines that run may be others.`] : []),
  ];
  return {
    ...known,
    location: { ...fileAt(context, frame), line: frame.line + 1, function: frame.name },
    ...(hit.length > 0 && { breakpoints: hit }),
    stack: frames.slice(0, most).map((one, index) => agentFrame(context, one, index)),
    ...depthOf(frames.length, said, detail),
    ...(session.selectedFrame > 0 && { frameIndex: session.selectedFrame }),
    ...(variables.length > 0 && { variables: [...variables] }),
    ...(hasMore && { moreVariables: true as const }),
    ...(scopes.length > 0 && { scopes: [...scopes] }),
    ...(watches.length > 0 && { watches: [...watches] }),
    ...(source.length > 0 && { source }),
    ...(cut.length > 0 && { cutLines: [...cut] }),
    ...(notes.length > 0 && { notes }),
  };
}

// What debuggers say of it is often an estimate; counted it is so.
export function depthOf(counted: number, said: number | undefined, { isWhole }: ShownDetail): { depth?: number; deeper?: true } {
  if (!isWhole) return said === undefined ? {} : { depth: said };
  return counted < DEEPEST ? { depth: counted } : { depth: Math.max(counted, said ?? 0), deeper: true };
}

// How many frames to ask for, where so many are wanted.
export function framesAsked(wanted: number, { isWhole }: ShownDetail): number {
  return isWhole ? DEEPEST : wanted;
}

function agentException({ type, message }: ThrownException, { exception: longest, isWhole }: ShownDetail): NonNullable<Status['exception']> {
  const { text, length } = shortened(message, longest, isWhole);
  return { type, message: text, ...(length !== undefined && { length }) };
}

// An exception is thrown inside a library, and a pause finds a program waiting in one; what an agent looks for is the project's own code.
export async function lookAtOwnCode({ ide, signal }: ProjectContext<'debugging'>, session: DebugSession): Promise<void> {
  const { state } = session;
  if (state.state !== 'paused' || !['exception', 'signal', 'pause'].includes(state.stop.reason)) return;
  // Somebody else may have let it go meanwhile; the status says so.
  const { frames } = await session.frames(state.stop.thread, FARTHEST_OWN, signal).catch(() => ({ frames: [] }));
  const own = frames.findIndex(({ uri, subtle }) => uri !== undefined && !subtle && !isLibrary(ide.project, uri));
  if (own > 0) session.selectFrame(own);
}

export function agentFrame(context: ProjectContext<'debugging'>, frame: StackFrame, index: number): AgentFrame {
  const library = frame.subtle || frame.uri === undefined || isLibrary(context.ide.project, frame.uri);
  return {
    index,
    function: frame.name,
    ...fileAt(context, frame),
    ...(frame.uri !== undefined && { line: frame.line + 1 }),
    ...(library && { library: true as const }),
  };
}

export function* tellStatus(value: Status): Iterable<string> {
  const head = headOf(value);
  const stack = (value.stack ?? []).map(tellFrame);
  const variables = (value.variables ?? []).map(tellValue);
  const watches = (value.watches ?? []).map(tellWatch);
  const scopes = (value.scopes ?? []).map(({ name, id }) => `${name}  [${id}]`);
  const output = value.output === undefined ? [] : ['Output:', value.output.trimEnd()];
  yield [
    ...head,
    ...(value.source ?? []),
    ...titled('Stack', stack),
    ...titled('Variables', variables),
    ...titled('More', scopes),
    ...titled('Watches', watches),
    ...output,
  ].join('\n');
  yield [...head, ...titled('Stack', stack), ...titled('Variables', variables.slice(0, 10)), ...titled('Watches', watches)].join('\n');
  yield head.join('\n');
}

export function tellFrame({ index, function: name, file, line, library }: AgentFrame): string {
  return `#${index} ${name}${file === undefined ? '' : ` ${file}:${line ?? '?'}`}${library === undefined ? '' : ' (library)'}`;
}

function headOf(value: Status): string[] {
  const { sessionId, name, state, reason, location, exception, ended, notes = [] } = value;
  const where = location === undefined ? '' : ` at ${location.file ?? '(no file)'}:${location.line} in ${location.function}`;
  const why = reason === undefined ? '' : ` (${reason})`;
  return [
    `Session ${sessionId} (${name}) ${state === 'paused' ? `is paused${where}${why}` : state === 'ended' ? `has ended: ${ended}` : 'is running'}.`,
    ...(exception === undefined ? [] : [tellException(exception)]),
    ...(value.breakpoints ?? []).map(
      ({ id, condition, values = [], error }) =>
        `Breakpoint ${id}${condition === undefined ? '' : ` if ${condition}`}${values.length === 0 ? '' : `, where ${values.map(tellValue).join(', ')}`}${error === undefined ? '' : `: ${error}`}`,
    ),
    ...notes,
  ];
}

function tellException({ type, message }: { type: string; message: string }): string {
  if (message === '' || message.startsWith(type)) return message || type;
  return `${type}: ${message}`;
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

// What made the condition true: its names and what they are worth.
async function hitBreakpoint(
  { signal }: ProjectContext<'debugging'>,
  session: DebugSession,
  frame: StackFrame,
  { id, breakpoint }: { id: string; breakpoint: Breakpoint | undefined },
): Promise<NonNullable<Status['breakpoints']>[number]> {
  // One that was for a single stop is gone with it.
  if (breakpoint === undefined) return { id, hits: 1 };
  const { hits } = breakpoint;
  const condition = breakpoint.kind === 'exception' ? undefined : breakpoint.condition;
  if (condition === undefined) return { id, hits };
  const names = namesIn(condition);
  const known = names.map(async (name): Promise<AgentValue[]> => {
    const value = await session.evaluate(name, frame.id, signal).catch(() => undefined);
    return value === undefined ? [] : [{ name, value: shortened(value.value, 100).text }];
  });
  const values = (await Promise.all(known)).flat();
  // Most debuggers stop where they cannot evaluate it. What calls or sets something is not asked once more: it would happen twice.
  const isAsked = values.length !== names.length && !DOES_SOMETHING.test(condition);
  const error = isAsked ? await session.evaluate(condition, frame.id, signal).then(() => undefined, whyNot) : undefined;
  return { id, condition, hits, ...(values.length > 0 && { values }), ...(error !== undefined && { error: shortened(error, 200).text }) };
}

const DOES_SOMETHING = /[(`]|\+\+|--|(?<![=!<>])=(?!=)/;

function whyNot(error: unknown): string | undefined {
  return error instanceof IdeError && ['evaluation_failed', 'evaluation_interrupted', 'evaluation_stuck'].includes(error.code) ? error.message : undefined;
}

const MOST_NAMES = 4;
const NO_NAMES = new Set([
  'and',
  'or',
  'not',
  'is',
  'in',
  'None',
  'True',
  'False',
  'true',
  'false',
  'null',
  'undefined',
  'nil',
  'typeof',
  'instanceof',
  'this',
  'self',
  'if',
  'else',
]);

function namesIn(condition: string): string[] {
  const withoutTexts = condition.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  const names = withoutTexts.match(/(?<![\w.$"])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?!\s*\()/g) ?? [];
  return [...new Set(names)].filter((name) => !NO_NAMES.has(name)).slice(0, MOST_NAMES);
}

function fileAt({ ide }: ProjectContext<'debugging'>, { uri }: StackFrame): { file?: string } {
  return uri === undefined ? {} : { file: fileOf(ide.project, uri) };
}

function printedSince(session: DebugSession, number: number, { output: longest }: ShownDetail): Pick<Status, 'output' | 'outputLength'> {
  const text = session.output
    .since(number)
    // What the debugger says about itself is in read_debug_output.
    .filter(({ category }) => category !== 'console')
    .map((entry) => entry.text)
    .join('');
  if (text === '') return {};
  return text.length <= longest ? { output: text } : { output: `…${text.slice(-longest)}`, outputLength: text.length };
}
