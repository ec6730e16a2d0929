// Do the parts that need no browser do what lists and lines rely on?
import { expect, test } from 'vitest';
import { ago, duration, stopwatch } from './clock.ts';
import { withoutLast } from './filterLine.tsx';
import { newerThan } from './held.ts';
import { shortClient, subjectOf, withShortPath } from './names.ts';

const items = (...ids: string[]) => ids.map((id) => ({ id }));

test('what is new is what stands above all that was there', () => {
  expect(newerThan(items('d', 'c', 'b', 'a'), new Set(['b', 'a']))).toBe(2);
  // What was at the top is gone, such as the oldest of a full history.
  expect(newerThan(items('d', 'a'), new Set(['b', 'a']))).toBe(1);
  expect(newerThan(items('b', 'a'), new Set(['b', 'a']))).toBe(0);
});

test('Backspace drops a whole word, and a quoted text is one', () => {
  expect(withoutLast('tool:x status:error')).toBe('tool:x');
  expect(withoutLast('tool:x "a b"')).toBe('tool:x');
  expect(withoutLast('tool:"a b"')).toBe('');
  expect(withoutLast('x ')).toBe('');
});

test('times are short', () => {
  expect([ago(8_000), ago(240_000), ago(3 * 3_600_000), ago(-5)]).toEqual(['8s', '4m', '3h', '0s']);
  expect([stopwatch(48_000), stopwatch(3_723_000)]).toEqual(['0:48', '1:02:03']);
  expect([duration(182.4), duration(4_100), duration(125_000)]).toEqual(['182ms', '4.1s', '2m 5s']);
});

test('a client is named without its version', () => {
  expect([shortClient('claude-code 2.1.0'), shortClient('codex/0.9'), shortClient('my agent')]).toEqual(['claude-code', 'codex', 'my agent']);
});

test('beside the name of a tool its caption is only what it is about', () => {
  expect(subjectOf('read_file', 'Read file cart.ts')).toBe('cart.ts');
  expect(subjectOf('list_breakpoints', 'List breakpoints')).toBe('');
  expect([subjectOf('run', 'Running all'), subjectOf('rename_symbol', 'total→sum'), subjectOf('undo')]).toEqual(['Running all', 'total→sum', '']);
});

test('of a deep path the name is left, and of a command everything', () => {
  const deep = 'src/shop/checkout/payment/providers/invoices/invoiceProvider.ts';
  expect(withShortPath(`write ${deep}`)).toBe('write src/…/invoiceProvider.ts');
  expect(withShortPath(`/home/you/${deep}`)).toBe('/home/…/invoiceProvider.ts');
  for (const whole of ['edit src/shop/checkout/cart.ts', `rm -r ${deep}`, `rm ${deep}`, `write ${deep} and ${deep}`]) expect(withShortPath(whole)).toBe(whole);
});
