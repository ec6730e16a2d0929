// What stands in the way of taking something back, and which later change it comes from.

import type { ShownConflict } from '../../../../src/dashboard/protocol/shownChanges.ts';
import { go } from '../../app/router.ts';
import { Text } from '../../parts/text.tsx';

export function Conflicts({ conflicts }: { readonly conflicts: readonly ShownConflict[] }) {
  return (
    <ul class="conflicts">
      {conflicts.map(({ file, line, why, change, title, author, now, wanted }) => (
        <li key={`${file}:${line ?? ''}:${why}`}>
          <code>
            <Text text={line === undefined ? file : `${file}:${line}`} />
          </code>{' '}
          <Text text={why} />
          {change !== undefined && (
            <>
              {' '}
              <button type="button" class="link" onClick={() => go('changes', change)}>
                <Text text={title ?? 'the later change'} />
              </button>
              {author !== undefined && (
                <span class="muted">
                  {' '}
                  by <Text text={author} />
                </span>
              )}
            </>
          )}
          {now !== undefined && (
            <pre class="code-block">
              <Text text={wanted === undefined ? now : `now     ${now}\nwanted  ${wanted}`} />
            </pre>
          )}
        </li>
      ))}
    </ul>
  );
}
