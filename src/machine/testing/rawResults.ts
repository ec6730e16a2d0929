// What runners report, as the port has it: URIs, lines from 0, no colours, and no more text than an agent could want.
import { isAbsolute } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { uriOf } from '../../base/files/fileUri.ts';
import type { TestCase, TestFrame, TestProblem, TestResult } from '../../ide/doors/testing.ts';
import type { RawFrame, RawProblem, RawResult, RawTest } from './runnerRow.ts';

const LONGEST_MESSAGE = 20_000;
const LONGEST_VALUE = 8_000;
const LONGEST_OUTPUT = 64_000;
const MOST_FRAMES = 40;

export function testCase(runner: string, { file, suite, name, line }: RawTest): TestCase {
  return {
    runner,
    uri: file === undefined || !isAbsolute(file) ? undefined : uriOf(file),
    suite: suite.map(clean),
    name: clean(name),
    line: line === undefined ? undefined : Math.max(0, line - 1),
  };
}

export function testResult(run: string, runner: string, raw: RawResult): TestResult {
  const stack = (raw.stack ?? []).slice(0, MOST_FRAMES).flatMap(frame);
  return {
    ...testCase(runner, raw),
    run,
    status: raw.status,
    durationMs: raw.ms === undefined ? undefined : Math.round(raw.ms * 100) / 100,
    ...text('message', raw.message, LONGEST_MESSAGE),
    ...text('expected', raw.expected, LONGEST_VALUE),
    ...text('actual', raw.actual, LONGEST_VALUE),
    ...(stack.length > 0 && { stack }),
    ...text('output', raw.output, LONGEST_OUTPUT),
  };
}

export function testProblem(runner: string, { file, line, message }: RawProblem): TestProblem {
  return {
    runner,
    uri: file === undefined || !isAbsolute(file) ? undefined : uriOf(file),
    line: line === undefined ? undefined : Math.max(0, line - 1),
    // Where in the runner it was found out says nothing about the project.
    message: cut(
      clean(message)
        .replace(/\n\s+at .*(?:[\\/]node_modules[\\/]|\bnode:|\bdata:text).*/g, '')
        .trim(),
      LONGEST_MESSAGE,
    ),
  };
}

export function rawTest({ uri, suite, name, line }: TestCase, pathOfUri: (uri: string) => string): RawTest {
  return { file: uri === undefined ? undefined : pathOfUri(uri), suite, name, line: line === undefined ? undefined : line + 1 };
}

export function clean(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n');
}

// The end of a long output says more than its beginning.
export function lastOf(value: string, most: number): string {
  return value.length <= most ? value : `…${value.slice(-most)}`;
}

function frame({ file, line, column, function: called }: RawFrame): TestFrame[] {
  if (!isAbsolute(file)) return [];
  return [{ uri: uriOf(file), line: Math.max(0, line - 1), character: Math.max(0, column - 1), function: called }];
}

function text<Key extends string>(key: Key, value: string | undefined, most: number): Partial<Record<Key, string>> {
  const cleaned = value === undefined ? '' : clean(value).trimEnd();
  const entry: Partial<Record<Key, string>> = {};
  if (cleaned !== '') entry[key] = key === 'output' ? lastOf(cleaned, most) : cut(cleaned, most);
  return entry;
}

function cut(value: string, most: number): string {
  return value.length <= most ? value : `${value.slice(0, most)}…`;
}
