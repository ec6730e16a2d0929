// Which of an answer's texts is printed: the fullest one that fits.
import { estimateTokens } from '../../base/text/tokens.ts';

export interface PrintedAnswer {
  readonly text: string;
  readonly tokens: number;
}

export function printedAnswer(tellings: Iterable<string>, budget: number): PrintedAnswer {
  let shortest = '';
  for (const text of tellings) {
    shortest = text;
    const tokens = estimateTokens(text);
    if (tokens <= budget) return { text, tokens };
  }
  return wholeLines(shortest, budget);
}

// The shortest text is still too long: it ends at a line break and says that it ended.
function wholeLines(text: string, budget: number): PrintedAnswer {
  const kept: string[] = [];
  let tokens = 0;
  for (const line of text.split('\n')) {
    const more = estimateTokens(line) + 1;
    if (tokens + more > budget) break;
    tokens += more;
    kept.push(line);
  }
  return { text: [...kept, '… (the rest did not fit; ask for a smaller page)'].join('\n'), tokens };
}
