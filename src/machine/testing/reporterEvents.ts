// What the reporters of ours write, line by line, from inside other people's runners; and what of it a run is given.
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
  // A file of tests ended well, and reported none.
  z.object({ event: z.literal('silent'), file: z.string() }),
  z.object({ event: z.literal('printed'), text: z.string() }),
  // By a test, reported before its end by another process; the order is that in which tests of a file begin.
  z.object({ event: z.literal('said'), file: z.string(), name: z.string(), order: z.number(), text: z.string() }),
  // Which functions of the project a test file has run: the file of the tests, and of each file the first and last lines of functions.
  z.object({ event: z.literal('executed'), file: z.string(), files: z.record(z.string(), z.array(z.tuple([z.number(), z.number()]))) }),
]);
export type ReporterEvent = z.infer<typeof ReporterEvent>;

export interface ReporterListenerOptions {
  // Innermost first; of a trace as the language prints it.
  readonly framesIn?: (trace: string) => readonly { file: string; line: number; column: number; function?: string | undefined }[];
  readonly executed?: (file: string, files: Readonly<Record<string, readonly (readonly [number, number])[]>>) => void;
}

export function reporterListener(sink: RunSink, { framesIn, executed }: ReporterListenerOptions = {}): Required<Pick<RunnerListener, 'event'>> {
  const said = new Map<string, Map<number, string>>();
  return {
    event(value) {
      const parsed = ReporterEvent.safeParse(value);
      if (!parsed.success) return;
      const reported = parsed.data;
      if (reported.event === 'expected') sink.expected(reported.count);
      else if (reported.event === 'planned') sink.planned(reported);
      else if (reported.event === 'started') sink.started(reported);
      else if (reported.event === 'left') sink.left(reported);
      else if (reported.event === 'problem') sink.problem(reported);
      else if (reported.event === 'silent') sink.silent(reported.file);
      else if (reported.event === 'printed') sink.printed(reported.text);
      else if (reported.event === 'said') {
        const key = `${reported.file} ${reported.name}`;
        const texts = said.get(key) ?? new Map<number, string>();
        said.set(key, texts.set(reported.order, (texts.get(reported.order) ?? '') + reported.text));
      } else if (reported.event === 'executed') executed?.(reported.file, reported.files);
      else if (reported.event === 'ended') {
        const { trace, event: _, ...result } = reported;
        // Tests of one name in one file end in the order in which they began.
        const texts = said.get(`${reported.file} ${reported.name}`);
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
    tests: events.flatMap((reported) =>
      reported.event === 'listed' ? [{ file: reported.file, suite: reported.suite, name: reported.name, line: reported.line }] : [],
    ),
    problems: events.flatMap((reported) => (reported.event === 'problem' ? [{ file: reported.file, line: reported.line, message: reported.message }] : [])),
  };
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
