// Reads id and method of a JSON-RPC message from its bytes without keeping it: clients write them before or behind parameters of any length.

export interface MessageHead {
  // As it is written, so that 1 and "1" differ.
  readonly id?: string;
  readonly hasMethod: boolean;
}

// Longer than any honest id; what is longer names nobody.
const LONGEST_ID = 200;
const [QUOTE, BACKSLASH, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET] = Buffer.from('"\\:,{[}]');

export class MessageHeadScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  // The name of the member whose value is being read; undefined while a name is expected.
  #member: string | undefined;
  // Of a name, or of the value of `id`.
  #kept: number[] = [];
  #id: string | undefined;
  #hasMethod = false;

  get head(): MessageHead {
    return { ...(this.#id !== undefined && { id: this.#id }), hasMethod: this.#hasMethod };
  }

  feed(bytes: Buffer): void {
    for (const byte of bytes) this.#read(byte);
  }

  #read(byte: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inString = false;
      this.#keep(byte);
      return;
    }
    if (byte === QUOTE) this.#inString = true;
    if (this.#depth === 1 && byte === COLON && this.#member === undefined) {
      this.#member = this.#text();
      if (this.#member === '"method"') this.#hasMethod = true;
      return;
    }
    if (this.#depth === 1 && (byte === COMMA || byte === CLOSE_BRACE)) this.#endMember();
    else this.#keep(byte);
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth--;
  }

  #keep(byte: number): void {
    const isWanted = this.#depth === 1 && (this.#member === undefined || this.#member === '"id"');
    if (isWanted && this.#kept.length <= LONGEST_ID) this.#kept.push(byte);
  }

  #endMember(): void {
    const value = this.#text();
    if (this.#member === '"id"' && value.length <= LONGEST_ID) this.#id = value;
    this.#member = undefined;
  }

  #text(): string {
    const text = Buffer.from(this.#kept).toString('utf8').trim();
    this.#kept = [];
    return text;
  }
}

// The answer to a message that is longer than a door takes; undefined for what awaits none: notifications and answers.
export function tooLongAnswer({ id, hasMethod }: MessageHead, longest: number): string | undefined {
  if (hasMethod === (id === undefined)) return undefined;
  return `{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${JSON.stringify({ code: -32600, message: tooLongMessage(longest), data: { details: tooLongMessage(longest) } })}}`;
}

export function tooLongMessage(longest: number): string {
  return `A message may have ${longest} bytes and this one has more, so nothing was done. Send less at once: several smaller calls.`;
}
