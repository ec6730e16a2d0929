// The files that a connection asked about: a question about no file in particular means these.

import { pathOf } from '../base/files/fileUri.ts';
import { pathIn, plainUri } from '../dialects/claudeIde/words.ts';
import type { AskedFile } from '../dialects/dialect.ts';
import { IdeError } from '../ide/errors/errors.ts';
import type { Ide } from '../ide/ide.ts';
import { fileOf } from '../tools/words/place.ts';

// More than an agent changes in one turn; each costs the engine a check.
const MOST = 20;

export class CompanionFiles {
  // By URI as the client writes it, the latest last.
  readonly #asked = new Map<string, boolean>();

  asked(uri: string, wasIncomplete: boolean): void {
    this.#asked.delete(uri);
    this.#asked.set(uri, wasIncomplete);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MOST && oldest !== undefined) this.#asked.delete(oldest);
  }

  // Those that are there now, and with them what is open in the editor.
  async recent(ide: Ide, signal: AbortSignal): Promise<readonly AskedFile[]> {
    const open = (ide.editor?.tabs() ?? []).slice(0, MOST).map(({ uri }) => [plainUri(pathOf(uri)), false] as const);
    const found = await Promise.all([...this.#asked, ...open].map(([uri, wasIncomplete]) => fileAsked(ide, uri, wasIncomplete, signal)));
    const files = found.flatMap((one) => one ?? []);
    // A file that was asked about stands before the same as it is open, in its own spelling.
    return files.filter(({ file }, index) => files.findIndex((one) => one.file === file) === index);
  }
}

async function fileAsked(ide: Ide, uri: string, wasIncomplete: boolean, signal: AbortSignal): Promise<AskedFile | undefined> {
  try {
    const located = await ide.documents.locate(pathIn(uri));
    await ide.documents.read(located, signal);
    return { uri, file: fileOf(ide.project, located), ...(wasIncomplete && { wasIncomplete }) };
  } catch (thrown) {
    // Deleted, a folder, or not text: nothing is known of it.
    if (thrown instanceof IdeError) return undefined;
    throw thrown;
  }
}
