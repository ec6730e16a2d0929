// Which formatter a project wants for a file, read from the files that configure it, and where its program is.
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { readSmallFile } from '../../../base/files/smallFile.ts';
import { variable } from '../../../base/processes/environment.ts';
import { pathOfProgram } from '../../../machine/programs/machinePrograms.ts';
import type { FormattedFile, FormatterConfiguration, FormatterRow } from './formatterRow.ts';

export interface WantedFormatter {
  readonly row: FormatterRow;
  // The file that says so; absent where the language has only this one.
  readonly configuration?: string;
}

// The nearest folder decides; in one folder the order of the rows does.
export function wantedFormatter(rows: readonly FormatterRow[], does: FormatterRow['does'], file: FormattedFile): WantedFormatter | undefined {
  const fitting = rows.filter((row) => row.does === does && row.files.test(basename(file.path)));
  for (const folder of foldersAbove(file)) {
    const names = namesIn(folder);
    for (const row of fitting) {
      const configuration = row.wantedBy && names.find((name) => row.wantedBy?.some((wanted) => says(folder, name, wanted)));
      if (configuration !== undefined) return { row, configuration: join(folder, configuration) };
    }
  }
  const only = fitting.find(({ wantedBy }) => wantedBy === undefined);
  return only && { row: only };
}

// What runs it, or undefined when it is not installed.
export function commandOf({ origin }: FormatterRow, file: FormattedFile): readonly string[] | undefined {
  if ('npm' in origin) {
    const script = foldersAbove(file).flatMap((folder) => binIn(join(folder, 'node_modules', origin.npm), origin.bin) ?? [])[0];
    return script === undefined ? undefined : [process.execPath, script];
  }
  if ('machine' in origin) {
    const program = pathOfProgram(origin.machine);
    return program === undefined ? undefined : [program];
  }
  const own = foldersAbove(file).flatMap((folder) => ['.venv', 'venv'].map((environment) => join(folder, environment)));
  const binaries = [...own, variable('VIRTUAL_ENV')].flatMap((folder) => (folder === undefined ? [] : [join(folder, 'bin'), join(folder, 'Scripts')]));
  const program = pathOfProgram({ ...origin.python, alsoIn: () => [] }, { PATH: binaries.join(process.platform === 'win32' ? ';' : ':') });
  const found = program ?? pathOfProgram(origin.python);
  return found === undefined ? undefined : [found];
}

// From the file's own up to the project's.
function foldersAbove({ path, root }: FormattedFile): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === root || folder === dirname(folder)) break;
  }
  return folders;
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function says(folder: string, name: string, { named, holding }: FormatterConfiguration): boolean {
  return named.test(name) && (holding === undefined || holding.test(readSmallFile(join(folder, name))));
}

const Manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

function binIn(folder: string, name: string): string | undefined {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const { data } = Manifest.safeParse(JSON.parse(readSmallFile(manifest)));
  const script = typeof data?.bin === 'string' ? data.bin : data?.bin[name];
  return script === undefined ? undefined : realpathSync(join(folder, script));
}
