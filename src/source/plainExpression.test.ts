// Expressions of several languages: which only look, and which cannot be one.
import { expect, test } from 'vitest';
import { isPlainExpression, syntaxProblem } from './plainExpression.ts';

test('names, members, indexes, literals and operators only look', () => {
  for (const expression of [
    'total',
    'cart.items[0].price > 10',
    'name === "f(x) = 1"',
    "user['id'] == 3 and not (done or late)",
    'x is not None',
    'a?.b ?? 0',
    'typeof (x) === "string"',
    '*pointer + node->next->value',
    '(a + b) * -c',
  ])
    expect(isPlainExpression(expression), expression).toBe(true);
});

test('calls, assignments and whatever else acts do not', () => {
  for (const expression of [
    'save()',
    'items.pop()',
    'x = 1',
    'x += 1',
    'i++',
    'new Map()',
    'delete a.b',
    'await f',
    '`${f()}`',
    'f[0]()',
    'a?.()',
    '(x := 1)',
    'x; y',
    '__import__("os")',
  ])
    expect(isPlainExpression(expression), expression).toBe(false);
});

test('what cannot be an expression is said', () => {
  expect(syntaxProblem('')).toBe('it is empty');
  expect(syntaxProblem('total >')).toBe('something is missing after >');
  expect(syntaxProblem('(a + b')).toBe('a ) is missing');
  expect(syntaxProblem('a)')).toBe('there is a ) too many');
  expect(syntaxProblem('name == "x')).toBe('a string is not closed');
  expect(syntaxProblem('total over 10')).toBe('there is no operator between total and over');
  expect(syntaxProblem('== 3')).toBe('something is missing before ==');
});

test('what may be one in some language passes', () => {
  for (const expression of [
    'x if y else z',
    'not x',
    'x is not None',
    'new Date() > old',
    'x as u32 > 3',
    'f(a, b)[0]',
    '-x > 3',
    '*p == 0',
    'sizeof (int)',
    '[y for y in xs if y > 1]',
    'items.some((item) => item.price < 0)',
  ])
    expect(syntaxProblem(expression), expression).toBeUndefined();
});
