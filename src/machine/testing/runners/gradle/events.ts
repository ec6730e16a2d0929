// What our script inside Gradle reports of each test, and how it is heard.
import { z } from 'zod';
import { classesOf, type JunitTest, junitResult } from '../../java/junitReports.ts';
import type { RunSink, Site } from '../../runnerRow.ts';

const GradleEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started'), owner: z.string().nullable(), name: z.string() }),
  z.object({
    event: z.literal('ended'),
    owner: z.string().nullable(),
    name: z.string(),
    outcome: z.enum(['SUCCESS', 'FAILURE', 'SKIPPED']),
    ms: z.number(),
    message: z.string().nullable(),
    trace: z.string().nullable(),
    output: z.string().nullable(),
  }),
]);

// The first line of a trace names what was thrown.
const ASSERTION = /^[\w.$]*(?:Assert|ComparisonFailure|MultipleFailures)\w*/;

// True where a test was reported.
export function readGradleEvent(value: unknown, sink: RunSink, site: Site): boolean {
  const parsed = GradleEvent.safeParse(value);
  if (!parsed.success) return false;
  const reported = parsed.data;
  const owner = reported.owner ?? '';
  const name = plain(reported.name);
  if (reported.event === 'started') {
    const file = classesOf(site).get(owner.split('$')[0] ?? owner);
    sink.started({ file, suite: (owner.split('.').at(-1) ?? owner).split('$'), name });
    return true;
  }
  const trace = reported.trace ?? '';
  const isAssertion = ASSERTION.test(trace);
  const outcome: JunitTest['outcome'] =
    reported.outcome === 'SUCCESS' ? 'passed' : reported.outcome === 'SKIPPED' ? 'skipped' : isAssertion ? 'failed' : 'broken';
  const message = (isAssertion ? reported.message : null) ?? trace.split('\n\tat ')[0] ?? '';
  sink.ended(
    junitResult({ owner, name, outcome, ms: reported.ms, message: message === '' ? undefined : message, trace, output: reported.output?.trim() ?? '' }, site),
  );
  return true;
}

// "adds(int)[1]" of JUnit 5 is a turn of adds.
function plain(name: string): string {
  return name.replace(/\([^)]*\)(?=\[|$)/, '');
}
