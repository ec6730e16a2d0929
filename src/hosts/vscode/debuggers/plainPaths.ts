// Messages of the debug adapter protocol with paths of this machine: beside a remote window VS Code writes addresses in their place.
import { fileURLToPath } from 'node:url';

// As in vscode-remote://host/home/shop/cart.js: the extension runs on the machine on which that path is one.
export function plainPaths(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainPaths);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'path' && typeof inner === 'string' ? plainPath(inner) : plainPaths(inner)]),
  );
}

// What stands before a path in the addresses of this window; undefined where none has been seen.
export function remotePrefixIn(value: unknown): string | undefined {
  return /"path":"(vscode-remote:\/\/[^/"]+)\//.exec(JSON.stringify(value) ?? '')?.[1];
}

// The other way round: a plain path in a question would be taken for one of the machine on which the person sits.
export function remotePaths(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((inner) => remotePaths(inner, prefix));
  if (typeof value !== 'object' || value === null) return value;
  const isPath = (name: string, inner: unknown): inner is string => name === 'path' && typeof inner === 'string' && inner.startsWith('/');
  const written = (path: string) => prefix + path.split('/').map(encodeURIComponent).join('/');
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isPath(name, inner) ? written(inner) : remotePaths(inner, prefix)]));
}

function plainPath(path: string): string {
  try {
    if (/^file:/.test(path)) return fileURLToPath(path);
    return /^vscode-remote:\/\/[^/]+\//.test(path) ? fileURLToPath(`file://${new URL(path).pathname}`) : path;
  } catch {
    // No address after all.
    return path;
  }
}
