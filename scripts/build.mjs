// Makes dist/ out of src/: the program in lazily loaded pieces, and the door and the reaper as single files that start like bare Node.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  legalComments: 'none',
  logLevel: 'warning',
  define: { BINNACLE_VERSION: JSON.stringify(version), BINNACLE_BUILD: JSON.stringify(`${version}-${sourceHash()}`) },
};

// zod brings its messages in fifty languages, a fifth of what a daemon would load at its start; ours are in one.
const onlyEnglish = {
  name: 'onlyEnglish',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    })),
};

// Built aside and put in place at once, because a daemon or a test may be running from the old one.
const aside = `dist.${process.pid}`;
await Promise.all([
  build({
    ...common,
    entryPoints: { main: 'src/main.ts' },
    outdir: aside,
    format: 'esm',
    splitting: true,
    plugins: [onlyEnglish],
    // jsonc-parser's main is UMD, which no bundler can follow.
    mainFields: ['module', 'main'],
    chunkNames: 'parts/[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    // Engines are programs of their own, found in the installed package when they are needed.
    external: ['typescript-engine', 'basedpyright', 'vscode-langservers-extracted', '@vscode/ripgrep'],
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  }),
  // A program that is spoken to over the language server protocol; TypeScript itself is found in the installed package.
  build({
    ...common,
    entryPoints: { typescript6: 'src/engines/typescript6/main.ts' },
    outdir: aside,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    plugins: [onlyEnglish],
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['typescript'],
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  }),
  // CommonJS: Node starts it a few milliseconds sooner.
  build({
    ...common,
    entryPoints: { door: 'src/daemon/door.ts', reaper: 'src/daemon/reaperProcess.ts' },
    outdir: aside,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    minify: true,
  }),
]);

const dist = join(root, 'dist');
const old = join(root, `${aside}.old`);
if (existsSync(dist)) renameSync(dist, old);
renameSync(join(root, aside), dist);
rmSync(old, { recursive: true, force: true });

// The same sources give the same word on every machine.
function sourceHash() {
  const hash = createHash('sha256');
  for (const file of sources(join(root, 'src'))) hash.update(file.slice(root.length).replaceAll('\\', '/')).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

function sources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
