// Breakpoints on Python functions of every kind, and what is said of breakpoints that are not in place, under a real debugpy.
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee, withVariable } from './debuggee.ts';

const KINDS = `import asyncio
import functools

from shop import prices


def logged(function):
    @functools.wraps(function)
    def wrapper(*given):
        return function(*given)

    return wrapper


class Cart:
    def total(self, count):
        for _ in range(count):
            count += 1
        return count

    @staticmethod
    def empty(): return 0

    @property
    def size(self):
        """How many."""
        return 3


class Order:
    def total(self, count):
        return count


@logged
@logged
def decorated(x):
    return x


async def fetch(n):
    while n > 0:
        await asyncio.sleep(0)
        n -= 1
    return n


def numbers(n):
    for number in range(n):
        yield number


async def arriving():
    for number in range(2):
        yield number


def outer():
    three = 3

    def inner(y):
        return y + three

    return inner(2)


async def main():
    await fetch(3)
    return [number async for number in arriving()]


Order().total(1)
Cart().total(2)
Cart().total(5)
Cart.empty()
Cart().size
decorated(1)
list(numbers(3))
outer()
prices.price(4)
asyncio.run(main())
print("end")
`;
const PRICES = 'def price(cents):\n    return cents * 2\n\n\ndef unused():\n    return 0\n';
const OTHER = 'def elsewhere():\n    return 1\n';

async function project(context: TestContext): Promise<Debuggee & Disposable> {
  const { folder } = await needs(context, 'debugpy');
  const variable = withVariable('PYTHONPATH', folder);
  const files = { 'kinds.py': KINDS, 'shop/__init__.py': '', 'shop/prices.py': PRICES, 'other.py': OTHER };
  const made = await debuggee(files);
  return { ...made, [Symbol.dispose]: () => variable[Symbol.dispose]() };
}

// Name, and the line where it stops each time.
const STOPS: readonly (readonly [string, readonly number[]])[] = [
  ['Order.total', [32]],
  ['Cart.total', [17, 17]],
  ['empty', [22]],
  ['Cart.size', [27]],
  ['logged.wrapper', [10, 10]],
  ['decorated', [38]],
  ['numbers', [49]],
  ['outer.inner', [62]],
  ['shop.prices.price', [2]],
  ['kinds.main', [68]],
  ['fetch', [42]],
  ['arriving', [54]],
];

test('functions of every kind stop once for each call, at their first line', async (context) => {
  using opened = await project(context);
  await using one = opened;
  for (const [name] of STOPS) expect(await one.call('set_breakpoint', { function: name })).toMatchObject({ breakpoint: { verified: false } });
  const wanted = STOPS.flatMap(([name, lines]) => lines.map((line) => ({ line, id: `b${STOPS.findIndex(([other]) => other === name) + 1}` })));
  const seen: unknown[] = [];
  let stop = await one.call('start_debug_session', { program: 'kinds.py' });
  for (; stop['state'] === 'paused'; stop = await one.call('resume'))
    seen.push({ line: lineOf(stop), id: /b\d+/.exec(JSON.stringify(stop['breakpoints']))?.[0] });
  expect(seen).toHaveLength(wanted.length);
  expect(seen).toEqual(expect.arrayContaining(wanted));
  expect(stop).toMatchObject({ state: 'ended', exitCode: 0, output: expect.stringContaining('end') });
  expect(stop['notes']).toBeUndefined();
});

test('functions are traced, counted and asked for a condition, and never stop for what they log', async (context) => {
  using opened = await project(context);
  await using one = opened;
  await one.call('set_breakpoint', { function: 'Cart.total', log_message: 'total of {count} and {missing}' });
  await one.call('set_breakpoint', { function: 'fetch', log_message: 'fetch {n}', condition: 'n > 5' });
  await one.call('set_breakpoint', { function: 'total', hit_condition: '3' });
  await one.call('set_breakpoint', { function: 'price', condition: 'cents == 4' });
  await one.call('set_breakpoint', { function: 'decorated', condition: 'x == 2' });
  await one.call('set_breakpoint', { file: 'kinds.py', line: 50, condition: 'n == 3', hit_condition: '2' });
  expect(await one.call('start_debug_session', { program: 'kinds.py' })).toMatchObject({
    location: { line: 17 },
    breakpoints: [{ id: 'b3', hits: 1 }],
    variables: expect.arrayContaining([expect.objectContaining({ name: 'count', value: '5' })]),
  });
  // Both conditions hold only the second time that the loop comes by.
  expect(await one.call('resume')).toMatchObject({ location: { line: 50 }, breakpoints: [{ id: 'b6' }] });
  expect(await one.call('resume')).toMatchObject({ location: { file: 'shop/prices.py', line: 2 }, breakpoints: [{ id: 'b4' }] });
  expect(await one.call('list_breakpoints')).toMatchObject({
    breakpoints: expect.arrayContaining([expect.objectContaining({ id: 'b1', verified: true }), expect.objectContaining({ id: 'b2', verified: true })]),
  });
  expect(await one.call('resume')).toMatchObject({ state: 'ended', exitCode: 0 });
  const missing = "(NameError: name 'missing' is not defined)";
  expect(await one.call('read_debug_output')).toMatchObject({
    traces: [
      {
        breakpointId: 'b1',
        function: 'Cart.total',
        columns: ['count', 'missing'],
        rows: [
          ['2', missing],
          ['5', missing],
        ],
      },
    ],
  });
});

test('a breakpoint in unloaded code is not verified, also in a running program, and is named at the end', async (context) => {
  using opened = await project(context);
  await using one = opened;
  await one.call('set_breakpoint', { file: 'kinds.py', line: 80 });
  await one.call('set_breakpoint', { file: 'other.py', line: 2 });
  await one.call('set_breakpoint', { function: 'nowhere' });
  await one.call('set_breakpoint', { function: 'sleep' });
  await one.call('set_breakpoint', { function: 'decorated', condition: 'x === 2' });
  expect(await one.call('start_debug_session', { program: 'kinds.py' })).toMatchObject({ location: { line: 80 } });
  expect(await one.call('list_breakpoints')).toMatchObject({
    breakpoints: [
      { id: 'b1', verified: true },
      { id: 'b2', verified: false },
      { id: 'b3', verified: false },
      { id: 'b4', verified: false, sessions: [{ message: expect.stringContaining('a library, where debugpy does not stop') }] },
      { id: 'b5', verified: false },
    ],
  });
  expect(await one.call('set_breakpoint', { function: 'price' })).toMatchObject({ message: 'It is in place.' });
  expect(await one.call('set_breakpoint', { function: 'unheard' })).toMatchObject({ breakpoint: { verified: false } });
  expect(await one.call('set_breakpoint', { file: 'shop/prices.py', line: 6 })).toMatchObject({ message: 'It is in place.' });
  expect(await one.call('resume')).toMatchObject({ location: { file: 'shop/prices.py', line: 2 } });
  const ended = await one.call('resume');
  expect(ended).toMatchObject({ state: 'ended', exitCode: 0 });
  // What the debugger knows of each stands for what may be.
  expect(ended['notes']).toEqual([
    expect.stringMatching(/^Never in place: b4 \(sleep\)\. sleep is declared in .*, a library, where debugpy does not stop\.$/),
    expect.stringMatching(/^Never in place: b5 \(decorated\)\. x === 2 is no expression of Python: .*\.$/),
    expect.stringMatching(/^Never in place, because .*: b2 \(other\.py:2\), b3 \(nowhere\), b7 \(unheard\)\.$/),
  ]);
});

function lineOf(stop: Record<string, unknown>): unknown {
  const { location } = stop;
  return typeof location === 'object' && location !== null && 'line' in location ? location.line : undefined;
}
