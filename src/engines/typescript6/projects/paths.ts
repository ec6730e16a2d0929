// Paths as TypeScript writes them, with forward slashes, and the URIs that they have in the protocol.
import ts from 'typescript';
import { pathOf, uriOf } from '../../../base/files/fileUri.ts';

export function pathOfUri(uri: string): string {
  return slashed(pathOf(uri));
}

export function uriOfPath(path: string): string {
  return uriOf(path);
}

// Equal exactly when two paths name the same file on this system.
export function keyOf(path: string): string {
  return ts.sys.useCaseSensitiveFileNames ? path : path.toLowerCase();
}

export function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? '/' : path.slice(0, at);
}

export function isInside(path: string, folder: string): boolean {
  return keyOf(path).startsWith(`${keyOf(folder.replace(/\/$/, ''))}/`);
}

export function isJavascript(path: string): boolean {
  return /\.[cm]?jsx?$/.test(path);
}
