// Programs in TypeScript, through whatever compiles them: breakpoints, stacks, steps and values are those of the source.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { needs } from '../../../support/testTools.ts';
import { type NodeSession, openSession, type Wish } from './nodeSession.ts';

const SOURCES = {
  'src/main.ts': `import { Cart } from './cart.ts';

interface Row {
  price: number;
}

enum Size {
  small = 1,
}

const rows: Row[] = [{ price: 2 }, { price: 3 }]; // first
const cart = new Cart(rows);
console.log('total', cart.total(), Size.small);
`,
  'src/cart.ts': `export interface Priced {
  price: number;
}

export class Cart {
  constructor(private readonly rows: readonly Priced[]) {}

  total(): number {
    let sum = 0;
    for (const row of this.rows) {
      sum += row.price; // add
    }
    return sum;
  }
}
`,
};
const WISH: Wish = { breakpoints: { 'src/main.ts': ['// first'], 'src/cart.ts': ['// add'] } };

// The same for all: two stops, with everything that can be seen there.
async function walk(session: NodeSession): Promise<void> {
  const first = await session.stop();
  expect(first.at).toMatch(/^\S+ main\.ts:11$/);
  await session.go(first.thread);
  const second = await session.stop();
  expect(second).toMatchObject({ reason: 'breakpoint', at: 'Cart.total cart.ts:11' });
  expect((await session.stack(second.thread)).slice(0, 2)).toEqual(['Cart.total cart.ts:11', expect.stringMatching(/^\S+ main\.ts:13$/)]);
  expect(await session.locals(second.thread, 3)).toMatchObject({ sum: '0', row: '{price: 2}' });
  expect(await session.step('next', second.thread)).toBe('Cart.total cart.ts:10');
  expect(await session.evaluate(second.thread, 'sum')).toBe('2');
  await session.setBreakpoints('src/cart.ts', ['return sum']);
  await session.go(second.thread);
  expect((await session.stop()).at).toBe('Cart.total cart.ts:13');
  expect(await session.step('stepOut', second.thread)).toMatch(/ main\.ts:13$/);
  await session.go(second.thread);
  expect(await session.exit()).toBe(0);
  expect(session.output('stdout')).toBe('total 5 1\n');
}

async function compile(session: NodeSession, module: ts.ModuleKind, inline: boolean): Promise<void> {
  for (const [path, text] of Object.entries(SOURCES)) {
    const out = join('dist', path.replace(/^src\//, '').replace(/\.ts$/, '.js'));
    const { outputText, sourceMapText } = ts.transpileModule(text, {
      fileName: path.replace(/^src\//, ''),
      compilerOptions: {
        module,
        target: ts.ScriptTarget.ES2022,
        rewriteRelativeImportExtensions: true,
        ...(inline ? { inlineSourceMap: true } : { sourceMap: true }),
        sourceRoot: '../src',
      },
    });
    await mkdir(dirname(session.path(out)), { recursive: true });
    await writeFile(session.path(out), outputText);
    if (sourceMapText !== undefined) await writeFile(session.path(`${out}.map`), sourceMapText);
  }
}

test('what tsc has compiled to CommonJS, with maps beside it', async () => {
  const session = await openSession(SOURCES);
  await compile(session, ts.ModuleKind.CommonJS, false);
  await session.launch({ program: 'dist/main.js' }, WISH);
  await walk(session);
});

// As most packages are published.
test.each([false, true])('what is compiled with maps whose sources are not there stands where it can be read, with maps in it: %s', async (inline) => {
  const session = await openSession(SOURCES);
  await compile(session, ts.ModuleKind.CommonJS, inline);
  await rm(session.path('src'), { recursive: true });
  await session.launch({ program: 'dist/main.js' }, { breakpoints: { 'dist/cart.js': ['// add'] } });
  const line = await session.lineOf('dist/cart.js', '// add');
  const stop = await session.stop();
  expect(stop).toMatchObject({ reason: 'breakpoint', at: `Cart.total cart.js:${line}` });
  const caller = `main.js:${await session.lineOf('dist/main.js', "console.log('total'")}`;
  expect((await session.stack(stop.thread)).slice(0, 2)).toEqual([`Cart.total cart.js:${line}`, expect.stringContaining(caller)]);
  expect((await session.frames(stop.thread))[0]?.source).toMatchObject({ path: session.path('dist/cart.js') });
  expect(await session.step('next', stop.thread)).toBe(`Cart.total cart.js:${line - 1}`);
  await session.setBreakpoints('dist/cart.js', []);
  await session.go(stop.thread);
  expect(await session.exit()).toBe(0);
});

test('two breakpoints whose code is the same place are both bound and both hit', async () => {
  const session = await openSession(SOURCES);
  await compile(session, ts.ModuleKind.CommonJS, false);
  await session.launch(
    { program: 'dist/main.js' },
    { breakpoints: { 'src/cart.ts': ['total(): number', 'let sum'], 'src/main.ts': ['enum Size', 'const rows'] } },
  );
  const first = await session.stop();
  expect(first.at).toMatch(/main\.ts:7$/);
  await session.go(first.thread);
  const second = await session.stop();
  expect(second.at).toMatch(/main\.ts:11$/);
  await session.setBreakpoints('src/main.ts', ['interface Row', '// first']);
  await session.setBreakpoints('src/cart.ts', ['export interface', 'constructor', { on: 'let sum', condition: 'false' }, 'let sum']);
  await session.go(second.thread);
  const third = await session.stop();
  expect(third.hit).toHaveLength(2);
  expect(third.at).toMatch(/cart\.ts:6$/);
  await session.go(third.thread);
  expect((await session.stop()).at).toBe('Cart.total cart.ts:9');
});

test('what tsc has compiled to CommonJS, with maps in it', async () => {
  const session = await openSession(SOURCES);
  await compile(session, ts.ModuleKind.CommonJS, true);
  await session.launch({ program: 'dist/main.js' }, WISH);
  await walk(session);
});

test('what tsc has compiled to ES modules', async () => {
  const session = await openSession({ ...SOURCES, 'package.json': '{ "type": "module" }' });
  await compile(session, ts.ModuleKind.ESNext, false);
  await session.launch({ program: 'dist/main.js' }, WISH);
  await walk(session);
});

for (const type of ['commonjs', 'module'])
  for (const runtime of ['tsx', 'node --import tsx'])
    test(`${runtime}, in a package of type ${type}`, async (context) => {
      const tsx = await needs(context, 'tsx');
      const session = await openSession({ ...SOURCES, 'package.json': `{ "type": "${type}" }` }, { modules: dirname(tsx.folder) });
      const how = runtime === 'tsx' ? { runtimeExecutable: 'tsx' } : { runtimeArgs: ['--import', 'tsx'] };
      await session.launch({ program: 'src/main.ts', ...how }, WISH);
      await walk(session);
    });

test('steps lead from the end of a module into the next one', async () => {
  const session = await openSession(SOURCES);
  await compile(session, ts.ModuleKind.ESNext, false);
  await session.launch({ program: 'dist/main.js' }, { breakpoints: { 'src/cart.ts': ['export class Cart'] } });
  const { thread } = await session.stop();
  const passed: string[] = [];
  while (passed.length < 5 && passed.at(-1)?.includes('main.ts') !== true) passed.push(await session.step('next', thread));
  expect(passed.at(-1)).toMatch(/ main\.ts:\d+$/);
});

test('steps pass over what the compiler has added', async () => {
  const session = await openSession({
    'src/main.ts':
      'async function work(): Promise<number> {\n  const one = await Promise.resolve(1);\n  return one + 1;\n}\nasync function start() {\n  const value = await work(); // call\n  console.log(value);\n}\nvoid start();\n',
  });
  const { outputText, sourceMapText } = ts.transpileModule(ts.sys.readFile(session.path('src/main.ts')) ?? '', {
    fileName: 'main.ts',
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2015, sourceMap: true, sourceRoot: '../src' },
  });
  await mkdir(session.path('dist'));
  await writeFile(session.path('dist/main.js'), outputText);
  await writeFile(session.path('dist/main.js.map'), sourceMapText ?? '');
  await session.launch({ program: 'dist/main.js' }, { breakpoints: { 'src/main.ts': ['// call'] } });
  const { thread, at } = await session.stop();
  expect(at).toMatch(/main\.ts:6$/);
  // V8 would stop in the helper __awaiter.
  expect(await session.step('stepIn', thread)).toMatch(/^work main\.ts:[1-4]$/);
});

test('sources that are skipped, functions by name, exceptions and their stacks are those of the source too', async () => {
  const session = await openSession({
    ...SOURCES,
    'src/main.ts': `${SOURCES['src/main.ts']}function fail(reason: string): never {\n  throw new Error(reason); // thrown\n}\ntry {\n  fail('planned');\n} catch {}\n`,
  });
  const main = ts.transpileModule(ts.sys.readFile(session.path('src/main.ts')) ?? '', {
    fileName: 'main.ts',
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      rewriteRelativeImportExtensions: true,
      sourceMap: true,
      sourceRoot: '../src',
    },
  });
  await compile(session, ts.ModuleKind.CommonJS, false);
  await writeFile(session.path('dist/main.js'), main.outputText);
  await writeFile(session.path('dist/main.js.map'), main.sourceMapText ?? '');
  await session.launch(
    { program: 'dist/main.js', skipFiles: ['<node_internals>/**', '**/src/cart.ts'] },
    { breakpoints: { 'src/main.ts': ["console.log('total'"] }, functions: [{ name: 'fail' }], exceptions: { filters: ['all'] } },
  );
  const { thread, at } = await session.stop();
  expect(at).toMatch(/main\.ts:13$/);
  // Into total, whose source is skipped, and out again.
  expect(await session.step('stepIn', thread)).toMatch(/main\.ts:1[3-9]$/);
  await session.go(thread);
  expect(await session.stop()).toMatchObject({ reason: 'function breakpoint', at: 'fail main.ts:15' });
  await session.go(thread);
  expect(await session.stop()).toMatchObject({ reason: 'exception', at: 'fail main.ts:15', text: 'Error: planned' });
  const { details } = (await session.client.exceptionInfoRequest({ threadId: thread })).body;
  expect(details?.stackTrace).toContain(`${session.path('src/main.ts')}:15:`);
  const locations = await session.client.customRequest('breakpointLocations', { source: { path: session.path('src/main.ts') }, line: 1, endLine: 20 });
  const { breakpoints } = z.object({ breakpoints: z.array(z.object({ line: z.number() })) }).parse(locations.body);
  expect([...new Set(breakpoints.map(({ line }) => line))]).toEqual(expect.arrayContaining([11, 12, 13, 15, 18]));
  expect(breakpoints.some(({ line }) => [4, 5].includes(line))).toBe(false);
});
