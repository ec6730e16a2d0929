// The views at the left, each with its key; on a narrow screen it lies over the view.
import { Icon } from '../parts/icons.tsx';
import { waitingReviews } from './attention.ts';
import { hashOf } from './route.ts';
import { viewName } from './router.ts';
import type { ViewEntry } from './views.ts';

export interface RailProps {
  readonly entries: readonly ViewEntry[];
  readonly isOpen: boolean;
  onChosen(): void;
  onKeys(): void;
}

export function Rail({ entries, isOpen, onChosen, onKeys }: RailProps) {
  return (
    <nav id="rail" class={`rail ${isOpen ? 'rail-open' : ''}`} aria-label="Views">
      <ul>
        {entries.map(({ name, title, key, icon }) => (
          <li key={name}>
            <a class="rail-entry" href={hashOf({ view: name, query: {} })} aria-current={name === viewName.value ? 'page' : undefined} onClick={onChosen}>
              <Icon name={icon} />
              <span class="rail-title">{title}</span>
              {name === 'reviews' && waitingReviews.value.length > 0 && <span class="rail-count">{waitingReviews.value.length}</span>}
              <kbd>g {key}</kbd>
            </a>
          </li>
        ))}
      </ul>
      <button type="button" class="rail-entry rail-keys" onClick={onKeys}>
        <span class="rail-title">Keys</span>
        <kbd>?</kbd>
      </button>
    </nav>
  );
}
