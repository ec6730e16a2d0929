// A symbol that three sibling packages use is found in all of them, from a file that nobody has opened, however the packages are joined.
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { knowledgeOf } from './knowledge.ts';

const PACKAGES = ['cart', 'till', 'web'];
const OPTIONS = '"strict": true, "target": "es2022", "module": "nodenext", "types": []';

// Sources import each other by the names of their packages, which lie in node_modules as links into .pnpm, as pnpm lays them.
const files: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true }',
  'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
  'packages/core/package.json': manifest('core'),
  'packages/core/src/index.ts': "export { price, type Priced } from './price.js';\n",
  'packages/core/src/price.ts':
    'export interface Priced {\n  cents(): number;\n}\n/** What it costs. */\nexport function price(of: Priced): number {\n  return of.cents();\n}\n',
  ...Object.fromEntries(
    PACKAGES.flatMap((name) => [
      [`packages/${name}/package.json`, manifest(name)],
      [
        `packages/${name}/src/index.ts`,
        `import { price, type Priced } from '@shop/core';\nexport class ${name} implements Priced {\n  cents(): number {\n    return 1;\n  }\n}\nexport const own = price(new ${name}());\n`,
      ],
    ]),
  ),
};

const withReferences = {
  ...files,
  'tsconfig.json': JSON.stringify({ files: [], references: ['core', ...PACKAGES].map((name) => ({ path: `packages/${name}` })) }),
  'packages/core/tsconfig.json': `{ "compilerOptions": { ${OPTIONS}, "composite": true, "rootDir": "src", "outDir": "dist" }, "include": ["src"] }`,
  ...eachPackage(
    `{ "compilerOptions": { ${OPTIONS}, "composite": true, "rootDir": "src", "outDir": "dist" }, "include": ["src"], "references": [{ "path": "../core" }] }`,
  ),
};
const withoutReferences = {
  ...files,
  'packages/core/tsconfig.json': `{ "compilerOptions": { ${OPTIONS}, "noEmit": true }, "include": ["src"] }`,
  ...eachPackage(`{ "compilerOptions": { ${OPTIONS}, "noEmit": true }, "include": ["src"] }`),
};

const openJoined = knowledgeOf({ files: withReferences, prepare: linked });
const openLoose = knowledgeOf({ files: withoutReferences, prepare: linked });

for (const [how, open] of [['with project references', openJoined] as const, ['without project references', openLoose] as const])
  test(`${how}: uses, implementations and callers in all packages`, async (context) => {
    const code = await open(context);
    expect(await code.references({ file: 'packages/core/src/price.ts', name: 'price' })).toEqual([
      'packages/cart/src/index.ts:1:10 import',
      'packages/cart/src/index.ts:7:20 call',
      'packages/core/src/index.ts:1:10 export',
      'packages/core/src/price.ts:5:17 declaration',
      'packages/till/src/index.ts:1:10 import',
      'packages/till/src/index.ts:7:20 call',
      'packages/web/src/index.ts:1:10 import',
      'packages/web/src/index.ts:7:20 call',
    ]);
    expect(await code.implementations('Priced')).toEqual(PACKAGES.map((name) => `packages/${name}/src/index.ts:2 class ${name}`));
    expect(await code.implementations('Priced/cents')).toEqual(PACKAGES.map((name) => `packages/${name}/src/index.ts:3 method ${name}/cents`));
    expect(await code.about('call_hierarchy', 'price', { depth: 1 })).toMatchObject({
      calls: PACKAGES.map((name) => ({ name: 'index.ts', file: `packages/${name}/src/index.ts`, at: [7] })),
      complete: true,
    });
    expect(await code.definitions(['packages/web/src/index.ts', 'own = <<price>>('])).toEqual(['packages/core/src/price.ts:5:17']);
    expect(await code.value('get_diagnostics', { severity: 'error' })).toMatchObject({ counts: { error: 0 } });
  });

function manifest(name: string): string {
  const dependencies = name === 'core' ? {} : { '@shop/core': 'workspace:*' };
  return JSON.stringify({ name: `@shop/${name}`, version: '1.0.0', type: 'module', exports: './src/index.ts', dependencies });
}

function eachPackage(config: string): Record<string, string> {
  return Object.fromEntries(PACKAGES.map((name) => [`packages/${name}/tsconfig.json`, config]));
}

async function linked(project: string): Promise<void> {
  const store = join(project, 'node_modules', '.pnpm', 'node_modules', '@shop', 'core');
  await link(join(project, 'packages', 'core'), store);
  for (const name of PACKAGES) await link(store, join(project, 'packages', name, 'node_modules', '@shop', 'core'));
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // Windows lets everybody make junctions, which are absolute.
  await symlink(process.platform === 'win32' ? target : relative(dirname(path), target), path, 'junction');
}
