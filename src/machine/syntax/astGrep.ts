// ast-grep, the program that knows the grammars of two dozen languages: where it is, and how it is run so that nothing of the project runs.
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { z } from 'zod';
import { engineUnavailable } from '../../ide/errors/errors.ts';
import type { Position, Range } from '../../ide/text.ts';
import type { Processes } from '../processes/processes.ts';
import type { Finished } from '../processes/spawnedProcess.ts';
import { INSTALL_COMMAND } from '../programs/installation.ts';
import { packageFolder } from '../programs/packageFolder.ts';
import { runSearch } from '../programs/searchProcess.ts';

// Files that are listed are meant, whatever ignore files say; libraries that a configuration names are never loaded.
export const AS_LISTED = ['--json=stream', '--custom-languages=ignore', '--no-ignore=hidden', '--no-ignore=dot', '--no-ignore=vcs'];

export function runAstGrep(processes: Processes, args: readonly string[], signal: AbortSignal, input?: string): Promise<Finished> {
  const { program } = astGrep(processes);
  // It looks for a configuration in the folder where it runs and in those above; in the topmost folder it finds nothing of a project.
  return runSearch(processes, 'ast-grep', { program, args, cwd: parse(program).root }, signal, input);
}

const AstPlace = z.object({ line: z.number(), column: z.number() });
export const AstNode = z.object({
  text: z.string(),
  range: z.object({ start: AstPlace, end: AstPlace, byteOffset: z.object({ start: z.number(), end: z.number() }) }),
});
export type AstNode = z.infer<typeof AstNode>;

// ast-grep counts columns in characters, the port in UTF-16 units. `line` is the text of the line on which the node begins.
export function rangeOf({ range, text }: AstNode, line: string): Range {
  const start = { line: range.start.line, character: [...line].slice(0, range.start.column).join('').length };
  return { start, end: endOf(start, text) };
}

export function endOf(start: Position, text: string): Position {
  const rows = text.split('\n');
  const last = rows.at(-1) ?? '';
  return { line: start.line + rows.length - 1, character: rows.length === 1 ? start.character + last.length : last.length };
}

const Manifest = z.object({ version: z.string() });

// What npm installs of `@ast-grep/cli` for this system, without the package around it: that one keeps the program a second time.
export function astGrep({ searchPrograms: { installation } }: Processes): { program: string; version: string } {
  const folder = packageFolder(`@ast-grep/cli-${process.platform}-${process.arch}${LIBRARIES[process.platform] ?? ''}`, installation);
  if (folder === undefined)
    throw engineUnavailable(
      'ast-grep',
      `it comes with Binnacle for ${SYSTEMS}, and is not installed here (${process.platform}, ${process.arch}): ${INSTALL_COMMAND}`,
    );
  const { version } = Manifest.parse(createRequire(import.meta.url)(join(folder, 'package.json')));
  return { program: join(folder, process.platform === 'win32' ? 'ast-grep.exe' : 'ast-grep'), version };
}

// What the program was linked with, as its package is called.
const LIBRARIES: Readonly<Record<string, string>> = { linux: '-gnu', win32: '-msvc' };
const SYSTEMS = 'Linux with glibc, macOS and Windows';
