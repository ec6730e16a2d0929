// Whether projects with options that TypeScript 7 has removed are served by TypeScript 6, as rightly as by its compiler.
import { setTimeout as sleep } from 'node:timers/promises';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const LEGACY = { target: 'es5', module: 'commonjs', moduleResolution: 'node10', baseUrl: 'src', paths: { '~/*': ['*'] }, strict: true, types: [], ignoreDeprecations: '6.0' };
const MODERN = { target: 'es2022', module: 'preserve', strict: true, types: [], paths: { '~/*': ['./src/*'], 'model/*': ['./src/model/*'] } };
const WHY = 'TypeScript 6 answers because tsconfig.json sets baseUrl, target es5, moduleResolution node10, which TypeScript 7 has removed.';

const shop = {
  'tsconfig.json': JSON.stringify({ compilerOptions: LEGACY, include: ['src'] }),
  'src/model/cart.ts': `/** Adds up what is in the cart. */
export function total(items: string[]): number {
  return items.length;
}
export interface Priced { price(): number }
export class Cart implements Priced {
  items: string[] = [];
  price(): number { return total(this.items); }
}
`,
  'src/checkout.ts': `import { total, Cart } from 'model/cart';
import { tax } from '~/tax';
export function bill(): number { return total(['tea']) + tax + new Cart().price(); }
const wrong: string = total([]);
`,
  'src/tax.ts': 'export const tax = 2;\n',
};

test('imports through baseUrl and paths lead to what they mean, and the answer says why TypeScript 6 gave it', async () => {
  const workspace = await openWorkspace(shop);
  const answer = await workspace.languages.definition(await workspace.place('src/checkout.ts', 'total'), live());
  expect(workspace.told(answer.value)).toEqual(['src/model/cart.ts:2:17']);
  expect(answer).toMatchObject({ complete: true, engine: 'typescript 6.0.3', notes: [WHY] });
  const tax = await workspace.languages.definition(await workspace.place('src/checkout.ts', 'tax'), live());
  expect(workspace.told(tax.value)).toEqual(['src/tax.ts:1:14']);
  expect((await workspace.languages.status()).map(({ engine, state, files, detail }) => [engine, state, files, detail])).toEqual([
    ['typescript 6.0.3', 'ready', 3, WHY],
    [expect.stringContaining('json'), 'notStarted', 1, undefined],
  ]);
});
