// A call that shows no files: what it was given, and what it would run, in words.

import type { ShownReview } from '../../../../src/dashboard/protocol/shownReviews.ts';
import { JsonTree } from '../../parts/jsonTree.tsx';
import { LongText } from '../../parts/text.tsx';

export function WithoutFiles({ review: { parameters, runs, tool } }: { readonly review: ShownReview }) {
  return (
    <div class="review-call">
      {runs !== undefined && (
        <section>
          <h3>It would run</h3>
          {runs.map((step, index) => (
            <LongText key={index} text={commandIn(step)} name={`${tool}-${index + 1}.txt`} />
          ))}
        </section>
      )}
      {parameters !== undefined && (
        <section>
          <h3>It was given</h3>
          <JsonTree value={parameters} name={`${tool}.json`} />
        </section>
      )}
    </div>
  );
}

// A line, or a program with its words; with the folder where that is not the project's.
function commandIn(step: unknown): string {
  if (typeof step !== 'object' || step === null) return String(step);
  const command = 'command' in step ? step.command : step;
  const folder = 'folder' in step && typeof step.folder === 'string' ? `\n  in ${step.folder}` : '';
  if (typeof command === 'string') return `${command}${folder}`;
  if (typeof command !== 'object' || command === null) return JSON.stringify(step);
  if ('line' in command && typeof command.line === 'string') return `${command.line}${folder}`;
  if ('words' in command && Array.isArray(command.words)) return `${command.words.map((word: unknown) => quoted(String(word))).join(' ')}${folder}`;
  return JSON.stringify(step);
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word);
}
