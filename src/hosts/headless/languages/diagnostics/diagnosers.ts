// Who has something to say about the problems of a file, and why some who should have nothing to say.
import type { OnMissingServer } from '../../../../ide/doors/languages.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineProject, EngineRow } from '../engine/engineRow.ts';
import { type Missing, presentOf } from '../engine/presentEngines.ts';
import type { Route } from '../engine/route.ts';

export interface Fixers {
  readonly engines: readonly Engine[];
  readonly assistants: readonly Engine[];
  readonly absences: readonly string[];
}

export class Diagnosers {
  readonly #rows: readonly EngineRow[];
  readonly #project: EngineProject;
  readonly #engineOf: (row: EngineRow) => Engine;

  constructor(rows: readonly EngineRow[], project: EngineProject, engineOf: (row: EngineRow) => Engine) {
    this.#rows = rows;
    this.#project = project;
    this.#engineOf = engineOf;
  }

  // For each file the engine of its language, then the linters that its project asks for.
  of(uris: readonly string[], route: Route): { diagnosers: ReadonlyMap<string, readonly Engine[]>; silences: readonly string[] } {
    const linters = this.#rows.flatMap((row) => (row.lints === undefined ? [] : [{ wants: row.lints(this.#project), engine: this.#engineOf(row) }]));
    const silenceOf = this.#silences();
    const silences = new Set<string>();
    const diagnosers = new Map<string, readonly Engine[]>();
    for (const uri of uris) {
      const own = route.rowOf(uri);
      const silence = own === undefined ? undefined : silenceOf(own);
      if (silence !== undefined) silences.add(silence);
      const speaking = own === undefined || silence !== undefined ? [] : [this.#engineOf(own), ...this.#embedding(own, route)];
      diagnosers.set(uri, [...speaking, ...linters.filter(({ wants }) => wants(uri)).map(({ engine }) => engine)]);
    }
    return { diagnosers, silences: [...silences] };
  }

  // What a component says is known to these alone. Where they are not there, nobody says so with each file: a component that nobody can check says it.
  #embedding(own: EngineRow, route: Route): readonly Engine[] {
    return route
      .embedding(own)
      .filter(({ lacks }) => lacks?.() === undefined)
      .map(this.#engineOf);
  }

  // Those that know the problems of a file, those that help them to fix these, and why others do not or are asked in their place.
  async fixersOf(uri: string, route: Route, onMissing?: OnMissingServer): Promise<Fixers> {
    const { diagnosers, silences } = this.of([uri], route);
    const { present: engines, missing } = await presentOf(diagnosers.get(uri) ?? [], onMissing);
    const helping = this.#rows.filter(({ assists }) => engines.some(({ row }) => row.id === assists)).map(this.#engineOf);
    const { present: assistants, missing: unhelpful } = await presentOf(helping);
    const failures = (absent: readonly Missing[]) => absent.map(({ failure }) => failure);
    const reasons = engines.flatMap(({ row }) => route.reasonFor(row) ?? []);
    return { engines, assistants, absences: [...failures(missing), ...silences, ...failures(unhelpful), ...reasons] };
  }

  // Those with a row that says what is wrong, and that reads one of `reading`: its own sources, or what they import.
  diagnosable(uris: readonly string[], rowOf: (uri: string) => EngineRow | undefined, reading?: readonly string[]): readonly string[] {
    const silenceOf = this.#silences();
    const readers = new Set(reading?.map(rowOf));
    const isEmbedded = (row: EngineRow) => [...readers].some((reader) => reader?.embeds?.row === row.id || row.embeds?.row === reader?.id);
    const reads = (row: EngineRow) =>
      reading === undefined || readers.has(row) || isEmbedded(row) || reading.some((uri) => row.alsoReads.some((end) => uri.endsWith(end)));
    return uris.filter((uri) => {
      const row = rowOf(uri);
      return row !== undefined && silenceOf(row) === undefined && reads(row) && !this.#engineOf(row).isMissedByNobody;
    });
  }

  // Asked once for each row that occurs: some look for a program on the disk.
  #silences(): (row: EngineRow) => string | undefined {
    const known = new Map<EngineRow, string | undefined>();
    return (row) => {
      if (!known.has(row)) known.set(row, row.cannotDiagnose?.(this.#project));
      return known.get(row);
    };
  }
}
