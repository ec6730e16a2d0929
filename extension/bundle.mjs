// Bundles the VS Code extension: its code, the reaper and the grammar that judges commands. Programs that search are VS Code's own and those of an installed Binnacle.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { common, onlyEnglish, root } from '../scripts/bundling.mjs';

const target = process.argv[2] ?? join(root, 'extension');
const dist = join(target, 'dist');
const require = createRequire(import.meta.url);

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
await build({
  ...common,
  entryPoints: { extensionBody: 'src/extension.ts' },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  // VS Code loads CommonJS in every version; what asks for import.meta.url is given where this file is.
  format: 'cjs',
  plugins: [onlyEnglish, smallValidator()],
  mainFields: ['module', 'main'],
  minify: true,
  // Code that V8 compiled before is given no import() by Node 20 and others; require loads both kinds of modules.
  supported: { 'dynamic-import': false },
  external: ['vscode', '@vscode/ripgrep'],
  define: { ...common.define, 'import.meta.url': '__extensionUrl' },
  banner: { js: "const __extensionUrl = require('node:url').pathToFileURL(__filename).href;" },
});
await build({
  ...common,
  entryPoints: { reaper: 'src/daemon/life/reaperProcess.ts' },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  minify: true,
});

if (target !== join(root, 'extension'))
  for (const file of ['package.json', 'README.md', 'media']) cpSync(join(root, 'extension', file), join(target, file), { recursive: true });
// What VS Code loads, and what loads the rest.
cpSync(join(root, 'extension', 'entry.cjs'), join(dist, 'extension.cjs'));
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
// What is loaded into test runners, and into the debuggers of native programs.
for (const name of ['testing', 'debugging']) cpSync(join(root, 'dist', name), join(dist, name), { recursive: true });
// The grammar that judges command lines, without its sources and maps.
for (const file of ['package.json', 'LICENSE', 'web-tree-sitter.wasm']) copyFile('web-tree-sitter', file);
await copySmaller('web-tree-sitter', 'web-tree-sitter.cjs');
// The screen of a terminal; the addon that opens one is VS Code's own.
for (const file of ['package.json', 'lib-headless/xterm-headless.js']) copyFile('@xterm/headless', file);
copyPacked('bash-language-server', 'tree-sitter-bash.wasm');

function copyFile(name, file) {
  cpSync(join(folderOf(name, root), file), join(dist, 'node_modules', name, file));
}

async function copySmaller(name, file) {
  const source = readFileSync(join(folderOf(name, root), file), 'utf8');
  const { code } = await transform(source, { minify: true, platform: 'node', target: common.target, legalComments: 'none' });
  writeFileSync(join(dist, 'node_modules', name, file), code);
}

// A third smaller than what a zip makes of it; loaded with the first command (base/shell/shellGrammar.ts).
function copyPacked(name, file) {
  mkdirSync(join(dist, 'node_modules', name), { recursive: true });
  writeFileSync(join(dist, 'node_modules', name, `${file}.br`), brotliCompressSync(readFileSync(join(folderOf(name, root), file))));
}

// The SDK takes a validator of a hundred kilobytes where it finds Node, and a small one elsewhere. No server of ours has it check anything.
function smallValidator() {
  return {
    name: 'smallValidator',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ }, ({ path }) => {
        const [line] = /^import .*CfWorkerJsonSchemaValidator.*$/m.exec(readFileSync(join(dirname(path), 'shimsWorkerd.mjs'), 'utf8')) ?? [];
        if (line === undefined) throw new Error('the SDK has no small validator any more: see shimsWorkerd.mjs');
        return {
          contents: `${line}\nimport process from 'node:process';\nexport { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator, process };`,
          resolveDir: dirname(path),
        };
      }),
  };
}

function folderOf(name, from) {
  const paths = require.resolve.paths(name) ?? [];
  return [join(from, 'node_modules'), dirname(fileURLToPath(import.meta.url)), ...paths]
    .map((path) => join(path, name))
    .find((path) => existsSync(join(path, 'package.json')));
}
