// What an adapter said, as the port has it: values, and the reasons for its refusals.

import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { z } from 'zod';
import { pathOf, uriOf } from '../../../base/files/fileUri.ts';
import type { DebugThread, DebugValue, StackFrames } from '../../../ide/doors/debugging.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import { CUT } from '../python/shownValues.ts';
import type { AdapterRow } from './adapterRow.ts';
import type { BoundBreakpoint, EvaluateAnswer, StackAnswer, ThreadsAnswer } from './dapShapes.ts';

export function framesFrom(answer: z.output<typeof StackAnswer>, most: number): StackFrames {
  const frames = answer.stackFrames.slice(0, most).map(({ id, name, source, line, column, presentationHint }) => ({
    id,
    // debugpy marks it where an exception is shown with frames that are gone.
    // And lldb-dap knows no better name of a Rust function than one with the compiler's hash behind.
    name: name.replace(/ \(Current frame\)$/, '').replace(/::h[0-9a-f]{16}$/, ''),
    uri: source?.path !== undefined && isAbsolute(source.path) ? uriOf(source.path) : undefined,
    line: Math.max(0, line - 1),
    character: Math.max(0, column - 1),
    subtle: presentationHint === 'subtle' || presentationHint === 'label' || source?.presentationHint === 'deemphasize',
  }));
  return { frames, total: answer.totalFrames ?? (answer.stackFrames.length < most ? answer.stackFrames.length : undefined) };
}

export function threadsFrom(
  threads: z.output<typeof ThreadsAnswer>['threads'],
  { isWaiting }: AdapterRow,
  latest: number | undefined,
  isPaused: (id: number) => boolean,
): readonly DebugThread[] {
  return threads.map(({ id, name, group }) => ({
    id,
    name,
    paused: isPaused(id),
    latest: id === latest,
    waiting: isWaiting?.(name) ?? false,
    group,
  }));
}

interface AdapterValue {
  readonly type?: string | null | undefined;
  readonly variablesReference: number;
  readonly indexedVariables?: number | null | undefined;
}

export function valueFrom(row: AdapterRow, name: string, value: string, { type, variablesReference, indexedVariables }: AdapterValue): DebugValue {
  const { text, ...cut } = cutIn(value);
  const isGlimpse = row.inside === undefined && cut.length === undefined && leavesOut(text, variablesReference > 0);
  return {
    name,
    value: text,
    type: type === null || type === '' ? undefined : type,
    reference: variablesReference,
    indexed: indexedVariables ?? undefined,
    ...cut,
    ...(isGlimpse && { isCut: true }),
  };
}

// Where the adapter leaves the value out.
export function withValue(row: AdapterRow, expression: string, answer: z.output<typeof EvaluateAnswer>): z.output<typeof EvaluateAnswer> {
  const isEmpty = answer.result === '' && (answer.type ?? '') === '';
  return isEmpty ? { ...answer, ...row.unprinted?.(expression) } : answer;
}

// A value that is not all there, with the length of the whole where that is known. Code of ours in Python programs marks it.
export function cutIn(value: string): { readonly text: string; readonly length?: number; readonly isCut?: true } {
  const [, text = value, length] = MARKED.exec(value) ?? [];
  if (length === undefined) return { text: value, ...lengthIn(value) };
  return { text, ...(length === '' ? { isCut: true } : { length: Number(length) }) };
}

// What stands between quotes is the program's own.
function leavesOut(value: string, hasInside: boolean): boolean {
  const shown = value.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'|`[^`\\]*(?:\\.[^`\\]*)*`/gs, '""');
  return hasInside ? /…|\.\.\./.test(shown) : /^(?:0x[0-9a-f]+ )?""\.\.\.$/.test(shown);
}

const MARKED = new RegExp(`^(.*)${CUT}(\\d*)${CUT}$`, 's');

// Our own adapter for Node counts the characters of a long text behind it, Delve those that it left out.
function lengthIn(value: string): { length?: number } {
  const [, beginning = '', all] = /^['"`](.{10000,})… \((\d+) characters\)['"`]$/s.exec(value) ?? [];
  if (all !== undefined) return Number(all) > beginning.length ? { length: Number(all) } : {};
  const [, shown = '', more] = /^"?(.*)\.\.\.\+(\d+) more"?$/s.exec(value) ?? [];
  return more === undefined ? {} : { length: shown.length + Number(more) };
}

// The adapter's own words; of a Python traceback the last line, of a compiler's complaint the first, which say it all.
export function reasonIn({ message }: IdeError): string {
  const said = message.replace(/^.*? answered with an error: /, '').trim();
  const lines = said.split('\n').map((line) => line.trim());
  const decisive = said.startsWith('Traceback') ? lines.findLast((line) => /^[\w.]+(?:: |$)/.test(line)) : lines.find((line) => /\berror: /.test(line));
  return decisive ?? said;
}

// An answer with success: false, as opposed to a wait that ended or a session that is gone.
export function isRefusal(error: unknown): error is IdeError {
  return error instanceof IdeError && error.code === 'adapter_failed';
}

// A listener for events of this shape; what is of another is not one.
export function on<Shape extends z.ZodType>(shape: Shape, take: (event: z.output<Shape>) => void): (body: unknown) => void {
  return (body) => {
    const read = shape.safeParse(body);
    if (read.success) take(read.data);
  };
}

// Why a breakpoint is not in place. That code may still be loaded is no reason once the program has ended.
export function obstacleIn(message: string | undefined): string | undefined {
  return message === undefined || message === '' || /\b(?:yet|waiting|pending)\b/i.test(message) ? undefined : message;
}

// Where a breakpoint of this file was put into another: as Delve puts the initial value of a package's variable into a function of the compiler's, and as a source map
// leads from a compiled file to its source, which may be called alike.
export function otherFile(uri: string, { source }: BoundBreakpoint): string | undefined {
  const path = source?.path ?? source?.name ?? '';
  const nameOf = (one: string) => one.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  if (nameOf(path) === '') return undefined;
  if (nameOf(path) !== nameOf(pathOf(uri))) return path;
  // Folders have several names where there are links.
  const [given, asked] = [path, pathOf(uri)].map(realPath);
  return given === undefined || given === asked ? undefined : path;
}

// Undefined where there is no such file.
function realPath(path: string): string | undefined {
  try {
    return isAbsolute(path) ? realpathSync.native(path) : undefined;
  } catch {
    // Debuggers also name files of the machine on which something was built.
    return undefined;
  }
}
