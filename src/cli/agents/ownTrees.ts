// binnacle agents --merge and --discard: what becomes of the tree of an agent that was isolated. What a merge would do is shown first, and the next line answers.
import { createInterface } from 'node:readline';
import { visibleText } from '../../base/text/visibleText.ts';
import { stateFolder } from '../../daemon/folders.ts';
import { onlyForPeople } from '../../daemon/people/lineage.ts';
import { answerIn, reviewLine } from '../reviewing/lineReview.ts';
import { ReviewWindow } from '../reviewing/reviewWindow.ts';
import { say } from '../screen.ts';
import { AgentClient } from './agentClient.ts';

const ASKING = 'Merge it? y, n, or the numbers of the hunks, such as 1,3; "n why" says why. binnacle review and the window edit texts.';

export async function mergeTree(id: string, program: string): Promise<void> {
  await onlyForPeople('binnacle agents --merge', stateFolder());
  using client = await AgentClient.open(undefined, program);
  let shown: string | undefined;
  using reviews: ReviewWindow = new ReviewWindow(stateFolder(), () => {
    const review = reviews.reviews().find(({ tool, title }) => tool === 'merge_agent' && title.startsWith(`merge ${id} `));
    if (review === undefined || review.id === shown) return;
    shown = review.id;
    say(`${reviewLine(review)}\n${ASKING}`);
    lines.resume();
  });
  // Nothing that was typed before is an answer.
  const lines = createInterface({ input: process.stdin });
  lines.pause();
  lines.on('line', (line) => {
    const answer = answerIn(line);
    if (answer === undefined || shown === undefined) return say(ASKING);
    reviews.answer(shown, answer).then(
      (problem) => problem !== undefined && say(visibleText(problem)),
      (error: unknown) => say(visibleText(String(error))),
    );
  });
  try {
    await reviews.open();
    say(visibleText(await client.end(id, 'merge')));
  } finally {
    lines.close();
  }
}

export async function discardTree(id: string, program: string): Promise<void> {
  await onlyForPeople('binnacle agents --discard', stateFolder());
  using client = await AgentClient.open(undefined, program);
  say(visibleText(await client.end(id, 'discard')));
}
