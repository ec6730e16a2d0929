// A sample of the proof of refactorings in Go (npm run prove -- --only refactorings --language go), on code small enough for every run of the tests.
import { expect, test } from 'vitest';
import { SEED } from '../../../bench/prove/comparison.ts';
import { goSample } from '../../../bench/prove/refactorings/languages.ts';
import { type Language, provenBy } from '../../../bench/prove/refactorings/otherLanguages.ts';
import { NONE, type Wanted } from '../../../bench/prove/refactorings/proof.ts';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { needs, type ToolName } from '../../support/testTools.ts';

const samples: readonly { readonly language: Language; readonly tools: readonly ToolName[]; readonly wanted: Wanted }[] = [
  { language: goSample, tools: ['go-protobuf', 'gopls'], wanted: { ...NONE, renames: 1, symbolMoves: 1, signatures: 1, extractions: 2 } },
];

for (const { language, tools, wanted } of samples)
  test(`${language.name}: what chance chooses is refactored without a new error and undone to the last byte`, { timeout: minutes(10) }, async (context) => {
    for (const tool of tools) await needs(context, tool);
    const { series } = await provenBy(language, wanted, SEED);
    expect(series.flatMap(({ wrong }) => wrong)).toEqual([]);
    for (const { what, holds, refused } of series) expect({ what, holds, refused }).toMatchObject({ what, holds: true });
  });
