// Python code that changes names of the module or of the function around, or gives values in expressions and patterns, becomes a function.
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a name of the module that only the selection changes',
    before: { 'a.py': 'n = 0\n\n\ndef run(k):\n    «global n\n    n += k»\n    return n\n\n\nprint(run(2))\n' },
    after: { 'a.py': 'n = 0\n\n\ndef run(k):\n    made(k)\n    return n\n\n\ndef made(k):\n    global n\n    n += k\n\n\nprint(run(2))\n' },
  },
  {
    title: 'a name of the module that the rest changes too',
    before: { 'a.py': 'n = 0\n\n\ndef run(k):\n    «global n\n    n += k»\n    n += 1\n    return n\n\n\nprint(run(2))\n' },
    after: {
      'a.py': 'n = 0\n\n\ndef run(k):\n    global n\n    made(k)\n    n += 1\n    return n\n\n\ndef made(k):\n    global n\n    n += k\n\n\nprint(run(2))\n',
    },
  },
  {
    title: 'a variable of the function around',
    before: {
      'a.py':
        'def outer():\n    a = 1\n\n    def inner(k):\n        nonlocal a\n        «a = a + k»\n        return a\n\n    inner(2)\n    return a\n\n\nprint(outer())\n',
    },
    after: {
      'a.py':
        'def outer():\n    a = 1\n\n    def inner(k):\n        nonlocal a\n        a = made(a, k)\n        return a\n\n    inner(2)\n    return a\n\n\ndef made(a, k):\n    a = a + k\n    return a\n\n\nprint(outer())\n',
    },
  },
  {
    title: 'a name given in an expression that nobody else uses',
    before: { 'a.py': 'def run(xs):\n    return «[y for x in xs if (y := x * 2) > 2]»\n\n\nprint(run([1, 2]))\n' },
    after: { 'a.py': 'def run(xs):\n    return made(xs)\n\n\ndef made(xs):\n    return [y for x in xs if (y := x * 2) > 2]\n\n\nprint(run([1, 2]))\n' },
  },
  {
    title: 'a name given in a condition',
    before: { 'a.py': 'def run(xs):\n    «if (n := len(xs)) > 1:\n        print(n)»\n    return n\n\n\nprint(run([1, 2]))\n' },
    after: {
      'a.py':
        'def run(xs):\n    n = made(xs)\n    return n\n\n\ndef made(xs):\n    if (n := len(xs)) > 1:\n        print(n)\n    return n\n\n\nprint(run([1, 2]))\n',
    },
  },
  {
    title: 'what a case captures',
    before: {
      'a.py':
        'def run(v):\n    match v:\n        case [a, b]:\n            «c = a + b\n            print(c)»\n            return c\n        case {"k": x, **rest} if x:\n            return x, rest\n        case other:\n            return other\n\n\nprint(run([1, 2]), run({"k": 1}), run(3))\n',
    },
    after: {
      'a.py':
        'def run(v):\n    match v:\n        case [a, b]:\n            c = made(a, b)\n            return c\n        case {"k": x, **rest} if x:\n            return x, rest\n        case other:\n            return other\n\n\ndef made(a, b):\n    c = a + b\n    print(c)\n    return c\n\n\nprint(run([1, 2]), run({"k": 1}), run(3))\n',
    },
  },
  {
    title: 'a whole match that gives a value on every way',
    before: {
      'a.py':
        'def run(v):\n    «match v:\n        case [a, b]:\n            c = a\n        case {"k": x}:\n            c = x\n        case _:\n            c = 0»\n    return c\n\n\nprint(run([1, 2]), run({"k": 3}), run(3))\n',
    },
    after: {
      'a.py':
        'def run(v):\n    c = made(v)\n    return c\n\n\ndef made(v):\n    match v:\n        case [a, b]:\n            c = a\n        case {"k": x}:\n            c = x\n        case _:\n            c = 0\n    return c\n\n\nprint(run([1, 2]), run({"k": 3}), run(3))\n',
    },
  },
  {
    title: 'an annotation that names a class which is not there yet',
    before: {
      'a.py':
        'class Shelf:\n    size = 2\n\n    def tell(self):\n        def inner(shelf: Shelf, more: int):\n            «text = str(shelf.size + more)»\n            return text\n\n        return inner(self, 1)\n\n\nprint(Shelf().tell())\n',
    },
    after: {
      'a.py':
        'def made(shelf, more: int):\n    text = str(shelf.size + more)\n    return text\n\n\nclass Shelf:\n    size = 2\n\n    def tell(self):\n        def inner(shelf: Shelf, more: int):\n            text = made(shelf, more)\n            return text\n\n        return inner(self, 1)\n\n\nprint(Shelf().tell())\n',
    },
  },
  {
    title: 'an annotation that nobody evaluates',
    before: {
      'a.py':
        'from __future__ import annotations\n\n\nclass Shelf:\n    @staticmethod\n    def tell(shelf: Shelf):\n        «text = str(shelf)»\n        return len(text) > 1\n\n\nprint(Shelf.tell(Shelf()))\n',
    },
    after: {
      'a.py':
        'from __future__ import annotations\n\n\ndef made(shelf: Shelf):\n    text = str(shelf)\n    return text\n\n\nclass Shelf:\n    @staticmethod\n    def tell(shelf: Shelf):\n        text = made(shelf)\n        return len(text) > 1\n\n\nprint(Shelf.tell(Shelf()))\n',
    },
  },
  {
    title: 'what raises on every way, where a value is expected',
    before: {
      'a.py':
        'def run(k: int) -> int:\n    try:\n        value = 10 // k\n    except ZeroDivisionError as error:\n        «print(error)\n        raise ValueError(k) from error»\n    return value\n\n\nprint(run(2))\n',
    },
    after: {
      'a.py':
        'def run(k: int) -> int:\n    try:\n        value = 10 // k\n    except ZeroDivisionError as error:\n        return made(error, k)\n    return value\n\n\ndef made(error, k: int):\n    print(error)\n    raise ValueError(k) from error\n\n\nprint(run(2))\n',
    },
  },
  {
    title: 'what raises where somebody swallows it',
    before: {
      'a.py': 'import contextlib\n\n\ndef run(k):\n    «with contextlib.suppress(ValueError):\n        raise ValueError(k)»\n    return 1\n\n\nprint(run(2))\n',
    },
    after: {
      'a.py':
        'import contextlib\n\n\ndef run(k):\n    made(k)\n    return 1\n\n\ndef made(k):\n    with contextlib.suppress(ValueError):\n        raise ValueError(k)\n\n\nprint(run(2))\n',
    },
  },
].map((row) => ({ given: { name: 'made' }, ...row, tool: 'extract_function' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'a return behind which somebody swallows what is raised',
    before: {
      'a.py': 'import contextlib\n\n\ndef run(k):\n    «with contextlib.suppress(ValueError):\n        return int(k)»\n    return 1\n\n\nprint(run("a"))\n',
    },
    says: 'line 6 returns, but other ways lead past the selection',
  },
  {
    title: 'a name given in an expression that others use',
    before: { 'a.py': 'def f(a):\n    if «(b := a) > 1»:\n        return b\n' },
    says: 'line 2 gives a value to b, which line 3 uses.',
  },
  {
    title: 'a variable of the function around that a call may ask for',
    before: {
      'a.py':
        'def f():\n    a = 1\n\n    def g():\n        nonlocal a\n        «a = 2\n        print(h())»\n\n    def h():\n        return a\n\n    g()\n    return a\n',
    },
    says: 'line 6 gives a value to a of the function around, which line 7 may use.',
  },
  {
    title: 'a match that may fit nothing',
    before: { 'a.py': 'def f(v):\n    «match v:\n        case [a]:\n            c = a»\n    return c\n' },
    says: 'c may have no value yet on line 2, where it would be passed.',
  },
].map((row) => ({ given: { name: 'made' }, ...row, tool: 'extract_function', error: 'refactoring_refused' }));

testPythonTable(rows, refused);
