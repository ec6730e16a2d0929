// A review as people's windows read it, and an answer as they write it.
import { z } from 'zod';

// What an agent reads with one answer: a page or two, not a book.
const LONGEST_NOTE = 4_000;
const MOST_COMMENTS = 100;
export const LONGEST_COMMENTS = 40_000;

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
  // Nobody's answer counts after it. Absent where it waits for as long as its call does.
  expires: z.string().exactOptional(),
  tool: z.string(),
  title: z.string(),
  // Who asks, as in "claude-code 2.1".
  author: z.string(),
  // Its connection, as the list of connections has it; absent where that ends with the call.
  connection: z.string().exactOptional(),
  project: z.string().exactOptional(),
  // What the tool was given, where no files show what it does.
  parameters: z.unknown().optional(),
  // What would be run, where the parameters do not say it themselves.
  runs: z.array(z.unknown()).exactOptional(),
  files: z.array(FileShape),
  // Only the person's own policy asks, so that it may be granted for a while.
  mayBeGranted: z.literal(true).exactOptional(),
});

// Of one line, from 1: of the new text, or of the one before. A file by its name in the review.
const CommentShape = z.strictObject({
  file: z.string().min(1).max(4_096),
  line: z.int().min(1),
  side: z.enum(['old', 'new']).exactOptional(),
  text: z.string().trim().min(1).max(LONGEST_NOTE),
});

export const AnswerShape = z.strictObject({
  // sendBack: nothing is done, and the agent is asked to do what the note and the comments say.
  decision: z.enum(['accept', 'reject', 'sendBack']),
  // A word to the agent, whatever the decision is.
  note: z.string().max(LONGEST_NOTE).exactOptional(),
  // The same of a rejection, as older windows call it.
  reason: z.string().max(LONGEST_NOTE).exactOptional(),
  comments: z.array(CommentShape).max(MOST_COMMENTS).exactOptional(),
  // All of them, when absent.
  hunks: z.array(z.int()).exactOptional(),
  // What files shall hold instead, by their names in the review.
  texts: z.record(z.string(), z.string()).exactOptional(),
});

// How a review has ended; kept for a while, so that it can still be read and taken back.
const EndedShape = z.object({
  id: z.string(),
  // none: nobody decided. outdated: what was accepted is not what would happen any more, so nothing did.
  decision: z.enum(['accept', 'reject', 'sendBack', 'none', 'outdated']),
  // In a few words.
  how: z.string(),
  // Where it was decided, as in "the window".
  by: z.string().exactOptional(),
  time: z.string(),
  note: z.string().exactOptional(),
  comments: z.array(CommentShape).exactOptional(),
  // What undo takes, once it is written.
  changeId: z.string().exactOptional(),
  // Only some of it was accepted, or with another text.
  isPart: z.literal(true).exactOptional(),
  // Which files are not what the person saw.
  changedFiles: z.array(z.string()).exactOptional(),
});

export const EventShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), review: ReviewShape }),
  // It may wait longer.
  z.object({ kind: z.literal('updated'), id: z.string(), expires: z.string() }),
  // How it ended, in a few words.
  z.object({ kind: z.literal('closed'), id: z.string(), how: z.string() }),
  // The same in full, behind it and whenever more is known of what came of it.
  z.object({ kind: z.literal('ended'), ended: EndedShape }),
]);

// What comes of a question at the client: an answer, or why what was said there is none.
export type ClientAnswer = ReviewAnswer | { readonly decision: 'none'; readonly why: string };
export type Review = z.infer<typeof ReviewShape>;
export type ReviewedFile = z.infer<typeof FileShape>;
export type ReviewAnswer = z.infer<typeof AnswerShape>;
export type ReviewEnded = z.infer<typeof EndedShape>;
export type ReviewEvent = z.infer<typeof EventShape>;
