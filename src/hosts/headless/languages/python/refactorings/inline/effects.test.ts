// What evaluating an expression does, and what may therefore go before what.
import { expect, test } from 'vitest';
import { Scopes } from '../syntax/scopes.ts';
import { parsed } from '../syntax/statements.ts';
import { effectOf, isConstant, mayPass } from './effects.ts';

test.each([
  ['a', 'nothing'],
  ['a + 1', 'reads'],
  ['1 + 2', 'nothing'],
  ['a is None', 'nothing'],
  ['a == 1', 'reads'],
  ['1 in a', 'reads'],
  ['not a', 'reads'],
  ['1 if a else 2', 'reads'],
  ['a and 1', 'reads'],
  ['lambda: a()', 'nothing'],
  ['a.b', 'reads'],
  ['a[0]', 'reads'],
  ['len(a)', 'reads'],
  ['f"{a}"', 'reads'],
  ['f"{1}"', 'nothing'],
  ['[x.y for x in a]', 'reads'],
  ['a()', 'acts'],
  ['[x() for x in a]', 'acts'],
  ['(b := a)', 'acts'],
  ['len(a())', 'acts'],
])('%s does %s', (text, effect) => {
  const { root } = parsed(`def f(a):\n    return ${text}\n`);
  const value = [...root.walk()].find(({ kind }) => kind === 'return')?.child('value');
  expect(value === undefined ? undefined : effectOf(value, new Scopes(root))).toBe(effect);
});

test('a variable that functions write is read, not known', () => {
  const { root } = parsed('count = 0\ndef f():\n    global count\n    count += 1\ndef g():\n    return count\n');
  const value = [...root.walk()].find(({ kind }) => kind === 'return')?.child('value');
  expect(value === undefined ? undefined : effectOf(value, new Scopes(root))).toBe('reads');
});

test('what acts passes only what does nothing', () => {
  expect([mayPass('acts', 'reads'), mayPass('reads', 'acts'), mayPass('reads', 'reads'), mayPass('nothing', 'acts'), mayPass('acts', 'nothing')]).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('constants are literals and what is made of them', () => {
  const isConstantText = (text: string) => {
    const [statement] = parsed(`x = ${text}\n`).root.children;
    const value = statement?.child('value');
    return value !== undefined && isConstant(value);
  };
  expect(['1', '-1', "'a' 'b'", '(1, "a")', '60 * 60'].map(isConstantText)).toEqual([true, true, true, true, true]);
  expect(['a', '[1]', 'f"a"', '()', '1 + a'].map(isConstantText)).toEqual([false, false, false, false, false]);
});
