// A way to run something of the project, as it was found: what it is called, and what it comes to once it is wanted.

import type { ResolvedRun, RunConfiguration, RunFilling, RunStep } from '../../ide/doors/running.ts';
import { configurationInvalid } from '../../ide/errors/debugErrors.ts';
import { shellWord } from '../processes/shell.ts';

export interface FoundConfiguration extends RunConfiguration {
  // What to do, with every variable filled in. Throws configuration_invalid.
  resolve(filling: Filling): ResolvedConfiguration;
  // The same without a debugger, where it can be run.
  run?(filling: RunFilling): ResolvedRun;
}

// What no debugger knows, but a shell does.
export function runOnly(found: Omit<RunConfiguration, 'canDebug' | 'canRun'>, step: RunStep): FoundConfiguration {
  return {
    ...found,
    canDebug: false,
    canRun: true,
    resolve: () => {
      throw configurationInvalid(found.name, 'it can be run, but not debugged');
    },
    run: ({ args }) => ({ steps: [withArguments(step, args)] }),
  };
}

// Each stays one word, whatever it holds.
export function withArguments(step: RunStep, args: readonly string[]): RunStep {
  if (args.length === 0) return step;
  const { command } = step;
  return { ...step, command: 'line' in command ? { line: [command.line, ...args.map(shellWord)].join(' ') } : { words: [...command.words, ...args] } };
}

export interface Filling {
  // Absolute: the file that ${file} means, where one was named.
  readonly file: string | undefined;
}

export type ResolvedConfiguration = SingleConfiguration | CompoundConfiguration;

export interface CompoundConfiguration {
  readonly compound: readonly string[];
  readonly preLaunchTask: string | undefined;
  // Once one of its parts ends, so do the others.
  readonly stopAll: boolean;
}

export interface SingleConfiguration {
  // As launch.json calls the debugger.
  readonly type: string;
  readonly request: 'launch' | 'attach';
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly preLaunchTask: string | undefined;
  // Builds what is to be run, and returns the built program. Throws preparation_failed or configuration_invalid.
  build?(builder: ProgramBuilder): Promise<string>;
}

export interface ProgramBuilder {
  // A folder of ours that stays, for what is not to lie in the project.
  readonly scratch: string;
  // Runs a program to its end, and returns what it printed. Throws preparation_failed with the end of it.
  run(program: string, args: readonly string[], cwd: string): Promise<string>;
}
