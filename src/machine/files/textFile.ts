// Bytes of a file as text and back: encoding, byte order mark and line breaks stay what they were.
import { isUtf8 } from 'node:buffer';
import { notEncodable } from '../../ide/errors/editErrors.ts';
import { hasControlBytes, otherBytesOf, otherTextOf } from './otherEncodings.ts';

type Unicode = 'utf8' | 'utf16le' | 'utf16be';

export interface TextFile {
  readonly text: string;
  // Of Unicode, or the label of another one.
  readonly encoding: string;
  readonly byteOrderMark: boolean;
}

// Undefined when the bytes are not text. Nothing that could not be written back as it was is taken for text.
export function textFileOf(bytes: Buffer): TextFile | undefined {
  const encoding = markedEncoding(bytes);
  if (encoding === 'utf16le' || encoding === 'utf16be') return bytes.length % 2 === 0 ? fromUtf16(bytes, encoding) : undefined;
  if (bytes.includes(0)) return undefined;
  if (isUtf8(bytes)) return fromUtf8(bytes);
  const other = otherTextOf(bytes);
  return other && { ...other, byteOrderMark: false };
}

// How a file is encoded, for whoever is to know; undefined for UTF-8, which needs no word.
export function encodingName({ encoding }: TextFile): string | undefined {
  return encoding === 'utf8' ? undefined : (UNICODE_NAMES[encoding] ?? encoding);
}

const UNICODE_NAMES: Readonly<Record<string, string>> = { utf16le: 'utf-16le', utf16be: 'utf-16be' };

// A text in another encoding as UTF-8; anything else as it is.
export function utf8Of(bytes: Buffer): Buffer {
  if (markedEncoding(bytes) === undefined && isUtf8(bytes)) return bytes;
  const file = textFileOf(bytes);
  return file === undefined || file.encoding === 'utf8' ? bytes : Buffer.from(file.text, 'utf8');
}

// A NUL byte in the first part, or there something that no text has.
export function isBinary(bytes: Buffer): boolean {
  const first = bytes.subarray(0, FIRST_PART);
  if (first.includes(0)) return true;
  return !isUtf8(bytes.length > FIRST_PART ? withoutCutCharacter(first) : first) && hasControlBytes(first);
}

// Where binary files give themselves away; git looks at as many bytes.
const FIRST_PART = 8_000;

// The first part may end inside a character of up to four bytes.
function withoutCutCharacter(first: Buffer): Buffer {
  let end = first.length;
  while (end > first.length - 4 && ((first[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return first.subarray(0, ((first[end - 1] ?? 0) & 0xc0) === 0xc0 ? end - 1 : first.length);
}

function fromUtf8(bytes: Buffer): TextFile {
  const byteOrderMark = markedEncoding(bytes) === 'utf8';
  return { text: bytes.toString('utf8', byteOrderMark ? 3 : 0), encoding: 'utf8', byteOrderMark };
}

function fromUtf16(bytes: Buffer, encoding: 'utf16le' | 'utf16be'): TextFile {
  const little = encoding === 'utf16le' ? bytes : swapped(bytes);
  return { text: little.toString('utf16le', 2), encoding, byteOrderMark: true };
}

// Throws not_encodable, with the file's name, for a character that its encoding does not have.
export function bytesOf({ text, encoding, byteOrderMark }: TextFile, name: string): Buffer {
  const marked = byteOrderMark ? `\ufeff${text}` : text;
  if (encoding === 'utf8') return Buffer.from(marked, 'utf8');
  if (encoding !== 'utf16le' && encoding !== 'utf16be') {
    const { bytes, missing } = otherBytesOf(text, encoding);
    if (bytes === undefined) throw notEncodable(name, encoding, missing);
    return bytes;
  }
  const little = Buffer.from(marked, 'utf16le');
  return encoding === 'utf16le' ? little : swapped(little);
}

// Agents write \n; a file that breaks its lines in another way keeps doing so. Looks through the existing text once, for any number of others.
export function lineBreaksLike(existing: string): (text: string) => string {
  const lineBreak = lineBreakOf(existing);
  return (text) => (lineBreak === undefined || lineBreak === '\n' ? text : text.replaceAll(/\r\n|\n/g, lineBreak));
}

// The one that a text uses nearly always; undefined when it has none, or mixes them so that nobody can say.
function lineBreakOf(text: string): '\n' | '\r\n' | undefined {
  const all = text.split('\n').length - 1;
  const withReturn = text.split('\r\n').length - 1;
  if (all === 0) return undefined;
  return withReturn > all / 2 ? '\r\n' : '\n';
}

function markedEncoding(bytes: Buffer): Unicode | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf16be' : undefined;
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}
