// Whether components of Vue and TypeScript are one: uses, new names, problems and moves cross between them in both directions, and what nobody reads is said.
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import type { WorkspaceEdit } from '../../../src/ide/workspaceEdit.ts';
import { editedText } from '../../../src/ide/workspaceEdit.ts';
import { emptyCache, fetchedComponents, modulesOf } from '../../support/componentPackages.ts';
import { needs } from '../../support/testTools.ts';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const BOTH = 'typescript 7.0.2, vue on typescript 6.0.3';
const COMPONENTS = 'vue on typescript 6.0.3';

const shop = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'preserve', target: 'es2022', types: [], jsx: 'preserve', paths: { '@/*': ['./src/*'] } },
    include: ['src'],
  }),
  'package.json': '{ "private": true }',
  'src/cart.ts': `export interface Item { price: number; label: string }
export function total(items: Item[]): number { return items.reduce((sum, { price }) => sum + price, 0); }
export const currency = 'EUR';
`,
  'src/Price.vue': `<script setup lang="ts">
import { computed } from 'vue';
import { total, type Item, currency } from './cart';

const props = defineProps<{ items: Item[]; showLabel?: boolean }>();
const emit = defineEmits<{ pick: [item: Item] }>();
const sum = computed(() => total(props.items));
function choose(item: Item) {
  emit('pick', item);
}
</script>

<template>
  <p v-if="showLabel">{{ sum }} {{ currency }} / {{ total(items) }}</p>
  <button v-for="item in items" :key="item.label" @click="choose(item)">{{ item.price }}</button>
</template>
`,
  'src/Shop.vue': `<script setup lang="ts">
import Price from './Price.vue';
import { currency } from '@/cart';
const items = [{ price: 1, label: 'a' }];
const showLabel = true;
</script>

<template>
  <Price :items="items" :show-label="true" @pick="(item) => item.price">{{ currency }}</Price>
  <price :items :showLabel></price>
</template>
`,
  'src/main.ts': `import Shop from './Shop.vue';
import Price from './Price.vue';
import { total } from './cart';
export const all = [Shop, Price, total([])];
`,
};

async function openShop(context: TestContext, files: Readonly<Record<string, string>> = {}): Promise<Workspace> {
  await fetchedComponents(context);
  return withVue(context, await openWorkspace({ ...shop, ...files }));
}

async function withVue(context: TestContext, workspace: Workspace): Promise<Workspace> {
  await symlink(modulesOf((await needs(context, 'vue')).folder, 1), join(workspace.root, 'node_modules'), 'junction');
  return workspace;
}

test('uses of a function are found in scripts and templates, from whichever side they are asked for', async (context) => {
  const workspace = await openShop(context);
  const uses = ['src/cart.ts:2:17', 'src/main.ts:3:10', 'src/main.ts:4:34', 'src/Price.vue:3:10', 'src/Price.vue:7:28', 'src/Price.vue:14:53'];
  for (const path of ['src/cart.ts', 'src/main.ts', 'src/Price.vue']) {
    const answer = await workspace.references(path, 'total');
    expect([...workspace.shown(answer.value)].sort()).toEqual([...uses].sort());
    expect(answer).toMatchObject({ complete: true });
    expect(answer.engine?.split(', ').sort()).toEqual(BOTH.split(', ').sort());
  }
});

test('uses of a property, of a prop in either way of writing it, and of a component are found', async (context) => {
  const workspace = await openShop(context);
  expect([...workspace.shown((await workspace.references('src/cart.ts', 'price')).value)].sort()).toEqual(
    ['src/cart.ts:1:25', 'src/cart.ts:2:76', 'src/Price.vue:15:81', 'src/Shop.vue:9:66'].sort(),
  );
  const prop = await workspace.references('src/Price.vue', 'showLabel');
  expect([...workspace.shown(prop.value)].sort()).toEqual(['src/Price.vue:14:12', 'src/Price.vue:5:44', 'src/Shop.vue:10:18', 'src/Shop.vue:9:26']);
  expect(prop).toMatchObject({ complete: true, engine: COMPONENTS });
  const component = await workspace.references('src/Shop.vue', 'Price');
  expect([...workspace.shown(component.value)].sort()).toEqual(
    ['src/main.ts:2:8', 'src/main.ts:4:27', 'src/Shop.vue:10:30', 'src/Shop.vue:10:4', 'src/Shop.vue:2:8', 'src/Shop.vue:9:4', 'src/Shop.vue:9:89'].sort(),
  );
});

test('a new name reaches all of them, and attributes that were their value too keep the other half', async (context) => {
  const workspace = await openShop(context);
  const renamed = async (path: string, name: string, newName: string) => {
    const answer = await workspace.languages.rename(await workspace.place(path, name), newName, live());
    expect(answer).toMatchObject({ complete: true, value: { collisions: [] } });
    return linesChanged(workspace, answer.value.edit);
  };
  expect(await renamed('src/cart.ts', 'total', 'sumOf')).toEqual([
    "src/Price.vue: import { sumOf, type Item, currency } from './cart';",
    'src/Price.vue: const sum = computed(() => sumOf(props.items));',
    'src/Price.vue: <p v-if="showLabel">{{ sum }} {{ currency }} / {{ sumOf(items) }}</p>',
    'src/cart.ts: export function sumOf(items: Item[]): number { return items.reduce((sum, { price }) => sum + price, 0); }',
    "src/main.ts: import { sumOf } from './cart';",
    'src/main.ts: export const all = [Shop, Price, sumOf([])];',
  ]);
  // From a template to what it uses.
  const currency = { uri: workspace.uri('src/Price.vue'), position: { line: 13, character: 36 } };
  const fromTemplate = await workspace.languages.rename(currency, 'money', live());
  expect(await linesChanged(workspace, fromTemplate.value.edit)).toEqual([
    "src/Price.vue: import { total, type Item, money } from './cart';",
    'src/Price.vue: <p v-if="showLabel">{{ sum }} {{ money }} / {{ total(items) }}</p>',
    "src/Shop.vue: import { money } from '@/cart';",
    'src/Shop.vue: <Price :items="items" :show-label="true" @pick="(item) => item.price">{{ money }}</Price>',
    "src/cart.ts: export const money = 'EUR';",
  ]);
  expect((await renamed('src/Price.vue', 'showLabel', 'withLabel')).filter((line) => line.startsWith('src/Shop'))).toEqual([
    'src/Shop.vue: <Price :items="items" :with-label="true" @pick="(item) => item.price">{{ currency }}</Price>',
    'src/Shop.vue: <price :items :withLabel="showLabel"></price>',
  ]);
  expect(await renamed('src/Shop.vue', 'items', 'goods')).toEqual([
    "src/Shop.vue: const goods = [{ price: 1, label: 'a' }];",
    'src/Shop.vue: <Price :items="goods" :show-label="true" @pick="(item) => item.price">{{ currency }}</Price>',
    'src/Shop.vue: <price :items="goods" :showLabel></price>',
  ]);
});

test('problems of components are found, and those of TypeScript that only a component explains', async (context) => {
  const workspace = await openShop(context, {
    'src/Bad.vue':
      '<script setup lang="ts">\nimport Price from \'./Price.vue\';\nconst n: number = \'a\';\n</script>\n<template><Price :items="n" /></template>\n',
    'src/index.ts': "export { default as Price } from './Price.vue';\n",
    'src/bad.ts': "import { Price } from './index';\nexport const label: InstanceType<typeof Price>['showLabel'] = 3;\nexport const n: number = 'a';\n",
  });
  const at = async (path: string) =>
    (await workspace.diagnosticsOf(path)).map(({ code, range }) => `${range.start.line + 1}:${range.start.character + 1} ${code}`);
  expect(await at('src/Bad.vue')).toEqual(['3:7 2322', '5:19 2322']);
  expect(await at('src/bad.ts')).toEqual(['2:14 2322', '3:14 2322']);
  for (const path of ['src/Price.vue', 'src/Shop.vue', 'src/main.ts', 'src/cart.ts', 'src/index.ts']) expect(await at(path)).toEqual([]);
});

test('what is planned for TypeScript is checked in the components that use it, and the other way round', async (context) => {
  const workspace = await openShop(context);
  const check = async (path: string, text: string, uris: readonly string[]) => {
    const texts = new Map([[workspace.uri(path), text]]);
    const answer = await workspace.languages.check({ uris: uris.map((each) => workspace.uri(each)), linted: [], texts }, live(), () => {});
    expect(answer.complete).toBe(true);
    return answer.value.compiled.files.flatMap(({ uri, diagnostics }) =>
      diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => `${workspace.path(uri)} ${code}`),
    );
  };
  expect(await check('src/cart.ts', shop['src/cart.ts'].replace('total', 'gone'), ['src/cart.ts', 'src/Price.vue', 'src/main.ts'])).toEqual([
    'src/Price.vue 2305',
    'src/main.ts 2305',
  ]);
  expect(await check('src/Price.vue', shop['src/Price.vue'].replace('items: Item[]', 'things: Item[]'), ['src/Shop.vue'])).toContain('src/Shop.vue 2345');
  expect(workspace.languages.diagnosable([workspace.uri('src/Price.vue'), workspace.uri('src/main.ts')], [workspace.uri('src/cart.ts')])).toHaveLength(2);
});

test('imports follow a module and a component that move', async (context) => {
  const workspace = await openShop(context);
  const moved = async (from: string, to: string) => {
    const answer = await workspace.languages.moveFiles({ from: workspace.uri(from), to: workspace.uri(to) }, [workspace.uri(from)], live());
    expect(answer.complete).toBe(true);
    return linesChanged(workspace, answer.value);
  };
  expect(await moved('src/cart.ts', 'src/lib/basket.ts')).toEqual([
    "src/Price.vue: import { total, type Item, currency } from './lib/basket';",
    "src/Shop.vue: import { currency } from '@/lib/basket';",
    "src/main.ts: import { total } from './lib/basket';",
  ]);
  expect(await moved('src/Price.vue', 'src/parts/PriceTag.vue')).toEqual([
    "src/Price.vue: import { total, type Item, currency } from '../cart';",
    "src/Shop.vue: import Price from './parts/PriceTag.vue';",
    "src/main.ts: import Price from './parts/PriceTag.vue';",
  ]);
});

test('what is written on disk is seen by the next question', async (context) => {
  const workspace = await openShop(context);
  expect((await workspace.references('src/cart.ts', 'total')).value).toHaveLength(6);
  await workspace.write('src/Price.vue', shop['src/Price.vue'].replace(' / {{ total(items) }}', ''));
  expect((await workspace.references('src/cart.ts', 'total')).value).toHaveLength(5);
  await workspace.write('src/New.vue', '<script setup lang="ts">\nimport { total } from \'./cart\';\n</script>\n<template>{{ total([]) }}</template>\n');
  expect((await workspace.references('src/cart.ts', 'total')).value).toHaveLength(7);
  await workspace.remove('src/New.vue');
  expect((await workspace.references('src/cart.ts', 'total')).value).toHaveLength(5);
});

test('the outline, the definition and the hover of a component are those of what is written', async (context) => {
  const workspace = await openShop(context);
  const outline = await workspace.languages.outline(workspace.uri('src/Price.vue'), live());
  expect(outline.value.map(({ name, selection }) => `${name} ${selection.start.line + 1}`)).toEqual(['props 5', 'emit 6', 'sum 7', 'choose 8']);
  const used = { uri: workspace.uri('src/Price.vue'), position: { line: 13, character: 54 } };
  expect(workspace.shown((await workspace.languages.definition(used, live())).value)).toEqual(['src/cart.ts:2:17']);
  expect((await workspace.languages.hover(used, live())).value?.signature).toContain('total(items: Item[]): number');
});

test('a component in JavaScript is known to those that use it, also where the configuration allows none', async (context) => {
  const workspace = await openShop(context, {
    'src/Old.vue': `<script>
import { total } from './cart';
export default { props: { oldTitle: String }, data: () => ({ sum: total([]) }) };
</script>
<template><p>{{ sum }} {{ oldTitle }}</p></template>
`,
    'src/User.vue': '<script setup>\nimport Old from \'./Old.vue\';\n</script>\n<template><Old :old-title="String(1)" /></template>\n',
    'src/old.ts': "import Old from './Old.vue';\nexport const old = Old;\n",
  });
  const uses = await workspace.references('src/Old.vue', 'oldTitle');
  expect([...workspace.shown(uses.value)].sort()).toEqual(['src/Old.vue:3:27', 'src/Old.vue:5:27', 'src/User.vue:4:17']);
  expect((await workspace.references('src/cart.ts', 'total')).value).toHaveLength(8);
  expect(await workspace.diagnosticsOf('src/old.ts')).toEqual([]);
});

test('events, and templates that nobody reads, make an answer incomplete', async (context) => {
  const workspace = await openShop(context, {
    'src/Pug.vue': '<script setup lang="ts">\nimport { currency } from \'./cart\';\n</script>\n<template lang="pug">\np {{ currency }}\n</template>\n',
  });
  expect(await workspace.references('src/Price.vue', 'pick')).toMatchObject({
    complete: false,
    why: expect.stringContaining('pick is an event or a model of Price.vue'),
  });
  expect(await workspace.references('src/cart.ts', 'currency')).toMatchObject({ complete: false, why: expect.stringContaining('The templates of Pug.vue') });
  expect(await workspace.references('src/cart.ts', 'total')).toMatchObject({ complete: true });
  await workspace.write('src/logic.ts', 'export default { setup() { const shown = 1; return { shown }; } };\n');
  await workspace.write('src/Src.vue', '<script lang="ts" src="./logic.ts"></script>\n<template>{{ shown }}</template>\n');
  expect(await workspace.references('src/logic.ts', 'shown')).toMatchObject({ complete: false, why: expect.stringContaining('The templates of Src.vue') });
});

test('plugins that a project names are not loaded', async (context) => {
  const tsconfig = { ...JSON.parse(shop['tsconfig.json']), vueCompilerOptions: { plugins: ['./trap.cjs'], strictTemplates: true } };
  const workspace = await openShop(context, {
    'tsconfig.json': JSON.stringify(tsconfig),
    'trap.cjs': "require('node:fs').writeFileSync(require('node:path').join(__dirname, 'sprung'), ''); module.exports = () => ({ version: 2.2 });\n",
  });
  const answer = await workspace.references('src/cart.ts', 'total');
  expect(answer.value).toHaveLength(6);
  expect(answer.notes).toEqual([
    expect.stringMatching(/^The plugins in vueCompilerOptions of .*tsconfig\.json are code of the project and were not loaded\.$/),
  ]);
  expect(existsSync(join(workspace.root, 'sprung'))).toBe(false);
});

test('a refactoring that leaves uses in components says so', async (context) => {
  const workspace = await openShop(context);
  const { uri, position } = await workspace.place('src/cart.ts', 'total');
  const answer = await workspace.languages.refactor({ kind: 'move', uri, position, to: workspace.uri('src/sums.ts') }, live());
  expect(answer).toMatchObject({
    complete: false,
    why: expect.stringContaining('It is also used in components, which would be left as they are: src/Price.vue:3'),
  });
});

test('without the packages TypeScript answers, and says which components it could not search', async (context) => {
  await emptyCache();
  const workspace = await withVue(context, await openWorkspace(shop));
  const references = await workspace.references('src/cart.ts', 'total');
  expect([...workspace.shown(references.value)].sort()).toEqual(['src/cart.ts:2:17', 'src/main.ts:3:10', 'src/main.ts:4:34']);
  expect(references).toMatchObject({
    complete: false,
    why: expect.stringMatching(/^1 file may use it and could not be searched \(Price\.vue\): .*have not been fetched/),
  });
  expect(await workspace.references('src/main.ts', 'all')).toMatchObject({ complete: true });
  const rename = await workspace.languages.rename(await workspace.place('src/cart.ts', 'total'), 'sumOf', live());
  expect(rename).toMatchObject({ complete: false });
  // Shop.vue imports it behind an alias; what begins with a dot is followed without an engine.
  const move = await workspace.languages.moveFiles(
    { from: workspace.uri('src/cart.ts'), to: workspace.uri('src/basket.ts') },
    [workspace.uri('src/cart.ts')],
    live(),
  );
  expect(move).toMatchObject({ complete: false, why: expect.stringContaining('Imports in Shop.vue may lead there') });
  await expect(workspace.references('src/Price.vue', 'total')).rejects.toMatchObject({
    code: 'no_engine',
    next: expect.stringContaining('have not been fetched'),
  });
  const diagnostics = await workspace.languages.diagnostics([workspace.uri('src/Price.vue')], live(), () => {});
  expect(diagnostics).toMatchObject({
    value: { unserved: [workspace.uri('src/Price.vue')] },
    notes: [expect.stringContaining('Components (.vue) were not checked')],
  });
  expect(await workspace.diagnosticsOf('src/main.ts')).toEqual([]);
});

// The lines that an edit changes, as they are afterwards.
async function linesChanged(workspace: Workspace, { operations }: WorkspaceEdit): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const operation of [...operations].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))) {
    if (operation.kind !== 'edit') continue;
    const snapshot = await workspace.documents.read(operation.uri, live());
    const before = snapshot.text.split('\n');
    const after = editedText(snapshot, operation.edits).split('\n');
    changed.push(...after.flatMap((line, index) => (line === before[index] ? [] : [`${workspace.path(operation.uri)}: ${line.trim()}`])));
  }
  return changed.sort((a, b) => compareByFile(a, b));
}

function compareByFile(a: string, b: string): number {
  const [fileA = '', fileB = ''] = [a, b].map((line) => line.slice(0, line.indexOf(':')));
  return fileA < fileB ? -1 : fileA > fileB ? 1 : 0;
}
