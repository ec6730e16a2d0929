// Requests about breakpoints: of lines, of functions, of exceptions, and where one can be.
import { z } from 'zod';
import { seconds } from '../../../base/waiting/duration.ts';
import { complaintAbout } from '../breakpoints/conditions.ts';
import { possibleBreakpoints } from '../cdp/cdp.ts';
import { realPath } from '../sources/paths.ts';
import type { Script } from '../sources/script.ts';
import type { JsThread } from '../thread/jsThread.ts';
import { type Handlers, handler } from './handler.ts';
import type { NodeDebugSession } from './session.ts';

const source = z.looseObject({ path: z.string().optional(), name: z.string().optional(), sourceReference: z.number().optional() });
const conditions = { condition: z.string().optional(), hitCondition: z.string().optional(), logMessage: z.string().optional() };
const ofLine = z.looseObject({ line: z.number(), column: z.number().optional(), ...conditions });
const ofLines = z.looseObject({
  source,
  breakpoints: z.array(ofLine).optional(),
  lines: z.array(z.number()).optional(),
});
const ofFunctions = z.looseObject({
  // The protocol has no log messages here; a client that sends one means it.
  breakpoints: z.array(z.looseObject({ name: z.string(), ...conditions })),
});
const ofExceptions = z.looseObject({
  filters: z.array(z.string()).default([]),
  filterOptions: z.array(z.looseObject({ filterId: z.string(), condition: z.string().optional() })).default([]),
});
const range = z.looseObject({ source, line: z.number(), column: z.number().optional(), endLine: z.number().optional(), endColumn: z.number().optional() });

// A thread that is kept by native code binds later, and an event says so.
const BIND_BOUND = seconds(2);

export function breakpointHandlers(session: NodeDebugSession): Handlers {
  const threads = () => session.debuggee?.threads ?? [];
  const inAllThreads = async (work: (thread: JsThread) => Promise<unknown>) => {
    const all = Promise.all(threads().map((thread) => work(thread).catch(() => {})));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([all, new Promise((late) => (timer = setTimeout(late, BIND_BOUND)))]);
    clearTimeout(timer);
  };

  return {
    setBreakpoints: handler(ofLines, async (wanted) => {
      const file = wanted.source.path ?? wanted.source.name ?? '';
      const list: z.output<typeof ofLine>[] = wanted.breakpoints ?? (wanted.lines ?? []).map((line) => ({ line }));
      const { now, added, removed } = session.store.replace(
        file,
        list.map((one) => ({
          asked: { line: session.counting.fromLine(one.line), column: one.column === undefined ? 0 : session.counting.fromColumn(one.column) },
          hasColumn: one.column !== undefined,
          conditions: { condition: one.condition, hitCondition: one.hitCondition, logMessage: one.logMessage },
        })),
      );
      for (const { real, file: spelled } of now) session.sources.learnSpelling(real, spelled);
      for (const { id } of removed) session.announced.delete(id);
      await inAllThreads(async (thread) => {
        await Promise.all(removed.map((breakpoint) => thread.binding.remove(breakpoint)));
        await Promise.all([thread.breakpointsChanged(), ...added.map((breakpoint) => thread.binding.place(breakpoint))]);
      });
      const breakpoints = now.map((breakpoint) => breakpoint.toDap(session.counting));
      for (const { id } of now) session.announced.add(id);
      return { breakpoints };
    }),
    setFunctionBreakpoints: handler(ofFunctions, async ({ breakpoints: wanted }) => {
      for (const { id } of session.store.functions) session.announced.delete(id);
      const now = session.store.replaceFunctions(
        wanted.map(({ name, condition, hitCondition, logMessage }) => ({ name, conditions: { condition, hitCondition, logMessage } })),
      );
      await inAllThreads(async (thread) => {
        await thread.breakpointsChanged();
        await thread.functions.replace();
      });
      for (const { id } of now) session.announced.add(id);
      return { breakpoints: now.map((breakpoint) => breakpoint.toDap()) };
    }),
    setExceptionBreakpoints: handler(ofExceptions, async ({ filters, filterOptions }) => {
      const chosen = [
        ...filters.map((filter) => ({ filter, condition: '' })),
        ...filterOptions.map(({ filterId, condition = '' }) => ({ filter: filterId, condition })),
      ];
      session.store.filterExceptions(
        chosen.map(({ filter, condition }) => ({
          // "all" are the uncaught ones too: a throw is a throw.
          caught: filter === 'all' || filter === 'caught',
          uncaught: filter === 'all' || filter === 'uncaught',
          condition: condition.trim() === '' ? undefined : condition.trim(),
        })),
      );
      await inAllThreads((thread) => thread.exceptions.apply());
      const known = ['all', 'caught', 'uncaught'];
      return {
        breakpoints: chosen.map(({ filter, condition }) => {
          const problem = known.includes(filter) ? complaintAbout({ condition }) : `There is no exception filter "${filter}". There are: all, uncaught.`;
          return { verified: problem === undefined, ...(problem !== undefined && { message: problem }) };
        }),
      };
    }),
    breakpointLocations: handler(range, async (asked) => {
      const start = session.counting.fromLine(asked.line);
      const end = asked.endLine === undefined ? start : session.counting.fromLine(asked.endLine);
      const places = new Map<string, { line: number; column: number }>();
      for (const thread of threads())
        for (const script of scriptsOf(session, thread, asked.source)) {
          for (const place of await placesIn(thread, script, asked.source.path, start, end)) places.set(`${place.line}:${place.column}`, place);
          if (places.size > 0) break;
        }
      const sorted = [...places.values()].sort((a, b) => a.line - b.line || a.column - b.column);
      return { breakpoints: sorted.map(({ line, column }) => ({ line: session.counting.line(line), column: session.counting.column(column) })) };
    }),
  };
}

function scriptsOf(session: NodeDebugSession, thread: JsThread, of: z.output<typeof source>): Script[] {
  const virtual = of.sourceReference ? session.sources.scriptOf(of.sourceReference) : undefined;
  if (virtual !== undefined) return virtual.thread === thread ? [virtual.script] : [];
  if (of.path === undefined) return [];
  const real = realPath(of.path);
  return [...thread.scripts()].filter((script) => script.path === real || (script.mapUrl !== undefined && script.map?.sources.includes(real)));
}

async function placesIn(thread: JsThread, script: Script, path: string | undefined, start: number, end: number): Promise<{ line: number; column: number }[]> {
  const real = path === undefined ? undefined : realPath(path);
  const mapped = real !== undefined && script.map?.sources.includes(real) === true;
  const generated = mapped ? linesOf(script, real, start, end) : { first: start, last: end };
  if (generated === undefined) return [];
  const { locations } = await thread.connection.post(
    'Debugger.getPossibleBreakpoints',
    {
      start: { scriptId: script.id, lineNumber: generated.first, columnNumber: 0 },
      end: { scriptId: script.id, lineNumber: generated.last + 1, columnNumber: 0 },
    },
    possibleBreakpoints,
  );
  return locations.flatMap((location) => {
    const place = script.placeOf(location);
    return place.line >= start && place.line <= end && (!mapped || place.source === real) ? [{ line: place.line, column: place.column }] : [];
  });
}

function linesOf(script: Script, real: string, start: number, end: number): { first: number; last: number } | undefined {
  const lines: number[] = [];
  for (let line = start; line <= end; line++) for (const place of script.map?.generatedOf(real, { line, column: 0 }) ?? []) lines.push(place.line);
  return lines.length === 0 ? undefined : { first: Math.min(...lines), last: Math.max(...lines) };
}
