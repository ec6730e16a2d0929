// A review as people's windows read it, and an answer as they write it.
import { z } from 'zod';

const HunkShape = z.object({
  // From 1, through all files.
  number: z.int(),
  kind: z.enum(['text', 'create', 'delete', 'move', 'whole']),
  // From 0.
  oldStart: z.int(),
  newStart: z.int(),
  // Lines with their breaks.
  removed: z.array(z.string()),
  added: z.array(z.string()),
});

const FileShape = z.object({
  // Relative to the project.
  file: z.string(),
  movedFrom: z.string().exactOptional(),
  // Absent where there is no file, or none that is text.
  before: z.string().exactOptional(),
  after: z.string().exactOptional(),
  // What its text does not say: that it is a link, its encoding, how many bytes are no text.
  about: z.string().exactOptional(),
  hunks: z.array(HunkShape),
});

export const ReviewShape = z.object({
  id: z.string(),
  time: z.string(),
  // Nobody's answer counts after it.
  expires: z.string(),
  tool: z.string(),
  title: z.string(),
  // Who asks, as in "claude-code 2.1".
  author: z.string(),
  project: z.string().exactOptional(),
  // What the tool was given, where no files show what it does.
  parameters: z.unknown().optional(),
  // What would be run, where the parameters do not say it themselves.
  runs: z.array(z.unknown()).exactOptional(),
  files: z.array(FileShape),
});

export const AnswerShape = z.strictObject({
  decision: z.enum(['accept', 'reject']),
  reason: z.string().max(2_000).exactOptional(),
  // All of them, when absent.
  hunks: z.array(z.int()).exactOptional(),
  // What files shall hold instead, by their names in the review.
  texts: z.record(z.string(), z.string()).exactOptional(),
});

export const EventShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), review: ReviewShape }),
  // How it ended, in a few words.
  z.object({ kind: z.literal('closed'), id: z.string(), how: z.string() }),
]);

// What comes of a question at the client: an answer, or why what was said there is none.
export type ClientAnswer = ReviewAnswer | { readonly decision: 'none'; readonly why: string };
export type Review = z.infer<typeof ReviewShape>;
export type ReviewedFile = z.infer<typeof FileShape>;
export type ReviewAnswer = z.infer<typeof AnswerShape>;
export type ReviewEvent = z.infer<typeof EventShape>;
