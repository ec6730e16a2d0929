// Whether files outside every project are distinguished: those that use a project's code and those that do not.
import { expect, test } from 'vitest';
import { FilesOutsideConfig } from './filesOutsideConfig.ts';

const files: Readonly<Record<string, string>> = {
  '/p/src/cart.ts': 'export const total = 1;',
  '/p/test/direct.ts': `import {\n  total,\n} from '../src/cart.js';`,
  '/p/test/through.ts': `export * from './helper';`,
  '/p/test/helper/index.ts': `const cart = require('../../src/cart');`,
  '/p/test/lazy.mjs': `const cart = await import('../src/cart.ts');`,
  '/p/test/byName.ts': `import { total } from '@shop/core/cart';`,
  '/p/dist/cart.js': `/**\n * @example\n * import { total } from "@shop/core"\n */\n// import { total } from '../src/cart'\nimport './other.js';\nexport const total = 1;`,
  '/p/dist/other.js': `import { total } from './cart.js';\nimport fs from 'node:fs';`,
};

function outside(texts: Record<string, string> = { ...files }) {
  return new FilesOutsideConfig({
    files: async () => new Set(Object.keys(texts)),
    textOf: async (path) => texts[path],
    belongsToProject: async (path) => path.startsWith('/p/src/'),
    packages: async () => new Set(['@shop/core']),
  });
}

test.each(['direct.ts', 'through.ts', 'helper/index.ts', 'lazy.mjs', 'byName.ts'])('%s uses the project', async (name) => {
  expect(await outside().usesProject(`/p/test/${name}`)).toBe(true);
});

test('built output that only knows itself does not, whatever its comments show', async () => {
  const some = outside();
  expect(await some.usesProject('/p/dist/other.js')).toBe(false);
  expect(await some.usesProject('/p/dist/cart.js')).toBe(false);
});

test('a change of one file can change the answer for another', async () => {
  const texts: Record<string, string> = { ...files };
  const some = outside(texts);
  expect(await some.usesProject('/p/dist/other.js')).toBe(false);
  texts['/p/dist/cart.js'] = `import '../src/cart';`;
  some.changed('/p/dist/cart.js');
  expect(await some.usesProject('/p/dist/other.js')).toBe(true);
});
