// Breakpoints as agents read them.
import { z } from 'zod';
import { type Breakpoint, type SuspendPolicy, suspendPolicyOf } from '../../../ide/breakpoints.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../../words/place.ts';

export const breakpointOutput = z.object({
  id: z.string(),
  type: z.enum(['line', 'function', 'exception', 'data']),
  file: z.string().optional(),
  line: z.number().optional(),
  function: z.string().optional(),
  variable: z.string().optional(),
  exception: z.string().optional(),
  caught: z.boolean().optional(),
  uncaught: z.boolean().optional(),
  enabled: z.boolean(),
  condition: z.string().optional(),
  hitCondition: z.string().optional(),
  logMessage: z.string().optional(),
  // Where it is not what goes without saying: all, or none for one that logs.
  suspend: z.enum(['all', 'thread', 'none']).optional(),
  temporary: z.literal(true).optional(),
  // Stops.
  hits: z.number(),
  // Times that the program went on from it.
  passed: z.number().optional(),
  // In place in a program that runs, by its debugger's word.
  verified: z.boolean(),
  sessions: z.array(z.object({ sessionId: z.string(), verified: z.boolean(), line: z.number().optional(), message: z.string().optional() })).optional(),
});
export type AgentBreakpoint = z.infer<typeof breakpointOutput>;

export function agentBreakpoint({ ide }: ProjectContext<'debugging'>, breakpoint: Breakpoint): AgentBreakpoint {
  const { id, kind, enabled, hits, bindings } = breakpoint;
  const sessions = bindings.map(({ session, verified, line, message }) => ({
    sessionId: session,
    verified,
    ...(line !== undefined && { line: line + 1 }),
    ...(message !== undefined && { message }),
  }));
  return {
    id,
    type: kind,
    ...(breakpoint.kind === 'line' && { file: fileOf(ide.project, breakpoint.uri), line: breakpoint.line + 1 }),
    ...(breakpoint.kind === 'function' && { function: breakpoint.name }),
    ...(breakpoint.kind === 'data' && { variable: breakpoint.name }),
    ...(breakpoint.kind === 'exception'
      ? { caught: breakpoint.caught, uncaught: breakpoint.uncaught, ...(breakpoint.exception !== undefined && { exception: breakpoint.exception }) }
      : conditionsOf(breakpoint)),
    enabled,
    hits,
    ...(breakpoint.passed !== undefined && { passed: breakpoint.passed }),
    verified: bindings.some(({ verified }) => verified),
    ...(sessions.length > 0 && { sessions }),
  };
}

export function tellBreakpoint(breakpoint: AgentBreakpoint): string {
  const {
    id,
    type,
    file,
    line,
    function: name,
    variable,
    exception,
    caught,
    uncaught,
    enabled,
    condition,
    hitCondition,
    logMessage,
    suspend,
    temporary,
    hits,
    verified,
    sessions = [],
  } = breakpoint;
  const place =
    type === 'line'
      ? `${file}:${line}`
      : type === 'function'
        ? `function ${name}`
        : type === 'data'
          ? `writes to ${variable}`
          : `${exception ?? 'every exception'}${caught === true ? ', caught' : ''}${uncaught === true ? ', uncaught' : ''}`;
  const said = [
    ...(condition === undefined ? [] : [`if ${condition}`]),
    ...(hitCondition === undefined ? [] : [`hits ${hitCondition}`]),
    ...(logMessage === undefined ? [] : [`logs "${logMessage}"`]),
    ...(suspend === undefined ? [] : [suspend === 'none' ? 'does not stop' : suspend === 'thread' ? 'stops the thread' : 'stops']),
    ...(temporary === undefined ? [] : ['once']),
    ...(enabled ? [] : ['disabled']),
    ...(hits === 0 ? [] : [hits === 1 ? 'hit once' : `hit ${hits} times`]),
    ...(sessions.length === 0 ? [] : [verified ? 'in place' : 'not in place']),
    ...sessions.flatMap(({ sessionId, line: moved, message }) => [
      ...(moved === undefined ? [] : [`${sessionId}: line ${moved}`]),
      ...(message === undefined ? [] : [`${sessionId}: ${message}`]),
    ]),
  ];
  return [`${id}  ${place}`, ...said].join('  ');
}

function conditionsOf({
  condition,
  hitCondition,
  logMessage,
  suspend,
  temporary,
}: {
  condition?: string | undefined;
  hitCondition?: string | undefined;
  logMessage?: string | undefined;
  suspend?: SuspendPolicy | undefined;
  temporary: boolean;
}) {
  return {
    ...(condition !== undefined && { condition }),
    ...(hitCondition !== undefined && { hitCondition }),
    ...(logMessage !== undefined && { logMessage }),
    ...(suspend !== undefined && suspend !== suspendPolicyOf({ logMessage }) && { suspend }),
    ...(temporary && { temporary: true as const }),
  };
}
