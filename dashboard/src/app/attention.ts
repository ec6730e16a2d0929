// How a page in the background says that somebody is needed: its title, a dot on its icon, and for those who listen a sentence now and then.
import { computed, effect } from '@preact/signals';
import { announce } from '../parts/announcing.ts';
import { topic } from '../wire/store.ts';

export const waitingReviews = computed(() => topic('reviews').rows.value.filter(({ decided }) => decided === undefined));
const needsYou = computed(() => waitingReviews.value.length);

// At most so often, and never for calls.
const SAID_EVERY = 10_000;

export function startAttention(): void {
  effect(() => {
    const count = needsYou.value;
    document.title = count === 0 ? 'Binnacle' : `◆${count} Binnacle`;
    document.querySelector('link[rel="icon"]')?.setAttribute('href', icon(count > 0));
  });
  let known = 0;
  let saidAt = 0;
  let isPlanned = false;
  const say = () => {
    isPlanned = false;
    saidAt = Date.now();
    known = needsYou.peek();
    if (known > 0) announce(known === 1 ? '1 review waits' : `${known} reviews wait`);
  };
  effect(() => {
    const count = needsYou.value;
    // Fewer is what the person did.
    if (count < known) known = count;
    if (count <= known || isPlanned) return;
    isPlanned = true;
    setTimeout(say, Math.max(0, saidAt + SAID_EVERY - Date.now()));
  });
}

// A compass card; the dot is amber, which means you.
function icon(hasDot: boolean): string {
  const dot = hasDot ? '<circle cx="25" cy="7" r="7" fill="#F0B454"/>' : '';
  const card = '<circle cx="16" cy="16" r="13" fill="none" stroke="#3C9A97" stroke-width="3"/><path d="M16 7l4 9-4 9-4-9z" fill="#3C9A97"/>';
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${card}${dot}</svg>`)}`;
}
