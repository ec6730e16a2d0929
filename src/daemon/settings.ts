// What a person can set for the daemon, in settings.json beside the policy.
import { readFileSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { systemErrorCode } from '../base/files/systemError.ts';
import { closest } from '../base/text/closest.ts';
import { minutes } from '../base/waiting/duration.ts';
import type { EvaluationPolicy } from '../ide/doors/debugging.ts';
import { invalidSettings } from '../ide/errors/machineErrors.ts';
import { DEFAULT_HISTORY_SIZE } from '../server/history/journal.ts';
import { LONGEST_REVIEW } from '../server/reviews/reviews.ts';

// Agents come back within minutes, and a warm index is worth its memory for about that long.
const USUAL_IDLE_MINUTES = 10;

// Longer than an agent thinks, shorter than a lunch.
const USUAL_HIBERNATE_MINUTES = 20;
// The rest belongs to the person's editor, browser and build.
const USUAL_ENGINE_MEMORY_MB = Math.min(4_096, Math.round(totalmem() / 2 / 1024 ** 2));

const USUAL_REVIEW_MINUTES = LONGEST_REVIEW / minutes(1);

// Each says what it does, for binnacle settings list and for the guide.
export const settingShapes = {
  maxHistorySize: z.int().min(1).max(100_000).default(DEFAULT_HISTORY_SIZE).describe('How many calls the history keeps.'),
  autoScroll: z.boolean().default(true).describe('Whether a list of calls in a window follows the newest one.'),
  showTimestamps: z.boolean().default(true).describe('Whether lists of calls show the time of each.'),
  confirmWriteOperations: z.boolean().default(false).describe('Whether every edit asks a person first; policy.json can be stricter, never looser.'),
  logToFile: z.boolean().default(false).describe('Whether each call is also written as a line of text to logFilePath.'),
  logFilePath: z
    .string()
    .refine((path) => path === '' || isAbsolute(path), 'it must be the absolute path of a file')
    .default('')
    .describe('The file for logToFile; empty: calls.log beside the log of the daemon.'),
  port: z.int().min(1).max(65_535).optional().describe('The port of URLs; unset: the one that was chosen at the first start, 29300 if it was free.'),
  projects: z
    .array(z.string().refine(isAbsolute, 'a project must be the absolute path of a folder'))
    .default([])
    .describe('The projects that the service opens when it starts.'),
  idleExitMinutes: z.number().positive().default(USUAL_IDLE_MINUTES).describe('How long a daemon in the background stays when no client is there.'),
  hibernateMinutes: z.number().positive().default(USUAL_HIBERNATE_MINUTES).describe('How long an engine keeps running without a call.'),
  engineMemoryMb: z
    .number()
    .positive()
    .default(USUAL_ENGINE_MEMORY_MB)
    .describe('What all engines together may hold; beyond it the least recently used one rests.'),
  bridge: z.boolean().default(false).describe('Whether each trusted project has an HTTP bridge on a port of its own.'),
  addNewFilesToGit: z.boolean().default(false).describe('Whether files that clients of the bridge create are added to git.'),
  evaluation: z.enum(['free', 'no side effects', 'off']).default('free').describe('What expressions of agents may do to the programs that they debug.'),
  reviewMinutes: z
    .number()
    .positive()
    .max(14)
    .default(USUAL_REVIEW_MINUTES)
    .describe('How long a person may take to answer a review; a call ends after fifteen.'),
};

const SettingsFile = z.object(settingShapes);

export type SettingName = keyof typeof settingShapes;
export type SettingValues = z.infer<typeof SettingsFile>;

// The others count when a daemon starts.
export const COUNTS_AT_ONCE: ReadonlySet<SettingName> = new Set<SettingName>(['confirmWriteOperations', 'showTimestamps', 'autoScroll']);

export interface Settings {
  readonly maxHistorySize: number;
  // In milliseconds.
  readonly longestReview: number;
  // In milliseconds.
  readonly idleExit: number;
  readonly engines: EngineLimits;
  readonly bridge: boolean;
  readonly addsNewFiles: boolean;
  readonly evaluation: EvaluationPolicy;
  readonly port: number | undefined;
  // That the service opens.
  readonly projects: readonly string[];
  // Where each call is written; an empty one is a file in the state folder. Undefined: nowhere.
  readonly callLog: string | undefined;
  // What the file says that nobody knows.
  readonly warnings: readonly string[];
}

export interface EngineLimits {
  // In milliseconds without a call.
  readonly unusedFor: number;
  readonly memoryMb: number;
}

export function settingsFile(configuration: string): string {
  return join(configuration, 'settings.json');
}

export function readSettings(configuration: string, environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const { values, warnings } = settingValues(configuration);
  // For one session only, and for tests, which do not want to wait.
  const chosen = Number(environment['BINNACLE_IDLE_EXIT_MINUTES'] ?? Number.NaN);
  const { maxHistorySize, idleExitMinutes, hibernateMinutes, engineMemoryMb, bridge, addNewFilesToGit, evaluation, reviewMinutes, port, projects } = values;
  return {
    maxHistorySize,
    longestReview: minutes(reviewMinutes),
    idleExit: minutes(chosen > 0 ? chosen : idleExitMinutes),
    engines: { unusedFor: minutes(hibernateMinutes), memoryMb: engineMemoryMb },
    bridge,
    addsNewFiles: addNewFilesToGit,
    evaluation,
    port,
    projects,
    callLog: values.logToFile ? values.logFilePath : undefined,
    warnings,
  };
}

// A word that nobody knows is a slip or comes from another version: it is reported, and the rest counts. A value that cannot be meant is refused.
export function settingValues(configuration: string): { values: SettingValues; set: ReadonlySet<string>; warnings: readonly string[] } {
  const file = settingsFile(configuration);
  const read = readJson(file);
  const parsed = SettingsFile.safeParse(read);
  if (!parsed.success) throw invalidSettings(file, z.prettifyError(parsed.error).replaceAll('\n', ' '));
  const names = Object.keys(settingShapes);
  const set = Object.keys(Object(read));
  const warnings = set.filter((name) => !names.includes(name)).map((name) => `${file}: there is no setting ${name}${nearest(name, names)}. It does nothing.`);
  return { values: parsed.data, set: new Set(set), warnings };
}

// Asked before every edit, so that a change counts at once; the file is read again only when it changed.
export function readConfirmsEdits(configuration: string): () => boolean {
  let known: { stamp: string; confirms: boolean } | undefined;
  return () => {
    const found = statSync(settingsFile(configuration), { throwIfNoEntry: false });
    if (found === undefined) return false;
    const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
    if (known?.stamp !== stamp) known = { stamp, confirms: settingValues(configuration).values.confirmWriteOperations };
    return known.confirms;
  };
}

function nearest(name: string, names: readonly string[]): string {
  const [near] = closest(name, names, 1);
  return near === undefined ? '' : `; did you mean ${near}`;
}

function readJson(file: string): unknown {
  const errors: ParseError[] = [];
  const read: unknown = parse(textOf(file), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) throw invalidSettings(file, `${printParseErrorCode(error.error)} at character ${error.offset + 1}`);
  return read;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return '{}';
    throw invalidSettings(file, systemErrorCode(error) ?? String(error));
  }
}
