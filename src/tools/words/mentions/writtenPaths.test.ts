// Which paths that a file writes change when another moves, and how they are written then.
import { expect, test } from 'vitest';
import { TextSnapshot } from '../../../ide/text.ts';
import { editedText } from '../../../ide/workspaceEdit.ts';
import { pathEdits } from './writtenPaths.ts';

const after = (file: string, text: string, from: string, to: string, files: readonly string[]): string => {
  const document = new TextSnapshot({ uri: `file:///project/${file}`, text, version: 0, languageId: '' });
  return editedText(document, pathEdits(document, file, [{ from, to }], new Set([file, from, ...files])));
};

test.each([
  ['a.ts', "import './look.css';", 'look.css', 'styles/look.css', "import './styles/look.css';"],
  ['a.ts', "import text from './look.svg?raw';", 'look.svg', 'look/all.svg', "import text from './look/all.svg?raw';"],
  ['a.ts', "vi.mock('./cart');", 'cart.ts', 'model/cart.ts', "vi.mock('./model/cart');"],
  ['a.ts', "vi.mock('./cart.js', () => ({}));", 'cart.ts', 'basket.ts', "vi.mock('./basket.js', () => ({}));"],
  ['a.ts', "jest.requireActual<typeof import('./cart')>('./cart');", 'cart.tsx', 'b.tsx', "jest.requireActual<typeof import('./b')>('./b');"],
  ['a.ts', 'require.resolve("./parts")', 'parts/index.ts', 'pieces/index.ts', 'require.resolve("./pieces")'],
  ['a.ts', 'require.resolve("./parts")', 'parts/index.ts', 'pieces/all.ts', 'require.resolve("./pieces/all")'],
  ['a.ts', "new URL('./worker.ts', import.meta.url)", 'worker.ts', 'w/worker.ts', "new URL('./w/worker.ts', import.meta.url)"],
  ['sub/a.ts', "import '../cart.css';", 'sub/a.ts', 'a.ts', "import './cart.css';"],
  ['a.scss', "@use './colors';", '_colors.scss', 'theme/_palette.scss', "@use './theme/palette';"],
  ['a.css', 'b { background: url(cart.png); }', 'cart.png', 'img/cart.png', 'b { background: url(img/cart.png); }'],
  ['a.html', '<script src="cart.js"></script>', 'cart.js', 'js/cart.js', '<script src="js/cart.js"></script>'],
  [
    'index.html',
    '<script type="module" src="/src/main.tsx"></script>',
    'src/main.tsx',
    'src/app/entry.tsx',
    '<script type="module" src="/src/app/entry.tsx"></script>',
  ],
  [
    'packages/shop/index.html',
    '<script src="/src/main.ts"></script>',
    'packages/shop/src/main.ts',
    'packages/shop/src/all.ts',
    '<script src="/src/all.ts"></script>',
  ],
  ['pages/a.html', '<link href="/icon.svg">', 'public/icon.svg', 'public/img/icon.svg', '<link href="/img/icon.svg">'],
  ['a.css', 'b { background: url("/img/a.png"); }', 'public/img', 'public/pictures', 'b { background: url("/pictures/a.png"); }', ['public/img/a.png']],
  ['src/App.tsx', '<use href="/icons.svg#a" />', 'public/icons.svg', 'public/all.svg', '<use href="/all.svg#a" />'],
  ['src/App.tsx', "<img src={'/icons.svg'} />", 'public/icons.svg', 'public/all.svg', "<img src={'/all.svg'} />"],
  ['docs/a.md', 'See [it](/src/cart.ts).', 'src/cart.ts', 'src/shop/cart.ts', 'See [it](/src/shop/cart.ts).'],
  ['a.vue', "<script>import x from './cart';</script>", 'cart.ts', 'b.ts', "<script>import x from './b';</script>"],
  [
    'a.md',
    'See [the cart](cart.ts#L3), ![it](./cart.ts "a cart") and [all](<cart.ts>).',
    'cart.ts',
    'src/cart.ts',
    'See [the cart](src/cart.ts#L3), ![it](./src/cart.ts "a cart") and [all](<src/cart.ts>).',
  ],
  ['a.md', 'See [it].\n\n[it]: cart.ts#L3\n', 'cart.ts', 'src/cart.ts', 'See [it].\n\n[it]: src/cart.ts#L3\n'],
  ['docs/a.md', '[css](../cart.css), <img src="../cart.css">', 'docs/a.md', 'docs/guide/a.md', '[css](../../cart.css), <img src="../../cart.css">'],
  ['a.ts', "import { total } from './cart.js';", 'cart.js', 'cart.ts', "import { total } from './cart.js';"],
] satisfies [string, string, string, string, string, string[]?][])('%s: %s', (file, text, from, to, wanted, others = []) => {
  expect(after(file, text, from, to, ['cart.css', ...others])).toBe(wanted);
});

test.each([
  ['another file', 'a.ts', "import './cart.css';", 'b.css'],
  ['a package', 'a.ts', "import 'cart.css';", 'cart.css'],
  ['an address', 'a.html', '<a href="https://cart.css">x</a>', 'cart.css'],
  ['an address in a page', 'a.md', '[x](https://cart.css) and [y](#cart.css)', 'cart.css'],
  ['a word of prose', 'a.md', 'See cart.css (cart.css).', 'cart.css'],
  ['plain text', 'a.ts', "const text = './cart.css';", 'cart.css'],
  ['what is relative to a page that code makes', 'a.tsx', '<img src="cart.css" />', 'cart.css'],
  ['what leaves its site', 'index.html', '<link href="/cart.css">', 'public/cart.css'],
  ['an address without its protocol', 'index.html', '<link href="//cart.css">', 'cart.css'],
  ['a language that nobody knows', 'a.txt', "import './cart.css';", 'cart.css'],
])('%s stays', (_, file, text, from) => {
  expect(after(file, text, from, 'moved/b.css', ['cart.css'])).toBe(text);
});

test('what moves together keeps its paths', () => {
  expect(after('shop/a.ts', "import './cart.css';\nimport '../base.css';", 'shop', 'deep/store', ['shop/cart.css', 'base.css'])).toBe(
    "import './cart.css';\nimport '../../base.css';",
  );
});
