// How many rows each file has, the fullest first, as far as the tokens go.
import { weighJson } from './page.ts';

export function countsByFile(rows: readonly { readonly file: string }[], budget: number): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { file } of rows) counts.set(file, (counts.get(file) ?? 0) + 1);
  const listed: [string, number][] = [];
  let weight = 0;
  for (const entry of [...counts].sort((a, b) => b[1] - a[1])) {
    weight += weighJson(entry);
    if (weight > budget) break;
    listed.push(entry);
  }
  return Object.fromEntries(listed);
}
