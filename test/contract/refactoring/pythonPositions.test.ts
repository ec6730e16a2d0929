// Python expressions that move to another place in the grammar: each still means the same there, and nothing is evaluated that was not.
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const made = (title: string, body: string, call: string, definition: string): Row => ({
  title,
  tool: 'extract_function',
  before: { 'a.py': `def run(xs, a=1, b=2):\n    ${body}\n\n\nprint(run([1, 2]))\n` },
  given: { name: 'made' },
  after: { 'a.py': `def run(xs, a=1, b=2):\n    ${call}\n\n\n${definition}\n\n\nprint(run([1, 2]))\n` },
});
const named = (title: string, body: string, after: string): Row => ({
  title,
  tool: 'extract_variable',
  before: { 'a.py': `def run(xs, a=1, b=2):\n    ${body}\n\n\nprint(run([1, 2]))\n` },
  given: { name: 'made' },
  after: { 'a.py': `def run(xs, a=1, b=2):\n    ${after}\n\n\nprint(run([1, 2]))\n` },
});
const inlined = (title: string, before: string, after: string): Row => ({ title, tool: 'inline_symbol', before: { 'a.py': before }, after: { 'a.py': after } });

// Evaluated only sometimes, or after something else: so the name is given where the expression stands.
const inPlace = (title: string, code: string, call: string): Row => {
  const program = (text: string) =>
    `from contextlib import nullcontext\nfrom types import SimpleNamespace\n\nB = SimpleNamespace(c=3)\n\n\n${text}\n\nprint(${call})\n`;
  const after = program(code.replace(/«(.*)»/, '(made := $1)'));
  return { title, tool: 'extract_variable', before: { 'a.py': program(code) }, given: { name: 'made' }, after: { 'a.py': after } };
};

const rows: readonly Row[] = [
  made('a generator without parentheses', 'return sum(«x * 2 for x in xs»)', 'return sum(made(xs))', 'def made(xs):\n    return (x * 2 for x in xs)'),
  made('a generator that begins with one', 'return sum(«(x) for x in xs»)', 'return sum(made(xs))', 'def made(xs):\n    return ((x) for x in xs)'),
  made('a conditional and a lambda', 'return («lambda: a if b else 0»)()', 'return (made(a, b))()', 'def made(a, b):\n    return lambda: a if b else 0'),
  made(
    'a string over lines',
    'return len(\n        «"one"\n        "two"»\n    )',
    'return len(\n        made()\n    )',
    'def made():\n    return ("one"\n        "two")',
  ),
  made('a part of an f-string', 'return f"{«a + b»!r:>{a}}"', 'return f"{made(a, b)!r:>{a}}"', 'def made(a, b):\n    return a + b'),
  made('an index without parentheses', 'return {(1, 2): 3}[«a, b»]', 'return {(1, 2): 3}[made(a, b)]', 'def made(a, b):\n    return a, b'),
  made('a parenthesis directly behind a word', 'return a if«(b)»else 0', 'return a if made(b)else 0', 'def made(b):\n    return (b)'),
  made(
    'a comment and a continued line inside',
    'return («a  # first\n        + b»)',
    'return (made(a, b))',
    'def made(a, b):\n    return (a  # first\n        + b)',
  ),
  named('a generator without parentheses', 'return sum(«x * 2 for x in xs»)', 'made = (x * 2 for x in xs)\n    return sum(made)'),
  named('words on both sides', 'return 1 if«(a)»else 0', 'made = (a)\n    return 1 if made else 0'),
  named('an f-string in an f-string', 'return f"{«len(xs)»:>{a}}"', 'made = len(xs)\n    return f"{made:>{a}}"'),
  inlined(
    'a tuple whose parts have parentheses',
    'def f(a, b):\n    $0pair = (a), (b)\n    print(pair)\n\n\nf(1, 2)\n',
    'def f(a, b):\n    print(((a), (b)))\n\n\nf(1, 2)\n',
  ),
  inlined(
    'a generator as an argument',
    'def $0same(x):\n    return x\n\n\ngen = same(x for x in [1])\nprint(list(gen))\n',
    'gen = (x for x in [1])\nprint(list(gen))\n',
  ),
  inlined('a walrus as an argument', 'def $0same(x):\n    return x\n\n\ny = same(z := 1)\nprint(y, z)\n', 'y = (z := 1)\nprint(y, z)\n'),
  inlined('a dictionary in an f-string', '$0d = {1: 2}\nprint(f"{d}")\n', 'print(f"{ {1: 2}}")\n'),
  inlined(
    'lines that begin with a parenthesis',
    'def f(a: int, b: int):\n    $0c = (a\n         ) + (\n         b)\n    return c * 2\n\n\nprint(f(1, 2))\n',
    'def f(a: int, b: int):\n    return ((a\n         ) + (\n         b)) * 2\n\n\nprint(f(1, 2))\n',
  ),
  inlined('a call close to a word', 'def $0f(x, y):\n    return x + y\n\n\na = b = 1\nprint(f(a, b)if a else 0)\n', 'a = b = 1\nprint(a + b if a else 0)\n'),
  inPlace('the second part of a chained comparison', 'def f(a, b):\n    return 0 < a < «b.c»\n', 'f(1, B)'),
  inPlace('one way of a conditional', 'def f(a, b):\n    return a if b else «b.c»\n', 'f(1, 2)'),
  inPlace('the condition of an elif', 'def f(a, b):\n    if a:\n        return 1\n    elif «b.c»:\n        return 2\n', 'f(0, B)'),
  inPlace('the message of an assertion', 'def f(a, b):\n    assert a, «b.c»\n', 'f(1, B)'),
  inPlace('the second of two with items', 'def f(a, b):\n    with a, «b.c()»:\n        pass\n', 'f(nullcontext(), SimpleNamespace(c=nullcontext))'),
  inPlace('the condition of a case', 'def f(a, b):\n    match a:\n        case 1 if «b.c»:\n            return 2\n', 'f(1, B)'),
  inPlace('what an except catches', 'def f(a, b):\n    try:\n        a()\n    except «b.c»:\n        pass\n', 'f(dict, B)'),
  inPlace('an element of a comprehension', 'def f(a):\n    return {x: «x.y» for x in a}\n', 'f([])'),
];

const sometimes = (title: string, code: string, says: string): RefusedRow => ({
  title,
  tool: 'extract_variable',
  given: { name: 'made' },
  error: 'refactoring_refused',
  before: { 'a.py': code },
  says,
});

const refused: readonly RefusedRow[] = [
  sometimes('a number in a pattern', 'def f(a):\n    match a:\n        case -«1»:\n            return 2\n', 'is a pattern'),
  sometimes('the second iterable of a comprehension', 'def f(a, b):\n    return [x for x in a for y in «b.c»]\n', 'for each element'),
  sometimes('the body of a class', 'def f(a):\n    class B:\n        c = «a.b»\n    return B\n', 'would become an attribute'),
];

testPythonTable(rows, refused);
