// What a change of parameters asks of the engine of a language that makes none itself.
import { unsupportedByEngine } from '../../../../ide/errors.ts';
import type { Languages, Place } from '../../../../ide/languages.ts';
import type { DiskDocuments } from '../../../../machine/files/diskChanges.ts';
import type { Engine } from '../engine/engine.ts';
import type { BySyntax } from '../questions/bySyntax.ts';
import type { PlainRoom } from './plainFamilies.ts';

export interface PlainMeans {
  readonly engine: Engine;
  readonly languages: Pick<Languages, 'references' | 'definition' | 'rename'>;
  readonly documents: DiskDocuments;
  readonly syntax: BySyntax;
  readonly rootUri: string;
}

export function plainRoom({ engine, languages, documents, syntax, rootUri }: PlainMeans, signal: AbortSignal): PlainRoom {
  const language = engine.row.signatures;
  if (language === undefined) throw unsupportedByEngine(engine.name, 'change its parameters');
  return {
    language,
    rootUri,
    read: (uri) => documents.read(uri, signal),
    uses: (at) => languages.references(at, { includeDeclaration: true }, signal),
    definition: (at) => languages.definition(at, signal),
    rename: (at, newName) => languages.rename(at, newName, signal),
    relatives: async (at: Place) =>
      (await engine.run(signal, async (session) => ({ found: await session.quirk.declaredAlike?.(at, signal) }))).value.found ?? [],
    holders: (word) => documents.filesWithWord(word, signal),
    signaturesIn: (text, names) => syntax.signaturesIn(language, { text, names }, signal),
  };
}
