// What a person asks of runs and debug sessions: what they printed, and what came of each test.
import { z } from 'zod';
import type { OutputPart, Run } from '../../ide/doors/running.ts';
import { fullNameOf, type TestProblem, type TestResult, type TestRun } from '../../ide/doors/testing.ts';
import { sessionNotFound } from '../../ide/errors/debugErrors.ts';
import { runNotFound } from '../../ide/errors/runErrors.ts';
import type { Project } from '../../ide/ide.ts';
import { fileOf } from '../../tools/words/place.ts';
import type { RunOutputPage, ShownTest, TestsOfRun } from '../protocol/shownRuns.ts';
import type { MethodHandlers } from '../sources.ts';
import type { ProjectThings } from '../topics/projectThings.ts';
import { colouredText } from './colouredText.ts';
import { idShape, method } from './method.ts';

export interface RunMethodsParts {
  readonly things: ProjectThings;
  // As the history hides them.
  readonly withoutSecrets: (text: string) => string;
}

const MOST_LINES = 5_000;
// What goes over the socket at once, in characters.
const MOST_TEXT = 1_000_000;
const MOST_TESTS = 2_000;
const LONGEST_PART = 8_000;
const MOST_FRAMES = 20;
// A line that never ends is shown in pieces.
const LONGEST_LINE = 64 * 1024;

// Where the next answer begins: a part of the output, and how much of it is known.
const CURSOR = /^(\d{1,15})(?::(\d{1,15}))?$/;
const since = z.string().regex(CURSOR, 'it is the next of an earlier answer').optional();

export function runMethods({ things, withoutSecrets }: RunMethodsParts): MethodHandlers<'run.output' | 'run.tests' | 'session.output'> {
  const shown = (text: string) => withoutSecrets(colouredText(text));
  return {
    'run.output': method('run.output', z.strictObject({ id: idShape, since }), async ({ id, since: from }) => {
      const { program, tests } = runNamed(things, id);
      if (program !== undefined) return programOutput(program, from, shown);
      const output = tests?.record.output ?? '';
      return { ...lastLines(shown(output)), next: String(output.length), isWhole: true };
    }),
    'run.tests': method('run.tests', z.strictObject({ id: idShape }), async ({ id }) => {
      const { project, tests, results } = runNamed(things, id);
      if (tests === undefined) throw runNotFound(id, []);
      const { record } = tests;
      const own = results.toSorted((a, b) => SEVERITY.indexOf(a.status) - SEVERITY.indexOf(b.status));
      return {
        commands: record.commands.map(({ runner, command, exitCode }) => ({ runner, command: shown(command), ...(exitCode !== undefined && { exitCode }) })),
        counts: record.counts,
        problems: record.problems.map((problem) => shownProblem(project, problem, shown)),
        missing: (record.missing ?? []).slice(0, MOST_TESTS).map(fullNameOf),
        ...(record.unmatched !== undefined && { unmatched: record.unmatched }),
        outdated: record.outdated.slice(0, MOST_TESTS).map((uri) => fileOf(project, uri)),
        results: own.slice(0, MOST_TESTS).map((result) => shownResult(project, result, shown)),
        ...(own.length > MOST_TESTS && { moreResults: own.length - MOST_TESTS }),
      };
    }),
    'session.output': method('session.output', z.strictObject({ id: idShape, since: z.int().min(0).default(0) }), async ({ id, since: from }) => {
      const thing = things.find(id);
      const session = thing?.ide.debugging?.sessions().find((each) => each.id === thing.handle);
      if (session === undefined) throw sessionNotFound(id, []);
      const { output } = session;
      const entries = output.since(from);
      const kept = entries.slice(-MOST_LINES).map(({ number, category, text }) => ({ number, category, text: shown(text).slice(0, LONGEST_LINE) }));
      let left = MOST_TEXT;
      const fitting = kept.toReversed().filter(({ text }) => {
        left -= text.length;
        return left >= 0;
      });
      return {
        entries: fitting.toReversed(),
        next: output.next,
        ...((fitting.length < entries.length || (from > 0 && from < output.first)) && { isCut: true }),
      };
    }),
  };
}

const SEVERITY = ['failed', 'error', 'skipped', 'passed'];

interface NamedRun {
  readonly project: Project;
  readonly program?: Run;
  readonly tests?: TestRun;
  readonly results: readonly TestResult[];
}

// Throws run_not_found.
export function runNamed(things: ProjectThings, id: string): NamedRun {
  const thing = things.find(id);
  if (thing === undefined) throw runNotFound(id, []);
  const { ide, handle } = thing;
  const program = ide.running?.runs().find((run) => run.id === handle);
  const tests = program === undefined ? ide.testing?.runs().find(({ record }) => record.id === handle) : undefined;
  if (program === undefined && tests === undefined) throw runNotFound(id, []);
  const results = tests === undefined ? [] : (ide.testing?.results() ?? []).filter(({ run }) => run === handle);
  return { project: ide.project, ...(program !== undefined && { program }), ...(tests !== undefined && { tests }), results };
}

// Whole lines: what comes after the last of them is shown as it is, and comes again with the rest of its line.
function programOutput({ output, state }: Run, from: string | undefined, shown: (text: string) => string): RunOutputPage {
  const [, number = '0', offset = '0'] = CURSOR.exec(from ?? '') ?? [];
  const parts = output
    .since(Number(number))
    .map((part) => (part.number === Number(number) ? { ...part, text: part.text.slice(Number(offset)), from: Number(offset) } : { ...part, from: 0 }));
  const text = parts.map((part) => part.text).join('');
  const end = text.lastIndexOf('\n') + 1;
  const isAll = state.state === 'ended' || text.length - end > LONGEST_LINE;
  const whole = isAll ? text : text.slice(0, end);
  const isForgotten = Number(number) > 0 && Number(number) < output.first;
  const { lines, isCut } = lastLines(shown(whole.replace(/\n$/, '')), whole === '');
  return {
    lines,
    ...(isAll || end === text.length ? {} : { partial: shown(text.slice(end)) }),
    next: isAll ? `${output.next}` : cursorAt(parts, end, output.next),
    ...((isForgotten || isCut === true) && { isCut: true }),
  };
}

function cursorAt(parts: readonly (OutputPart & { readonly from: number })[], end: number, next: number): string {
  let left = end;
  for (const { number, text, from } of parts) {
    if (left < text.length) return `${number}:${from + left}`;
    left -= text.length;
  }
  return String(next);
}

function lastLines(text: string, isNothing = text === ''): { readonly lines: readonly string[]; readonly isCut?: true } {
  const all = isNothing ? [] : text.split('\n');
  let left = MOST_TEXT;
  const kept = all
    .slice(-MOST_LINES)
    .toReversed()
    .filter((line) => {
      left -= line.length + 1;
      return left >= 0;
    });
  return { lines: kept.toReversed(), ...(kept.length < all.length && { isCut: true }) };
}

function shownResult(project: Project, result: TestResult, shown: (text: string) => string): ShownTest {
  const { uri, line, status, durationMs, message, expected, actual, output, stack = [] } = result;
  const part = (text: string | undefined) => (text === undefined ? undefined : shown(text).slice(0, LONGEST_PART));
  return {
    name: fullNameOf(result),
    status,
    ...(uri !== undefined && { file: fileOf(project, uri) }),
    ...(line !== undefined && { line: line + 1 }),
    ...(durationMs !== undefined && { milliseconds: durationMs }),
    // Of what has passed nobody reads more.
    ...(status !== 'passed' && {
      message: part(message),
      expected: part(expected),
      actual: part(actual),
      output: part(output),
      stack: stack.slice(0, MOST_FRAMES).map((frame) => ({ file: fileOf(project, frame.uri), line: frame.line + 1, function: frame.function })),
    }),
  };
}

function shownProblem(project: Project, { runner, uri, line, message }: TestProblem, shown: (text: string) => string): TestsOfRun['problems'][number] {
  return {
    runner,
    message: shown(message).slice(0, LONGEST_PART),
    ...(uri !== undefined && { file: fileOf(project, uri) }),
    ...(line !== undefined && { line: line + 1 }),
  };
}
