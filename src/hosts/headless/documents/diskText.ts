// The bytes of a file as text: whether they are text at all, and what they say.
import { isUtf8 } from 'node:buffer';

// Where binary files give themselves away; git looks at as many bytes.
const FIRST_PART = 8_000;

// A NUL byte, or something that is not UTF-8, in the first part.
export function isBinary(bytes: Buffer): boolean {
  const first = bytes.subarray(0, FIRST_PART);
  if (first.includes(0)) return true;
  return !isUtf8(bytes.length > FIRST_PART ? withoutCutCharacter(first) : first);
}

export interface DiskText {
  readonly text: string;
  // Not part of the text, but whoever writes the file keeps it.
  readonly byteOrderMark: boolean;
}

export function decode(bytes: Buffer): DiskText {
  const byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { text: bytes.toString('utf8', byteOrderMark ? 3 : 0), byteOrderMark };
}

// The first part may end inside a character of up to four bytes.
function withoutCutCharacter(first: Buffer): Buffer {
  let end = first.length;
  while (end > first.length - 4 && ((first[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return first.subarray(0, ((first[end - 1] ?? 0) & 0xc0) === 0xc0 ? end - 1 : first.length);
}
