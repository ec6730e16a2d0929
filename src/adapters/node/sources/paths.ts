// Files, as the client, the disk and V8 name them.
import { realpathSync } from 'node:fs';
import { isAbsolute, normalize, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Node loads a file under its real name, whatever links lead to it.
export function realPath(path: string): string {
  const whole = resolve(path);
  try {
    return capitalDrive(realpathSync.native(whole));
  } catch {
    return capitalDrive(whole);
  }
}

// The file of a script, or undefined for what is none.
export function pathOfUrl(url: string): string | undefined {
  try {
    if (url.startsWith('file:')) return capitalDrive(fileURLToPath(url.split(/[?#]/)[0] ?? url));
    return isAbsolute(url) ? capitalDrive(normalize(url)) : undefined;
  } catch {
    return undefined;
  }
}

// Matches the script of a file under every name that V8 may have for it.
export function urlPattern(path: string): string {
  // What bundlers evaluate has a name of theirs, as webpack-internal:///./src/a.js.
  if (/^[a-z][a-z+.-]+:/i.test(path) && !isAbsolute(path)) return `^${path.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`;
  const url = pathToFileURL(path).href;
  return `^(?:${either(url)}|${either(path)})(?:[?#].*)?$`;
}

function either(text: string): string {
  const escaped = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  // Windows has both spellings of a drive.
  return process.platform === 'win32' ? escaped.replace(/(?<=^|\/)([A-Za-z])(?=:)/, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`) : escaped;
}

function capitalDrive(path: string): string {
  return /^[a-z]:/.test(path) ? path[0]?.toUpperCase() + path.slice(1) : path;
}
