// What of a call may be kept: without secrets, and within bounds. Secrets are hidden before anything is cut, or half of one would stay.
import { CUT, redacted, redactedText, shortenedValue } from '../../base/text/redaction.ts';
import { withoutSecrets } from '../secrets/secrets.ts';
import type { CallRecord, Mutable, RecordedCall } from './callRecord.ts';

const LONGEST_PARAMETERS = 8_000;
// So few that they are within all bounds, whatever is hidden in them.
const FEW_PARAMETERS = 4_000;
// Of a row that is only listed.
const LISTED_PARAMETERS = 1_000;
// The beginning of an answer, by which it is found and recognised.
export const BEGINNING = 500;
// Characters read beyond what is kept: longer than any form that is known by its end, such as a password in an address. What has no end there is hidden as cut.
const BEYOND = 1_500;
const KEY_WITHOUT_END = /PRIVATE KEY-----\n\[redacted\]\n$/;
const LONGEST_NAME = 200;
const LONGEST_ERROR = 4_000;
const LONGEST_CAPTION = 160;

// In place: a record is made for one row, and another one of it costs more than the search in it.
export function cleanRecord(record: Mutable<CallRecord>, secrets: readonly string[]): void {
  const { client, connection, dialect, inner } = record;
  hideIn(record, secrets);
  record.client = clippedName(client);
  if (connection !== undefined) record.connection = clippedName(connection);
  if (dialect !== undefined) record.dialect = clippedName(dialect);
  if (inner !== undefined) record.inner = inner.map((call) => cleanCall(call, secrets));
}

// As much of a long answer as is needed to hide and cut it later: searching it is most of what a row costs. One character more than is read, so that it is known as cut.
export function beginningOf(answer: string): string {
  return copied(answer.slice(0, BEGINNING + BEYOND + 1));
}

export function cleanAnswer(beginning: string, secrets: readonly string[]): string {
  return cleanBeginning(beginning, BEGINNING, secrets);
}

// A whole text, however long it takes.
export function cleanText(text: string, secrets: readonly string[]): string {
  return redactedText(String(withoutSecrets(text, secrets)));
}

// What a list needs of a row whose details have been forgotten.
export function listedRecord(record: CallRecord): CallRecord {
  return isWithin(record.parameters, LISTED_PARAMETERS)
    ? record
    : { ...record, parameters: boundedParameters(shortenedValue(record.parameters, LISTED_PARAMETERS), LISTED_PARAMETERS) };
}

// A string that does not hold on to the longer one that it was cut from, as slices do.
export function copied(text: string): string {
  return ` ${text}`.slice(1);
}

function cleanCall(call: RecordedCall, secrets: readonly string[]): RecordedCall {
  const clean: Mutable<RecordedCall> = { ...call };
  hideIn(clean, secrets);
  return clean;
}

function hideIn(call: Mutable<RecordedCall>, secrets: readonly string[]): void {
  const { tool, caption, result, error } = call;
  call.tool = cleanBeginning(tool, LONGEST_NAME, secrets);
  call.parameters = cleanParameters(call.parameters, secrets);
  if (caption !== undefined) call.caption = cleanBeginning(caption, LONGEST_CAPTION, secrets);
  if (result !== undefined) call.result = cleanAnswer(result, secrets);
  if (error !== undefined) call.error = cleanBeginning(error, LONGEST_ERROR, secrets);
}

// Shortened first: arguments may be megabytes, and whoever else waits must not wait for the search in them.
function cleanParameters(parameters: unknown, secrets: readonly string[]): unknown {
  const hide = (value: unknown) => redacted(withoutSecrets(value, secrets));
  if (longestWriting(parameters, FEW_PARAMETERS) <= FEW_PARAMETERS) return hide(parameters);
  const shorten = (text: string, longest: number) => (text.length <= longest ? text : `${cleanBeginning(text, longest, secrets)}${CUT}`);
  return boundedParameters(hide(shortenedValue(parameters, LONGEST_PARAMETERS, shorten)), LONGEST_PARAMETERS);
}

// Of a long text as much is read that a secret at the end of what is kept is seen whole, or known as cut, and what was read beyond is dropped again.
function cleanBeginning(text: string, longest: number, secrets: readonly string[]): string {
  if (text.length <= longest + BEYOND) return clipped(cleanText(text, secrets), longest);
  const read = cleanText(`${text.slice(0, longest + BEYOND)}${CUT}`, secrets);
  // What stands before such a key is not at the cut.
  const beyond = KEY_WITHOUT_END.test(read) ? 0 : BEYOND;
  return clipped(read, Math.max(0, Math.min(longest, read.length - CUT.length - beyond)));
}

function clipped(text: string, longest: number): string {
  return text.length <= longest ? text : copied(text.slice(0, isHalfPair(text, longest) ? longest - 1 : longest));
}

function isHalfPair(text: string, end: number): boolean {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function clippedName(name: string): string {
  return clipped(name, LONGEST_NAME);
}

function boundedParameters(parameters: unknown, longest: number): unknown {
  if (isWithin(parameters, longest)) return parameters;
  return { shortened: `${(JSON.stringify(parameters) ?? 'null').slice(0, longest)}…` };
}

// Whether it has so many characters as JSON. Few members with short texts need not be written to know.
function isWithin(value: unknown, longest: number): boolean {
  return longestWriting(value, longest) <= longest || (JSON.stringify(value) ?? 'null').length <= longest;
}

// A control character is written with six.
const LONGEST_ESCAPE = 6;
const LONGEST_SCALAR = 24;
// Deeper ones are written to know.
const DEEPEST = 8;

function longestWriting(value: unknown, longest: number, depth = 0): number {
  if (typeof value === 'string') return value.length * LONGEST_ESCAPE + 2;
  if (typeof value !== 'object' || value === null) return LONGEST_SCALAR;
  if (depth > DEEPEST) return Number.POSITIVE_INFINITY;
  let length = 2;
  for (const [name, member] of Object.entries(value)) {
    if (length > longest) return length;
    length += name.length * LONGEST_ESCAPE + 4 + longestWriting(member, longest - length, depth + 1);
  }
  return length;
}
