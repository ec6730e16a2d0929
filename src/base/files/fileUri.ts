// File URIs in one spelling, so that two strings are equal exactly when they name the same file.
import { fileURLToPath, pathToFileURL } from 'node:url';

// Almost every path: nothing in it is escaped, no segment is dots. Node's conversions take microseconds, and listings have thousands of files.
const PLAIN_PATH = /^(?:\/[\w@+-][\w.@+-]*)+$/;
const SCHEME = 'file://';

export function uriOf(absolutePath: string): string {
  return PLAIN_PATH.test(absolutePath) && process.platform !== 'win32' ? SCHEME + absolutePath : pathToFileURL(absolutePath).href;
}

export function pathOf(uri: string): string {
  return isPlainUri(uri) ? uri.slice(SCHEME.length) : fileURLToPath(uri);
}

// Language servers encode differently (file:///c%3A/…, unescaped brackets), so whatever they send passes through here once.
export function normalizeUri(uri: string): string {
  if (!uri.startsWith('file:') || isPlainUri(uri)) return uri;
  const path = pathOf(uri);
  return uriOf(/^[a-z]:/.test(path) ? path[0]?.toUpperCase() + path.slice(1) : path);
}

export function isFileUri(uri: string): boolean {
  return uri.startsWith('file:');
}

function isPlainUri(uri: string): boolean {
  return uri.startsWith(`${SCHEME}/`) && PLAIN_PATH.test(uri.slice(SCHEME.length)) && process.platform !== 'win32';
}
