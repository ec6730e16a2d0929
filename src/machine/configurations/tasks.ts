// The tasks of .vscode/tasks.json: what each comes to, and how they are run before a launch, to their end or, in the background, until they are ready.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { z } from 'zod';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { isRecord } from '../../base/isRecord.ts';
import { BoundedExpression } from '../../base/patterns/boundedExpression.ts';
import { currentEnvironment } from '../../base/processes/environment.ts';
import { Bound } from '../../base/waiting/abort.ts';
import { minutes } from '../../base/waiting/duration.ts';
import type { RunStep } from '../../ide/doors/running.ts';
import { configurationInvalid, preparationFailed } from '../../ide/errors/debugErrors.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import type { Command, Processes } from '../processes/processes.ts';
import { shellWord } from '../processes/shell.ts';
import type { BackgroundTasks, Watching } from './backgroundTasks.ts';
import { commandOfStep } from './commandOfStep.ts';
import { type FoundConfiguration, runOnly, withArguments } from './configuration.ts';
import { filled, UnknownVariable } from './variables.ts';

const Task = z.looseObject({
  label: z.string().optional(),
  type: z.string().default('shell'),
  command: z.union([z.string(), z.looseObject({ value: z.string() })]).optional(),
  args: z.array(z.union([z.string(), z.looseObject({ value: z.string() })])).default([]),
  script: z.string().optional(),
  isBackground: z.boolean().default(false),
  dependsOn: z.union([z.string(), z.array(z.string())]).optional(),
  problemMatcher: z.unknown().optional(),
  options: z.looseObject({ cwd: z.string().optional(), env: z.record(z.string(), z.string()).optional() }).optional(),
});
type Task = z.output<typeof Task>;
const TasksFile = z.looseObject({ tasks: z.array(z.unknown()).default([]) });

// A build of a large project.
const LONGEST_TASK = minutes(10);

const FROM = '.vscode/tasks.json';

export interface TaskContext {
  readonly root: string;
  readonly file: string | undefined;
}

export interface RunningTasks extends TaskContext {
  readonly processes: Processes;
  readonly background: BackgroundTasks;
}

// `configuration` is whose wish it is. Returns the tasks that go on in the background. Throws configuration_invalid or preparation_failed.
export async function runTask(label: string, configuration: string, room: RunningTasks, signal: AbortSignal): Promise<readonly string[]> {
  const running: string[] = [];
  for (const { step, label: own, isBackground, problemMatcher } of stepsOf(label, configuration, room, [])) {
    const command = commandOfStep(step, room.root);
    if (!isBackground) {
      await runBefore(own, command, room.processes, signal);
      continue;
    }
    const watching = watchingOf(problemMatcher);
    if (typeof watching === 'string') throw configurationInvalid(configuration, `the task ${own} runs in the background, and ${watching}`);
    await room.background.ready(own, command, watching, room.processes, signal);
    running.push(own);
  }
  return running;
}

// What a task and those before it run, in order. Throws configuration_invalid.
export function taskSteps(label: string, configuration: string, room: TaskContext): readonly RunStep[] {
  return stepsOf(label, configuration, room, []).map(({ step }) => step);
}

export function taskConfigurations(root: string): readonly FoundConfiguration[] {
  return tasksOf(root).flatMap((task) => {
    const label = labelOf(task);
    if (label === undefined) return [];
    const name = `task: ${label}`;
    const what = task.type === 'npm' ? `npm run ${task.script ?? ''}` : [task.command ?? 'only what it depends on', ...task.args].map(textOf).join(' ');
    const known = ['npm', 'shell', 'process'].includes(task.type);
    return [
      {
        ...runOnly(
          { name, type: 'task', from: FROM, description: known ? what : `tasks of the type ${task.type} are not known here` },
          { command: { line: '' } },
        ),
        canRun: known,
        run: ({ file, args }) => {
          const steps = taskSteps(label, name, { root, file });
          return { steps: steps.map((step, index) => (index === steps.length - 1 ? withArguments(step, args) : step)) };
        },
      },
    ];
  });
}

interface TaskStep {
  readonly label: string;
  readonly isBackground: boolean;
  readonly problemMatcher: unknown;
  readonly step: RunStep;
}

function stepsOf(label: string, configuration: string, room: TaskContext, under: readonly string[]): readonly TaskStep[] {
  const task = tasksOf(room.root).find((one) => labelOf(one) === label);
  if (task === undefined) throw configurationInvalid(configuration, `there is no task ${label} in .vscode/tasks.json`);
  if (under.includes(label)) throw configurationInvalid(configuration, `the task ${label} depends on itself`);
  const before = typeof task.dependsOn === 'string' ? [task.dependsOn] : (task.dependsOn ?? []);
  const step = stepOf(task, configuration, room);
  return [
    ...before.flatMap((one) => stepsOf(one, configuration, room, [...under, label])),
    ...(step === undefined ? [] : [{ label, isBackground: task.isBackground, problemMatcher: task.problemMatcher, step }]),
  ];
}

// Returns what it printed. Throws preparation_failed with the end of that.
export async function runBefore(label: string, command: Command, processes: Processes, signal: AbortSignal): Promise<string> {
  using bound = new Bound(signal, LONGEST_TASK);
  const finished = await processes.run({ ...command, marked: true }, bound.signal).catch((error: unknown) => {
    if (signal.aborted) throw cancelled();
    throw preparationFailed(
      label,
      bound.passed ? `it did not end within ${LONGEST_TASK / minutes(1)} minutes` : error instanceof Error ? error.message : String(error),
    );
  });
  if (finished.code !== 0) throw preparationFailed(label, lastLines(`${finished.stdout}\n${finished.stderr}`));
  return finished.stdout;
}

const Pattern = z.union([z.string(), z.looseObject({ regexp: z.string() }).transform(({ regexp }) => regexp)]);
const Matcher = z.looseObject({
  base: z.string().optional(),
  background: z.looseObject({ activeOnStart: z.boolean().optional(), beginsPattern: Pattern.optional(), endsPattern: Pattern }).optional(),
});

// What VS Code itself brings along; those of extensions are not known here.
const NAMED: Readonly<Record<string, Watching>> = {
  '$tsc-watch': {
    activeOnStart: true,
    begins: /Starting (?:compilation in watch mode|incremental compilation)/,
    ends: /Found \d+ errors?\. Watching for file changes\./,
  },
};

// When it is ready, by its problem matcher; a text where that cannot be known.
function watchingOf(given: unknown): Watching | string {
  const matchers: readonly unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  for (const one of matchers) {
    const { base, background } = typeof one === 'string' ? { base: one, background: undefined } : (Matcher.safeParse(one).data ?? {});
    if (background !== undefined) return written(background);
    const named = NAMED[base ?? ''];
    if (named !== undefined) return named;
  }
  return 'nothing says when it is ready: give it a problemMatcher with background.endsPattern, or start it yourself';
}

function written({ activeOnStart, beginsPattern, endsPattern }: NonNullable<z.output<typeof Matcher>['background']>): Watching | string {
  try {
    const begins = beginsPattern === undefined ? undefined : new BoundedExpression(beginsPattern);
    return { activeOnStart: activeOnStart ?? begins === undefined, begins, ends: new BoundedExpression(endsPattern) };
  } catch (error) {
    if (error instanceof SyntaxError) return `its patterns cannot be read: ${error.message}`;
    throw error;
  }
}

function tasksOf(root: string): readonly Task[] {
  const file = join(root, '.vscode', 'tasks.json');
  if (!existsSync(file)) return [];
  const read = TasksFile.safeParse(parse(readSmallFile(file), [], { allowTrailingComma: true }));
  return read.success ? read.data.tasks.flatMap((entry) => Task.safeParse(entry).data ?? []) : [];
}

function labelOf({ label, type, script }: Task): string | undefined {
  return label ?? (type === 'npm' && script !== undefined ? `npm: ${script}` : undefined);
}

// Undefined for a task that only depends on others.
function stepOf(task: Task, configuration: string, room: TaskContext): RunStep | undefined {
  const options = filledIn(task.options ?? {}, configuration, room);
  const folder = typeof options['cwd'] === 'string' ? options['cwd'] : room.root;
  const environment = z.record(z.string(), z.string()).safeParse(options['env']).data ?? {};
  if (task.type === 'npm') return { command: { line: `npm run ${shellWord(task.script ?? '')}` }, folder, environment };
  if (task.command === undefined) return undefined;
  const given = filledIn({ command: textOf(task.command), args: task.args.map(textOf) }, configuration, room);
  const program = String(given['command']);
  const args = Array.isArray(given['args']) ? given['args'].map(String) : [];
  if (task.type === 'process') return { command: { words: [program, ...args] }, folder, environment };
  if (task.type !== 'shell') throw configurationInvalid(configuration, `tasks of the type ${task.type} are not known here`);
  return { command: { line: [program, ...args.map(shellWord)].join(' ') }, folder, environment };
}

function filledIn(value: object, configuration: string, { root, file }: TaskContext): Record<string, unknown> {
  try {
    const given = filled(value, { root, file, environment: currentEnvironment(), inputs: {} });
    return isRecord(given) ? given : {};
  } catch (error) {
    throw error instanceof UnknownVariable ? configurationInvalid(configuration, error.message) : error;
  }
}

function textOf(value: string | { value: string }): string {
  return typeof value === 'string' ? value : value.value;
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-15).join('\n');
}
