// What the reporters of ours write, line by line, from inside other people's runners; and what of it a run is told.
import { z } from 'zod';
import type { RawListing, RunnerListener, RunSink } from './runnerRow.ts';

const Test = { file: z.string().optional(), suite: z.array(z.string()), name: z.string(), line: z.number().optional() };
const Frame = z.object({ file: z.string(), line: z.number(), column: z.number(), function: z.string().optional() });
const Problem = { file: z.string().optional(), line: z.number().optional(), message: z.string() };

const ReporterEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('expected'), count: z.number() }),
  // It will run, unless something ends the process before.
  z.object({ event: z.literal('planned'), ...Test }),
  z.object({ event: z.literal('listed'), ...Test }),
  z.object({ event: z.literal('started'), ...Test }),
  z.object({ event: z.literal('left'), ...Test }),
  z.object({
    event: z.literal('ended'),
    ...Test,
    status: z.enum(['passed', 'failed', 'skipped', 'error']),
    ms: z.number().optional(),
    message: z.string().optional(),
    expected: z.string().optional(),
    actual: z.string().optional(),
    stack: z.array(Frame).optional(),
    // As the language prints it, where the reporter cannot take it apart.
    trace: z.string().optional(),
    output: z.string().optional(),
  }),
  z.object({ event: z.literal('problem'), ...Problem }),
  // A file of tests ended well, and told of none.
  z.object({ event: z.literal('silent'), file: z.string() }),
  z.object({ event: z.literal('printed'), text: z.string() }),
  // By a test, told before its end by another process; the order is that in which tests of a file begin.
  z.object({ event: z.literal('said'), file: z.string(), name: z.string(), order: z.number(), text: z.string() }),
  // Which functions of the project a test file has run: the file of the tests, and of each file the first and last lines of functions.
  z.object({ event: z.literal('executed'), file: z.string(), files: z.record(z.string(), z.array(z.tuple([z.number(), z.number()]))) }),
]);
export type ReporterEvent = z.infer<typeof ReporterEvent>;

export interface ReporterHearing {
  // Innermost first; of a trace as the language prints it.
  readonly framesIn?: (trace: string) => readonly { file: string; line: number; column: number; function?: string | undefined }[];
  readonly executed?: (file: string, files: Readonly<Record<string, readonly (readonly [number, number])[]>>) => void;
}

export function hearingReporter(sink: RunSink, { framesIn, executed }: ReporterHearing = {}): Required<Pick<RunnerListener, 'event'>> {
  const said = new Map<string, Map<number, string>>();
  return {
    event(value) {
      const parsed = ReporterEvent.safeParse(value);
      if (!parsed.success) return;
      const told = parsed.data;
      if (told.event === 'expected') sink.expected(told.count);
      else if (told.event === 'planned') sink.planned(told);
      else if (told.event === 'started') sink.started(told);
      else if (told.event === 'left') sink.left(told);
      else if (told.event === 'problem') sink.problem(told);
      else if (told.event === 'silent') sink.silent(told.file);
      else if (told.event === 'printed') sink.printed(told.text);
      else if (told.event === 'said') {
        const key = `${told.file} ${told.name}`;
        const texts = said.get(key) ?? new Map<number, string>();
        said.set(key, texts.set(told.order, (texts.get(told.order) ?? '') + told.text));
      } else if (told.event === 'executed') executed?.(told.file, told.files);
      else if (told.event === 'ended') {
        const { trace, event: _, ...result } = told;
        // Tests of one name in one file end in the order in which they began.
        const texts = said.get(`${told.file} ${told.name}`);
        const [first] = [...(texts?.keys() ?? [])].toSorted((a, b) => a - b);
        const output = result.output ?? (first === undefined ? undefined : texts?.get(first));
        if (first !== undefined) texts?.delete(first);
        const stack = result.stack ?? (trace === undefined ? undefined : framesIn?.(trace));
        sink.ended({ ...result, output, ...(stack !== undefined && stack.length > 0 && { stack }) });
      }
    },
  };
}

// Of a listing: what the reporter found, in its order.
export function listingOf(lines: readonly string[]): RawListing {
  const events = lines.flatMap((line) => {
    const parsed = ReporterEvent.safeParse(parsedJson(line));
    return parsed.success ? [parsed.data] : [];
  });
  return {
    tests: events.flatMap((told) => (told.event === 'listed' ? [{ file: told.file, suite: told.suite, name: told.name, line: told.line }] : [])),
    problems: events.flatMap((told) => (told.event === 'problem' ? [{ file: told.file, line: told.line, message: told.message }] : [])),
  };
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
