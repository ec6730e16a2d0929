// What a trace of Chromium says of the thread that draws the page: how long its tasks took, and how much it worked for each frame.
import { z } from 'zod';

const TASK = /^(?:ThreadControllerImpl::RunTask|RunTask)$/;

const Trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.number(),
      dur: z.number().optional(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown() }).partial().optional(),
    }),
  ),
});

export interface MainThread {
  // In milliseconds; of the processor where Chromium counts it.
  readonly tasks: readonly number[];
  readonly perFrame: readonly number[];
  readonly isProcessorTime: boolean;
}

export function mainThread(trace: Buffer): MainThread {
  const { traceEvents } = Trace.parse(JSON.parse(trace.toString()));
  const main = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf));
  // Of several, such as one kept for the next page, the one that drew.
  const [events = []] = [...main]
    .map((thread) => traceEvents.filter((event) => threadOf(event) === thread))
    .sort((one, other) => framesIn(other).length - framesIn(one).length);
  const tasks = events.filter(({ name, ph }) => ph === 'X' && TASK.test(name)).sort((one, other) => one.ts - other.ts);
  const frames = framesIn(events).map(({ ts }) => ts);
  const isProcessorTime = tasks.some(({ tdur }) => tdur !== undefined);
  const length = ({ dur = 0, tdur = 0 }: { dur?: number | undefined; tdur?: number | undefined }) => (isProcessorTime ? tdur : dur) / 1_000;
  // One trace may name the same task twice, by the scheduler and by the timeline; the inner one says nothing new.
  let end = 0;
  const outer = tasks.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  });
  const work = new Map<number, number>();
  let frame = 0;
  for (const task of outer) {
    while ((frames[frame + 1] ?? Number.POSITIVE_INFINITY) <= task.ts + (task.dur ?? 0)) frame += 1;
    work.set(frame, (work.get(frame) ?? 0) + length(task));
  }
  return { tasks: outer.map(length), perFrame: [...work.values()], isProcessorTime };
}

type Event = z.output<typeof Trace>['traceEvents'][number];

function framesIn(events: readonly Event[]): Event[] {
  // Several callbacks of one frame are in one task.
  return events.filter(({ name }) => name === 'FireAnimationFrame').sort((one, other) => one.ts - other.ts);
}

function threadOf({ pid, tid }: { readonly pid: number; readonly tid: number }): string {
  return `${pid} ${tid}`;
}
