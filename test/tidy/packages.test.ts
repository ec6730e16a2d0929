// Can everybody install this, on every system? npm leaves out of the lock what its registry could not show at that moment, and `npm ci` refuses such a lock.
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { root, textOf } from './house.ts';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dependencies: names(),
      devDependencies: names(),
      optionalDependencies: names(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

const { packages } = Lock.parse(JSON.parse(textOf('package-lock.json')));

test('the lock holds every package that some system needs', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).flatMap((name) => (isInstalled(path, name) ? [] : [`${path || 'we'} need ${name}`])),
  );
  expect(missing).toEqual([]);
});

test('the lock and package.json name the same versions', () => {
  const wanted = z.object({ dependencies: names(), devDependencies: names(), optionalDependencies: names() }).parse(JSON.parse(textOf('package.json')));
  expect(packages['']).toMatchObject(wanted);
  const loose = Object.entries({ ...wanted.dependencies, ...wanted.devDependencies, ...wanted.optionalDependencies }).filter(
    ([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

test('what a person installs is at most 300 MB', () => {
  const folders = Object.entries(packages).flatMap(([path, { dev, link }]) =>
    path.startsWith('node_modules/') && dev !== true && link !== true && existsSync(join(root, path)) ? [path] : [],
  );
  expect(folders.length).toBeGreaterThan(80);
  const megabytes = folders.map((path) => [path, sizeOf(join(root, path)) / 1e6] as const);
  const all = megabytes.reduce((sum, [, own]) => sum + own, 0);
  const largest = megabytes.toSorted((one, other) => other[1] - one[1]).slice(0, 8);
  expect({ isTooLarge: all > 300, all, largest }).toMatchObject({ isTooLarge: false });
});

test('no package of a registry lacks its checksum', () => {
  const unchecked = Object.entries(
    z
      .object({ packages: z.record(z.string(), z.looseObject({ integrity: z.string().optional(), link: z.boolean().optional() })) })
      .parse(JSON.parse(textOf('package-lock.json'))).packages,
  );
  expect(
    unchecked.filter(([path, entry]) => path.startsWith('node_modules/') && entry.link !== true && entry.integrity === undefined).map(([path]) => path),
  ).toEqual([]);
});

test('the extension of VS Code has our version', () => {
  const versionIn = (path: string) => z.object({ version: z.string() }).parse(JSON.parse(textOf(path))).version;
  expect(versionIn('extension/package.json')).toBe(versionIn('package.json'));
});

// As Node looks for it: beside the package, then in the folders above.
function isInstalled(path: string, name: string): boolean {
  const folders = path.split('node_modules/');
  return folders.some((_, index) => {
    const above = folders
      .slice(0, folders.length - index)
      .join('node_modules/')
      .replace(/\/$/, '');
    return packages[`${above === '' ? '' : `${above}/`}node_modules/${name}`] !== undefined;
  });
}

// Of the package itself; what lies in its own node_modules is counted there.
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(join(folder, entry.name));
    return sum + lstatSync(join(folder, entry.name)).size;
  }, 0);
}

function names() {
  return z.record(z.string(), z.string()).optional();
}
