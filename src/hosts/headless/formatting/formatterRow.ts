// What a formatter is to us: which files it lays out, how a project says that it wants it, and how it is run from standard input to standard output.
import type { Range, TextSnapshot } from '../../../ide/text.ts';
import type { MachineProgram } from '../../../machine/programs/machinePrograms.ts';

export interface FormatterRow {
  readonly name: string;
  readonly does: 'layout' | 'imports';
  // By the name of the file.
  readonly files: RegExp;
  // How a folder says that it is wanted for everything below; absent where the language has no other.
  readonly wantedBy?: readonly FormatterConfiguration[];
  readonly origin: FormatterOrigin;
  // It reads the text from standard input. The range's own arguments are options, so they stand before what is none.
  args(file: FormattedFile, ofRange: readonly string[]): readonly string[];
  // Absent where it knows only whole files.
  rangeArgs?(range: Range, document: TextSnapshot): readonly string[];
  // What it printed, as the text; undefined when it changed nothing. Without it, all that it printed is the text.
  textIn?(stdout: string): string | undefined;
  // Exit codes that are not a failure; 0 alone when absent.
  readonly fine?: readonly number[];
  readonly install: string;
}

export interface FormatterConfiguration {
  // By the name of the file.
  readonly named: RegExp;
  // Where the file is about other things too.
  readonly holding?: RegExp;
}

export type FormatterOrigin =
  // A package of the project, run by Node.
  | { readonly npm: string; readonly bin: string }
  // In the virtual environment of the project, or on this machine.
  | { readonly python: MachineProgram }
  | { readonly machine: MachineProgram };

export interface FormattedFile {
  // Absolute.
  readonly path: string;
  // The project's folder, absolute.
  readonly root: string;
}
