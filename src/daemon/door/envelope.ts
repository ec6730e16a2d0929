// The id and the method of one JSON-RPC line, found without building the message: the door carries answers of many kilobytes.

export interface Envelope {
  // As it stands in the line, so that 1 and "1" differ.
  readonly id?: string;
  readonly method?: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

// What is not a JSON object has no envelope; the daemon will say what is wrong with it.
export function envelopeOf(line: Buffer): Envelope {
  let at = skipSpace(line, 0);
  if (line[at] !== OPEN_BRACE) return {};
  let id: string | undefined;
  let method: string | undefined;
  at = skipSpace(line, at + 1);
  while (line[at] === QUOTE) {
    const keyEnd = skipString(line, at);
    const key = line.toString('latin1', at + 1, keyEnd - 1);
    at = skipSpace(line, keyEnd);
    if (line[at] !== COLON) return {};
    at = skipSpace(line, at + 1);
    const end = skipValue(line, at);
    if (key === 'id') id = line.toString('utf8', at, end).trim();
    if (key === 'method' && line[at] === QUOTE) method = line.toString('utf8', at + 1, end - 1);
    at = skipSpace(line, end);
    if (line[at] === COMMA) at = skipSpace(line, at + 1);
  }
  return { ...(id !== undefined && { id }), ...(method !== undefined && { method }) };
}

function skipSpace(line: Buffer, from: number): number {
  let at = from;
  while (line[at] === 0x20 || line[at] === 0x09 || line[at] === 0x0d || line[at] === 0x0a) at++;
  return at;
}

// The place after the closing quote.
function skipString(line: Buffer, quote: number): number {
  let at = quote;
  for (;;) {
    at = line.indexOf(QUOTE, at + 1);
    if (at < 0) return line.length;
    let backslashes = 0;
    while (line[at - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}

function skipValue(line: Buffer, from: number): number {
  if (line[from] === QUOTE) return skipString(line, from);
  let depth = 0;
  let at = from;
  while (at < line.length) {
    const byte = line[at];
    if (byte === QUOTE) {
      at = skipString(line, at);
      continue;
    }
    if (depth === 0 && (byte === COMMA || byte === CLOSE_BRACE)) return at;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return at + 1;
    at++;
  }
  return at;
}
