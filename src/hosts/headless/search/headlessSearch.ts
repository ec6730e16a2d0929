// The search of this host: text by ripgrep, structure by ast-grep, both in processes of their own that end with the call.
import type { Answer } from '../../../ide/answer.ts';
import type { Search, StructureFile, StructureQuery, TextFindings, TextQuery } from '../../../ide/search.ts';
import type { HeadlessDocuments } from '../documents/diskDocuments.ts';
import type { Processes } from '../processes/processes.ts';
import { searchStructure } from './structureSearch.ts';
import { searchText } from './textSearch.ts';

export interface SearchRoom {
  // Absolute, symlinks resolved.
  readonly root: string;
  readonly documents: HeadlessDocuments;
  readonly processes: Processes;
}

export class HeadlessSearch implements Search {
  readonly #room: SearchRoom;

  constructor(room: SearchRoom) {
    this.#room = room;
  }

  text(query: TextQuery, signal: AbortSignal): Promise<Answer<TextFindings>> {
    return searchText(this.#room, query, signal);
  }

  structure(query: StructureQuery, signal: AbortSignal): Promise<Answer<readonly StructureFile[]>> {
    return searchStructure(this.#room, query, signal);
  }
}
