// Places in text, as the port counts them: lines and columns from 0, columns in UTF-16 units.

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

// The text of one file at one version, with its lines found once.
export class TextSnapshot {
  readonly #lineStarts: readonly number[];
  readonly uri: string;
  readonly text: string;
  readonly version: number;
  readonly languageId: string;
  // True while an editor holds text that is not on disk yet.
  readonly unsaved: boolean;
  // Of the file on disk; undefined for UTF-8, and where the host does not report it.
  readonly encoding: string | undefined;

  constructor(fields: { uri: string; text: string; version: number; languageId: string; unsaved?: boolean; encoding?: string }) {
    this.uri = fields.uri;
    this.text = fields.text;
    this.version = fields.version;
    this.languageId = fields.languageId;
    this.unsaved = fields.unsaved ?? false;
    this.encoding = fields.encoding;
    this.#lineStarts = lineStartsOf(fields.text);
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }

  // The line without its line break; undefined beyond the end.
  line(index: number): string | undefined {
    const start = this.#lineStarts[index];
    if (start === undefined) return undefined;
    let end = this.#lineStarts[index + 1] ?? this.text.length;
    // By hand, because a pattern costs more than the rest of a reference; a break is \n, \r\n or \r.
    if (this.text.charCodeAt(end - 1) === 10 && end > start) end -= 1;
    if (this.text.charCodeAt(end - 1) === 13 && end > start) end -= 1;
    return this.text.slice(start, end);
  }

  offsetAt(position: Position): number {
    const start = this.#lineStarts[position.line];
    if (start === undefined) return this.text.length;
    const next = this.#lineStarts[position.line + 1] ?? this.text.length;
    return Math.min(start + position.character, next);
  }

  positionAt(offset: number): Position {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (this.#lineStarts[low] ?? 0) };
  }

  textIn(range: Range): string {
    return this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end));
  }
}

export function contains(range: Range, position: Position): boolean {
  return compare(range.start, position) <= 0 && compare(position, range.end) <= 0;
}

// Where something begins, as a word that only this place has: for sets and maps.
export function placeKey({ uri, range }: Location): string {
  return positionKey(uri, range.start);
}

export function positionKey(uri: string, { line, character }: Position): string {
  return `${uri}#${line}:${character}`;
}

export function compare(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  // Nearly every text has plain line breaks, and the engine finds those many times faster than a loop does.
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 10) starts.push(index + 1);
    else if (code === 13 && text.charCodeAt(index + 1) !== 10) starts.push(index + 1);
  }
  return starts;
}
