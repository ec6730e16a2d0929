// Loaded into node --test: reports each test as it begins and ends.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { comparedValues, report } from '../../javascript/reporting.ts';

interface TestData {
  readonly name: string;
  readonly nesting: number;
  readonly file?: string;
  readonly line?: number;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly message?: string;
  readonly details?: { readonly duration_ms?: number; readonly type?: string; readonly error?: unknown };
}

interface Event {
  readonly type: string;
  readonly data: TestData;
}

// By file: what is under way, from the outermost.
const open = new Map<string, string[]>();
const printed = new Map<string, string>();

export default async function* reporter(source: AsyncIterable<Event>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type === 'test:enqueue') queued(data);
    else if (type === 'test:start') started(data);
    else if (type === 'test:pass') ended(data, undefined);
    else if (type === 'test:fail') ended(data, data.details?.error);
    else if (type === 'test:stdout' || type === 'test:stderr') {
      const file = fileOf(data) ?? '';
      printed.set(file, (printed.get(file) ?? '') + (data.message ?? ''));
    }
  }
  for (const text of printed.values()) if (text !== '') report({ event: 'printed', text });
  yield '';
}

// Only those at the top of a file, which are known before the first of them runs; those that are not chosen are reported by some versions only.
const isWhole = !process.execArgv.some((argument) => argument.startsWith('--test-name-pattern'));

function queued(data: TestData): void {
  if (isWhole && data.nesting === 0 && !isFile(data)) report({ event: 'planned', ...identity(data, [data.name]) });
}

function started(data: TestData): void {
  const file = fileOf(data) ?? '';
  const names = [...(open.get(file) ?? []).slice(0, data.nesting), data.name];
  open.set(file, names);
  if (isFile(data)) return;
  // What came before belongs to no test.
  const before = printed.get(file) ?? '';
  if (before !== '') report({ event: 'printed', text: before });
  printed.delete(file);
  report({ event: 'started', ...identity(data, names) });
}

function ended(data: TestData, error: unknown): void {
  const file = fileOf(data) ?? '';
  const names = [...(open.get(file) ?? []).slice(0, data.nesting), data.name];
  const { type, failure } = { type: data.details?.type, failure: failureOf(error) };
  if (isFile(data)) {
    if (error !== undefined && failure.kind !== 'subtestsFailed') {
      report({ event: 'problem', file, message: [failure.message, printed.get(file) ?? ''].join('\n').trim() });
      printed.delete(file);
    }
    // It has none, or it ended its process before Node could pass on what its tests had reported.
    if (error === undefined) report({ event: 'silent', file });
    return;
  }
  if (type === 'suite' || (typeof data.skip === 'string' && /does not match pattern/.test(data.skip))) {
    report({ event: 'left', ...identity(data, names) });
    return;
  }
  const output = printed.get(file);
  printed.delete(file);
  const isSkipped = data.skip !== undefined && data.skip !== false;
  const isTodo = data.todo !== undefined && data.todo !== false;
  const isOutside = failure.kind === 'hookFailed' || failure.kind === 'cancelledByParent';
  report({
    event: 'ended',
    ...identity(data, names),
    status: isSkipped || isTodo ? 'skipped' : error === undefined ? 'passed' : isOutside ? 'error' : 'failed',
    ms: data.details?.duration_ms,
    ...(isSkipped && typeof data.skip === 'string' ? { message: data.skip } : {}),
    ...(error === undefined ? {} : failure.fields),
    output,
  });
}

// The file itself is a test where it dies, or has none.
function isFile({ name, nesting, file, details }: TestData): boolean {
  if (nesting !== 0) return false;
  return name === file || resolve(name) === file || (file === undefined && /\.[cm]?[jt]sx?$/.test(name) && details?.type !== 'suite');
}

function identity(data: TestData, names: readonly string[]): object {
  return { file: fileOf(data), suite: names.slice(0, -1), name: data.name, line: data.line };
}

function fileOf({ file, name }: TestData): string | undefined {
  if (file === undefined) return /\.[cm]?[jt]sx?$/.test(name ?? '') ? resolve(name) : undefined;
  return file.startsWith('file:') ? fileURLToPath(file) : file;
}

interface Failure {
  readonly kind: string | undefined;
  readonly message: string;
  readonly fields: object;
}

// Node wraps what was thrown.
function failureOf(error: unknown): Failure {
  if (typeof error !== 'object' || error === null) return { kind: undefined, message: String(error), fields: { message: String(error) } };
  const kind = 'failureType' in error && typeof error.failureType === 'string' ? error.failureType : undefined;
  const cause = 'cause' in error && typeof error.cause === 'object' && error.cause !== null ? error.cause : error;
  const own = 'message' in cause && typeof cause.message === 'string' ? cause.message : 'cause' in error ? String(error.cause) : '';
  const message = own === '' && 'message' in error ? String(error.message) : own;
  const signal = 'signal' in error && typeof error.signal === 'string' ? ` (${error.signal})` : '';
  return {
    kind,
    message: message + signal,
    fields: {
      message,
      ...('stack' in cause && typeof cause.stack === 'string' ? { trace: cause.stack } : {}),
      ...comparedValues(cause),
    },
  };
}
