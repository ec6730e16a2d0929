// Makes dist/dashboard out of dashboard/: a page without data, one chunk for each view that is loaded when it is opened, and one stylesheet.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { identity, root } from './bundling.mjs';

const SOURCES = 'dashboard/src';
const STYLES = 'styles';

export async function buildDashboard(folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'browser',
    // What has light-dark(), nesting, popovers and :has(): browsers of 2024 and later.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    format: 'esm',
    splitting: true,
    minify: true,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { BINNACLE_VERSION: JSON.stringify(identity.version), BINNACLE_BUILD: JSON.stringify(identity.build) },
    entryPoints: { main: `${SOURCES}/main.tsx`, [STYLES]: STYLES },
    outdir: join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    plugins: [allStyles],
  });
  const built = Object.entries(metafile.outputs);
  // The daemon hands these out as they are, so that nobody waits while it compresses: through a tunnel to another machine it is a third of the bytes.
  for (const [path] of built) writeFileSync(join(root, `${path}.gz`), gzipSync(readFileSync(join(root, path)), { level: 9 }));
  const nameOf = (entry, ending) => {
    const found = built.find(([path, output]) => output.entryPoint?.endsWith(entry) && path.endsWith(ending));
    if (found === undefined) throw new Error(`esbuild made no ${ending} of ${entry}`);
    return `assets/${found[0].split('/').at(-1)}`;
  };
  const page = readFileSync(join(root, SOURCES, 'index.html'), 'utf8')
    .replace('{{build}}', identity.build)
    .replace('{{style}}', nameOf(STYLES, '.css'))
    .replace('{{script}}', nameOf('main.tsx', '.js'));
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, 'index.html'), page);
}

// Every stylesheet beside the code in the layer of its folder: one file, so that a view that is loaded later finds its own.
const allStyles = {
  name: 'allStyles',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^styles$/ }, () => ({ path: STYLES, namespace: STYLES }));
    onLoad({ filter: /.*/, namespace: STYLES }, () => {
      const files = readdirSync(join(root, SOURCES), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.css'))
        .map((path) => path.replaceAll('\\', '/'))
        .sort();
      return {
        // What is nearer to a view wins, whatever the order of files.
        contents: ['@layer theme, parts, app, views;', ...files.map((path) => `@import ${JSON.stringify(`./${path}`)} layer(${path.split('/')[0]});`)].join(
          '\n',
        ),
        loader: 'css',
        resolveDir: join(root, SOURCES),
        watchFiles: files.map((path) => relative(root, join(root, SOURCES, path))),
      };
    });
  },
};
