// What a change of parameters asks of the engine of a language that makes none itself.

import { unsupportedByEngine } from '../../../../ide/errors/errors.ts';
import type { Engine } from '../engine/engine.ts';
import type { AskedLanguage } from '../engine/language/languageMiddleware.ts';
import type { SignatureQuestions } from '../engine/language/signatureStyle.ts';
import type { BySyntax } from '../questions/bySyntax.ts';

export interface PlainMeans extends Pick<SignatureQuestions, 'rename'> {
  readonly syntax: BySyntax;
}

export function plainRoom({ name, row }: Engine, asked: AskedLanguage, { rename, syntax }: PlainMeans): SignatureQuestions {
  const style = row.signatures;
  if (style === undefined) throw unsupportedByEngine(name, 'change its parameters');
  const { ide, signal } = asked;
  return {
    ...style,
    rootUri: ide.project.uri,
    read: (uri) => ide.documents.read(uri, signal),
    uses: (at) => ide.languages.references(at, { includeDeclaration: true }, signal),
    definition: (at) => ide.languages.definition(at, signal),
    rename,
    relatives: async (at) => row.whole?.relatives?.(asked, at),
    holders: (word) => ide.documents.filesWithWord(word, signal),
    signaturesIn: (text, names) => syntax.signaturesIn(style.language, { text, names }, signal),
  };
}
