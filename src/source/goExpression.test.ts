// Conditions in Go that can be one, and those that cannot, mostly because they are written in another language.
import { expect, test } from 'vitest';
import { goProblem } from './goExpression.ts';

test.for([
  'turn == 3',
  'a==-1&&!done',
  '*pointer > 1<<2',
  "letter != 'a' && letter != '\\n' && letter != '\\u00e9'",
  'name == "x = y" || name == `a ? b`',
  'items[1:3][0].(*Item).Cents&^mask > 0x1F',
  'runtime.curg.goid == 1',
  'x <= -1.5e3 && len(m["k"]) >= 2',
  '!(turn <= 3)',
  'a - -b == +c',
  'interface{}(x) == nil',
])('%s is one', (expression) => {
  expect(goProblem(expression)).toBeUndefined();
});

test.for([
  'turn === 3',
  'turn = 3',
  'a == 1 and b == 2',
  'not done',
  "name == 'abc'",
  'a ?? 1',
  'a ? b : c',
  'a->b',
  'std::max',
  'a ** 2',
  'a++',
  'x := 1',
  'a; b',
  'a => b',
])('%s is none', (expression) => {
  expect(goProblem(expression)).toBeDefined();
});
