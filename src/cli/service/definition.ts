// What a service is on each system, as data: the file that describes it, and the commands that take it up, end it and ask after it.

export interface ServiceProgram {
  readonly node: string;
  readonly executable: string;
  // What decides where Binnacle keeps its files, where a person has set it: a service does not see their shell.
  readonly environment: Readonly<Record<string, string>>;
  // For what it says before it has a log of its own.
  readonly output: string;
}

export interface ServiceDefinition {
  // Of the service manager, in words for people.
  readonly manager: string;
  readonly file: string;
  readonly text: string;
  // Answers without an error where there is such a manager for this person.
  readonly probe: readonly string[];
  // In order; run again they have the service run what the file says now.
  readonly install: readonly (readonly string[])[];
  readonly uninstall: readonly (readonly string[])[];
  // Has the code 0 where it runs.
  readonly isRunning: readonly string[];
}

export const ARGUMENTS: readonly string[] = ['serve', '--service'];
