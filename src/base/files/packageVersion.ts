// Which version of an npm package the code in a folder is built with: the one that is installed, else the one that it asks for.

import { dirname, join } from 'node:path';
import { readSmallFile } from './smallFile.ts';

export interface PackageVersion {
  readonly major: number;
  readonly minor: number;
}

export function packageVersionFor(folder: string, name: string): PackageVersion | undefined {
  for (let above = folder; ; above = dirname(above)) {
    const installed = versionIn(textOf(manifestAt(join(above, 'node_modules', name)), 'version'));
    if (installed !== undefined) return installed;
    const own = manifestAt(above);
    const asked = versionIn(textOf(fieldOf(own, 'devDependencies'), name) ?? textOf(fieldOf(own, 'dependencies'), name));
    if (asked !== undefined) return asked;
    if (dirname(above) === above) return undefined;
  }
}

export function isOlder({ major, minor }: PackageVersion, than: PackageVersion): boolean {
  return major < than.major || (major === than.major && minor < than.minor);
}

function manifestAt(folder: string): unknown {
  try {
    return JSON.parse(readSmallFile(join(folder, 'package.json')));
  } catch {
    // None there, or one that npm could not read either.
    return undefined;
  }
}

function fieldOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Object.entries(holder).find(([key]) => key === name)?.[1] : undefined;
}

function textOf(holder: unknown, name: string): string | undefined {
  const value = fieldOf(holder, name);
  return typeof value === 'string' ? value : undefined;
}

// The least of "^5.4.5", "~4.7", "npm:typescript@5.2"; of a tag such as "latest" nobody knows.
function versionIn(range: string | undefined): PackageVersion | undefined {
  const [, major, minor] = /(?:^|[^\d.])(\d+)(?:\.(\d+|x|\*)|$)/.exec(range ?? '') ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor ?? 0) || 0 };
}
