// Values of a running program as agents read them: short, by name, with an id for what is inside.
import { z } from 'zod';
import type { ChildrenPage, DebugSession, DebugValue, StackFrame, Stop } from '../../../ide/doors/debugging.ts';
import { unknownVariable } from '../../../ide/errors/debugErrors.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { Asker, ProjectContext } from '../../tool.ts';
import { type CutText, cutText, hasRoomForAll } from '../../words/room.ts';
import { type PausedSession, sessionMeant } from './debugSession.ts';

export const valueOutput = z.object({
  name: z.string(),
  value: z.string(),
  type: z.string().optional(),
  // For expand_variable; holds until the program goes on.
  id: z.string().optional(),
  // How many elements are inside.
  size: z.number().optional(),
  // How many characters there are, where not all are shown.
  length: z.number().optional(),
  typeLength: z.number().optional(),
  // Something is left out, nobody knows how much.
  cut: z.boolean().optional(),
});
export type AgentValue = z.infer<typeof valueOutput>;

export const watchOutput = z.object({
  id: z.string(),
  expression: z.string(),
  value: z.string().optional(),
  type: z.string().optional(),
  error: z.string().optional(),
  // How many characters the value, or the error, has, where not all are shown.
  length: z.number().optional(),
  typeLength: z.number().optional(),
  // Something is left out, nobody knows how much.
  cut: z.boolean().optional(),
});
export type AgentWatch = z.infer<typeof watchOutput>;

// How much of a program one answer shows, in characters where nothing else is said.
export interface ShownDetail {
  // In a list; alone a value may be longer.
  readonly value: number;
  readonly alone: number;
  readonly type: number;
  readonly line: number;
  readonly output: number;
  readonly exception: number;
  // Of a stop, and of a frame that is asked about.
  readonly variables: number;
  readonly frameVariables: number;
  // Of the variables together.
  readonly together: number;
  // Whether the threads of a program that runs are shown, and how deep its stack is where its debugger does not know.
  readonly isWhole: boolean;
}

const BRIEF: ShownDetail = {
  value: 120,
  alone: 4_000,
  // A long type, as of a C++ template, says less than it costs.
  type: 60,
  line: 160,
  output: 1_200,
  exception: 500,
  variables: 40,
  frameVariables: 200,
  together: Number.POSITIVE_INFINITY,
  isWhole: false,
};
// For those who have the room: what is longer is no longer an answer.
const WHOLE: ShownDetail = {
  value: 20_000,
  alone: 200_000,
  type: 4_000,
  line: 10_000,
  output: 100_000,
  exception: 20_000,
  variables: 2_000,
  frameVariables: 2_000,
  together: 400_000,
  isWhole: true,
};
export function detailFor(context: Pick<ProjectContext, 'budget'>): ShownDetail {
  return hasRoomForAll(context) ? WHOLE : BRIEF;
}

export function agentValue(value: DebugValue, session: DebugSession, stop: Stop, { value: longest, type: longestType, isWhole }: ShownDetail): AgentValue {
  const short = shortened(value.value, longest, isWhole);
  const type = value.type === undefined ? undefined : shortened(value.type, longestType, isWhole);
  return {
    name: value.name,
    value: short.text,
    ...(type !== undefined && { type: type.text }),
    ...(value.reference > 0 && { id: `${session.id}.${stop.number}.${value.reference}` }),
    ...(value.indexed !== undefined && value.indexed > 0 && { size: value.indexed }),
    ...(type?.length !== undefined && { typeLength: type.length }),
    ...leftOut(value, short, isWhole),
  };
}

// How long the whole is, or that nobody knows. Where there is little room, a text that says itself what it lacks is enough.
function leftOut({ length, isCut = false }: Pick<DebugValue, 'length' | 'isCut'>, short: CutText, isWhole: boolean): { length?: number; cut?: true } {
  const all = length ?? (isCut ? undefined : short.length);
  if (all !== undefined) return { length: all };
  return isCut && (isWhole || short.length !== undefined) ? { cut: true } : {};
}

// Alone, with its own line breaks.
export function wholeValue(value: DebugValue, session: DebugSession, stop: Stop, detail: ShownDetail): AgentValue {
  return agentValue(value, session, stop, { ...detail, value: detail.alone, isWhole: true });
}

export function tellValue({ name, value, type, id, size }: AgentValue): string {
  // What is cut says how much there is, where its own text does not.
  const count = size === undefined || !/(?:…|\.\.\.)$/.test(value) || new RegExp(`\\b${size}\\b`).test(`${type ?? ''} ${value}`) ? '' : ` (${size} elements)`;
  return `${name}${type === undefined ? '' : `: ${type}`} = ${value}${count}${id === undefined ? '' : `  [${id}]`}`;
}

export function tellWatch({ id, expression, value, error }: AgentWatch): string {
  return `${expression} = ${value ?? `(${error ?? 'not known while the program runs'})`}  [${id}]`;
}

export interface Inside extends PausedSession {
  readonly reference: number;
}

// Throws unknown_variable for what is no id, or one of an earlier stop.
export function insideOf(context: Asker<'debugging'>, id: string): Inside {
  const [, sessionId, stopNumber, reference] = /^(\w+)\.(\d+)\.(\d+)$/.exec(id) ?? [];
  if (sessionId === undefined) throw unknownVariable(id, 'it is no id of a value');
  const session = sessionMeant(context, sessionId);
  const { state } = session;
  if (state.state !== 'paused') throw unknownVariable(id, state.state === 'ended' ? 'its session has ended' : 'the program runs');
  if (state.stop.number !== Number(stopNumber)) throw unknownVariable(id, 'the program has gone on since');
  return { session, stop: state.stop, reference: Number(reference) };
}

// Throws unknown_variable where the debugger does not know the number.
export async function childrenOf({ session, reference }: Inside, id: string, page: ChildrenPage, signal: AbortSignal): Promise<readonly DebugValue[]> {
  return session.children(reference, page, signal).catch((error: unknown) => {
    throw error instanceof IdeError && error.code === 'adapter_failed' ? unknownVariable(id, 'the debugger does not know it') : error;
  });
}

export interface ScopeOfFrame {
  readonly name: string;
  readonly reference: number;
  // Whether it is shown without being asked for.
  readonly near: boolean;
}

// What is a frame's own comes first; globals, registers and modules only by name.
export async function scopesOf(session: DebugSession, frame: StackFrame, signal: AbortSignal): Promise<readonly ScopeOfFrame[]> {
  const scopes = await session.scopes(frame.id, signal);
  // Behind the kind some debuggers name the function, which may be called anything.
  const near = (name: string) => !/global|register|static|module|special|class var|function var/i.test(name.replace(/[:(].*$/s, ''));
  const anyNear = scopes.some(({ name, expensive }) => !expensive && near(name));
  return scopes.map(({ name, reference, expensive }, index) => ({ name, reference, near: anyNear ? !expensive && near(name) : index === 0 }));
}

export interface VariablesOfFrame {
  readonly variables: readonly AgentValue[];
  // What was left out, by the id under which it can be had.
  readonly scopes: readonly { name: string; id: string }[];
  // Not all variables are shown.
  readonly hasMore: boolean;
}

export async function variablesOf({ session, stop }: PausedSession, frame: StackFrame, detail: ShownDetail, signal: AbortSignal): Promise<VariablesOfFrame> {
  const scopes = await scopesOf(session, frame, signal);
  const variables: AgentValue[] = [];
  const near = scopes.filter((scope) => scope.near).map(({ reference }) => session.children(reference, { start: 0, count: detail.variables + 1 }, signal));
  for (const inside of await Promise.all(near)) {
    const names = new Set(variables.map(({ name }) => name));
    // An inner scope hides the names of an outer one, and debuggers add groups that are no variables.
    for (const value of inside) if (!names.has(value.name) && !isGroup(value)) variables.push(agentValue(value, session, stop, detail));
  }
  const shown = fitting(variables.slice(0, detail.variables), detail);
  const hasMore = shown.length < variables.length;
  return {
    variables: shown,
    scopes: scopes.filter((scope) => !scope.near || hasMore).map(({ name, reference }) => ({ name, id: `${session.id}.${stop.number}.${reference}` })),
    hasMore,
  };
}

// As many as there is room for together.
export function fitting(variables: readonly AgentValue[], { together }: ShownDetail): readonly AgentValue[] {
  let left = together;
  const end = variables.findIndex(({ name, value, type = '' }) => {
    left -= name.length + value.length + type.length;
    return left < 0;
  });
  // The first is shown in any case.
  return end < 0 ? variables : variables.slice(0, Math.max(1, end));
}

export async function watchesOf(context: ProjectContext<'debugging'>, session: DebugSession, frame: StackFrame): Promise<readonly AgentWatch[]> {
  const { ide, owner, signal } = context;
  const { value: longest, type: longestType, isWhole } = detailFor(context);
  const watches = await ide.debugging.watches.list(signal);
  // An expression can do anything to a program, and whoever looks at another agent's changes nothing.
  if (session.owner !== owner) return watches.map(({ id, expression }) => ({ id, expression, error: "not evaluated in another agent's session" }));
  return Promise.all(
    watches.map(async ({ id, expression }) => {
      try {
        const { value, type, length, isCut } = await session.evaluate(expression, frame.id, signal);
        const short = shortened(value, longest, isWhole);
        const shortType = type === undefined ? undefined : shortened(type, longestType, isWhole);
        return {
          id,
          expression,
          value: short.text,
          ...(shortType !== undefined && { type: shortType.text }),
          ...(shortType?.length !== undefined && { typeLength: shortType.length }),
          ...leftOut({ length, isCut }, short, isWhole),
        };
      } catch (error) {
        if (signal.aborted) throw error;
        const said = error instanceof Error ? error.message : String(error);
        const { text, length } = shortened(said.replace(`${expression} cannot be evaluated here: `, ''), longest, isWhole);
        return { id, expression, error: text, ...(length !== undefined && { length }) };
      }
    }),
  );
}

// On one line, unless line breaks are wanted.
export function shortened(text: string, longest: number, withLineBreaks = false): CutText {
  const cut = cutText(withLineBreaks ? text : text.replaceAll(/\s*\n\s*/g, ' '), longest);
  return cut.length === undefined ? cut : { text: cut.text, length: text.length };
}

// What adapters call "special variables", and their kin.
function isGroup({ name, value }: DebugValue): boolean {
  return value === '' && / variables$/.test(name);
}
