// The result models of the JetBrains debugger plugin, made of our answers: every field is there, with null where there is nothing to say.
import { z } from 'zod';
import { given } from './jetbrainsIndexWords.ts';

export const project = { projectPath: z.string().optional().describe('Absolute path of the project, if more than one is open.') };
export const session = { session_id: z.string().min(1).optional().describe('The current session if left out.') };
export const filePath = z.string().min(1).describe('Path of the file.');

const value = z.object({ name: z.string(), value: z.string(), type: z.string().optional(), id: z.string().optional() });
const frame = z.object({ index: z.number(), function: z.string(), file: z.string().optional(), line: z.number().optional(), library: z.boolean().optional() });
const watch = z.object({ id: z.string(), expression: z.string(), value: z.string().optional(), type: z.string().optional(), error: z.string().optional() });
const breakpoint = z.object({
  id: z.string(),
  type: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  enabled: z.boolean(),
  condition: z.string().optional(),
  logMessage: z.string().optional(),
  hits: z.number(),
  temporary: z.boolean().optional(),
  exception: z.string().optional(),
  caught: z.boolean().optional(),
  uncaught: z.boolean().optional(),
  verified: z.boolean(),
});
const thread = z.object({ id: z.number(), name: z.string() });

export const answers = {
  value,
  frame,
  watch,
  breakpoint,
  status: z.object({
    sessionId: z.string(),
    name: z.string(),
    state: z.string(),
    reason: z.string().optional(),
    location: z.object({ file: z.string().optional(), line: z.number(), function: z.string() }).optional(),
    breakpoints: z.array(z.object({ id: z.string(), condition: z.string().optional(), hits: z.number() })).optional(),
    exception: z.object({ type: z.string(), message: z.string() }).optional(),
    thread: thread.optional(),
    threadCount: z.number().optional(),
    stack: z.array(frame).optional(),
    depth: z.number().optional(),
    frameIndex: z.number().optional(),
    variables: z.array(value).optional(),
    watches: z.array(watch).optional(),
    source: z.array(z.string()).optional(),
    output: z.string().optional(),
    exitCode: z.number().optional(),
  }),
};

type Status = z.infer<typeof answers.status>;

// DebugSessionStatus. What was printed and how it ended have no field in the model, and stand beside it.
export function statusModel(status: Status): Record<string, unknown> {
  const { sessionId, name, state, reason, location, breakpoints = [], exception, stack = [], depth, variables = [], watches = [], source = [] } = status;
  const [hit] = breakpoints;
  return {
    sessionId,
    name,
    state: stateModel(state),
    pausedReason: reason ?? null,
    currentLocation: location === undefined ? null : { file: location.file ?? '', line: location.line, ...named(location.function), signature: null },
    breakpointHit: hit === undefined ? null : { id: hit.id, condition: hit.condition ?? null, hitCount: hit.hits },
    stackSummary: stack.map((one) => frameModel(one, status.frameIndex ?? 0)),
    totalStackDepth: depth ?? stack.length,
    variables: variables.map(valueModel),
    watches: watches.map(watchModel),
    sourceContext: source.length === 0 || location === undefined ? null : sourceModel(location.file ?? '', source),
    currentThread:
      status.thread === undefined ? null : { id: String(status.thread.id), name: status.thread.name, state: 'paused', isCurrent: true, group: null },
    threadCount: status.threadCount ?? 0,
    ...(exception !== undefined && { exception }),
    ...(status.output !== undefined && { output: status.output }),
    ...(status.exitCode !== undefined && { exitCode: status.exitCode }),
  };
}

export function stateModel(state: string): string {
  return state === 'ended' ? 'stopped' : state;
}

export function frameModel({ index, function: name, file, line, library = false }: z.infer<typeof frame>, current: number): Record<string, unknown> {
  return { index, file: file ?? null, line: line ?? null, ...named(name), isCurrent: index === current, isLibrary: library };
}

export function valueModel({ name, value: text, type, id }: z.infer<typeof value>): Record<string, unknown> {
  return { name, value: text, type: type ?? '', hasChildren: id !== undefined, id: id ?? null };
}

export function watchModel({ id, expression, value: text, type, error }: z.infer<typeof watch>): Record<string, unknown> {
  return { id, expression, value: text ?? null, type: type ?? null, error: error ?? null };
}

export function breakpointModel(one: z.infer<typeof breakpoint>): Record<string, unknown> {
  return {
    id: one.id,
    type: one.type === 'function' ? 'method' : one.type,
    file: one.file ?? null,
    line: one.line ?? null,
    enabled: one.enabled,
    condition: one.condition ?? null,
    logMessage: one.logMessage ?? null,
    suspendPolicy: one.type === 'exception' || one.logMessage === undefined ? 'all' : 'none',
    hitCount: one.hits,
    temporary: one.temporary ?? false,
    exceptionClass: one.exception ?? null,
    caught: one.caught ?? null,
    uncaught: one.uncaught ?? null,
  };
}

// SourceContext, of lines as in ">*14  code".
export function sourceModel(file: string, source: readonly string[]): Record<string, unknown> {
  const lines = source.flatMap((line) => {
    const [, current, marked, number, content = ''] = /^([ >])([ *])\s*(\d+)(?: {2}(.*))?$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), content, isCurrent: current === '>', isMarked: marked === '*' }];
  });
  return {
    file,
    startLine: lines[0]?.number ?? 0,
    endLine: lines.at(-1)?.number ?? 0,
    currentLine: lines.find(({ isCurrent }) => isCurrent)?.number ?? 0,
    lines: lines.map(({ number, content, isCurrent }) => ({ number, content, isCurrent })),
    breakpointsInView: lines.filter(({ isMarked }) => isMarked).map(({ number }) => number),
  };
}

// Cart.total is total of Cart; where there is no class there is none.
function named(name: string): { className: string | null; methodName: string } {
  const [, className, methodName] = /^(.+)(?:\.|::|#)([^.:#]+)$/.exec(name) ?? [];
  return { className: className ?? null, methodName: methodName ?? name };
}

interface InProject {
  readonly projectPath?: string | undefined;
}

// Ours for theirs, without what was not given.
export function inProject({ projectPath }: InProject, values: Record<string, unknown> = {}): Record<string, unknown> {
  return given({ project_path: projectPath, ...values });
}
