// Lets a script in plain JavaScript call our TypeScript on every Node that we support: bundles it beside the dependencies and imports the bundle.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('..', import.meta.url));

// `entry` from the root. Packages stay outside the bundle; import.meta.url keeps meaning the source file.
export async function importTypescript(entry) {
  const folder = join(root, 'node_modules', '.cache', 'binnacle');
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `${basename(entry, '.ts')}-${process.pid}.mjs`);
  try {
    await build({
      entryPoints: [join(root, entry)],
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      outfile,
      logLevel: 'error',
      plugins: [ownAddress],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile, { force: true });
  }
}

// In a bundle every file would have the bundle's address; files that look for their neighbours need their own.
const ownAddress = {
  name: 'own-address',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts' };
    });
  },
};
