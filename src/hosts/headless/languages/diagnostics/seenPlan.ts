// What compilers said about the last plan that they were shown: once exactly those texts are in the files and nothing else has changed, it is what they would say again.
import { existsSync } from 'node:fs';
import { pathOf } from '../../../../base/files/fileUri.ts';
import type { DiagnosticsReport } from '../../../../ide/doors/languages.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import type { DiskChange, DiskDocuments } from '../../../../machine/files/diskChanges.ts';

interface Seen {
  readonly texts: ReadonlyMap<string, string>;
  readonly byUri: ReadonlyMap<string, DiagnosticsReport['files'][number]>;
}

export class SeenPlan {
  #seen: Seen | undefined;

  // Where a file comes or goes engines know only afterwards what it means for others.
  remember(texts: ReadonlyMap<string, string>, { files }: DiagnosticsReport): void {
    const isSettled = [...texts].every(([uri, text]) => text !== '' && existsSync(pathOf(uri)));
    this.#seen = !isSettled ? undefined : { texts, byUri: new Map(files.map((file) => [file.uri, file])) };
  }

  // Whatever changes besides may make other errors of it.
  changed(changes: readonly DiskChange[]): void {
    if (changes.some(({ uri }) => !this.#seen?.texts.has(uri))) this.#seen = undefined;
  }

  // Undefined where that is not known, or of another text.
  async of(uris: readonly string[], documents: DiskDocuments, signal: AbortSignal): Promise<DiagnosticsReport | undefined> {
    const seen = this.#seen;
    if (seen === undefined) return undefined;
    const files = uris.flatMap((uri) => seen.byUri.get(uri) ?? []);
    if (files.length < uris.length) return undefined;
    for (const [uri, text] of seen.texts) if ((await textOf(uri, documents, signal)) !== text) return undefined;
    return { files, unserved: [] };
  }
}

async function textOf(uri: string, documents: DiskDocuments, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await documents.read(uri, signal)).text;
  } catch (error) {
    if (!(error instanceof IdeError) || error.code === 'cancelled') throw error;
    return undefined;
  }
}
