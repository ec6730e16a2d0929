// A language as the catalogue has it: each is a folder, or a file of `others`, with one export that says everything which differs.
import type { EngineRow } from '../engineRow.ts';

export interface Language {
  // As people write it.
  readonly name: string;
  // Its language servers. Each row says which files are its own, how it is installed, what it gets wrong and which refactorings are built beside it.
  readonly servers: readonly EngineRow[];
}
