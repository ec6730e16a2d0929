// Whether the names by which others know a symbol are found in the text that exports it.
import { expect, test } from 'vitest';
import { exportedNames, moduleName } from './exportedNames.ts';

test.each([
  ['export { total as sum, total as "other" };', ['sum']],
  ['export default function total() {}', ['default']],
  ['export default async function total() {}', ['default']],
  ['export default class total {}', ['default']],
  ['const total = 1;\nexport default total;', ['default']],
  ['export = total;', ['default']],
  ['module.exports = total;', ['default']],
  ['export { total as default };', ['default']],
  ['export const total = 1;', []],
  ['export default totally; const subtotal = 1; export { subtotal as sum };', []],
])('%s', (text, names) => {
  expect(exportedNames(text, 'total')).toEqual(names);
});

test.each([
  ['/p/src/cart.ts', 'cart'],
  ['/p/src/date-picker.test.tsx', 'picker'],
  ['/p/src/basket/index.ts', 'basket'],
])('%s is imported by a name that holds %s', (path, name) => {
  expect(moduleName(path)).toBe(name);
});
