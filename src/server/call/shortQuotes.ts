// Errors quote what came in; here the quotes are kept short, so that a wrong call costs its caller a sentence and not its whole input again.
import type { IdeError } from '../../ide/errors/errors.ts';

// The most that an error repeats of one text that came in.
const LONGEST_ECHO = 300;
// The most that an error says of many short ones, or of a long one in another form (a resolved path, an escaped string).
const LONGEST_MESSAGE = 1_000;
// Enough of a text to recognise it by, when it was changed on its way.
const SAMPLE = 40;

// Texts in what came in, names of arguments too, that are too long to be repeated.
export function longTexts(given: unknown): readonly string[] {
  const found = new Set<string>();
  collect(given, found);
  return [...found].sort((a, b) => b.length - a.length);
}

// The same error with short quotes.
export function withShortEchoes(error: IdeError, given: unknown): IdeError {
  const texts = longTexts(given);
  const isLong = error.message.length + error.next.length > LONGEST_MESSAGE && sizeOf(given) > LONGEST_MESSAGE;
  if (texts.length === 0 && !isLong) return error;
  const short = (text: string) => (isLong ? clipped(shortened(text, texts), LONGEST_MESSAGE) : shortened(text, texts));
  return error.rephrased(short, detailsOf(mapped(error.details, (text) => shortened(text, texts))));
}

// The same value, every text in it with short quotes.
export function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [change(key), mapped(each, change)]));
}

export function shortened(text: string, texts: readonly string[]): string {
  if (text.length <= LONGEST_ECHO) return text;
  let result = text;
  for (const echo of texts) {
    const short = clipped(echo, LONGEST_ECHO);
    result = result.replaceAll(echo, () => short).replaceAll(escaped(echo), () => escaped(short));
  }
  const isDisguised = result.length > LONGEST_MESSAGE && texts.some((echo) => samplesOf(echo).some((sample) => result.includes(sample)));
  return isDisguised ? clipped(result, LONGEST_MESSAGE) : result;
}

// Not by recursion: what comes in may be nested deeper than a stack is.
function collect(given: unknown, found: Set<string>): void {
  for (const value of everyValueIn(given)) if (typeof value === 'string' && value.length > LONGEST_ECHO) found.add(value);
}

function* everyValueIn(given: unknown): Iterable<unknown> {
  const left = [given];
  while (left.length > 0) {
    const value = left.pop();
    yield value;
    if (typeof value === 'object' && value !== null) for (const [key, each] of Object.entries(value)) left.push(Array.isArray(value) ? undefined : key, each);
  }
}

function clipped(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

// From behind the part that a short quote shows.
function samplesOf(text: string): readonly string[] {
  return [LONGEST_ECHO, (LONGEST_ECHO + text.length) / 2].map((from) => text.slice(from, from + SAMPLE)).filter(({ length }) => length === SAMPLE);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

// Of its texts, and a character for everything else.
function sizeOf(given: unknown): number {
  let size = 0;
  for (const value of everyValueIn(given)) size += typeof value === 'string' ? value.length : 1;
  return size;
}

function detailsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
