// Where an npm package is installed that comes with us.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

// The folder of an installed npm package; undefined when there is none. `from` is a package that brings its own.
export function packageFolder(name: string, from?: string): string | undefined {
  const resolver = from === undefined ? require : createRequire(join(from, 'package.json'));
  for (const folder of resolver.resolve.paths(name) ?? []) {
    if (existsSync(join(folder, name, 'package.json'))) return join(folder, name);
  }
  return undefined;
}
