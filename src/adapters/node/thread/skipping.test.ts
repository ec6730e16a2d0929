// Globs of skipFiles, as V8 and as we read them.
import { expect, test } from 'vitest';
import { skippingOf } from './skipping.ts';

test('internals, globs on paths and on URLs, and exceptions', () => {
  const { skips, patterns, concernsSources } = skippingOf(['<node_internals>/**', '**/node_modules/**', '!**/node_modules/mine/**'], ['^own$']);
  expect(skips('node:internal/timers')).toBe(true);
  expect(skips('/shop/node_modules/lib/index.js')).toBe(true);
  expect(skips('file:///shop/node_modules/lib/index.js')).toBe(true);
  expect(skips('/shop/node_modules/mine/index.js')).toBe(false);
  expect(skips('file:///shop/node_modules/mine/index.js')).toBe(false);
  expect(skips('C:\\shop\\node_modules\\lib\\index.js')).toBe(true);
  expect(skips('/shop/src/index.js')).toBe(false);
  expect(skips('own')).toBe(true);
  expect(patterns[0]).toBe('^own$');
  expect(concernsSources).toBe(true);
  expect(skippingOf(['<node_internals>/**'], []).concernsSources).toBe(false);
});
