// The result models of the JetBrains debugger plugin, made of our answers: every field is there, with null where there is nothing to say, and fields of their own say what was cut.
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { functionName } from './functionName.ts';
import { cutOf, given } from './jetbrainsIndexWords.ts';

export const project = { projectPath: z.string().optional().describe('Absolute path of the project, if more than one is open.') };
export const session = { session_id: z.string().min(1).optional().describe('The current session if left out.') };
export const filePath = z.string().min(1).describe('Path of the file.');

const lengths = { length: z.number().optional(), typeLength: z.number().optional(), cut: z.boolean().optional() };
const value = z.object({ name: z.string(), value: z.string(), type: z.string().optional(), id: z.string().optional(), ...lengths });
const frame = z.object({ index: z.number(), function: z.string(), file: z.string().optional(), line: z.number().optional(), library: z.boolean().optional() });
const watch = z.object({
  id: z.string(),
  expression: z.string(),
  value: z.string().optional(),
  type: z.string().optional(),
  error: z.string().optional(),
  ...lengths,
});
const breakpoint = z.object({
  id: z.string(),
  type: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  function: z.string().optional(),
  variable: z.string().optional(),
  enabled: z.boolean(),
  condition: z.string().optional(),
  hitCondition: z.string().optional(),
  logMessage: z.string().optional(),
  suspend: z.string().optional(),
  hits: z.number(),
  passed: z.number().optional(),
  temporary: z.boolean().optional(),
  exception: z.string().optional(),
  caught: z.boolean().optional(),
  uncaught: z.boolean().optional(),
  verified: z.boolean(),
  sessions: z.array(z.object({ message: z.string().optional() })).optional(),
});
const thread = z.object({ id: z.number(), name: z.string(), waiting: z.boolean().optional(), group: z.string().optional() });
const cutLines = z.array(z.object({ line: z.number(), length: z.number() })).optional();
const scopes = z.array(z.object({ name: z.string(), id: z.string() })).optional();

export const answers = {
  value,
  frame,
  watch,
  breakpoint,
  thread,
  cutLines,
  status: z.object({
    sessionId: z.string(),
    name: z.string(),
    state: z.string(),
    reason: z.string().optional(),
    location: z.object({ file: z.string().optional(), line: z.number(), function: z.string() }).optional(),
    breakpoints: z.array(z.object({ id: z.string(), condition: z.string().optional(), error: z.string().optional(), hits: z.number() })).optional(),
    exception: z.object({ type: z.string(), message: z.string(), length: z.number().optional() }).optional(),
    thread: thread.optional(),
    threadCount: z.number().optional(),
    stack: z.array(frame).optional(),
    depth: z.number().optional(),
    deeper: z.boolean().optional(),
    frameIndex: z.number().optional(),
    variables: z.array(value).optional(),
    moreVariables: z.boolean().optional(),
    scopes,
    watches: z.array(watch).optional(),
    source: z.array(z.string()).optional(),
    cutLines,
    output: z.string().optional(),
    outputLength: z.number().optional(),
    ended: z.string().optional(),
    exitCode: z.number().optional(),
    signal: z.string().optional(),
    notes: z.array(z.string()).optional(),
  }),
};

type Status = z.infer<typeof answers.status>;
// The folder of the project, for absolute paths.
type Root = string | undefined;

// DebugSessionStatus. What has no field in the model, such as what was printed and how it ended, stands beside it.
export function statusModel(status: Status, root: Root): Record<string, unknown> {
  const { sessionId, name, state, reason, location, breakpoints = [], exception, stack = [], depth, variables = [], watches = [], source = [] } = status;
  const [hit, ...others] = breakpoints.map(hitModel);
  return {
    sessionId,
    name,
    state: stateModel(state),
    pausedReason: reason === undefined ? null : (PAUSED_REASONS[reason] ?? reason),
    currentLocation: location === undefined ? null : { file: absolute(location.file, root) ?? '', line: location.line, ...functionName(location.function) },
    breakpointHit: hit ?? null,
    stackSummary: stack.map((one) => frameModel(one, status.frameIndex ?? 0, root)),
    totalStackDepth: depth ?? stack.length,
    variables: variables.map(valueModel),
    watches: watches.map(watchModel),
    sourceContext: source.length === 0 || location === undefined ? null : sourceModel(location.file, source, status.cutLines, root),
    currentThread: status.thread === undefined ? null : threadModel(status.thread, state === 'paused' ? 'paused' : 'running', true),
    threadCount: status.threadCount ?? 0,
    ...given({
      otherBreakpointsHit: others.length > 0 ? others : undefined,
      stackDepthIsMinimum: status.deeper,
      variablesTruncated: status.moreVariables,
      otherScopes: status.scopes,
      exception: exception && { type: exception.type, message: exception.message, ...cutOf('message', exception.length) },
      output: status.output,
      ...cutOf('output', status.outputLength),
      endedBecause: status.ended,
      exitCode: status.exitCode,
      signal: status.signal,
      notes: status.notes,
    }),
  };
}

// The model knows four; a signal is thrown at the program, and at its entry it was made to wait.
const PAUSED_REASONS: Readonly<Record<string, string>> = { signal: 'exception', entry: 'pause' };

function hitModel({ id, condition, error, hits }: NonNullable<Status['breakpoints']>[number]): Record<string, unknown> {
  return { id, condition: condition ?? null, hitCount: hits, ...given({ error }) };
}

export function stateModel(state: string): string {
  return state === 'ended' ? 'stopped' : state;
}

export function threadModel({ id, name, waiting, group }: z.infer<typeof thread>, state: string, isCurrent: boolean): Record<string, unknown> {
  // Where the program stands is no waiting of its own.
  const isWaiting = waiting === true && !(isCurrent && state === 'paused');
  return { id: String(id), name, state: isWaiting ? 'waiting' : state, isCurrent, group: group ?? null };
}

export function frameModel(
  { index, function: name, file, line, library = false }: z.infer<typeof frame>,
  current: number,
  root: Root,
): Record<string, unknown> {
  const { className, methodName } = functionName(name);
  return { index, file: absolute(file, root) ?? null, line: line ?? null, className, methodName, isCurrent: index === current, isLibrary: library };
}

export function valueModel({ name, value: text, type, id, length, typeLength, cut }: z.infer<typeof value>): Record<string, unknown> {
  const truncated = given({ valueTruncated: cut });
  return {
    name,
    value: text,
    type: type ?? '',
    hasChildren: id !== undefined,
    id: id ?? null,
    ...truncated,
    ...cutOf('value', length),
    ...cutOf('type', typeLength),
  };
}

export function watchModel({ id, expression, value: text, type, error, length, typeLength, cut }: z.infer<typeof watch>): Record<string, unknown> {
  return {
    id,
    expression,
    value: text ?? null,
    type: type ?? null,
    error: error ?? null,
    ...given({ valueTruncated: cut }),
    ...cutOf(error === undefined ? 'value' : 'error', length),
    ...cutOf('type', typeLength),
  };
}

export function breakpointModel(one: z.infer<typeof breakpoint>, root: Root): Record<string, unknown> {
  return {
    id: one.id,
    type: BREAKPOINT_TYPES[one.type] ?? one.type,
    file: absolute(one.file, root) ?? null,
    line: one.line ?? null,
    enabled: one.enabled,
    condition: one.condition ?? null,
    logMessage: one.logMessage ?? null,
    suspendPolicy: one.suspend ?? (one.logMessage === undefined ? 'all' : 'none'),
    hitCount: one.hits + (one.passed ?? 0),
    temporary: one.temporary ?? false,
    exceptionClass: one.exception ?? null,
    caught: one.caught ?? null,
    uncaught: one.uncaught ?? null,
    // The model has no field for what a method or field breakpoint stands on.
    ...given({ methodName: one.function, fieldName: one.variable, hitCondition: one.hitCondition }),
  };
}

const BREAKPOINT_TYPES: Readonly<Record<string, string>> = { function: 'method', data: 'field' };

// SourceContext, of lines as in ">*14  code".
export function sourceModel(file: string | undefined, source: readonly string[], cut: z.infer<typeof cutLines>, root: Root): Record<string, unknown> {
  const lines = source.flatMap((line) => {
    const [, current, marked, number, content = ''] = /^([ >])([ *])\s*(\d+)(?: {2}([\s\S]*))?$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), content, isCurrent: current === '>', isMarked: marked === '*' }];
  });
  const lengths = new Map(cut?.map(({ line, length }) => [line, length]));
  return {
    file: absolute(file, root) ?? '',
    startLine: lines[0]?.number ?? 0,
    endLine: lines.at(-1)?.number ?? 0,
    currentLine: lines.find(({ isCurrent }) => isCurrent)?.number ?? 0,
    lines: lines.map(({ number, content, isCurrent }) => ({ number, content, isCurrent, ...cutOf('content', lengths.get(number)) })),
    breakpointsInView: lines.filter(({ isMarked }) => isMarked).map(({ number }) => number),
  };
}

// As the plugin names files; what lies outside the project is named so already.
function absolute(file: string | undefined, root: Root): string | undefined {
  return file === undefined || root === undefined || isAbsolute(file) ? file : join(root, file);
}

interface InProject {
  readonly projectPath?: string | undefined;
}

// Ours for theirs, without what was not given.
export function inProject({ projectPath }: InProject, values: Record<string, unknown> = {}): Record<string, unknown> {
  return given({ project_path: projectPath, ...values });
}
