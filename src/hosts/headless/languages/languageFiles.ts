// Which language a file is written in, by its name.
import { basename } from 'node:path/posix';
import type { EngineRow } from './engineRow.ts';

// The longest ending decides: tsconfig.json is JSON with comments although every .json is JSON.
export function languageIn(row: EngineRow, uri: string): string | undefined {
  const name = basename(uri);
  let best: { id: string; length: number } | undefined;
  for (const { id, endings } of row.languages) {
    for (const ending of endings) {
      if (name.endsWith(ending) && ending.length > (best?.length ?? 0)) best = { id, length: ending.length };
    }
  }
  return best?.id;
}
