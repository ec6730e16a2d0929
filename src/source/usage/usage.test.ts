// Usages are recognised by the text around a name, marked here as <<name>>.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Usage, usageAt } from './usage.ts';

const TYPESCRIPT: readonly (readonly [code: string, usage: Usage])[] = [
  ['const { <<total>>: sum, ...rest } = options;', 'read'],
  ['const { nested: { <<total>>: sum } } = options;', 'read'],
  ['const f = ({ <<total>>: sum }) => sum;', 'read'],
  ['({ <<total>>: sum } = options);', 'read'],
  ['const options = { nested: { <<total>>: sum } };', 'write'],
  ['f({ <<total>>: sum });', 'write'],
  ['const a = options[`<<total>>`] + 1;', 'read'],
  ['const a = <<total>>`text`;', 'call'],
  ['/**\n * @typedef {{ cents: number }} <<Price>>\n */', 'declaration'],
  ['/**\n * @param {<<Price>>} price what it costs\n */', 'type'],
  ["/** @type {import('./a.js').<<Price>>} */", 'type'],
  ['/** See {@link <<Price>>}. */', 'comment'],
  ['// <<Price>> is a number.', 'comment'],
  ['export function <<total>>(cart: Cart): number {', 'declaration'],
  ['function* <<walk>>() {', 'declaration'],
  ['const <<total>> = 1;', 'declaration'],
  ['export const <<total>>: number = 1;', 'declaration'],
  ['interface <<Cart>> {', 'declaration'],
  ['type <<Cart>><T> = T[];', 'declaration'],
  ['class A {\n  <<total>>(cart: Cart): number {\n    return 1;\n  }\n}', 'declaration'],
  ['class A {\n  private async <<total>>() {}\n}', 'declaration'],
  ['class A {\n  <<total>> = 0;\n}', 'declaration'],
  ['class A {\n  #<<total>> = 0;\n}', 'declaration'],
  ['interface A {\n  readonly <<total>>?: number;\n}', 'declaration'],
  ['interface A { a: string; <<total>>(): number }', 'declaration'],
  ['type A = { <<total>>: number };', 'declaration'],
  ['function f(a: string, <<total>>: number) {}', 'declaration'],
  ['const f = (<<total>>) => 1;', 'declaration'],
  ['const f = (a, <<total>> = 1) => 1;', 'declaration'],
  ['const o = { a: 1, <<total>>() { return 1; } };', 'declaration'],
  ["import { <<total>> } from './cart.ts';", 'import'],
  ["import {\n  other,\n  // what it costs\n  <<total>>,\n} from './cart.ts';", 'import'],
  ["import type { A, <<Cart>> } from './cart.ts';", 'import'],
  ["import { type <<Cart>> } from './cart.ts';", 'import'],
  ["import { total as <<sum>> } from './cart.ts';", 'import'],
  ["import <<cart>> from './cart.ts';", 'import'],
  ["import cart, { <<total>> } from './cart.ts';", 'import'],
  ["import * as <<cart>> from './cart.ts';", 'import'],
  ["import <<cart>> = require('./cart');", 'import'],
  ["export { <<total>> } from './cart.ts';", 'export'],
  ['export {\n  a as b,\n  <<total>>,\n};', 'export'],
  ['export default <<total>>;', 'export'],
  ['export const { <<total>> } = cart;', 'read'],
  ['<<total>>(cart);', 'call'],
  ['if (<<total>>(cart)) {\n}', 'call'],
  ['const x = a ? <<total>>(b) : {};', 'call'],
  ['cart.<<total>>();', 'call'],
  ['cart?.items[0]?.<<total>>?.();', 'call'],
  ['<<total>>!(cart);', 'call'],
  ['<<total>><Map<string, number>>(cart);', 'call'],
  ['const f = <<total>><() => void>(cart);', 'call'],
  ['<<total>><\n  (a: { b: string; c: number }) => void,\n  D\n>(cart);', 'call'],
  ['for (let i = 0; <<i>><n; i++) f(a > (b));', 'read'],
  ['<<html>>`<p>`;', 'call'],
  ['const s = `a ${<<total>>(cart)} b`;', 'call'],
  ['return <<total>>\n  // with tax\n  (cart);', 'call'],
  ['new <<Cart>>();', 'new'],
  ['new shop.<<Cart>><Item>();', 'new'],
  ['new <<shop>>.Cart();', 'read'],
  ['<<total>> = 2;', 'write'],
  ['this.<<total>> += 2;', 'write'],
  ['this.#<<total>> ??= 2;', 'write'],
  ['cart.<<total>>++;', 'write'],
  ['return ++<<total>>;', 'write'],
  ['if (a) --<<total>>', 'write'],
  ['count++\n<<total>>(count)', 'call'],
  ['count--\n  <<total>>', 'read'],
  ['--<<total>>;', 'write'],
  ['delete cart.<<total>>;', 'write'],
  ['if (<<total>> === 2) {}', 'read'],
  ['if (<<total>> == 2) {}', 'read'],
  ['const f = <<total>> => 1;', 'read'],
  ['f({ a: 1, <<total>>: 2 });', 'write'],
  ['f({ <<total>> });', 'read'],
  ['f(a, <<total>>);', 'read'],
  ['const x = a ? <<total>> : b;', 'read'],
  ['const x = a ? b : <<total>>;', 'read'],
  ['const x = { a: <<total>> };', 'read'],
  ['if (a < <<total>>) {}', 'read'],
  ['switch (a) { case <<total>>: break; }', 'read'],
  ['return cart.<<items>>.length;', 'read'],
  ["cart['<<total>>'];", 'read'],
  ['const x: <<Cart>> = y;', 'type'],
  ['function f(a: <<Cart>>, b?: number) {}', 'type'],
  ['function f(a?: <<Cart>>) {}', 'type'],
  ['function f(): <<Cart>> {', 'type'],
  ['const f = (a: string): <<Cart>> => a;', 'type'],
  ['const x: Map<string, <<Cart>>> = y;', 'type'],
  ['const x: Array<<<Cart>>> = y;', 'type'],
  ['type A = string | <<Cart>>;', 'type'],
  ['type A = <<Cart>>;', 'type'],
  ['const x = y as <<Cart>>;', 'type'],
  ['const x = y satisfies <<Cart>>[];', 'type'],
  ['let x: shop.<<Cart>>;', 'type'],
  ['class A {\n  cart: <<Cart>>;\n}', 'type'],
  ['interface A {\n  carts: <<Cart>>[];\n}', 'type'],
  ['function f<T extends <<Cart>>>(a: T) {}', 'type'],
  ['class A<T extends <<Cart>>> {}', 'type'],
  ['class A extends Base<<<Cart>>> {}', 'type'],
  ['class A extends <<Cart>> {', 'extends'],
  ['export class A<T> extends shop.<<Cart>><T> implements B {', 'extends'],
  ['class A implements B, <<Cart>> {', 'extends'],
  ['interface A extends B<string>, <<Cart>> {', 'extends'],
  ['@<<Injectable>>()\nclass A {}', 'decorator'],
  ['class A {\n  @core.<<Input>>() a;\n}', 'decorator'],
  ['/**\n * See {@link <<total>>}.\n */', 'comment'],
  ['// see <<total>>', 'comment'],
];

const TSX: readonly (readonly [code: string, usage: Usage])[] = [
  ['return <<<Button>> kind="a" />;', 'jsx'],
  ['return (\n    <p></<<Button>>>\n);', 'jsx'],
  ['const x = useState<<<Cart>>>(y);', 'type'],
  ['const x = <<useState>><Cart>(y);', 'call'],
];

const PYTHON: readonly (readonly [code: string, usage: Usage])[] = [
  ['def <<total>>(cart):', 'declaration'],
  ['class <<Cart>>:', 'declaration'],
  ['def f(a, <<cart>>: Cart = None):', 'declaration'],
  ['def f(a, *<<cart>>):', 'declaration'],
  ['<<total>>: int = 3', 'declaration'],
  ['from shop import <<Cart>>', 'import'],
  ['from shop import (\n    a,\n    <<Cart>>,  # the cart\n)', 'import'],
  ['import shop.<<cart>> as c', 'import'],
  ['from shop.<<cart>> import Cart', 'import'],
  ['x = <<total>>(cart)', 'call'],
  ['cart.<<total>>()', 'call'],
  ['@<<cached>>', 'decorator'],
  ['    @shop.<<cached>>(3)', 'decorator'],
  ['class A(<<Cart>>):', 'extends'],
  ['class A(B, metaclass=<<Meta>>):', 'extends'],
  ['<<total>> = 3', 'write'],
  ['self.<<total>> += 3', 'write'],
  ['f(<<total>>=3)', 'write'],
  ['for <<item>> in items:', 'write'],
  ['with open(a) as <<file>>:', 'write'],
  ['if <<total>> == 3:', 'read'],
  ['print(<<total>>)', 'read'],
  ['x = {"a": <<total>>}', 'read'],
  ['def f(a: <<Cart>>):', 'type'],
  ['def f(a) -> <<Cart>>:', 'type'],
  ['def f(a: "<<Cart>>"):', 'type'],
  ['x: <<Cart>> = y', 'type'],
  ['x: list[<<Cart>>] = y', 'type'],
  ['def f(a: int | <<Cart>>):', 'type'],
  ['# see <<total>>', 'comment'],
];

test.each(TYPESCRIPT)('TypeScript: %s is %s', (code, usage) => expect(usageOf(code, 'typescript')).toBe(usage));
test.each(TSX)('TSX: %s is %s', (code, usage) => expect(usageOf(code, 'typescriptreact')).toBe(usage));
test.each(PYTHON)('Python: %s is %s', (code, usage) => expect(usageOf(code, 'python')).toBe(usage));

test('scripts in a page are read as scripts, and nothing else of it is', () => {
  const page = (marked: string) => usageOf(`<style>.total { }</style>\n<SCRIPT type="module">\n${marked}`, 'html');
  expect(page('function <<total>>(items) {}\n</script>')).toBe('declaration');
  expect(page('show(<<total>>([1]));</script>')).toBe('call');
  expect(page('</script><p id="<<total>>">')).toBe('reference');
});

test('in other languages only a call and what a word declares are claimed', () => {
  expect(usageOf('function <<total>>(items)', 'lua')).toBe('declaration');
  expect(usageOf('  def <<total>>(items)', 'ruby')).toBe('declaration');
  expect(usageOf('<<Total>>(cart)', 'go')).toBe('call');
  expect(usageOf('x := <<total>>', 'go')).toBe('reference');
});

test('every name of a real file gets a usage, whatever stands around it', () => {
  const text = readFileSync(new URL('./usageInTypeScript.ts', import.meta.url), 'utf8');
  for (const match of text.matchAll(/[A-Za-z_$][\w$]*/g)) expect(usageAt(text, 'typescript', match.index, match.index + match[0].length)).toBeTypeOf('string');
});

function usageOf(marked: string, languageId: string): Usage {
  const [, before = '', name = '', after = ''] = /^(.*?)<<([\w$]+)>>(.*)$/s.exec(marked) ?? [];
  const text = before + name + after;
  return usageAt(text, languageId, before.length, before.length + name.length);
}
