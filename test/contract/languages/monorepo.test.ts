// Whether references and symbols reach every package of a repository, however its packages know each other.
import { expect, test } from 'vitest';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const options = { strict: true, target: 'es2022', module: 'preserve', moduleResolution: 'bundler', types: [] };

const core = `export function total(): number { return 1; }\n`;
const user = (from: string) => `import { total } from '${from}';\nexport const value = total();\n`;

async function filesWithTotal(workspace: Workspace, path = 'packages/core/src/total.ts'): Promise<readonly string[]> {
  const answer = await workspace.references(path, 'total');
  expect(answer).toMatchObject({ complete: true });
  return [...new Set(answer.value.map(({ uri }) => workspace.path(uri)))];
}

test('packages that know nothing of each other are searched all the same', async () => {
  const workspace = await openWorkspace({
    ...Object.fromEntries(
      ['core', 'web', 'cli'].map((name) => [`packages/${name}/tsconfig.json`, JSON.stringify({ compilerOptions: options, include: ['src'] })]),
    ),
    'packages/core/src/total.ts': core,
    'packages/web/src/page.ts': user('../../core/src/total'),
    'packages/web/src/other.ts': user('../../core/src/total'),
    'packages/cli/src/main.ts': user('../../core/src/total'),
  });
  expect(await filesWithTotal(workspace)).toEqual([
    'packages/cli/src/main.ts',
    'packages/core/src/total.ts',
    'packages/web/src/other.ts',
    'packages/web/src/page.ts',
  ]);
  expect(await filesWithTotal(workspace, 'packages/cli/src/main.ts')).toHaveLength(4);
  const symbols = await workspace.languages.symbols('value', live());
  expect(symbols.complete).toBe(true);
  expect(symbols.value.map(({ location }) => workspace.path(location.uri))).toEqual([
    'packages/cli/src/main.ts',
    'packages/web/src/other.ts',
    'packages/web/src/page.ts',
  ]);
});

test('packages with project references are searched', async () => {
  const composite = { ...options, composite: true, outDir: 'dist' };
  const workspace = await openWorkspace({
    'tsconfig.json': JSON.stringify({ files: [], references: [{ path: 'packages/core' }, { path: 'packages/web' }, { path: 'packages/cli' }] }),
    'packages/core/tsconfig.json': JSON.stringify({ compilerOptions: composite, include: ['src'] }),
    'packages/web/tsconfig.json': JSON.stringify({ compilerOptions: composite, include: ['src'], references: [{ path: '../core' }] }),
    'packages/cli/tsconfig.json': JSON.stringify({ compilerOptions: composite, include: ['src'], references: [{ path: '../core' }] }),
    'packages/core/src/total.ts': core,
    'packages/web/src/page.ts': user('../../core/src/total'),
    'packages/cli/src/main.ts': user('../../core/src/total'),
  });
  expect(await filesWithTotal(workspace)).toEqual(['packages/cli/src/main.ts', 'packages/core/src/total.ts', 'packages/web/src/page.ts']);
});

test('projects with names of their own behind one solution are each searched', async () => {
  const workspace = await openWorkspace({
    'tsconfig.json': JSON.stringify({ files: [], references: [{ path: './tsconfig.app.json' }, { path: './tsconfig.node.json' }] }),
    'tsconfig.app.json': JSON.stringify({ compilerOptions: { ...options, composite: true }, include: ['app', 'shared'] }),
    'tsconfig.node.json': JSON.stringify({ compilerOptions: { ...options, composite: true }, include: ['*.config.ts', 'shared'] }),
    'shared/total.ts': core,
    'app/page.ts': user('../shared/total'),
    'build.config.ts': user('./shared/total'),
  });
  expect(await filesWithTotal(workspace, 'shared/total.ts')).toEqual(['app/page.ts', 'build.config.ts', 'shared/total.ts']);
});

test('tests that their tsconfig.json excludes and scripts outside of it are searched', async () => {
  const workspace = await openWorkspace({
    'tsconfig.base.json': JSON.stringify({ compilerOptions: { ...options, allowJs: false } }),
    'tsconfig.json': `{ "extends": "./tsconfig.base.json", /* sources only */ "include": ["src"], "exclude": ["**/*.test.ts"], }`,
    'src/total.ts': core,
    'src/total.test.ts': user('./total'),
    'scripts/run.mjs': user('../src/total.ts'),
    'test/deep/more.ts': user('../../src/total'),
  });
  expect(await filesWithTotal(workspace, 'src/total.ts')).toEqual(['scripts/run.mjs', 'src/total.test.ts', 'src/total.ts', 'test/deep/more.ts']);
  const symbols = await workspace.languages.symbols('value', live());
  expect(symbols.value.map(({ location }) => workspace.path(location.uri))).toEqual(['scripts/run.mjs', 'src/total.test.ts', 'test/deep/more.ts']);
});

test('a package that appears later is searched by the next call', async () => {
  const workspace = await openWorkspace({
    'packages/core/tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src'] }),
    'packages/core/src/total.ts': core,
  });
  expect(await filesWithTotal(workspace)).toEqual(['packages/core/src/total.ts']);
  await workspace.write('packages/new/src/use.ts', user('../../core/src/total'));
  expect(await filesWithTotal(workspace)).toEqual(['packages/core/src/total.ts', 'packages/new/src/use.ts']);
  await workspace.write('packages/new/tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['src'] }));
  await workspace.write('packages/new/src/more.ts', user('../../core/src/total'));
  expect(await filesWithTotal(workspace)).toEqual(['packages/core/src/total.ts', 'packages/new/src/more.ts', 'packages/new/src/use.ts']);
  await workspace.remove('packages/new');
  expect(await filesWithTotal(workspace)).toEqual(['packages/core/src/total.ts']);
});

test('a default export and a renamed one are found in packages that never write the name', async () => {
  const workspace = await openWorkspace({
    ...Object.fromEntries(
      ['core', 'web', 'cli'].map((name) => [`packages/${name}/tsconfig.json`, JSON.stringify({ compilerOptions: options, include: ['src'] })]),
    ),
    'packages/core/src/cart.ts': 'export default function total(): number { return 1; }\nexport { total as sum };\n',
    'packages/web/src/page.ts': `import count from '../../core/src/cart';\nexport const value = count();\n`,
    'packages/cli/src/main.ts': `import { sum } from '../../core/src/cart';\nexport const value = sum();\n`,
  });
  expect(await filesWithTotal(workspace, 'packages/core/src/cart.ts')).toEqual([
    'packages/cli/src/main.ts',
    'packages/core/src/cart.ts',
    'packages/web/src/page.ts',
  ]);
});
