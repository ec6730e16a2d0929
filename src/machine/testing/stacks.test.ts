// Stack traces and comparisons, as languages and libraries write them.
import { expect, test } from 'vitest';
import { comparedIn, goFrames, javaFrames, pythonFrames, rustFrames, v8Frames } from './stacks.ts';

test('V8 writes functions, files and URLs', () => {
  const trace =
    'Error: no\n    at total (/shop/cart.ts:3:7)\n    at async file:///shop/my%20main.mjs:9:1\n    at node:internal/process:1:1\n    at new Cart (/shop/a (b).ts:1:2)';
  expect(v8Frames(trace)).toEqual([
    { file: '/shop/cart.ts', line: 3, column: 7, function: 'total' },
    { file: '/shop/my main.mjs', line: 9, column: 1, function: undefined },
    { file: '/shop/a (b).ts', line: 1, column: 2, function: 'new Cart' },
  ]);
});

test('Python’s outermost frame comes first, and is listed last', () => {
  const trace = 'Traceback:\n  File "/shop/main.py", line 2, in <module>\n    run()\n  File "/shop/cart.py", line 7, in total\n    raise ValueError\n';
  expect(pythonFrames(trace).map(({ file, line }) => `${file}:${line}`)).toEqual(['/shop/cart.py:7', '/shop/main.py:2']);
});

test('Go, Rust and Java name files by halves', () => {
  expect(goFrames('    cart_test.go:12: wrong\n', '/shop')).toMatchObject([{ file: '/shop/cart_test.go', line: 12 }]);
  expect(rustFrames("thread 'tests::adds' panicked at src/lib.rs:12:9:\n", '/shop')).toEqual([{ file: '/shop/src/lib.rs', line: 12, column: 9 }]);
  const java = 'org.opentest4j.AssertionFailedError: no\n\tat org.junit.Assert.fail(Assert.java:1)\n\tat app//shop.CartTest.adds(CartTest.java:9)\n';
  expect(javaFrames(java, (owner) => (owner === 'shop.CartTest' ? '/shop/CartTest.java' : undefined))).toMatchObject([
    { file: '/shop/CartTest.java', line: 9 },
  ]);
});

test.each([
  ['expect(received).toBe(expected)\n\nExpected: 4\nReceived: 3', '4', '3'],
  ['expected: <4> but was: <3>', '4', '3'],
  ['assertion `left == right` failed\n  left: 3\n right: 4', '4', '3'],
  ['got 3, want 4', '4', '3'],
  ['Error: Not equal: \n expected: 4\n actual  : 3', '4', '3'],
  ['AssertionError: 3 != 4', '4', '3'],
])('%s', (message, expected, actual) => {
  expect(comparedIn(message)).toEqual({ expected, actual });
});

test('a message without a comparison has none', () => {
  expect(comparedIn('no database')).toEqual({});
});
