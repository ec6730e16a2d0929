// Which other language is proven, on which code, by which checker.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pythonStart } from '../../bareEngine.ts';
import { type Corpus, openDjango } from '../../corpus.ts';
import { pythonChecker } from './checkers.ts';
import type { Language } from './otherLanguages.ts';

export const python: Language = {
  async open(): Promise<Corpus> {
    const corpus = await openDjango();
    // What does not hang together is an error, what could be typed better is not: Django has no types of its own.
    await writeFile(join(corpus.folder, 'pyrightconfig.json'), '{ "include": ["django"], "typeCheckingMode": "basic" }\n');
    return corpus;
  },
  start: pythonStart,
  checker: pythonChecker,
  given: /^__\w+__$/,
  fixed: /\/__\w+__\.py$|^django\/conf\//,
};
