// Text that is neither UTF-8 nor UTF-16: which encoding it is in, and its bytes back to the last one.
import { isUtf8 } from 'node:buffer';

export interface DecodedText {
  readonly text: string;
  // A label that TextDecoder knows, or UTF-8 with bytes that are none.
  readonly encoding: string;
}

// UTF-8 in which single bytes are spoilt: each of them is shown as a character of the private use area, and written back as it was.
const SPOILT_UTF8 = 'utf-8 with invalid bytes';
const SPOILT = 0xf700;

// What text without a declaration is in, where it is not UTF-8: every byte has a character there.
const USUAL = 'windows-1252';

// Undefined for bytes that no text has, or that could not be written back as they were.
export function otherTextOf(bytes: Buffer): DecodedText | undefined {
  if (hasControlBytes(bytes)) return undefined;
  const declared = declaredEncoding(bytes.toString('latin1', 0, DECLARED_WITHIN));
  for (const encoding of [...(declared === undefined ? [] : [declared]), ...(isMostlyUtf8(bytes) ? [SPOILT_UTF8] : []), USUAL]) {
    const text = encoding === SPOILT_UTF8 ? spoiltText(bytes) : decoded(bytes, encoding);
    if (text !== undefined && otherBytesOf(text, encoding).bytes?.equals(bytes)) return { text, encoding };
  }
  return undefined;
}

// With the first character that the encoding does not have, if there is one.
export function otherBytesOf(
  text: string,
  encoding: string,
): { readonly bytes: Buffer; readonly missing?: never } | { readonly bytes?: never; readonly missing: string } {
  if (encoding === SPOILT_UTF8) return { bytes: spoiltBytes(text) };
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const code = table.get(character);
    if (code === undefined) return { missing: character };
    bytes.push(...code);
  }
  return { bytes: Buffer.from(bytes) };
}

// Text has tabs, line breaks, form feeds and escapes; any other control character says that this is none.
export function hasControlBytes(bytes: Buffer): boolean {
  return bytes.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte));
}

const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

const DECLARED_WITHIN = 1_024;
// Python and Emacs (in the first two lines), XML, HTML, CSS.
const DECLARATIONS = [
  /^(?:.*\r?\n)?.*coding[:=][ \t]*([-\w.]+)/,
  /^<\?xml[^>]*encoding=["']([-\w.]+)/,
  /<meta[^>]*charset=["']?([-\w.]+)/i,
  /^@charset "([-\w.]+)"/,
];

function declaredEncoding(beginning: string): string | undefined {
  const [label] = DECLARATIONS.flatMap((pattern) => pattern.exec(beginning)?.[1] ?? []);
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label.replaceAll('_', '-'));
    return encoding.startsWith('utf-') ? undefined : encoding;
  } catch {
    return undefined;
  }
}

function decoded(bytes: Buffer, encoding: string): string | undefined {
  // Node's own decoder takes it for Latin-1.
  if (encoding === USUAL) return bytes.toString('latin1').replaceAll(/[\x80-\x9f]/g, (control) => WINDOWS[control.charCodeAt(0) - 0x80] ?? control);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// Where Windows has characters and Latin-1 only controls; what is undefined there stays the control.
const WINDOWS = [...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'];

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

// Made from what TextDecoder makes of every byte, and of every two where a language needs more.
function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const add = (code: readonly number[]) => {
    const character = decoded(Buffer.from(code), encoding) ?? '\ufffd';
    if (!character.includes('\ufffd') && [...character].length === 1 && !table.has(character)) table.set(character, code);
  };
  for (let byte = 0; byte < 0x100; byte++) add([byte]);
  if (table.size < MANY_SINGLE_BYTES) for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail]);
  tables.set(encoding, table);
  return table;
}

// Encodings of one byte for each character have nearly all of them; those of two use half of them as the first of two.
const MANY_SINGLE_BYTES = 220;

// More characters beyond ASCII that are right than bytes that are wrong: nobody writes those by chance in another encoding.
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = spoiltText(bytes) ?? '';
  let right = 0;
  let wrong = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isSpoilt(unit)) wrong += 1;
    else if (unit > 0x7f) right += 1;
  }
  return right > wrong;
}

function spoiltText(bytes: Buffer): string {
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = (bytes[at] ?? 0) < 0x80 ? 1 : sequenceLength(bytes, at);
    if (length === 0) {
      parts.push(bytes.toString('utf8', from, at), String.fromCharCode(SPOILT + (bytes[at] ?? 0)));
      from = at + 1;
    }
    at += Math.max(length, 1);
  }
  return [...parts, bytes.toString('utf8', from)].join('');
}

// 0 where no character of UTF-8 begins.
function sequenceLength(bytes: Buffer, at: number): number {
  for (const length of [2, 3, 4]) if (at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length))) return length;
  return 0;
}

function spoiltBytes(text: string): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (!isSpoilt(unit)) continue;
    parts.push(Buffer.from(text.slice(from, at), 'utf8'), Buffer.from([unit - SPOILT]));
    from = at + 1;
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(from), 'utf8')]);
}

function isSpoilt(unit: number): boolean {
  return unit >= SPOILT + 0x80 && unit <= SPOILT + 0xff;
}
