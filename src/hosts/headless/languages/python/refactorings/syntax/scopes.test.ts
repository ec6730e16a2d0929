// Which name means which in tricky Python: the same that Python's own symtable says.
import { expect, test } from 'vitest';
import { Scopes } from './scopes.ts';
import { parsed } from './statements.ts';

// The line of the binding that each `^` below a name points at; 0 where nothing here binds it.
function meaning(text: string): readonly number[] {
  const lines = text.split('\n');
  const source = lines.map((line) => (/^\s*\^/.test(line) ? '' : line)).join('\n');
  const { root } = parsed(source);
  const scopes = new Scopes(root);
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  return lines.flatMap((line, index) => {
    if (!/^\s*\^/.test(line)) return [];
    const offset = lines.slice(0, index - 1).reduce((sum, one) => sum + (/^\s*\^/.test(one) ? '' : one).length + 1, 0) + line.indexOf('^');
    const name = [...root.walk()].find((node) => node.kind === 'name' && node.start === offset);
    if (name === undefined) throw new TypeError(`no name on line ${index}`);
    const scope = scopes.boundIn(name);
    return scope === undefined ? [0] : [lineOf(scopes.bindings(name.text, scope)[0]?.start ?? 0)];
  });
}

test('functions see past the class around them', () => {
  expect(meaning('a = 1\nclass C:\n    a = 2\n    b = a\n        ^\n    def f(self):\n        return a\n               ^\n')).toEqual([3, 1]);
});

test('global and nonlocal lead outwards', () => {
  expect(
    meaning(
      'a = 1\ndef f():\n    a = 2\n    def g():\n        nonlocal a\n        a = 3\n        ^\n    def h():\n        global a\n        a = 4\n        ^\n',
    ),
  ).toEqual([3, 1]);
});

test('a comprehension has its own names, but its first source is looked up outside, and := writes outside', () => {
  expect(meaning('def f(a):\n    b = [a for a in a if (last := a)]\n                    ^\n    return last\n           ^\n')).toEqual([1, 2]);
});

test('defaults and annotations are outside of the function, parameters inside', () => {
  expect(meaning('a = 1\ndef f(a=a):\n        ^\n    return a\n           ^\n')).toEqual([1, 2]);
});

test('names in f-strings count, however deep', () => {
  expect(meaning('a = 1\nw = 2\nprint(f"{a:>{w}} {f\'{a}\'}")\n         ^\n')).toEqual([1]);
  expect(meaning('w = 2\nprint(f"{1:>{w}}")\n             ^\n')).toEqual([1]);
});

test('match captures, except, with and imports bind', () => {
  expect(
    meaning('import a.b\ndef f(x):\n    match x:\n        case [1, *rest] | {"k": rest}:\n            return rest\n                   ^\n    a.b\n    ^\n'),
  ).toEqual([4, 1]);
  expect(
    meaning('def f():\n    with open() as g, (h := 1):\n        g\n        ^\n    try:\n        pass\n    except E as e:\n        e\n        ^\n'),
  ).toEqual([2, 7]);
});

test('builtins have no binding in the file', () => {
  expect(meaning('print(len)\n      ^\n')).toEqual([0]);
});

test.each([
  ['a bracket that is not closed', 'x = (1\n', 'a bracket is not closed'],
  ['an indentation that fits nowhere', 'if x:\n        a\n    b\n', 'the indentation fits no block'],
  ['a string that is not closed', "x = 'a\n", 'a string is not closed'],
  ['Python 2', 'print "x"\n', 'the end of the statement'],
])('%s is said to be no Python', (_, text, why) => {
  expect(() => parsed(text)).toThrow(why);
});
