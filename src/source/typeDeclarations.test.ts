// Which types a text declares, and from what, as their headers say.
import { expect, test } from 'vitest';
import { TextSnapshot } from '../ide/text.ts';
import { typesDeclaredIn } from './typeDeclarations.ts';

function declarations(text: string, languageId = 'typescript') {
  const snapshot = new TextSnapshot({ uri: 'file:///a', text, version: 1, languageId });
  return typesDeclaredIn(snapshot).map(({ name, kind, bases, selection }) => [
    name,
    kind,
    snapshot.textIn(selection),
    bases.map((base) => snapshot.textIn(base)).join(' '),
  ]);
}

test('what a class extends and implements, of a path its last part, without type arguments', () => {
  expect(
    declarations('export abstract class Cart<T extends Item> extends shop.Base<{ a: () => number }, T> implements Priced, Named<Map<string, T>> {}'),
  ).toEqual([['Cart', 'class', 'Cart', 'Base Priced Named']]);
});

test('an interface may extend several, and a header may be broken into lines with comments', () => {
  expect(declarations('interface Shape // extends Nothing\n  extends Named, /* Old, */\n    Sized\n{\n  class: string;\n}')).toEqual([
    ['Shape', 'interface', 'Shape', 'Named Sized'],
  ]);
});

test('a mixin and what it is applied to are both named', () => {
  expect(declarations('class Mixed extends Serial(Plain) {}')).toEqual([['Mixed', 'class', 'Mixed', 'Serial Plain']]);
});

test('classes without a name have the one they are given to', () => {
  expect(declarations('const Anonymous = class extends Plain {};\nexport default class extends Base {}\nreturn class extends base {};')).toEqual([
    ['Anonymous', 'class', 'class', 'Plain'],
    ['default', 'class', 'class', 'Base'],
    ['(class)', 'class', 'class', 'base'],
  ]);
});

test('keys, members and conditional types declare nothing', () => {
  expect(declarations('const o = { class: 1, interface: 2 };\no.class;\ntype T = X extends Y ? 1 : 2;')).toEqual([]);
});

test('a quote or a backtick in a regular expression hides nothing behind it', () => {
  expect(declarations("const tick = /[`'\"]/;\nclass Behind extends Base {}\nconst more = `it's /* not a comment`;\nclass Last extends Base {}")).toEqual([
    ['Behind', 'class', 'Behind', 'Base'],
    ['Last', 'class', 'Last', 'Base'],
  ]);
});

test('Python: several bases, generics, dotted names, keyword arguments and none at all', () => {
  const text =
    'class Circle(Base[int], shapes.Mixin, metaclass=Meta):\n    pass\nclass Plain:\n    class Inner(\n        Plain,  # the outer\n        Generic[T],\n    ): ...\nclass New[T](Base[T]): ...\n';
  expect(declarations(text, 'python')).toEqual([
    ['Circle', 'class', 'Circle', 'Base Mixin'],
    ['Plain', 'class', 'Plain', ''],
    ['Inner', 'class', 'Inner', 'Plain Generic'],
    ['New', 'class', 'New', 'Base'],
  ]);
});

test('text that is broken off declares nothing and does not hang', () => {
  expect(declarations('class Half extends Base<')).toEqual([]);
  expect(declarations('class Half(Base', 'python')).toEqual([]);
});
