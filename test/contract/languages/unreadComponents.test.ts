// Whether answers about TypeScript are whole where components hold the word that no engine of ours reads: of Svelte and Astro.
import { expect, test } from 'vitest';
import { live, openWorkspace } from './workspace.ts';

const shop = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, module: 'preserve', types: [], paths: { '$lib/*': ['./src/*'] } }, include: ['src'] }),
  'src/cart.ts': 'export function total(): number { return 0; }\nexport const currency = 1;\n',
  'src/main.ts': "import { currency, total } from './cart';\nexport const all = [currency, total()];\n",
  'src/Price.svelte': '<script lang="ts">\n  import { total } from \'./cart\';\n</script>\n<p>{total()}</p>\n',
  'src/page.astro': "---\nimport { total } from './cart';\n---\n<p>{total()}</p>\n",
};

test('uses are incomplete where such a component holds the word, which is named, and whole where none does', async () => {
  const workspace = await openWorkspace(shop);
  const total = await workspace.references('src/cart.ts', 'total');
  expect(workspace.shown(total.value)).toEqual(['src/cart.ts:1:17', 'src/main.ts:1:20', 'src/main.ts:2:31']);
  expect(total).toMatchObject({
    complete: false,
    why: expect.stringMatching(/^2 files hold the word and could not be searched, .*\((?:Price\.svelte, page\.astro|page\.astro, Price\.svelte)\)/),
  });
  expect(await workspace.references('src/cart.ts', 'currency')).toMatchObject({ complete: true });
  const rename = (name: string) => workspace.place('src/cart.ts', name).then((place) => workspace.languages.rename(place, 'other', live()));
  expect(await rename('total')).toMatchObject({ complete: false });
  expect(await rename('currency')).toMatchObject({ complete: true });
});

test('a module that moves takes imports along that begin with a dot; others in such a component are named', async () => {
  const workspace = await openWorkspace(shop);
  const move = () =>
    workspace.languages.moveFiles({ from: workspace.uri('src/cart.ts'), to: workspace.uri('src/basket.ts') }, [workspace.uri('src/cart.ts')], live());
  expect(await move()).toMatchObject({ complete: true });
  await workspace.write('src/Price.svelte', shop['src/Price.svelte'].replace('./cart', '$lib/cart'));
  expect(await move()).toMatchObject({
    complete: false,
    why: 'Imports in Price.svelte may lead there and would not be changed. No engine of ours reads such files.',
  });
});
