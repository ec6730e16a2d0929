// Another name for files and folders of TypeScript and JavaScript: whoever names one by its path is marked with what is written there afterwards.
import { type MarkedRow, markedFiles, projectOf, TSCONFIG, testFileRenames } from './table.ts';

const to = (file: string, new_file: string) => ({ file, new_file });
const OPTIONS = '"strict": true, "target": "es2022", "noEmit": true, "types": []';
const NODE = `{ "compilerOptions": { ${OPTIONS}, "module": "nodenext" } }\n`;
const BUNDLER = `{ "compilerOptions": { ${OPTIONS}, "module": "preserve", "allowJs": true, "resolveJsonModule": true } }\n`;
const DEEP = to('cart.ts', 'model/basket.ts');

const imports: readonly MarkedRow[] = [
  {
    title: 'every kind of import and export',
    files: {
      'cart.ts': 'export const total = 1;\nexport type Cart = number;\nexport default 2;\n',
      'main.ts':
        "import one, { total } from '‹./cart.ts→./model/basket.ts›';\nimport * as cart from \"‹./cart.ts→./model/basket.ts›\";\nimport '‹./cart.ts→./model/basket.ts›';\nimport type { Cart } from '‹./cart.ts→./model/basket.ts›';\nexport * from '‹./cart.ts→./model/basket.ts›';\nexport * as all from '‹./cart.ts→./model/basket.ts›';\nexport { total as sum } from '‹./cart.ts→./model/basket.ts›';\nexport type { Cart as Basket } from '‹./cart.ts→./model/basket.ts›';\nexport const n: Cart = one + total + cart.total;\n",
      'lazy.ts':
        "export const lazy = () => import('‹./cart.ts→./model/basket.ts›');\nexport type A = typeof import('‹./cart.ts→./model/basket.ts›');\nexport type B = import('‹./cart.ts→./model/basket.ts›').Cart;\nexport const plain = './cart.ts';\n",
    },
    given: DEEP,
  },
  {
    title: 'the module that another one adds to',
    files: {
      'cart.ts': 'export interface Cart {}\n',
      'more.ts': "import '‹./cart.ts→./model/basket.ts›';\ndeclare module '‹./cart.ts→./model/basket.ts›' {\n  interface Cart {\n    more: 1;\n  }\n}\n",
    },
    given: DEEP,
  },
  {
    title: 'what the file itself imports, down and up',
    files: {
      'cart.ts':
        "import { tax } from '‹./tax.ts→../tax.ts›';\nimport { deep } from '‹./model/deep.ts→./deep.ts›';\nexport const total = tax + deep;\nexport const lazy = import('‹./tax.ts→../tax.ts›');\n",
      'tax.ts': 'export const tax = 1;\n',
      'model/deep.ts': "import { tax } from '../tax.ts';\nexport const deep = tax;\n",
      'main.ts': "import { total } from '‹./cart.ts→./model/basket.ts›';\nexport const n = total;\n",
    },
    given: DEEP,
  },
  {
    title: 'a path that becomes shorter',
    files: {
      'a/b/c.ts': "import { d } from '‹../../d.ts→./d.ts›';\nexport const c = d;\n",
      'd.ts': 'export const d = 1;\n',
      'a/e.ts': "import { c } from '‹./b/c.ts→../c.ts›';\nexport const e = c;\n",
    },
    given: to('a/b/c.ts', 'c.ts'),
  },
  {
    title: 'a file that imports itself',
    files: { 'cart.ts': "import * as self from '‹./cart.ts→./basket.ts›';\nexport const total: number = 1 + self.total;\n" },
    given: to('cart.ts', 'model/basket.ts'),
  },
  {
    title: 'extensions as they were written',
    files: {
      'cart.ts': 'export const total = 1;\n',
      'a.ts': "import { total } from '‹./cart.js→./model/basket.js›';\nexport const a = total;\n",
      'b.ts': "import { total } from '‹./cart.ts→./model/basket.ts›';\nexport const b = total;\n",
    },
    given: DEEP,
  },
  {
    title: 'files of modules and of CommonJS',
    files: {
      'tsconfig.json': NODE,
      'cart.mts': 'export const total = 1;\n',
      'old.cts': 'export const old = 1;\n',
      'main.mts': "import { total } from '‹./cart.mjs→./basket.mjs›';\nimport { old } from './old.cjs';\nexport const n = total + old;\n",
    },
    given: to('cart.mts', 'basket.mts'),
  },
  {
    title: 'a file that is required',
    files: {
      'tsconfig.json': NODE,
      'cart.cts': 'export const total = 1;\n',
      'main.cts': "import cart = require('‹./cart.cjs→./deep/basket.cjs›');\nexport const n = cart.total;\n",
    },
    given: to('cart.cts', 'deep/basket.cts'),
  },
  {
    title: 'a file that becomes a module',
    files: {
      'tsconfig.json': NODE,
      'package.json': '{ "type": "module" }\n',
      'cart.ts': 'export const total = 1;\n',
      'main.ts': "import { total } from '‹./cart.js→./cart.mjs›';\nexport const n = total;\n",
    },
    given: to('cart.ts', 'cart.mts'),
  },
  {
    title: 'a view in JSX',
    files: {
      'tsconfig.json': `{ "compilerOptions": { ${OPTIONS}, "module": "preserve", "jsx": "preserve" } }\n`,
      'view.tsx': 'export const view = 1;\n',
      'main.tsx': "import { view } from '‹./view→./views/page›';\nexport const main = view;\n",
    },
    given: to('view.tsx', 'views/page.tsx'),
  },
  {
    title: 'JavaScript, with require and types in comments',
    files: {
      'tsconfig.json': `{ "compilerOptions": { ${OPTIONS}, "module": "nodenext", "allowJs": true, "checkJs": true } }\n`,
      'node.d.ts': 'declare function require(name: string): any;\ndeclare const exports: any;\n',
      'cart.js': '/** @typedef {{ a: number }} Cart */\nexports.total = 1;\n',
      'main.js':
        "const cart = require('‹./cart→./model/basket›');\nconst { total } = require('‹./cart.js→./model/basket.js›');\n/** @type {import('‹./cart.js→./model/basket.js›').Cart} */\nexports.a = { a: cart.total + total };\n",
    },
    given: to('cart.js', 'model/basket.js'),
  },
  {
    title: 'JavaScript that becomes TypeScript',
    files: {
      'tsconfig.json': BUNDLER,
      'cart.js': 'export const total = 1;\n',
      'a.ts': "import { total } from './cart';\nexport const a = total;\n",
      'b.ts': "import { total } from './cart.js';\nexport const b = total;\n",
    },
    given: to('cart.js', 'cart.ts'),
  },
  {
    title: 'a declaration that is referred to by its path',
    files: {
      'types.d.ts': 'declare const fromTypes: number;\n',
      'main.ts': '/// <reference path="‹./types.d.ts→./ambient/global.d.ts›" />\nexport const n = fromTypes;\n',
    },
    given: to('types.d.ts', 'ambient/global.d.ts'),
  },
  {
    title: 'packages and ambient modules stay as they are, and what cannot be found is named from the new place',
    files: {
      'cart.ts':
        "// @ts-nocheck\nimport a from '‹./gone.ts→../gone.ts›';\nimport b from 'no-such-package';\nimport c from 'ambient-cart';\nexport const total = [a, b, c];\n",
      'ambient.d.ts': "declare module 'ambient-cart' {\n  const c: number;\n  export default c;\n}\n",
      'main.ts': "// @ts-nocheck\nimport { total } from '‹./cart.ts→./model/basket.ts›';\nimport a from './cart-gone.ts';\nexport const n = [total, a];\n",
    },
    given: DEEP,
  },
  {
    title: 'only the case of its name',
    files: { 'cart.ts': 'export const total = 1;\n', 'main.ts': "import { total } from '‹./cart.ts→./Cart.ts›';\nexport const n = total;\n" },
    given: to('cart.ts', 'Cart.ts'),
  },
];

const folders: readonly MarkedRow[] = [
  {
    title: 'a folder to another depth, with what it imports and what imports it',
    files: {
      'parts/index.ts': "export * from './part.ts';\nexport { tax } from '‹../tax.ts→../../tax.ts›';\n",
      'parts/part.ts': "import { tax } from '‹../tax.ts→../../tax.ts›';\nexport const part = tax;\n",
      'parts/deep/leaf.ts': "import { part } from '../part.ts';\nexport const leaf = part;\n",
      'tax.ts': 'export const tax = 1;\n',
      'main.ts':
        "import { part } from '‹./parts/index.ts→./deep/pieces/index.ts›';\nimport { leaf } from '‹./parts/deep/leaf.ts→./deep/pieces/deep/leaf.ts›';\nexport const n = part + leaf;\n",
    },
    given: to('parts', 'deep/pieces'),
  },
  {
    title: 'a folder that is imported by its name',
    files: {
      'tsconfig.json': BUNDLER,
      'parts/index.ts': "export * from './part';\n",
      'parts/part.ts': 'export const part = 1;\n',
      'main.ts': "import { part } from '‹./parts→./pieces›';\nexport { part as other } from '‹./parts/part→./pieces/part›';\nexport const n = part;\n",
    },
    given: to('parts', 'pieces'),
  },
  {
    title: 'a file that becomes the index of its folder',
    files: {
      'tsconfig.json': BUNDLER,
      'parts/all.ts': 'export const part = 1;\n',
      'main.ts': "import { part } from '‹./parts/all→./parts›';\nexport const n = part;\n",
    },
    given: to('parts/all.ts', 'parts/index.ts'),
  },
  {
    title: 'the index of a folder that becomes another file',
    files: {
      'tsconfig.json': BUNDLER,
      'parts/index.ts': 'export const part = 1;\n',
      'main.ts': "import { part } from '‹./parts→./parts/all›';\nimport { part as p } from '‹./parts/index→./parts/all›';\nexport const n = part + p;\n",
    },
    given: to('parts/index.ts', 'parts/all.ts'),
  },
  {
    title: 'a folder with a configuration that names what is outside',
    files: {
      'tsconfig.json': `{ "compilerOptions": { ${OPTIONS}, "module": "nodenext" }, "files": [], "references": [{ "path": "‹./app→./apps/web›" }] }\n`,
      'app/tsconfig.json': `{ "compilerOptions": { ${OPTIONS.replace('"noEmit": true', '"composite": true, "outDir": "./out"')}, "module": "nodenext" }, "references": [{ "path": "‹../cart→../../cart›" }], "include": ["."] }\n`,
      'app/main.ts': "import { total } from '‹../cart/index.js→../../cart/index.js›';\nexport const n = total;\n",
      'cart/tsconfig.json': `{ "compilerOptions": { ${OPTIONS.replace('"noEmit": true', '"composite": true, "outDir": "./out"')}, "module": "nodenext" } }\n`,
      'cart/index.ts': 'export const total = 1;\n',
    },
    given: to('app', 'apps/web'),
  },
];

const configs: readonly MarkedRow[] = [
  {
    title: 'a file that an alias leads to, by that alias',
    files: {
      'tsconfig.json': `{ "compilerOptions": { ${OPTIONS}, "module": "preserve", "paths": { "~/*": ["./src/*"] } } }\n`,
      'src/cart.ts': 'export const total = 1;\n',
      'src/deep/main.ts': "import { total } from '‹~/cart→~/model/basket›';\nexport const n = total;\n",
    },
    given: to('src/cart.ts', 'src/model/basket.ts'),
  },
  {
    title: 'the folder that an alias stands for: the alias follows, and imports keep it',
    files: {
      'tsconfig.json': `{\n  // Where the code is.\n  "compilerOptions": { ${OPTIONS}, "module": "preserve", "paths": { "~/*": ["‹./src→./source›/*"], "cart": ["‹./src→./source›/cart.ts"] } },\n  "include": ["‹src→source›/**/*.ts"],\n}\n`,
      'package.json': '{ "name": "shop", "main": "‹src→source›/main.ts", "files": ["‹src→source›"] }\n',
      'src/cart.ts': 'export const total = 1;\n',
      'src/main.ts':
        "import { total } from '~/cart';\nimport { total as other } from 'cart';\nimport { total as third } from './cart';\nexport const n = total + other + third;\n",
    },
    given: to('src', 'source'),
  },
  {
    title: 'exports and imports of the package, and its own name',
    files: {
      'tsconfig.json': NODE,
      'package.json':
        '{ "name": "shop", "type": "module", "bin": { "shop": "‹./cart.ts→./model/basket.ts›" }, "exports": { "./cart": { "types": "‹./cart.ts→./model/basket.ts›", "default": "‹./cart.ts→./model/basket.ts›" } }, "imports": { "#cart": "‹./cart.ts→./model/basket.ts›" } }\n',
      'cart.ts': 'export const total = 1;\n',
      'main.ts': "import { total } from '#cart';\nimport { total as own } from 'shop/cart';\nexport const n = total + own;\n",
    },
    given: DEEP,
  },
  {
    title: 'files that a configuration lists, and the one that it extends',
    files: {
      'tsconfig.json': '{ "extends": "‹./base.json→./config/base.json›", "files": ["main.ts"] }\n',
      'base.json': `{ "compilerOptions": { ${OPTIONS}, "module": "nodenext" } }\n`,
      'main.ts': 'export const n = 1;\n',
    },
    given: to('base.json', 'config/base.json'),
  },
  {
    title: 'a configuration that goes elsewhere by itself',
    files: {
      'tsconfig.json': NODE,
      'tsconfig.build.json': '{ "extends": "‹./tsconfig.json→../tsconfig.json›", "include": ["‹src→../src›"], "exclude": ["‹src→../src›/test"] }\n',
      'src/main.ts': 'export const n = 1;\n',
    },
    given: to('tsconfig.build.json', 'config/tsconfig.build.json'),
  },
];

const assets: readonly MarkedRow[] = [
  {
    title: 'data, styles and images that code imports',
    files: {
      'tsconfig.json': BUNDLER,
      'assets.d.ts': "declare module '*.css';\ndeclare module '*.svg';\ndeclare module '*.svg?raw' {\n  const text: string;\n  export default text;\n}\n",
      'look/cart.css': '.cart { background: url("‹./cart.svg→../pictures/cart.svg›"); }\n',
      'look/cart.svg': '<svg/>\n',
      'main.ts':
        "import '‹./look/cart.svg→./pictures/cart.svg›';\nimport svg from '‹./look/cart.svg→./pictures/cart.svg›?raw';\nexport const url = new URL('‹./look/cart.svg→./pictures/cart.svg›', import.meta.url);\nexport const text = svg;\n",
      'index.html': '<img src="‹look/cart.svg→pictures/cart.svg›"><img src="./other/cart.svg"><a href="https://look/cart.svg">x</a>\n',
    },
    given: to('look/cart.svg', 'pictures/cart.svg'),
  },
  {
    title: 'a style sheet',
    files: {
      'tsconfig.json': BUNDLER,
      'assets.d.ts': "declare module '*.css';\n",
      'cart.css': '@import "‹./base.css→../base.css›";\n.cart { background: url(‹base.png→../base.png›#x); }\n',
      'base.css': '.a {}\n',
      'base.png': 'not really\n',
      'all.css': "@import url('‹cart.css→look/basket.css›');\n",
      'main.ts': "import '‹./cart.css→./look/basket.css›';\nexport {};\n",
    },
    given: to('cart.css', 'look/basket.css'),
  },
  {
    title: 'data',
    files: {
      'tsconfig.json': BUNDLER,
      'prices.json': '{ "a": 1 }\n',
      'main.ts':
        "import prices from '‹./prices.json→./data/all.json›';\nexport const lazy = import('‹./prices.json→./data/all.json›');\nexport const n = prices.a;\n",
    },
    given: to('prices.json', 'data/all.json'),
  },
  {
    title: 'mocks of test runners',
    files: {
      'runners.d.ts': 'declare const vi: any;\ndeclare const jest: any;\n',
      'cart.ts': 'export const total = 1;\n',
      'cart.test.ts':
        "import { total } from '‹./cart.ts→./model/basket.ts›';\nvi.mock('‹./cart.ts→./model/basket.ts›', () => ({ total: 2 }));\njest.mock(\n  \"‹./cart→./model/basket›\",\n);\nexport const actual = vi.importActual<typeof import('‹./cart.ts→./model/basket.ts›')>('‹./cart.ts→./model/basket.ts›');\nvi.mock('./other.ts');\nexport const n = total;\n",
    },
    given: DEEP,
  },
  {
    title: 'a test with its mocks',
    files: {
      'runners.d.ts': 'declare const vi: any;\n',
      'cart.ts': 'export const total = 1;\n',
      'cart.test.ts': "import { total } from '‹./cart.ts→../cart.ts›';\nvi.mock('‹./cart.ts→../cart.ts›');\nexport const n = total;\n",
    },
    given: to('cart.test.ts', 'tests/cart.test.ts'),
  },
  {
    title: 'scripts of components that no engine reads',
    files: {
      'cart.ts': 'export const total = 1;\n',
      'view.vue':
        "<script setup lang=\"ts\">\nimport { total } from '‹./cart→./model/basket›';\nconst lazy = () => import('‹./cart.ts→./model/basket.ts›');\n</script>\n<style>@import './cart.css';</style>\n",
    },
    given: DEEP,
  },
];

const rows = [...imports, ...folders, ...configs, ...assets];
testFileRenames(rows, projectOf({ ...TSCONFIG, ...markedFiles(rows) }));
