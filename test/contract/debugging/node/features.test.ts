// Our adapter for Node and js-debug, the one of VS Code, on the same programs: the same features, row by row; where they differ, that is written down with its reason.
import { symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { binnacle } from '../../../support/builtProgram.ts';
import { shopInJavaScript, shopInTypeScript } from '../../../support/debuggedShop.ts';
import { needs, type ToolName } from '../../../support/testTools.ts';
import { type AdapterServer, Driven, type Line, serveAdapter } from './drivenAdapter.ts';
import { DETAILS, detailFeatures, detailLines, type Feature, features, linesAtStart, type Walk } from './features.ts';
import { folderWith } from './nodeSession.ts';

interface Program {
  readonly files: Readonly<Record<string, string>>;
  // Where the marks are.
  readonly file: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly modules?: ToolName;
  readonly features?: readonly Feature[];
  readonly lines?: (file: string) => readonly Line[];
}

const inJavaScript = `${shopInJavaScript}\nshop();\n`;
const inTypeScript = `${shopInTypeScript}\nshop();\n`;

const programs: Readonly<Record<string, Program>> = {
  'plain JavaScript': { file: 'shop.js', files: { 'shop.js': inJavaScript }, configuration: { program: 'shop.js' } },
  'an ES module': { file: 'shop.mjs', files: { 'shop.mjs': inJavaScript }, configuration: { program: 'shop.mjs' } },
  'TypeScript by tsc': { file: 'shop.ts', files: { 'shop.ts': inTypeScript, ...compiled(inTypeScript) }, configuration: { program: 'dist/shop.js' } },
  'node --import tsx': {
    file: 'shop.ts',
    files: { 'shop.ts': inTypeScript },
    configuration: { program: 'shop.ts', runtimeArgs: ['--import', 'tsx'] },
    modules: 'tsx',
  },
  'a child process': {
    file: 'shop.js',
    files: { 'shop.js': inJavaScript, 'main.js': "require('node:child_process').fork('./shop.js');\n" },
    configuration: { program: 'main.js' },
  },
  'a worker thread': {
    file: 'shop.js',
    files: { 'shop.js': inJavaScript, 'main.js': "const { Worker } = require('node:worker_threads');\nnew Worker('./shop.js').on('error', () => {});\n" },
    configuration: { program: 'main.js' },
  },
  'what waits, skips and holds much': {
    file: 'details.js',
    files: DETAILS,
    configuration: { program: 'details.js', skipFiles: ['<node_internals>/**', '**/skipped.js'] },
    features: detailFeatures,
    lines: detailLines,
  },
};

// What js-debug returns instead, and why we return something else.
interface Difference {
  readonly feature: string;
  readonly programs: readonly string[] | 'every';
  readonly theirs: string;
  readonly reason: string;
}

const differences: readonly Difference[] = [
  { feature: 'a function', programs: 'every', theirs: 'not supported', reason: 'js-debug has no breakpoints on functions.' },
  {
    feature: 'a hit count with an operator',
    programs: ['what waits, skips and holds much'],
    theirs: '@loop breakpoint 5',
    reason: 'js-debug counts also the hits for which the condition is false; DAP says that it shall not.',
  },
  {
    feature: 'an exception that nobody catches',
    programs: ['an ES module', 'node --import tsx', 'a worker thread'],
    theirs: 'ended',
    reason:
      'A promise takes what a module throws, and Node itself what the first script of a worker throws: V8 holds both for caught, and js-debug believes it.',
  },
  {
    feature: 'a large list in pages',
    programs: ['what waits, skips and holds much'],
    theirs: '500 501 502 Object',
    reason: 'js-debug adds the prototype to every page of elements.',
  },
];

// What only one of them says that it can, and why.
const onlyTheirs = {
  supportsReadMemoryRequest: 'Ours shows the bytes of a buffer as its elements.',
  supportsWriteMemoryRequest: 'Elements of a buffer are set one by one.',
  supportsStepInTargetsRequest: 'None of our tools asks which call of a line to step into.',
  supportsValueFormattingOptions: 'Numbers are shown as the language writes them.',
  supportsANSIStyling: 'Agents read no colours.',
};
const onlyOurs = {
  supportsFunctionBreakpoints: 'Functions are found by name in the text of each script.',
  supportsTerminateRequest: 'js-debug says it only to editors with a setting for it.',
};

const servers: { ours?: AdapterServer; theirs?: AdapterServer } = {};
beforeAll(async () => {
  servers.ours = await serveAdapter('binnacle', [process.execPath, binnacle, 'dap', 'node', '--port', '0']);
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server[Symbol.asyncDispose]();
});

for (const [name, program] of Object.entries(programs)) {
  test(`${name}, by ours`, async (context) => {
    if (servers.ours === undefined) throw new TypeError('it was started');
    expect(await walked(context, servers.ours, program)).toEqual(expected(program));
  });

  test(`${name}, by js-debug`, async (context) => {
    const jsDebug = await needs(context, 'js-debug');
    servers.theirs ??= await serveAdapter('js-debug', [...jsDebug.command, '0', '127.0.0.1']);
    const there = differences.filter(({ programs: where, feature }) => isOf(program, feature) && (where === 'every' || where.includes(name)));
    const theirs = Object.fromEntries(there.map((difference) => [difference.feature, difference.theirs]));
    expect(await walked(context, servers.theirs, program)).toEqual({ ...expected(program), ...theirs });
  });
}

test('what each says that it can differs by what is written down', async (context) => {
  const jsDebug = await needs(context, 'js-debug');
  servers.theirs ??= await serveAdapter('js-debug', [...jsDebug.command, '0', '127.0.0.1']);
  const [ours, theirs] = [await abilities(servers.ours), await abilities(servers.theirs)];
  expect(theirs.filter((ability) => !ours.includes(ability)).sort()).toEqual(Object.keys(onlyTheirs).sort());
  expect(ours.filter((ability) => !theirs.includes(ability)).sort()).toEqual(Object.keys(onlyOurs).sort());
});

test('every difference and every limit is of a feature and of programs that there are', () => {
  for (const { feature, programs: where } of differences) {
    expect([...features, ...detailFeatures].map(({ name }) => name)).toContain(feature);
    if (where !== 'every') expect(Object.keys(programs)).toEqual(expect.arrayContaining([...where]));
  }
});

async function walked(context: TestContext, server: AdapterServer, program: Program): Promise<Record<string, string>> {
  const root = await folderWith(program.files);
  const modules = program.modules && dirname((await needs(context, program.modules)).folder);
  if (modules !== undefined) await symlink(modules, join(root, 'node_modules'), 'junction');
  const file = join(root, program.file);
  const driven = new Driven(server);
  try {
    await driven.setLines(file, (program.lines ?? linesAtStart)(file));
    await driven.launch({
      type: 'pwa-node',
      request: 'launch',
      name: 'shop',
      cwd: root,
      // js-debug finds the maps of what tsc has written only where it is configured to look.
      __workspaceFolder: root,
      outFiles: [`${root}/**/*.js`, '!**/node_modules/**'],
      ...program.configuration,
      ...('program' in program.configuration && { program: join(root, String(program.configuration['program'])) }),
    });
    const stop = await driven.next();
    if (stop === undefined) return { 'a breakpoint on a line': 'ended' };
    return await facts({ driven, file, stop }, program.features ?? features);
  } finally {
    await driven.end();
  }
}

async function abilities(server: AdapterServer | undefined): Promise<string[]> {
  if (server === undefined) throw new TypeError('it was started');
  const driven = new Driven(server);
  try {
    const results = await driven.initialize();
    return Object.keys(results).filter((ability) => results[ability] === true);
  } finally {
    await driven.end();
  }
}

// To the last row; what one cannot do is noted, and the next is tried from where it stands.
async function facts(walk: Walk, rows: readonly Feature[]): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const { name, run } of rows) {
    await walk.driven.know(walk.stop);
    results[name] = await run(walk).catch((error: unknown) => `refused: ${error instanceof Error ? error.message : error}`);
  }
  return results;
}

function expected({ features: rows = features }: Program): Record<string, string> {
  return Object.fromEntries(rows.map((row) => [row.name, row.expected]));
}

function isOf({ features: rows = features }: Program, feature: string): boolean {
  return rows.some(({ name }) => name === feature);
}

function compiled(text: string): Record<string, string> {
  const { outputText, sourceMapText = '' } = ts.transpileModule(text, {
    fileName: 'shop.ts',
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, sourceMap: true, sourceRoot: '..' },
  });
  return { 'dist/shop.js': outputText, 'dist/shop.js.map': sourceMapText };
}
