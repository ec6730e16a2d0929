// Bundles the VS Code extension: its code, the reaper, and the programs that search, as VS Code wants to find them.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { common, onlyEnglish, root } from '../scripts/bundling.mjs';

const target = process.argv[2] ?? join(root, 'extension');
const dist = join(target, 'dist');
const require = createRequire(import.meta.url);

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
await build({
  ...common,
  entryPoints: { extension: 'src/extension.ts' },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  // VS Code loads CommonJS in every version; what asks for import.meta.url is given where this file is.
  format: 'cjs',
  plugins: [onlyEnglish],
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
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

for (const file of ['package.json', 'README.md']) if (target !== join(root, 'extension')) cpSync(join(root, 'extension', file), join(target, file));
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
for (const name of ['@vscode/ripgrep', '@ast-grep/cli']) copyPackage(name);
// The grammar that judges command lines, without its sources and maps.
for (const file of ['package.json', 'LICENSE', 'web-tree-sitter.cjs', 'web-tree-sitter.wasm']) copyFile('web-tree-sitter', file);
copyFile('bash-language-server', 'tree-sitter-bash.wasm');

function copyFile(name, file) {
  cpSync(join(folderOf(name, root), file), join(dist, 'node_modules', name, file));
}

// With whatever of its parts npm has installed for this system.
function copyPackage(name) {
  const folder = folderOf(name, root);
  cpSync(folder, join(dist, 'node_modules', name), { recursive: true, filter: (path) => !path.slice(folder.length).includes('node_modules') });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const part of Object.keys({ ...dependencies, ...optionalDependencies })) if (folderOf(part, folder) !== undefined) copyPackage(part);
}

function folderOf(name, from) {
  const paths = require.resolve.paths(name) ?? [];
  return [join(from, 'node_modules'), dirname(fileURLToPath(import.meta.url)), ...paths]
    .map((path) => join(path, name))
    .find((path) => existsSync(join(path, 'package.json')));
}
