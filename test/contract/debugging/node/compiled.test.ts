// Programs in TypeScript, through whatever compiles them: breakpoints, stacks, steps and values are those of the source.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
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
  for (const manner of ['tsx', 'node --import tsx'])
    test(`${manner}, in a package of type ${type}`, async (context) => {
      const tsx = await needs(context, 'tsx');
      const session = await openSession({ ...SOURCES, 'package.json': `{ "type": "${type}" }` }, { modules: dirname(tsx.folder) });
      const how = manner === 'tsx' ? { runtimeExecutable: 'tsx' } : { runtimeArgs: ['--import', 'tsx'] };
      await session.launch({ program: 'src/main.ts', ...how }, WISH);
      await walk(session);
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
