// What a person can set for the daemon, in settings.json beside the policy.
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { systemErrorCode } from '../base/files/systemError.ts';
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

const SettingsFile = z.strictObject({
  // How many calls the history keeps.
  maxHistorySize: z.int().min(1).max(100_000).default(DEFAULT_HISTORY_SIZE),
  // How long a daemon in the background stays when no client is there.
  idleExitMinutes: z.number().positive().default(USUAL_IDLE_MINUTES),
  // How long an engine keeps running without a call.
  hibernateMinutes: z.number().positive().default(USUAL_HIBERNATE_MINUTES),
  // What all engines together may hold; beyond it the least recently used one rests.
  engineMemoryMb: z.number().positive().default(USUAL_ENGINE_MEMORY_MB),
  // Whether each trusted project has an HTTP bridge on a port of its own.
  bridge: z.boolean().default(false),
  // Whether files that clients of the bridge create are added to git, as an IDE does when its settings say so.
  addNewFilesToGit: z.boolean().default(false),
  // What expressions of agents may do to the programs that they debug.
  evaluation: z.enum(['free', 'no side effects', 'off']).default('free'),
  // How long a person may take to answer a review; a call ends after fifteen.
  reviewMinutes: z.number().positive().max(14).default(USUAL_REVIEW_MINUTES),
});

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
  const file = settingsFile(configuration);
  const parsed = SettingsFile.safeParse(readJson(file));
  if (!parsed.success) throw invalidSettings(file, z.prettifyError(parsed.error).replaceAll('\n', ' '));
  // For one session only, and for tests, which do not want to wait.
  const chosen = Number(environment['BINNACLE_IDLE_EXIT_MINUTES'] ?? Number.NaN);
  const { maxHistorySize, idleExitMinutes, hibernateMinutes, engineMemoryMb, bridge, addNewFilesToGit, evaluation, reviewMinutes } = parsed.data;
  return {
    maxHistorySize,
    longestReview: minutes(reviewMinutes),
    idleExit: minutes(chosen > 0 ? chosen : idleExitMinutes),
    engines: { unusedFor: minutes(hibernateMinutes), memoryMb: engineMemoryMb },
    bridge,
    addsNewFiles: addNewFilesToGit,
    evaluation,
  };
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
