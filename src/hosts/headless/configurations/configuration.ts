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

export type ResolvedConfiguration = SingleConfiguration | { readonly compound: readonly string[]; readonly preLaunchTask: string | undefined };

export interface SingleConfiguration {
  // As launch.json calls the debugger.
  readonly type: string;
  readonly request: 'launch' | 'attach';
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly preLaunchTask: string | undefined;
  // What must be run before, where no task is named.
  readonly build?: { readonly program: string; readonly args: readonly string[]; readonly cwd: string };
}
