// What all bundles of Binnacle have in common: the version they carry, and what is left out of them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export const identity = { version, build: `${version}-${sourceHash()}` };

export const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  legalComments: 'none',
  logLevel: 'warning',
  define: { BINNACLE_VERSION: JSON.stringify(identity.version), BINNACLE_BUILD: JSON.stringify(identity.build) },
};

// zod brings its messages in fifty languages, a fifth of what a daemon would load at its start; ours are in one.
export const onlyEnglish = {
  name: 'onlyEnglish',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    })),
};

// The same sources give the same word on every machine.
function sourceHash() {
  const hash = createHash('sha256');
  const files = ['src', 'dashboard/src'].flatMap((folder) => sources(join(root, folder)));
  for (const file of files) hash.update(file.slice(root.length).replaceAll('\\', '/')).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

function sources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css|html)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
