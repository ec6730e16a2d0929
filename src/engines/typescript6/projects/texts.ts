// The text of every file: as the client has it open, or as it was on disk when it was last heard of.
import ts from 'typescript';
import { LineStarts } from './lineStarts.ts';
import { keyOf } from './paths.ts';

interface Text {
  readonly version: string;
  readonly snapshot: ts.IScriptSnapshot;
  readonly text: string;
  lines: LineStarts | undefined;
}

export class SourceTexts {
  readonly #open = new Map<string, Text & { readonly path: string }>();
  readonly #disk = new Map<string, Text | null>();
  // Grows with everything that the client sends: the same number means that nothing has changed.
  #generation = 0;
  #versions = 0;

  get generation(): number {
    return this.#generation;
  }

  // Something else than a text has changed that programs are made of.
  touched(): void {
    this.#generation += 1;
  }

  openPaths(): readonly string[] {
    return [...this.#open.values()].map(({ path }) => path);
  }

  isOpen(path: string): boolean {
    return this.#open.has(keyOf(path));
  }

  open(path: string, text: string): void {
    this.#generation += 1;
    this.#open.set(keyOf(path), { ...this.#textOf(text), path });
  }

  close(path: string): void {
    this.#generation += 1;
    this.#open.delete(keyOf(path));
    this.#disk.delete(keyOf(path));
  }

  // What was read before does not count any more: of the file or, if it was a folder, of all that was in it.
  forget(path: string): void {
    this.#generation += 1;
    const key = keyOf(path);
    if (this.#disk.delete(key)) return;
    for (const known of this.#disk.keys()) if (known.startsWith(`${key}/`)) this.#disk.delete(known);
  }

  // What somebody finds while a file has another text.
  asIf<Found>(path: string, text: string, find: () => Found): Found {
    const before = this.#open.get(keyOf(path));
    this.open(path, text);
    try {
      return find();
    } finally {
      if (before === undefined) this.close(path);
      else {
        this.#generation += 1;
        this.#open.set(keyOf(path), before);
      }
    }
  }

  exists(path: string): boolean {
    return this.isOpen(path) || ts.sys.fileExists(path);
  }

  read(path: string): string | undefined {
    return this.#find(path)?.text;
  }

  version(path: string): string {
    return this.#find(path)?.version ?? '';
  }

  snapshot(path: string): ts.IScriptSnapshot | undefined {
    return this.#find(path)?.snapshot;
  }

  lines(path: string): LineStarts {
    const found = this.#find(path);
    if (found === undefined) return new LineStarts('');
    found.lines ??= new LineStarts(found.text);
    return found.lines;
  }

  #find(path: string): Text | undefined {
    const key = keyOf(path);
    const open = this.#open.get(key);
    if (open !== undefined) return open;
    const known = this.#disk.get(key);
    if (known !== undefined) return known ?? undefined;
    const text = ts.sys.readFile(path);
    const read = text === undefined ? null : this.#textOf(text);
    this.#disk.set(key, read);
    return read ?? undefined;
  }

  #textOf(text: string): Text {
    this.#versions += 1;
    return { version: String(this.#versions), snapshot: ts.ScriptSnapshot.fromString(text), text, lines: undefined };
  }
}
