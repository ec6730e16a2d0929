// The search of this host: text by ripgrep, structure by ast-grep, both in processes of their own that end with the call.
import type { Answer } from '../../ide/answer.ts';
import type { Search, StructureFile, StructureQuery, TextFindings, TextQuery, TextToRead } from '../../ide/doors/search.ts';
import type { Position } from '../../ide/text.ts';
import type { HeadlessDocuments } from '../files/diskDocuments.ts';
import type { Processes } from '../processes/processes.ts';
import { syntaxErrorsIn } from '../syntax/syntaxErrors.ts';
import { ForeignEncodings } from './foreignEncodings.ts';
import { searchStructure } from './structureSearch.ts';
import { searchText } from './textSearch.ts';

export interface SearchDependencies {
  // Absolute, symlinks resolved.
  readonly root: string;
  readonly documents: HeadlessDocuments;
  readonly processes: Processes;
}

export interface TextSearchDependencies extends SearchDependencies {
  readonly encodings: ForeignEncodings;
}

export class HeadlessSearch implements Search {
  readonly #room: TextSearchDependencies;

  constructor(room: SearchDependencies) {
    this.#room = { ...room, encodings: new ForeignEncodings(room.root, room.documents) };
  }

  text(query: TextQuery, signal: AbortSignal): Promise<Answer<TextFindings>> {
    return searchText(this.#room, query, signal);
  }

  structure(query: StructureQuery, signal: AbortSignal): Promise<Answer<readonly StructureFile[]>> {
    return searchStructure(this.#room, query, signal);
  }

  syntaxErrors(texts: readonly TextToRead[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly Position[]>> {
    return syntaxErrorsIn(this.#room.processes, texts, signal);
  }
}
