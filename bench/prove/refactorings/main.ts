// The proof of refactorings on real code, language by language.
import { openEffect } from '../../corpus.ts';
import { cpp, cppSample, go, goSample, python, pythonSample } from './languages.ts';
import { provenBy } from './otherLanguages.ts';
import { type LanguageProof, NONE, type Wanted } from './proof.ts';
import { provenTypescript } from './typescript.ts';

type Prove = (wanted: Wanted, seed: number, onStep: (step: string) => void) => Promise<LanguageProof>;

const languages: Readonly<Record<string, { prove: Prove; wanted: Wanted; onlyByName?: boolean }>> = {
  typescript: {
    prove: (...asked) => provenTypescript(openEffect, ...asked),
    wanted: { ...NONE, renames: 50, takenNames: 20, fileMoves: 20, symbolMoves: 20, signatures: 10 },
  },
  python: {
    prove: (...asked) => provenBy(python, ...asked),
    wanted: { ...NONE, renames: 30, fileMoves: 10, symbolMoves: 10, signatures: 10, extractions: 10, inlinings: 5 },
  },
  // A file of Go has no name that anybody imports.
  go: { prove: (...asked) => provenBy(go, ...asked), wanted: { ...NONE, renames: 20, symbolMoves: 10, signatures: 10, extractions: 8, inlinings: 4 } },
  // Smaller code, for whoever has less time.
  'python-sample': {
    prove: (...asked) => provenBy(pythonSample, ...asked),
    wanted: { ...NONE, renames: 1, fileMoves: 1, symbolMoves: 1, signatures: 1 },
    onlyByName: true,
  },
  'go-sample': {
    prove: (...asked) => provenBy(goSample, ...asked),
    wanted: { ...NONE, renames: 2, symbolMoves: 1, signatures: 1, extractions: 2 },
    onlyByName: true,
  },
  'cpp-sample': { prove: (...asked) => provenBy(cppSample, ...asked), wanted: { ...NONE, renames: 1, signatures: 1, extractions: 1 }, onlyByName: true },
  cpp: { prove: (...asked) => provenBy(cpp, ...asked), wanted: { ...NONE, renames: 15, signatures: 10, extractions: 8, inlinings: 2 } },
};

// `of` names one language; `wanted` is for who wants fewer, or only some.
export async function provenRefactorings(seed: number, of: string | undefined, wanted: Partial<Wanted>): Promise<readonly LanguageProof[]> {
  const proofs: LanguageProof[] = [];
  for (const [language, row] of Object.entries(languages)) {
    if (of === undefined ? row.onlyByName : of !== language) continue;
    proofs.push(await row.prove({ ...row.wanted, ...wanted }, seed, (step) => process.stderr.write(`\r${language}, ${step}    `)));
    process.stderr.write('\n');
  }
  return proofs;
}
