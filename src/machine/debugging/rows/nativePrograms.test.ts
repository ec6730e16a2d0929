// What is thrown by compiled programs, read from what they and their compilers leave behind.
import { expect, test } from 'vitest';
import { cppTypeName, isRustProgram, panicMessage } from './nativePrograms.ts';

test.each([
  ['0x00007f "St13runtime_error"', 'std::runtime_error'],
  ['0x1 "6Broken"', 'Broken'],
  ['"N4shop6BrokenE"', 'shop::Broken'],
  ['"NSt3__113runtime_errorE"', 'std::runtime_error'],
  ['"i"', 'int'],
  ['"PKc"', 'const char*'],
  ['"St6vectorIiSaIiEE"', undefined],
  ['error: nothing', undefined],
])('%s is the class %s', (value, name) => {
  expect(cppTypeName(value)).toBe(name);
});

test('what Rust prints when it panics, of the last panic', () => {
  const printed =
    "thread 'main' (7) panicked at src/main.rs:4:5:\nold\nnote: run with `RUST_BACKTRACE=1`\nthread 'main' panicked at src/main.rs:9:5:\nassertion `left == right` failed\n  left: 6\n right: 5\n";
  expect(panicMessage(printed)).toBe('assertion `left == right` failed\n  left: 6\n right: 5');
  expect(panicMessage(printed.replaceAll('\n', '\r\n'))).toBe('assertion `left == right` failed\n  left: 6\n right: 5');
  expect(panicMessage('all is well')).toBeUndefined();
});

test('a missing program and Node are not recognised as Rust programs', () => {
  expect(isRustProgram('/nowhere/at/all')).toBe(false);
  expect(isRustProgram(process.execPath)).toBe(false);
});
