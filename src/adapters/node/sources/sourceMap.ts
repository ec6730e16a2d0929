// What a source map says about one script: where a position comes from, and where a line of a source went.
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  AnyMap,
  allGeneratedPositionsFor,
  eachMapping,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  sourceContentFor,
  type TraceMap,
} from '@jridgewell/trace-mapping';
import { foldersAbove, pathOfSource, type SourcePlace } from './sourceNames.ts';

// Lines and columns count from 0 here, as V8 counts them.
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

export interface OriginalPosition extends SourcePosition {
  // An absolute path, or the map's own name for something that is no file.
  readonly source: string;
}

export class SourceMap {
  readonly #map: TraceMap;
  readonly #place: SourcePlace;
  // The map's own name of each source, by the path we use.
  readonly #names = new Map<string, string>();
  readonly #paths = new Map<string, string>();

  // The map that a script names, or nothing where there is none that can be read. The root is the folder in which the program was started.
  static load(url: string, scriptPath: string | undefined, root: string): SourceMap | undefined {
    try {
      const { text, base } = mapText(url, scriptPath, root);
      // Some servers guard a map against being read as a script.
      return new SourceMap(text.replace(/^\)\]\}'[^\n]*\n/, ''), { base, roots: [root, ...foldersAbove(scriptPath)] });
    } catch {
      return undefined;
    }
  }

  private constructor(text: string, place: SourcePlace) {
    this.#map = new AnyMap(text);
    // A source that the map does not name is none.
    this.#map.resolvedSources.forEach((name) => {
      if (name) this.#names.set(pathOfSource(name, place), name);
    });
    for (const [path, name] of this.#names) this.#paths.set(name, path);
    this.#place = place;
  }

  get sources(): readonly string[] {
    return [...this.#names.keys()];
  }

  contentOf(source: string): string | undefined {
    const name = this.#names.get(source);
    return name === undefined ? undefined : (sourceContentFor(this.#map, name) ?? undefined);
  }

  originalOf(at: SourcePosition): OriginalPosition | undefined {
    const found = originalPositionFor(this.#map, { line: at.line + 1, column: at.column });
    if (found.source === null) return undefined;
    return { source: this.#pathOf(found.source), line: found.line - 1, column: found.column };
  }

  // Where the code of this place went, the first of each generated line; if the line has none, where the next line that has some went.
  generatedOf(source: string, at: SourcePosition): SourcePosition[] {
    const name = this.#names.get(source);
    if (name === undefined) return [];
    for (let line = at.line + 1, column = at.column; line <= at.line + 1 + FARTHEST_LINE; line++, column = 0) {
      const found = allGeneratedPositionsFor(this.#map, { source: name, line, column, bias: LEAST_UPPER_BOUND });
      const places = found.flatMap((place) => (place.line === null ? [] : [{ line: place.line - 1, column: place.column }]));
      if (places.length > 0) return firstOfEachLine(places);
    }
    return [];
  }

  #pathOf(name: string): string {
    return this.#paths.get(name) ?? pathOfSource(name, this.#place);
  }

  // Every stretch of generated code that comes from sources of which this holds, as the borders at which the answer changes.
  bordersOf(holds: (source: string) => boolean): SourcePosition[] {
    const borders: SourcePosition[] = [];
    const known = new Map<string, boolean>();
    let inside = false;
    eachMapping(this.#map, ({ source, generatedLine, generatedColumn }) => {
      if (source === null) return;
      const answer = known.get(source) ?? holds(this.#pathOf(source));
      known.set(source, answer);
      if (answer === inside) return;
      inside = answer;
      borders.push({ line: generatedLine - 1, column: generatedColumn });
    });
    return borders;
  }
}

// A breakpoint on a comment means the code below it, not the end of the file.
const FARTHEST_LINE = 50;

export function mapMentions(url: string, scriptPath: string | undefined, root: string, names: readonly string[]): boolean {
  try {
    const { text } = mapText(url, scriptPath, root);
    return names.some((name) => text.includes(name));
  } catch {
    return false;
  }
}

function firstOfEachLine(places: readonly SourcePosition[]): SourcePosition[] {
  const first = new Map<number, SourcePosition>();
  for (const place of places) {
    const known = first.get(place.line);
    if (known === undefined || place.column < known.column) first.set(place.line, place);
  }
  return [...first.values()].sort((a, b) => a.line - b.line);
}

function mapText(url: string, scriptPath: string | undefined, root: string): { text: string; base: string } {
  const folder = scriptPath === undefined ? root : dirname(scriptPath);
  const inline = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url);
  if (inline !== null) return { text: inline[1] ? Buffer.from(inline[2] ?? '', 'base64').toString() : decodeURIComponent(inline[2] ?? ''), base: folder };
  const file = fileOfMap(url, folder);
  return { text: readFileSync(file, 'utf8'), base: dirname(file) };
}

// Where a build names a place on a server, the map mostly lies beside the script too.
function fileOfMap(url: string, folder: string): string {
  if (url.startsWith('file:')) return fileURLToPath(url);
  const path = decodeURIComponent(url.split(/[?#]/)[0] ?? url);
  return /^https?:/i.test(url) ? resolve(folder, basename(path)) : resolve(folder, path);
}
