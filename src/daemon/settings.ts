// What a person can set for the daemon, in settings.json beside the policy.
import { readFileSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { systemErrorCode } from '../base/files/systemError.ts';
import { isRecord } from '../base/isRecord.ts';
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
  claudeIde: z
    .enum(['auto', 'always', 'off'])
    .default('auto')
    .describe('Whether Claude Code finds each trusted project as its IDE; auto: where no other IDE has the folder open.'),
  geminiIde: z
    .enum(['auto', 'always', 'off'])
    .default('auto')
    .describe('Whether Gemini CLI and Qwen Code find it too, for whoever uses them; auto: where no other IDE has the folder open.'),
  addNewFilesToGit: z.boolean().default(false).describe('Whether files that clients of the bridge create are added to git.'),
  evaluation: z.enum(['free', 'no side effects', 'off']).default('free').describe('What expressions of agents may do to the programs that they debug.'),
  servers: z
    .enum(['ask', 'always', 'never'])
    .default('ask')
    .describe('Whether an agent may have a language server fetched from its registry into your cache: after asking you, without, or not at all.'),
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
export const COUNTS_AT_ONCE: ReadonlySet<SettingName> = new Set<SettingName>([
  'confirmWriteOperations',
  'showTimestamps',
  'autoScroll',
  'claudeIde',
  'geminiIde',
  'servers',
]);

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
  // What the file says that nobody knows, or that cannot be meant.
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

// Where a value that cannot be meant is not replaced by the usual one, because that would allow more than the person perhaps wanted.
const SAFER: Partial<SettingValues> = { confirmWriteOperations: true, evaluation: 'off' };

// A slip, or a word of another version, is reported, and the rest counts: nobody is without tools because of a comma.
export function settingValues(configuration: string): { values: SettingValues; set: ReadonlySet<string>; warnings: readonly string[] } {
  const file = settingsFile(configuration);
  const { members, problem } = readMembers(file);
  if (problem !== undefined) {
    const safer = Object.entries(SAFER).map(([name, value]) => `${name} is ${JSON.stringify(value)}`);
    const warning = `${file} cannot be understood: ${problem}. Nothing in it counts until it is repaired: ${safer.join(', ')}, and everything else is as usual.`;
    return { values: { ...SettingsFile.parse({}), ...SAFER }, set: new Set(), warnings: [warning] };
  }
  const names = Object.keys(settingShapes);
  const wrong = new Map<string, string>();
  for (const [name, shape] of Object.entries(settingShapes)) {
    const { error } = shape.safeParse(members[name]);
    if (error !== undefined) wrong.set(name, z.prettifyError(error).replaceAll('\n', ' ').replaceAll('✖ ', ''));
  }
  const counted = Object.entries(members).filter(([name]) => !wrong.has(name));
  const safer = Object.entries(SAFER).filter(([name]) => wrong.has(name));
  const values = SettingsFile.parse(Object.fromEntries([...counted, ...safer]));
  const used: Readonly<Record<string, unknown>> = values;
  const warnings = [
    ...[...wrong].map(([name, why]) => `${file}: ${name} cannot be ${shownValue(members[name])}: ${why}. It is ${shownValue(used[name])} instead.`),
    ...Object.keys(members)
      .filter((name) => !names.includes(name))
      .map((name) => `${file}: there is no setting ${name}${nearest(name, names)}. It does nothing.`),
  ];
  return { values, set: new Set(counted.map(([name]) => name)), warnings };
}

// Before it is written to.
export function requireReadableSettings(configuration: string): void {
  const file = settingsFile(configuration);
  const { problem } = readMembers(file);
  if (problem !== undefined) throw invalidSettings(file, problem);
}

// Asked again and again, such as before every edit, so that a change counts at once; the file is read again only when it changed.
export function readLive<Name extends SettingName>(configuration: string, name: Name): () => SettingValues[Name] {
  let known: { stamp: string; value: SettingValues[Name] } | undefined;
  return () => {
    const found = statSync(settingsFile(configuration), { throwIfNoEntry: false });
    const stamp = found === undefined ? '' : `${found.mtimeMs} ${found.size} ${found.ino}`;
    if (known?.stamp !== stamp) known = { stamp, value: settingValues(configuration).values[name] };
    return known.value;
  };
}

function nearest(name: string, names: readonly string[]): string {
  const [near] = closest(name, names, 1);
  return near === undefined ? '' : `; did you mean ${near}`;
}

// As somebody reads it in a line.
function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'not set';
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

const LONGEST_SHOWN = 100;

function readMembers(file: string): { readonly members: Readonly<Record<string, unknown>>; readonly problem?: string } {
  const text = textOf(file);
  if (text.problem !== undefined) return { members: {}, problem: text.problem };
  const errors: ParseError[] = [];
  const read: unknown = parse(text.text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) return { members: {}, problem: `${printParseErrorCode(error.error)} at character ${error.offset + 1}` };
  return isRecord(read) ? { members: read } : { members: {}, problem: 'it is no JSON object' };
}

function textOf(file: string): { readonly text: string; readonly problem?: string } {
  try {
    const text = readFileSync(file, 'utf8');
    return { text: text.trim() === '' ? '{}' : text };
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT' ? { text: '{}' } : { text: '', problem: systemErrorCode(error) ?? String(error) };
  }
}
