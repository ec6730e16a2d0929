// Values of a running program as agents read them: short, by name, with an id for what is inside.
import { z } from 'zod';
import type { ChildrenPage, DebugSession, DebugValue, StackFrame, Stop } from '../../../ide/doors/debugging.ts';
import { unknownVariable } from '../../../ide/errors/debugErrors.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { Asker, ProjectContext } from '../../tool.ts';
import { type PausedSession, sessionMeant } from './debugSession.ts';

export const valueOutput = z.object({
  name: z.string(),
  value: z.string(),
  type: z.string().optional(),
  // For expand_variable; holds until the program goes on.
  id: z.string().optional(),
  // How many elements are inside.
  size: z.number().optional(),
});
export type AgentValue = z.infer<typeof valueOutput>;

export const watchOutput = z.object({
  id: z.string(),
  expression: z.string(),
  value: z.string().optional(),
  type: z.string().optional(),
  error: z.string().optional(),
});
export type AgentWatch = z.infer<typeof watchOutput>;

// In a list; alone a value may be longer.
const SHORT = 120;
export const LONG = 4_000;
const MOST_VARIABLES = 40;

export function toldValue(value: DebugValue, session: DebugSession, stop: Stop, longest = SHORT): AgentValue {
  return {
    name: value.name,
    value: shortened(value.value, longest),
    // A long type, as of a C++ template, says less than it costs.
    ...(value.type !== undefined && { type: shortened(value.type, SHORT / 2) }),
    ...(value.reference > 0 && { id: `${session.id}.${stop.number}.${value.reference}` }),
    ...(value.indexed !== undefined && value.indexed > 0 && { size: value.indexed }),
  };
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
  const near = (name: string) => !/global|register|static|module|special|class var|function var/i.test(name);
  const anyNear = scopes.some(({ name, expensive }) => !expensive && near(name));
  return scopes.map(({ name, reference, expensive }, index) => ({ name, reference, near: anyNear ? !expensive && near(name) : index === 0 }));
}

export interface VariablesOfFrame {
  readonly variables: readonly AgentValue[];
  // What was left out, by the id under which it can be had.
  readonly scopes: readonly { name: string; id: string }[];
}

export async function variablesOf({ session, stop }: PausedSession, frame: StackFrame, signal: AbortSignal): Promise<VariablesOfFrame> {
  const scopes = await scopesOf(session, frame, signal);
  const variables: AgentValue[] = [];
  const near = scopes.filter((scope) => scope.near).map(({ reference }) => session.children(reference, { start: 0, count: MOST_VARIABLES + 1 }, signal));
  for (const inside of await Promise.all(near)) {
    // An inner scope hides the names of an outer one, and debuggers add groups that are no variables.
    for (const value of inside) if (!variables.some(({ name }) => name === value.name) && !isGroup(value)) variables.push(toldValue(value, session, stop));
  }
  return {
    variables: variables.slice(0, MOST_VARIABLES),
    scopes: scopes
      .filter((scope) => !scope.near || variables.length > MOST_VARIABLES)
      .map(({ name, reference }) => ({ name, id: `${session.id}.${stop.number}.${reference}` })),
  };
}

export async function watchesOf({ ide, owner, signal }: ProjectContext<'debugging'>, session: DebugSession, frame: StackFrame): Promise<readonly AgentWatch[]> {
  const watches = await ide.debugging.watches.list(signal);
  // An expression can do anything to a program, and whoever looks at another agent's changes nothing.
  if (session.owner !== owner) return watches.map(({ id, expression }) => ({ id, expression, error: "not evaluated in another agent's session" }));
  return Promise.all(
    watches.map(async ({ id, expression }) => {
      try {
        const { value, type } = await session.evaluate(expression, frame.id, signal);
        return { id, expression, value: shortened(value, SHORT), ...(type !== undefined && { type }) };
      } catch (error) {
        if (signal.aborted) throw error;
        const said = error instanceof Error ? error.message : String(error);
        return { id, expression, error: shortened(said.replace(`${expression} cannot be evaluated here: `, ''), SHORT) };
      }
    }),
  );
}

export function shortened(text: string, longest: number): string {
  const line = longest === LONG ? text : text.replaceAll(/\s*\n\s*/g, ' ');
  return line.length <= longest ? line : `${line.slice(0, longest)}…`;
}

// What adapters call "special variables", and their kin.
function isGroup({ name, value }: DebugValue): boolean {
  return value === '' && / variables$/.test(name);
}
