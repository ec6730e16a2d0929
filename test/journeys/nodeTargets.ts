// The program of the golden debug sessions in JavaScript and TypeScript, and every way in which it is run.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shopInJavaScript, shopInTypeScript } from '../support/debuggedShop.ts';
import { type SessionTarget, type SessionWords, usualStops } from '../support/debugSession.ts';
import type { ToolName } from '../support/testTools.ts';

export interface NodeTarget extends SessionTarget {
  readonly files: Readonly<Record<string, string>>;
  // Whose node_modules the project has: those of a test tool, our own, or none.
  readonly modules?: ToolName | 'ours';
  readonly stops: readonly string[];
}

const words: SessionWords = {
  condition: 'item.cents > 40',
  log: '{item.count} of {item.name}',
  watch: 'sum',
  function: 'greet',
  nested: ['cart', 'owner', 'address'],
  evaluate: 'cart.items.map(({ name }) => name)',
  throwing: 'cart.shop.name',
  inCaller: 'cart.owner.name',
  set: { name: 'sum', value: '1000' },
  go: { name: 'waiting', value: 'false' },
  caught: 'RangeError',
  uncaught: 'TypeError',
};
const changing = ['rounds'];

function program(file: string): SessionTarget['start'] {
  return { tool: 'start_debug_session', arguments: { program: file, timeout: 120 } };
}

function tests(file: string): SessionTarget['start'] {
  return { tool: 'debug_test', arguments: { file, timeout: 120 } };
}

// V8 leaves a function for the next statement of its caller.
const stops = usualStops.map((stop) => (stop === 'step_out: @add (step)' ? 'step_out: @each (step)' : stop));
const inJavaScript = { file: 'shop.js', words, changing, stops };
const inTypeScript = { ...inJavaScript, file: 'shop.ts' };

// A test runs within a catch of its runner's.
const caughtByOthers = stops.filter((stop) => stop !== 'resume: @uncaught (exception)');

// tsx leaves no line ends, and V8 stops at a return where it ends: at the brace after it.
const withoutLineEnds = stops.map((stop) => (stop === 'resume: @priced (breakpoint)' ? 'resume: @end (breakpoint)' : stop));

const VITEST = "import { test } from 'vitest';\nimport { shop } from './shop.ts';\n\ntest('the shop', () => shop());\n";
const typescript = fileURLToPath(import.meta.resolve('typescript'));

export const nodeTargets: Readonly<Record<string, NodeTarget>> = {
  javascript: { ...inJavaScript, start: program('shop.js'), files: { 'shop.js': `${shopInJavaScript}\nshop();\n` } },
  'child-process': {
    ...inJavaScript,
    start: program('main.js'),
    files: {
      'shop.js': `${shopInJavaScript}\nshop();\n`,
      'main.js': "const { fork } = require('node:child_process');\nfork('./shop.js').on('exit', (code) => {\n  process.exitCode = code;\n});\n",
    },
  },
  'worker-thread': {
    ...inJavaScript,
    start: program('main.js'),
    files: {
      'shop.js': `${shopInJavaScript}\nshop();\n`,
      'main.js': "const { Worker } = require('node:worker_threads');\nnew Worker('./shop.js').on('error', () => {\n  process.exitCode = 1;\n});\n",
    },
  },
  tsc: {
    ...inTypeScript,
    start: { tool: 'start_debug_session', arguments: { configuration_name: 'shop', timeout: 120 } },
    modules: 'ours',
    files: {
      'shop.ts': `${shopInTypeScript}\nshop();\n`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          outDir: 'dist',
          rootDir: '.',
          sourceMap: true,
          target: 'es2022',
          module: 'commonjs',
          noCheck: true,
          types: [],
          ignoreDeprecations: '6.0',
        },
        files: ['shop.ts'],
      }),
      '.vscode/launch.json': JSON.stringify({
        configurations: [{ name: 'shop', type: 'node', request: 'launch', program: '${workspaceFolder}/dist/shop.js', preLaunchTask: 'build' }],
      }),
      '.vscode/tasks.json': JSON.stringify({
        version: '2.0.0',
        tasks: [{ label: 'build', type: 'process', command: 'node', args: ['node_modules/typescript/bin/tsc', '-p', '.'] }],
      }),
    },
  },
  tsx: {
    ...inTypeScript,
    start: program('shop.ts'),
    stops: withoutLineEnds,
    modules: 'tsx',
    files: { 'package.json': '{ "type": "module" }', 'shop.ts': `${shopInTypeScript}\nshop();\n` },
  },
  'vitest-forks': {
    ...inTypeScript,
    start: tests('shop.test.ts'),
    stops: caughtByOthers,
    modules: 'ours',
    files: {
      'package.json': '{ "type": "module" }',
      'shop.ts': shopInTypeScript,
      'shop.test.ts': VITEST,
      'vitest.config.js': "export default { test: { pool: 'forks' } };\n",
    },
  },
  'vitest-threads': {
    ...inTypeScript,
    start: tests('shop.test.ts'),
    stops: caughtByOthers,
    modules: 'ours',
    files: {
      'package.json': '{ "type": "module" }',
      'shop.ts': shopInTypeScript,
      'shop.test.ts': VITEST,
      'vitest.config.js': "export default { test: { pool: 'threads' } };\n",
    },
  },
  jest: {
    ...inTypeScript,
    start: tests('shop.test.ts'),
    stops: caughtByOthers,
    modules: 'jest',
    files: {
      'package.json': '{ "jest": { "transform": { "\\\\.ts$": "<rootDir>/transform.cjs" } } }',
      'shop.ts': shopInTypeScript,
      'shop.test.ts': "import { shop } from './shop';\n\ntest('the shop', () => shop());\n",
      'transform.cjs': `const ts = require(${JSON.stringify(typescript)});
exports.process = (text, fileName) => ({ code: ts.transpileModule(text, { fileName, compilerOptions: { module: 'commonjs', target: 'es2022', inlineSourceMap: true, inlineSources: true } }).outputText });
`,
    },
  },
};

// Beside the tests' own modules where the target needs those of nobody.
export async function layOut(target: NodeTarget, folder: string, modules: string | undefined): Promise<void> {
  for (const [path, text] of Object.entries(target.files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  if (modules !== undefined) await symlink(modules, join(folder, 'node_modules'), 'junction');
}
