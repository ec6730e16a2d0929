// Loaded into vitest: reports each test as it begins and ends. Also understands the older way of vitest 1 and 2, which reports all at the end.
import { isListing, report } from '../../javascript/reporting.ts';

interface Location {
  readonly line: number;
}

interface VitestError {
  readonly name?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly cause?: { readonly message?: string };
  readonly stacks?: readonly { readonly file: string; readonly line: number; readonly column: number; readonly method?: string }[];
}

interface Entity {
  readonly type: 'test' | 'suite' | 'module';
  readonly id: string;
  readonly name: string;
  readonly location?: Location;
  readonly parent: Entity;
  readonly module: Module;
}

interface Case extends Entity {
  result(): { readonly state: 'passed' | 'failed' | 'skipped' | 'pending'; readonly errors?: readonly VitestError[]; readonly note?: string };
  diagnostic(): { readonly duration: number } | undefined;
}

interface Suite extends Entity {
  errors(): readonly VitestError[];
  readonly children: { allTests(): Iterable<Case> };
}

interface Module extends Suite {
  readonly moduleId: string;
  state(): string;
}

interface Task {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly mode?: string;
  readonly filepath?: string;
  readonly location?: Location;
  readonly tasks?: readonly Task[];
  readonly result?: { readonly state?: string; readonly duration?: number; readonly errors?: readonly VitestError[] };
}

const pattern = process.env['BINNACLE_TEST_PATTERN'];
const said = new Map<string, string>();
let isNew = false;

export default class BinnacleReporter {
  onTestModuleCollected(module: Module): void {
    isNew = true;
    const tests = [...module.children.allTests()];
    if (isListing) for (const test of tests) report({ event: 'listed', ...identity(test) });
    else {
      report({ event: 'expected', count: tests.filter(isChosen).length });
      for (const test of tests.filter(isChosen)) report({ event: 'planned', ...identity(test) });
    }
  }

  onTestCaseReady(test: Case): void {
    if (!isListing && isChosen(test)) report({ event: 'started', ...identity(test) });
  }

  onTestCaseResult(test: Case): void {
    if (isListing || !isChosen(test)) return;
    const { state, errors = [], note } = test.result();
    report({
      event: 'ended',
      ...identity(test),
      status: state === 'passed' || state === 'failed' ? state : 'skipped',
      ms: test.diagnostic()?.duration,
      ...(note === undefined ? {} : { message: note }),
      ...failure(errors),
      output: said.get(test.id),
    });
    said.delete(test.id);
  }

  onTestSuiteResult(suite: Suite): void {
    this.#outside(suite);
  }

  onTestModuleEnd(module: Module): void {
    this.#outside(module);
    const rest = said.get(module.id);
    if (rest !== undefined) report({ event: 'printed', text: rest });
  }

  onTestRunEnd(modules: readonly Module[], errors: readonly VitestError[]): void {
    // Whose process died, and nobody else says so.
    const unfinished = modules.filter((module) => ['queued', 'pending'].includes(module.state()));
    const why = errors.map(messageOf).join('\n');
    for (const module of unfinished) {
      report({ event: 'problem', file: module.moduleId, message: `It was not finished. ${why}`.trim() });
      for (const test of isListing ? [] : module.children.allTests())
        if (test.result().state === 'pending') report({ event: 'ended', ...identity(test), status: 'error', message: why });
    }
    if (unfinished.length === 0) for (const error of errors) problem(error, undefined);
  }

  onUserConsoleLog(log: { readonly content: string; readonly taskId?: string }): void {
    if (log.taskId === undefined) report({ event: 'printed', text: log.content });
    else said.set(log.taskId, (said.get(log.taskId) ?? '') + log.content);
  }

  onFinished(files: readonly Task[] = [], errors: readonly VitestError[] = []): void {
    if (isNew) return;
    for (const file of files) {
      for (const error of file.result?.errors ?? []) problem(error, file.filepath);
      for (const task of file.tasks ?? []) older(task, file.filepath, []);
    }
    for (const error of errors) problem(error, undefined);
  }

  // What failed before, after or around the tests of a suite; its tests did not run, and none of them would say why.
  #outside(suite: Suite): void {
    const errors = suite.errors();
    if (errors.length === 0) return;
    const tests = isListing
      ? []
      : [...suite.children.allTests()].filter((test) => test.result().state !== 'passed' && test.result().state !== 'failed' && isChosen(test));
    for (const test of tests) report({ event: 'ended', ...identity(test), ...failure(errors), status: 'error' });
    if (tests.length === 0) for (const error of errors) problem(error, suite.module?.moduleId ?? ('moduleId' in suite ? String(suite.moduleId) : undefined));
  }
}

function older(task: Task, file: string | undefined, suite: readonly string[]): void {
  for (const inner of task.tasks ?? []) older(inner, file, [...suite, task.name]);
  if (task.tasks !== undefined) return;
  const identified = { file, suite, name: task.name, line: task.location?.line };
  if (isListing) {
    report({ event: 'listed', ...identified });
    return;
  }
  if (!fits([...suite, task.name])) return;
  const state = task.result?.state;
  report({
    event: 'ended',
    ...identified,
    status: state === 'pass' ? 'passed' : state === 'fail' ? 'failed' : 'skipped',
    ms: task.result?.duration,
    ...failure(task.result?.errors ?? []),
    output: said.get(task.id),
  });
}

// A test that was not chosen is reported like one that is skipped.
function isChosen(test: Case): boolean {
  return fits([...suitesOf(test), test.name]);
}

function fits(names: readonly string[]): boolean {
  return pattern === undefined || new RegExp(pattern).test(names.join(' '));
}

function suitesOf(test: Case): string[] {
  const suite: string[] = [];
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) suite.unshift(parent.name);
  return suite;
}

function identity(test: Case): object {
  const suite = suitesOf(test);
  return { file: test.module.moduleId, suite, name: test.name, line: test.location?.line };
}

function failure(errors: readonly VitestError[]): object {
  const [error] = errors;
  if (error === undefined) return {};
  const stack = error.stacks?.map(({ file, line, column, method }) => ({ file, line, column, function: method === '' ? undefined : method }));
  return {
    message: errors.map(messageOf).join('\n\n'),
    ...(typeof error.expected === 'string' ? { expected: error.expected } : {}),
    ...(typeof error.actual === 'string' ? { actual: error.actual } : {}),
    ...(stack === undefined || stack.length === 0 ? { trace: error.stack } : { stack }),
  };
}

function problem(error: VitestError, file: string | undefined): void {
  const place = error.stacks?.[0];
  report({ event: 'problem', message: messageOf(error), file: place?.file ?? file, line: place?.line });
}

function messageOf({ cause, ...error }: VitestError): string {
  const why = cause?.message === undefined || error.message?.includes(cause.message) === true ? '' : `\n${cause.message}`;
  return nameAndMessage(error) + why;
}

function nameAndMessage({ name, message = '' }: VitestError): string {
  return name === undefined || name === 'Error' || message.startsWith(name) ? message : `${name}: ${message}`;
}
