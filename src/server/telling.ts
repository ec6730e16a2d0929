// Which telling of an answer is printed: the fullest one that fits.
import { estimateTokens } from '../base/tokens.ts';

export function fittingTelling(tellings: Iterable<string>, budget: number): string {
  let shortest = '';
  for (const telling of tellings) {
    shortest = telling;
    if (estimateTokens(telling) <= budget) return telling;
  }
  return wholeLines(shortest, budget);
}

// The shortest telling is still too long: it ends at a line break and says that it ended.
function wholeLines(text: string, budget: number): string {
  const kept: string[] = [];
  let tokens = 0;
  for (const line of text.split('\n')) {
    tokens += estimateTokens(line) + 1;
    if (tokens > budget) break;
    kept.push(line);
  }
  return [...kept, '… (the rest did not fit; ask for a smaller page)'].join('\n');
}
