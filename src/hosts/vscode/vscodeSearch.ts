// Searches the disk, and says which files look different in the editors of this window.
import { type Answer, incomplete } from '../../ide/answer.ts';
import type { Search, StructureFile, StructureQuery, TextFindings, TextQuery, TextToRead } from '../../ide/doors/search.ts';
import type { Project } from '../../ide/ide.ts';
import type { Position } from '../../ide/text.ts';
import { portUri } from './ask.ts';
import type { VscodeDocuments } from './vscodeDocuments.ts';

// Extensions can ask VS Code for files, but not for text in them: that part of its API is not open to them.
export class VscodeSearch implements Search {
  readonly #project: Project;
  readonly #disk: Search;
  readonly #documents: VscodeDocuments;

  constructor(project: Project, disk: Search, documents: VscodeDocuments) {
    this.#project = project;
    this.#disk = disk;
    this.#documents = documents;
  }

  async text(query: TextQuery, signal: AbortSignal): Promise<Answer<TextFindings>> {
    return this.#honest(await this.#disk.text(query, signal));
  }

  async structure(query: StructureQuery, signal: AbortSignal): Promise<Answer<readonly StructureFile[]>> {
    return this.#honest(await this.#disk.structure(query, signal));
  }

  syntaxErrors(texts: readonly TextToRead[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly Position[]>> {
    return this.#disk.syntaxErrors(texts, signal);
  }

  #honest<Value>(answer: Answer<Value>): Answer<Value> {
    const unsaved = this.#documents.unsaved().map(({ uri }) => decodeURIComponent(portUri(uri).slice(this.#project.uri.length + 1)));
    if (unsaved.length === 0) return answer;
    const why = `Unsaved in VS Code, and searched as on disk: ${unsaved.join(', ')}.`;
    const { engine, notes } = answer;
    const certificate = { ...(engine !== undefined && { engine }), ...(notes !== undefined && { notes }) };
    return incomplete(answer.value, answer.complete ? why : `${answer.why} ${why}`, certificate);
  }
}
