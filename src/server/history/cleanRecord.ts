// What of a call may be kept: without secrets, and within bounds. Secrets are hidden before anything is cut, or half of one would stay.
import { CUT, redacted, redactedText, shortenedValue } from '../../base/text/redaction.ts';
import { withoutSecrets } from '../secrets/secrets.ts';
import type { CallRecord, RecordedCall } from './callRecord.ts';

const LONGEST_PARAMETERS = 8_000;
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

export function cleanRecord(record: CallRecord, secrets: readonly string[]): CallRecord {
  const { inner, connection, dialect } = record;
  const { result } = record;
  return {
    ...record,
    ...cleanCall(record, secrets),
    client: clippedName(record.client),
    ...(connection !== undefined && { connection: clippedName(connection) }),
    ...(dialect !== undefined && { dialect: clippedName(dialect) }),
    ...(inner !== undefined && { inner: inner.map((call) => cleanCall(call, secrets)) }),
    ...(result !== undefined && result.length > BEGINNING && record.cutFrom === undefined && { cutFrom: result.length }),
  };
}

// The same without the answer, which is hidden and cut later from the beginning that is set aside here: searching it is most of what a row costs.
export function cleanWithoutAnswer(record: CallRecord, secrets: readonly string[]): { readonly clean: CallRecord; readonly beginning?: string } {
  const { result, ...rest } = record;
  if (result === undefined || result.length <= BEGINNING) return { clean: cleanRecord(record, secrets) };
  // One character more than is read, so that it is known as cut.
  return { clean: cleanRecord({ ...rest, cutFrom: record.cutFrom ?? result.length }, secrets), beginning: copied(result.slice(0, BEGINNING + BEYOND + 1)) };
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
  const parameters = JSON.stringify(record.parameters) ?? '';
  return parameters.length <= LISTED_PARAMETERS
    ? record
    : { ...record, parameters: boundedParameters(shortenedValue(record.parameters, LISTED_PARAMETERS), LISTED_PARAMETERS) };
}

// A string that does not hold on to the longer one that it was cut from, as slices do.
export function copied(text: string): string {
  return ` ${text}`.slice(1);
}

function cleanCall<Call extends RecordedCall>(call: Call, secrets: readonly string[]): Call {
  const { tool, caption, result, error } = call;
  return {
    ...call,
    tool: cleanBeginning(tool, LONGEST_NAME, secrets),
    ...(caption !== undefined && { caption: cleanBeginning(caption, LONGEST_CAPTION, secrets) }),
    parameters: cleanParameters(call.parameters, secrets),
    ...(result !== undefined && { result: cleanBeginning(result, BEGINNING, secrets) }),
    ...(error !== undefined && { error: cleanBeginning(error, LONGEST_ERROR, secrets) }),
  };
}

// Shortened first: arguments may be megabytes, and whoever else waits must not wait for the search in them.
function cleanParameters(parameters: unknown, secrets: readonly string[]): unknown {
  const shorten = (text: string, longest: number) => (text.length <= longest ? text : `${cleanBeginning(text, longest, secrets)}${CUT}`);
  return boundedParameters(redacted(withoutSecrets(shortenedValue(parameters, LONGEST_PARAMETERS, shorten), secrets)), LONGEST_PARAMETERS);
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
  const text = JSON.stringify(parameters) ?? 'null';
  return text.length <= longest ? parameters : { shortened: `${text.slice(0, longest)}…` };
}
