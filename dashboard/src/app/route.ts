// A place in the window as an address says it, such as #/history/ID?q=status:error.

export interface Route {
  readonly view: string;
  // What is open in it.
  readonly id?: string;
  readonly query: Readonly<Record<string, string>>;
}

const START = 'now';

export function hashOf({ view, id, query }: Route): string {
  const words = new URLSearchParams(query).toString();
  return `#/${view}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${words === '' ? '' : `?${words}`}`;
}

export function parseRoute(hash: string): Route {
  // The code of a link is no place.
  const [path = '', words = ''] = hash.startsWith('#/') ? hash.slice(2).split('?', 2) : [];
  const [view = '', ...rest] = path.split('/');
  const id = decoded(rest.join('/'));
  return { view: view === '' ? START : view, ...(id !== '' && { id }), query: Object.fromEntries(new URLSearchParams(words)) };
}

// An address that somebody typed may hold anything.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
