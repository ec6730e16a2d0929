// A script that V8 has compiled, with the file and the sources that it comes from.
import type { ScriptLocation, ScriptParsedEvent } from '../cdp/cdp.ts';
import { pathOfUrl } from './paths.ts';
import { mapMentions, type OriginalPosition, SourceMap, type SourcePosition } from './sourceMap.ts';
import { isOnDisk } from './sourceNames.ts';

// Where something is for the person who debugs: in a source where a map leads there, else in the script.
export interface DebugPlace extends SourcePosition {
  readonly script: Script;
  // The source of a map; undefined where the script itself is meant.
  readonly source: string | undefined;
  // No map leads here although the script has one: helpers that a compiler has added.
  readonly unmapped: boolean;
}

export class Script {
  readonly id: string;
  readonly url: string;
  readonly path: string | undefined;
  readonly context: number;
  readonly mapUrl: string | undefined;
  readonly isModule: boolean;
  readonly end: SourcePosition;
  // Compiled functions begin inside a file whose first columns V8 does not count.
  readonly start: SourcePosition;
  #map: SourceMap | undefined | 'unread' = 'unread';

  readonly #root: string;

  // The root is the folder in which the program was started.
  constructor(event: ScriptParsedEvent, root: string) {
    this.#root = root;
    this.isModule = event.isModule === true;
    this.id = event.scriptId;
    this.url = event.url;
    this.path = pathOfUrl(event.url);
    this.context = event.executionContextId;
    this.mapUrl = event.sourceMapURL === '' ? undefined : event.sourceMapURL;
    this.start = { line: event.startLine, column: event.startColumn };
    this.end = { line: event.endLine, column: event.endColumn };
  }

  get isInternal(): boolean {
    return this.url.startsWith('node:');
  }

  get map(): SourceMap | undefined {
    if (this.#map === 'unread') this.#map = this.mapUrl === undefined ? undefined : SourceMap.load(this.mapUrl, this.path, this.#root);
    return this.#map;
  }

  // Whether its map speaks of one of these files, without taking the map apart.
  mentions(names: readonly string[]): boolean {
    return this.mapUrl !== undefined && mapMentions(this.mapUrl, this.path, this.#root, names);
  }

  placeOf(location: Pick<ScriptLocation, 'lineNumber' | 'columnNumber'>): DebugPlace {
    const at = { line: location.lineNumber, column: location.columnNumber };
    const original: OriginalPosition | undefined = this.map?.originalOf(at);
    if (original !== undefined && (this.#isAlone || isOnDisk(original.source)))
      return { script: this, source: original.source, line: original.line, column: original.column, unmapped: false };
    return { script: this, source: undefined, ...at, unmapped: this.map !== undefined && this.#hasSources };
  }

  // Packages are published with maps and without the sources: then the script on the disk is what a person can read.
  get #isAlone(): boolean {
    return this.path === undefined || !isOnDisk(this.path);
  }

  get #hasSources(): boolean {
    return this.#isAlone || this.map?.sources.some(isOnDisk) === true;
  }
}
