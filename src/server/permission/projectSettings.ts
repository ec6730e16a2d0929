// What the files of a project say about how it is served. They come with the code, so nothing here may permit anything.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { readSmallFile } from '../../base/files/smallFile.ts';
import type { IdeError } from '../../ide/errors/errors.ts';
import { invalidSettings } from '../../ide/errors/machineErrors.ts';
import { type Rules, RulesShape, rulesOf } from './rules.ts';

// Relative to the project.
export const SETTINGS_FILE = '.binnacle/settings.json';

const LARGEST = 64 * 1024;

const Settings = z.strictObject({
  // Which tools its agents are shown, unless a person said otherwise.
  toolset: z.string().min(1).optional(),
  // What agents may not do here, or not without asking; it only adds to what the person's own policy says.
  policy: RulesShape.optional(),
});

export interface ProjectSettings {
  readonly toolset?: string | undefined;
  readonly policy?: Rules | undefined;
  // The file cannot be understood; nothing in it counts.
  readonly problem?: IdeError;
}

const known = new Map<string, { stamp: string; settings: ProjectSettings }>();

// Read again only when the file changed.
export function projectSettings(root: string): ProjectSettings {
  const file = join(root, SETTINGS_FILE);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) {
    known.delete(file);
    return {};
  }
  const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
  const before = known.get(file);
  if (before?.stamp === stamp) return before.settings;
  // A pipe that somebody planted would hold up everyone who shares this process.
  const settings = found.isFile() && found.size <= LARGEST ? readSettings(file) : { problem: invalidSettings(file, 'it is not a small file') };
  known.set(file, { stamp, settings });
  return settings;
}

function readSettings(file: string): ProjectSettings {
  const errors: ParseError[] = [];
  const read: unknown = parse(readSmallFile(file), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) return { problem: invalidSettings(file, `${printParseErrorCode(error.error)} at character ${error.offset + 1}`) };
  const parsed = Settings.safeParse(read);
  if (parsed.success) return { toolset: parsed.data.toolset, policy: parsed.data.policy && rulesOf(parsed.data.policy) };
  return { problem: invalidSettings(file, z.prettifyError(parsed.error).replaceAll('\n', ' ')) };
}
