// An agent's ordinary day in five languages, against the built program: the seconds and the tokens of each journey, and of each of its calls.
import { everydayLanguages } from '../../test/journeys/everyday/languages.ts';
import { type Played, play } from '../../test/journeys/everyday/play.ts';
import { testTool } from '../../test/support/testTools.ts';
import { limitResult, type Result } from '../result.ts';

// What no journey may cost a model to ask and to read; the largest needs about half of it.
const MOST_TOKENS = 3_000;

export async function journeys(): Promise<Result[]> {
  const results: Result[] = [];
  for (const language of everydayLanguages) {
    try {
      results.push(...resultsOf(language, await play(language, testTool)));
    } catch (error) {
      // One that cannot be walked to its end is missed, and does not hide the others.
      const note = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
      results.push({ what: `${language}: all journeys`, ours: 0, unit: 'answers', bar: 'to the end', met: false, note });
    }
  }
  return results;
}

function resultsOf(language: string, played: readonly Played[]): readonly Result[] {
  const names = [...new Set(played.map(({ journey }) => journey))];
  const whole = names.map((name) => {
    const steps = played.filter(({ journey }) => journey === name);
    const note = steps.map(({ tool, seconds, tokens }) => `${tool} ${seconds.toFixed(2)} s ${tokens}`).join(', ');
    return limitResult({
      what: `${language}: ${name}, ${sum(steps, 'seconds').toFixed(1)} s`,
      ours: sum(steps, 'tokens'),
      unit: 'tokens',
      atMost: MOST_TOKENS,
      note: note,
    });
  });
  const total = `${sum(played, 'seconds').toFixed(1)} s`;
  return [
    ...whole,
    limitResult({ what: `${language}: all of them, ${total}`, ours: sum(played, 'tokens'), unit: 'tokens', atMost: MOST_TOKENS * names.length }),
  ];
}

function sum(steps: readonly Played[], what: 'seconds' | 'tokens'): number {
  return steps.reduce((total, step) => total + step[what], 0);
}
