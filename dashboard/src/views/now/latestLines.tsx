// What an agent wrote last, as far as a glance goes: the first lines of it, and how many more there are.
import type { ShownHunk } from '../../../../src/dashboard/protocol/diffs.ts';
import type { ChangeRow } from '../../../../src/dashboard/protocol/rows.ts';
import { hashOf } from '../../app/route.ts';
import { Text } from '../../parts/text.tsx';
import { useDetail } from '../../wire/asking.ts';
import { firstLines } from './firstLines.ts';

// A change that cannot be read says so where it is opened.
export function LatestLines({ change }: { readonly change: ChangeRow }) {
  const detail = useDetail('change.read', { project: change.project, id: change.id }, change.undoneBy ?? '').value;
  if (detail.state !== 'known') return null;
  const { files, more } = firstLines(detail.value.files);
  return (
    <div class="latest">
      {files.map(({ file, hunks }) => (
        <figure key={file} class="latest-file">
          <figcaption class="muted">
            <Text text={file} />
          </figcaption>
          {hunks.map((hunk) => (
            <Lines key={hunk.number} hunk={hunk} />
          ))}
        </figure>
      ))}
      {more > 0 && (
        <a class="link" href={hashOf({ view: 'changes', id: change.id, query: {} })}>
          {more === 1 ? '1 more line' : `${more.toLocaleString('en')} more lines`}
        </a>
      )}
    </div>
  );
}

function Lines({ hunk: { number, removed, added } }: { readonly hunk: ShownHunk }) {
  return (
    <>
      {removed.map((text, index) => (
        <Line key={`-${number}:${index}`} sign="−" says="removed" text={text} />
      ))}
      {added.map((text, index) => (
        <Line key={`+${number}:${index}`} sign="+" says="added" text={text} />
      ))}
    </>
  );
}

function Line({ sign, says, text }: { readonly sign: '−' | '+'; readonly says: 'removed' | 'added'; readonly text: string }) {
  return (
    <div class={`latest-line diff-${says}`}>
      <span class="diff-sign" aria-hidden="true">
        {sign}
      </span>
      <code>
        <span class="unseen-word">{says}: </span>
        <Text text={text.replace(/[\r\n]+$/, '')} />
      </code>
    </div>
  );
}
