// Can everybody install this, on every system? npm leaves out of the lock what its registry could not show at that moment, and `npm ci` refuses such a lock.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { textOf } from './house.ts';

const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), dependencies: names(), devDependencies: names(), optionalDependencies: names() })),
});

const { packages } = Lock.parse(JSON.parse(textOf('package-lock.json')));

test('the lock holds every package that some system needs', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).flatMap((name) => (isInstalled(path, name) ? [] : [`${path || 'we'} need ${name}`])),
  );
  expect(missing).toEqual([]);
});

test('the lock and package.json name the same versions', () => {
  const wanted = z.object({ dependencies: names(), devDependencies: names() }).parse(JSON.parse(textOf('package.json')));
  expect(packages['']).toMatchObject(wanted);
  const loose = Object.entries({ ...wanted.dependencies, ...wanted.devDependencies }).filter(
    ([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

test('no package of a registry lacks its checksum', () => {
  const unchecked = Object.entries(
    z.object({ packages: z.record(z.string(), z.looseObject({ integrity: z.string().optional() })) }).parse(JSON.parse(textOf('package-lock.json'))).packages,
  );
  expect(unchecked.filter(([path, entry]) => path !== '' && entry.integrity === undefined).map(([path]) => path)).toEqual([]);
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

function names() {
  return z.record(z.string(), z.string()).optional();
}
