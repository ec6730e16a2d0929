// What counts as a module, and where its sources are.
import { expect, test } from 'vitest';
import { modulesOf } from './projectModules.ts';

test('each folder with a manifest is a module with its source folders', () => {
  expect(modulesOf('shop', ['.', 'packages/cart/src/deep', 'packages/cart/test', 'packages/api', 'docs'], ['.', 'packages/cart', 'packages/api'])).toEqual([
    { name: 'shop', sourceRoots: [''] },
    { name: 'api', sourceRoots: ['packages/api'] },
    { name: 'cart', sourceRoots: ['packages/cart/src', 'packages/cart/test'] },
  ]);
});

test('a project without any manifest is one module', () => {
  expect(modulesOf('scripts', ['.', 'src/a', 'notes'], [])).toEqual([{ name: 'scripts', sourceRoots: ['src'] }]);
});
