// Breakpoints in sources that a bundler or compiler has put elsewhere, each in its own way: they bind, and frames name the files of the project.
import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee } from './debuggee.ts';

const esbuild = fileURLToPath(import.meta.resolve('esbuild'));

const MAIN = `import { total, type Item } from './cart';

interface Shop {
  name: string;
}

const shop: Shop = { name: 'corner' };
const items: Item[] = [{ name: 'apple', cents: 30 }];
console.log(shop.name, total(items));
`;
const CART = `export interface Item {
  name: string;
  cents: number;
}

export function total(items: readonly Item[]): number {
  let sum = 0;
  for (const item of items) {
    sum += item.cents; // @here
  }
  return sum;
}
`;
const HERE = 9;
const PROJECT = {
  'package.json': '{ "name": "shop", "version": "1.0.0" }',
  'src/main.ts': MAIN,
  'src/cart.ts': CART,
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', strict: true, sourceMap: true, skipLibCheck: true, types: [] },
    include: ['src'],
  }),
};

// Each writes programs into folders of "out", named after how it was done.
const WEBPACK = `const webpack = require('webpack');
const { join } = require('node:path');
const build = (name, devtool, output = {}, mode = 'development') => new Promise((done, failed) => webpack({
  mode, devtool, target: 'node', context: __dirname, entry: './src/main.ts', resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\\.ts$/, loader: 'ts-loader', options: { transpileOnly: true } }] },
  output: { path: join(__dirname, 'out', name), filename: 'main.js', ...output },
}, (error, stats) => (error || stats.hasErrors() ? failed(error ?? new Error(stats.toString())) : done())));
(async () => {
  for (const devtool of ['source-map', 'inline-source-map', 'cheap-module-source-map', 'eval-source-map', 'nosources-source-map']) await build(devtool, devtool);
  await build('production', 'source-map', {}, 'production');
  await build('hashed', 'source-map', { devtoolModuleFilenameTemplate: 'webpack:///[resource-path]?[hash]' });
})();
`;
const OTHERS = `import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import swc from '@swc/core';
import typescript from '@rollup/plugin-typescript';
import { rollup } from 'rollup';
import { build } from 'vite';
const esbuild = createRequire(import.meta.url)(${JSON.stringify(esbuild)});
const bundle = await rollup({ input: 'src/main.ts', plugins: [typescript()] });
await bundle.write({ format: 'cjs', file: 'out/rollup-cjs/main.js', sourcemap: true });
await bundle.write({ format: 'es', file: 'out/rollup-esm/main.mjs', sourcemap: 'inline' });
const from = { entryPoints: ['src/main.ts'], bundle: true, platform: 'node', sourcemap: true };
await esbuild.build({ ...from, outfile: 'out/esbuild-cjs/main.js' });
await esbuild.build({ ...from, format: 'esm', sourcemap: 'inline', outfile: 'out/esbuild-esm/main.mjs' });
await esbuild.build({ ...from, minify: true, sourceRoot: '../../nowhere', outfile: 'out/esbuild-moved/main.js' });
await esbuild.build({ ...from, sourceRoot: 'https://cdn.example/x/', outfile: 'out/esbuild-url/main.js' });
await build({ logLevel: 'error', configFile: false, build: { ssr: 'src/main.ts', outDir: 'out/vite', sourcemap: true, emptyOutDir: false } });
mkdirSync('out/swc', { recursive: true });
for (const name of ['main', 'cart']) {
  const { code, map } = await swc.transformFile('src/' + name + '.ts', { sourceMaps: true, module: { type: 'commonjs' }, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } });
  writeFileSync('out/swc/' + name + '.js', code + '\\n//# sourceMappingURL=' + name + '.js.map\\n');
  writeFileSync('out/swc/' + name + '.js.map', map);
}
const tsc = (name, ...more) => execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--outDir', 'out/' + name, '--module', 'commonjs', '--moduleResolution', 'node', ...more]);
tsc('tsc-source-root', '--sourceRoot', '../../src');
tsc('tsc-built-elsewhere', '--sourceRoot', '/builder/shop/src');
tsc('tsc-map-on-a-server', '--mapRoot', 'https://cdn.example/maps');
tsc('tsc-inline', '--inlineSourceMap', '--inlineSources', '--sourceMap', 'false');
`;
const VITE_DEV = `import { createServer } from 'vite';
const server = await createServer({ configFile: false, server: { middlewareMode: true, ws: false, hmr: false }, appType: 'custom', logLevel: 'error', optimizeDeps: { noDiscovery: true } });
await server.ssrLoadModule('/src/main.ts');
await server.close();
`;

async function built(context: TestContext, script: string, text: string): Promise<Debuggee> {
  const { folder } = await needs(context, 'webpack');
  return debuggee({ ...PROJECT, [script]: text, 'dev.mjs': VITE_DEV }, async (project) => {
    await symlink(dirname(folder), join(project, 'node_modules'), 'junction');
    execFileSync(process.execPath, [script], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
  });
}

async function stopsIn(project: Debuggee, program: string): Promise<void> {
  const stop = await project.call('start_debug_session', { program, timeout: 50 });
  expect(stop, program).toMatchObject({
    state: 'paused',
    reason: 'breakpoint',
    location: { file: 'src/cart.ts', line: HERE },
  });
  expect(stop['stack'], program).toEqual(expect.arrayContaining([expect.objectContaining({ file: 'src/main.ts' })]));
  expect(await project.call('list_breakpoints'), program).toMatchObject({ breakpoints: [{ verified: true }] });
  await project.call('stop_debug_session');
}

test('webpack with ts-loader, in each of its kinds of source maps', async (context) => {
  await using project = await built(context, 'build.cjs', WEBPACK);
  await project.call('set_breakpoint', { file: 'src/cart.ts', line: HERE });
  for (const name of ['source-map', 'inline-source-map', 'cheap-module-source-map', 'eval-source-map', 'nosources-source-map', 'production', 'hashed'])
    await stopsIn(project, `out/${name}/main.js`);
});

test('rollup, esbuild, vite, swc and tsc, with maps beside, inside, and rooted elsewhere', async (context) => {
  await using project = await built(context, 'build.mjs', OTHERS);
  await project.call('set_breakpoint', { file: 'src/cart.ts', line: HERE });
  for (const name of [
    'rollup-cjs',
    'esbuild-cjs',
    'esbuild-moved',
    'esbuild-url',
    'swc',
    'tsc-source-root',
    'tsc-built-elsewhere',
    'tsc-map-on-a-server',
    'tsc-inline',
  ])
    await stopsIn(project, `out/${name}/main.js`);
  for (const name of ['rollup-esm', 'esbuild-esm', 'vite']) await stopsIn(project, `out/${name}/main.mjs`);
  await stopsIn(project, 'dev.mjs');
});
