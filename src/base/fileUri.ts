// File URIs in one spelling, so that two strings are equal exactly when they name the same file.
import { fileURLToPath, pathToFileURL } from 'node:url';

export function uriOf(absolutePath: string): string {
  return pathToFileURL(absolutePath).href;
}

export function pathOf(uri: string): string {
  return fileURLToPath(uri);
}

// Language servers encode differently (file:///c%3A/…, unescaped brackets), so whatever they send passes through here once.
export function normalizeUri(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  const path = pathOf(uri);
  return uriOf(/^[a-z]:/.test(path) ? path[0]?.toUpperCase() + path.slice(1) : path);
}

export function isFileUri(uri: string): boolean {
  return uri.startsWith('file:');
}
