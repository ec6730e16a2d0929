// Makes dist/ out of src/ and dashboard/: the window's page, the program in lazily loaded pieces, and the door, the reaper and the runner as single files that start like bare Node.
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { common, identity, onlyEnglish, root } from './bundling.mjs';
import { buildDashboard } from './dashboard.mjs';
import { importTypescript } from './typescript.mjs';

// Built aside and put in place at once, because a daemon or a test may be running from the old one.
const aside = `dist.${process.pid}`;
const RUNNERS = 'src/machine/testing/runners';
const loaded = loadedIntoRunners();
await Promise.all([
  buildDashboard(`${aside}/dashboard`),
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
  // Loads the TypeScript that a project has installed, and nothing of ours.
  build({
    ...common,
    entryPoints: { installedTypescript: 'src/engines/installed/main.ts' },
    outdir: aside,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    minifySyntax: true,
  }),
  // The debug adapter for Node: a program that is spoken to over the debug adapter protocol. It starts at each launch, so it is one CommonJS file.
  build({
    ...common,
    entryPoints: { nodeAdapter: 'src/adapters/node/start.ts', nodeAdapterBody: 'src/adapters/node/main.ts' },
    outdir: aside,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    plugins: [onlyEnglish],
    minify: true,
    // Needed only to attach, and found in the installed package then.
    external: ['ws'],
  }),
  // What the adapter loads into each process of a program, which may be run by an older Node than ours.
  build({
    ...common,
    target: 'node18',
    entryPoints: { nodeBootstrap: 'src/adapters/node/bootstrap/main.ts' },
    outdir: aside,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    minifySyntax: true,
  }),
  // What is loaded into test runners, which may be run by an older Node than ours.
  build({
    ...common,
    target: 'node18',
    entryPoints: entriesEnding('.mjs'),
    outdir: `${aside}/testing`,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    minifySyntax: true,
  }),
  build({
    ...common,
    target: 'node18',
    entryPoints: entriesEnding('.cjs'),
    outdir: `${aside}/testing`,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    minifySyntax: true,
    // mocha takes what is exported as a whole.
    footer: { js: 'module.exports = module.exports.default ?? module.exports;' },
  }),
  // CommonJS: Node starts it a few milliseconds sooner.
  build({
    ...common,
    entryPoints: { door: 'src/daemon/door/door.ts', reaper: 'src/daemon/life/reaperProcess.ts', runner: 'src/machine/processes/runnerProcess.ts' },
    outdir: aside,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    minify: true,
  }),
]);

for (const name of loaded.filter((one) => !/\.[cm]js$/.test(one))) {
  mkdirSync(dirname(join(root, aside, 'testing', name)), { recursive: true });
  copyFileSync(join(root, RUNNERS, name), join(root, aside, 'testing', name));
}
mkdirSync(join(root, aside, 'debugging'), { recursive: true });
copyFileSync(join(root, 'src/machine/debugging/formatters/binnacle_lldb.py'), join(root, aside, 'debugging', 'binnacle_lldb.py'));
// What pins the language servers that are fetched on need.
cpSync(join(root, 'src/machine/servers/locks'), join(root, aside, 'locks'), { recursive: true });
// What the door answers while a daemon starts.
const { recordEarlyAnswers } = await importTypescript('scripts/recordEarlyAnswers.ts');
mkdirSync(join(root, aside, 'early'), { recursive: true });
for (const [name, text] of await recordEarlyAnswers(identity)) writeFileSync(join(root, aside, 'early', name), text);

const dist = join(root, 'dist');
const old = join(root, `${aside}.old`);
if (existsSync(dist)) renameSync(dist, old);
renameSync(join(root, aside), dist);
rmSync(old, { recursive: true, force: true });

// What the rows of test runners name with shipped('runner/file'): a module or a script is made of the source beside the row, anything else is copied.
function loadedIntoRunners() {
  const rows = readdirSync(join(root, RUNNERS), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const named = rows.flatMap((path) => [...readFileSync(join(root, RUNNERS, path), 'utf8').matchAll(/\bshipped(?:Folder)?\('([^']+)'\)/g)]);
  return [...new Set(named.map(([, name]) => name))];
}

function entriesEnding(ending) {
  const names = loaded.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
  return Object.fromEntries(names.map((name) => [name, `${RUNNERS}/${name}.ts`]));
}
