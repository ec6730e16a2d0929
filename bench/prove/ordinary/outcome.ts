// What came of one refactoring at one place, as it is kept in the file of results.
import { z } from 'zod';
import { ORDINARY_KINDS } from './places/place.ts';

export const OUTCOMES = [
  'done',
  'refused',
  // The judge found what the answer did not report.
  'silent',
  // Reported, and yet written.
  'reported',
  // The tool broke: never a refusal.
  'failed',
] as const;

export const Outcome = z.object({
  corpus: z.string(),
  language: z.enum(['typescript', 'python']),
  kind: z.enum(ORDINARY_KINDS),
  form: z.string(),
  seed: z.number(),
  index: z.number(),
  what: z.string(),
  tool: z.string(),
  input: z.record(z.string(), z.unknown()),
  outcome: z.enum(OUTCOMES),
  // Of a refusal or failure.
  error: z.string().optional(),
  message: z.string().optional(),
  // What the judges say, line by line; of a wrong one.
  said: z.array(z.string()).optional(),
  // Errors that the answer reported and no judge finds.
  untrue: z.array(z.string()).optional(),
  edits: z.number().optional(),
  files: z.number().optional(),
  tests: z.enum(['none', 'affected', 'whole']),
  // What the peer makes there: passes the judge, does not, or it has nothing to offer. Unjudged is code that moved and that no test runs: the checker alone
  // would pass values that are computed at another time.
  peer: z.enum(['passes', 'fails', 'cannot', 'unjudged']),
  // Of the tool's answer alone, and with all judging.
  answered: z.number(),
  seconds: z.number(),
  commit: z.string(),
});
export type Outcome = z.output<typeof Outcome>;
