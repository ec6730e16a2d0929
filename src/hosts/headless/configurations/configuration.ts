// A way to run something of the project, as it was found: what it is called, and what it comes to once it is wanted.
import type { RunConfiguration } from '../../../ide/debugging.ts';

export interface FoundConfiguration extends RunConfiguration {
  // What to do, with every variable filled in. Throws configuration_invalid.
  resolve(filling: Filling): ResolvedConfiguration;
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
  build?(builder: Builder): Promise<string>;
}

export interface Builder {
  // A folder of ours that stays, for what is not to lie in the project.
  readonly scratch: string;
  // Runs a program to its end, and returns what it printed. Throws preparation_failed with the end of it.
  run(program: string, args: readonly string[], cwd: string): Promise<string>;
}
