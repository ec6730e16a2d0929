// Which view is shown, and what of it: the part of the address after the hash, such as #/history/ID?q=status:error.
import { computed, effect, signal } from '@preact/signals';
import { keepPlace, keptPlace, onPlace } from '../wire/webview.ts';
import { hashOf, parseRoute, type Route } from './route.ts';

const current = signal(parseRoute(keptPlace() ?? location.hash));
export const route = computed(() => current.value);
// So that a view is not drawn anew when only its query changes.
export const viewName = computed(() => current.value.view);

effect(() => keepPlace(hashOf(current.value)));
onPlace((place) => {
  const { view, id, query } = parseRoute(place);
  go(view, id, query);
});

addEventListener('hashchange', () => {
  current.value = parseRoute(location.hash);
});

// A place that Back leads away from.
export function go(view: string, id?: string, query: Readonly<Record<string, string>> = {}): void {
  const hash = hashOf({ view, ...(id !== undefined && { id }), query });
  if (hash !== location.hash) history.pushState(null, '', hash);
  current.value = parseRoute(hash);
}

// The same place, seen otherwise: nothing that Back should undo.
export function replace(next: Partial<Route>): void {
  const { id, query, view } = { ...current.peek(), ...next };
  const hash = hashOf({ view, ...(id !== undefined && { id }), query });
  history.replaceState(null, '', hash);
  current.value = parseRoute(hash);
}

// Closes what is open.
export function close(): void {
  const { view, query } = current.peek();
  go(view, undefined, query);
}
