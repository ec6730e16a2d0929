// How much of a long text an answer shows, and that it is not all: little where tokens are few, whole texts where a client has room for them.

interface Budgeted {
  readonly budget: number;
}

// In tokens; far more than an agent allows for one answer by itself. Dialects whose clients know no pages have more.
const ROOM_FOR_ALL = 100_000;
// In characters; a line or message that is longer is no longer one that somebody reads.
const LONGEST_WHOLE = 20_000;

export function hasRoomForAll({ budget }: Budgeted): boolean {
  return budget >= ROOM_FOR_ALL;
}

export function longestText(room: Budgeted, usual: number): number {
  return hasRoomForAll(room) ? LONGEST_WHOLE : usual;
}

export interface CutText {
  readonly text: string;
  // Of the whole, where the text is not all of it.
  readonly length?: number;
}

export function cutText(text: string, longest: number): CutText {
  return text.length <= longest ? { text } : { text: `${withoutHalfCharacter(text.slice(0, longest))}…`, length: text.length };
}

function withoutHalfCharacter(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
