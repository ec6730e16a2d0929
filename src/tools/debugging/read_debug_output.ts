// What a program has printed, and what its tracepoints have seen, as a table.
import { z } from 'zod';
import { estimateTokens } from '../../base/text/tokens.ts';
import { expressionsIn } from '../../ide/breakpoints.ts';
import type { OutputEntry } from '../../ide/doors/debugging.ts';
import { invalidCursor } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { agentBreakpoint } from './words/breakpoint.ts';
import { sessionInput, sessionMeant } from './words/debugSession.ts';

const table = z.object({
  breakpointId: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  function: z.string().optional(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});

export const readDebugOutput = defineTool({
  name: 'read_debug_output',
  title: 'Read debug output',
  description: 'What a debugged program printed, also after it ended, and the values that tracepoints recorded, as tables.',
  effect: 'reads',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({
    ...sessionInput,
    cursor: z.string().optional().describe('From the last answer, for what came since.'),
    only: z.enum(['stdout', 'stderr', 'console', 'trace']).optional().describe('console: of the debugger.'),
  }),
  output: z.object({
    sessionId: z.string(),
    state: z.enum(['paused', 'running', 'ended']),
    output: z.array(z.object({ category: z.string(), text: z.string() })),
    traces: z.array(table).optional(),
    // Passed on, it shows what comes next.
    cursor: z.string(),
    more: z.boolean(),
    // So many entries were forgotten because there were too many.
    forgotten: z.number().optional(),
  }),
  async run(context, { session_id: id, cursor, only }) {
    const session = sessionMeant(context, id);
    const from = cursor === undefined ? 1 : Number(/^o(\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
    if (!Number.isInteger(from)) throw invalidCursor(cursor ?? '');
    const entries = session.output.since(from);
    const { shown, next } = fitting(entries, context.budget * 0.8, session.output.next);
    const wanted = shown.filter(({ category }) => only === undefined || category === only);
    const forgotten = session.output.first - from;
    const traces = await tables(context, wanted);
    return {
      sessionId: session.id,
      state: session.state.state,
      output: joined(wanted.filter(({ trace }) => trace === undefined)),
      ...(traces.length > 0 && { traces }),
      cursor: `o${next}`,
      more: next < session.output.next,
      ...(forgotten > 0 && { forgotten }),
    };
  },
  *tell({ sessionId, state, output, traces = [], cursor, more, forgotten }) {
    const lost = forgotten === undefined ? [] : [`(${forgotten} older entries are forgotten)`];
    const foot = [`Session ${sessionId} is ${state}. ${more ? 'More' : 'Later'}: cursor ${cursor}`];
    const shown = output.map(({ category, text }) => (category === 'stdout' ? text : `[${category}] ${text}`).trimEnd());
    const seen = traces.flatMap(({ breakpointId, file, line, function: name, columns, rows }) => [
      [breakpointId, name ?? (file === undefined ? undefined : `${file}:${line ?? ''}`)].filter((part) => part !== undefined).join(' '),
      columns.join(' | '),
      ...rows.map((row) => row.join(' | ')),
    ]);
    yield [...lost, ...(shown.length + seen.length === 0 ? ['Nothing was printed.'] : [...shown, ...seen]), ...foot].join('\n');
  },
});

function fitting(entries: readonly OutputEntry[], budget: number, end: number): { shown: readonly OutputEntry[]; next: number } {
  let left = budget;
  const shown: OutputEntry[] = [];
  for (const entry of entries) {
    left -= estimateTokens(entry.text) + 2;
    // One that is too long by itself is shown, cut, rather than never.
    if (left < 0 && shown.length > 0) return { shown, next: entry.number };
    shown.push(left < 0 ? { ...entry, text: `${entry.text.slice(0, Math.floor(budget))}…\n` } : entry);
  }
  return { shown, next: end };
}

function joined(entries: readonly OutputEntry[]): { category: string; text: string }[] {
  const parts: { category: string; text: string }[] = [];
  for (const { category, text } of entries) {
    const last = parts.at(-1);
    if (last?.category === category) last.text += text;
    else parts.push({ category, text });
  }
  return parts;
}

async function tables(context: ProjectContext<'debugging'>, entries: readonly OutputEntry[]): Promise<z.infer<typeof table>[]> {
  const ids = [...new Set(entries.flatMap(({ trace }) => trace?.breakpoint ?? []))];
  if (ids.length === 0) return [];
  const breakpoints = await context.ide.debugging.breakpoints.list(context.signal);
  return ids.map((id) => {
    const breakpoint = breakpoints.find((one) => one.id === id);
    const shown = breakpoint === undefined ? undefined : agentBreakpoint(context, breakpoint);
    const rows = entries.flatMap(({ trace }) => (trace?.breakpoint === id ? [[...trace.values]] : []));
    const columns = shown?.logMessage === undefined ? (rows[0] ?? []).map((_, index) => `value ${index + 1}`) : [...expressionsIn(shown.logMessage)];
    return {
      breakpointId: id,
      ...(shown?.file !== undefined && { file: shown.file }),
      ...(shown?.line !== undefined && { line: shown.line }),
      ...(shown?.function !== undefined && { function: shown.function }),
      columns,
      rows,
    };
  });
}
