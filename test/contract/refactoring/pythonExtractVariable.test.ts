// Expressions of real Python that become variables, evaluated as often and in the same order as before.
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'an expression in a function',
    before: { 'a.py': 'def area(width):\n    return [[width * 2]] + 1\n\n\nprint(area(3))\n' },
    given: { name: 'double' },
    after: { 'a.py': 'def area(width):\n    double = width * 2\n    return double + 1\n\n\nprint(area(3))\n' },
  },
  {
    title: 'only where it was selected',
    before: { 'a.py': 'def area(width):\n    print(width * 2)\n    return [[width * 2]]\n\n\nprint(area(3))\n' },
    given: { name: 'double' },
    after: { 'a.py': 'def area(width):\n    print(width * 2)\n    double = width * 2\n    return double\n\n\nprint(area(3))\n' },
  },
  {
    title: 'all occurrences, also those before and in inner blocks, however they are spaced',
    before: {
      'a.py': 'def area(width: int):\n    print(width*2)\n    if width > 1:\n        print(width  *  2 + 1)\n    return [[width * 2]]\n\n\nprint(area(3))\n',
    },
    given: { name: 'double', all_occurrences: true },
    after: {
      'a.py':
        'def area(width: int):\n    double = width * 2\n    print(double)\n    if width > 1:\n        print(double + 1)\n    return double\n\n\nprint(area(3))\n',
    },
  },
  {
    title: 'others stay where what it is made of may be changed in between',
    before: { 'a.py': 'def area(sizes):\n    print([[sizes * 2]])\n    sizes.append(1)\n    return sizes * 2\n\n\nprint(area([3]))\n' },
    given: { name: 'double', all_occurrences: true },
    after: { 'a.py': 'def area(sizes):\n    double = sizes * 2\n    print(double)\n    sizes.append(1)\n    return sizes * 2\n\n\nprint(area([3]))\n' },
  },
  {
    title: 'behind a call that may change what it is made of, it is assigned where it stands',
    before: { 'a.py': 'def area(sizes):\n    return sizes.append(1), [[not sizes]]\n\n\nprint(area([]))\n' },
    given: { name: 'empty' },
    after: { 'a.py': 'def area(sizes):\n    return sizes.append(1), (empty := not sizes)\n\n\nprint(area([]))\n' },
  },
  {
    title: 'others stay where the variable is changed in between',
    before: { 'a.py': 'def area(width):\n    print([[width * 2]])\n    width = 7\n    return width * 2\n\n\nprint(area(3))\n' },
    given: { name: 'double', all_occurrences: true },
    after: { 'a.py': 'def area(width):\n    double = width * 2\n    print(double)\n    width = 7\n    return width * 2\n\n\nprint(area(3))\n' },
  },
  {
    title: 'others stay where a loop changes it',
    before: { 'a.py': 'def area(width):\n    print([[width * 2]])\n    while width < 9:\n        width = width * 2\n    return width\n\n\nprint(area(3))\n' },
    given: { name: 'double', all_occurrences: true },
    after: {
      'a.py':
        'def area(width):\n    double = width * 2\n    print(double)\n    while width < 9:\n        width = width * 2\n    return width\n\n\nprint(area(3))\n',
    },
  },
  {
    title: 'an attribute stays where a call may change it',
    before: {
      'a.py':
        'class Box:\n    size = 1\n\n    def grow(self):\n        print([[self.size + 1]])\n        self.more()\n        return self.size + 1\n\n    def more(self):\n        self.size += 1\n\n\nprint(Box().grow())\n',
    },
    given: { name: 'next_size', all_occurrences: true },
    after: {
      'a.py':
        'class Box:\n    size = 1\n\n    def grow(self):\n        next_size = self.size + 1\n        print(next_size)\n        self.more()\n        return self.size + 1\n\n    def more(self):\n        self.size += 1\n\n\nprint(Box().grow())\n',
    },
  },
  {
    title: 'a list stays one of its own wherever it stands',
    before: { 'a.py': 'def run():\n    a = [[ [] ]]\n    b = []\n    a.append(1)\n    print(a, b)\n\n\nrun()\n' },
    given: { name: 'empty', all_occurrences: true },
    after: { 'a.py': 'def run():\n    empty = []\n    a =  empty \n    b = []\n    a.append(1)\n    print(a, b)\n\n\nrun()\n' },
  },
  {
    title: 'a call that is a whole statement',
    before: { 'a.py': 'def load():\n    return 4\n\n\n[[load()]]\nprint(1)\n' },
    given: { name: 'loaded' },
    after: { 'a.py': 'def load():\n    return 4\n\n\nloaded = load()\nprint(1)\n' },
  },
  {
    title: 'the condition of an if, and what a for goes over',
    before: { 'a.py': 'def odd(values):\n    for value in [[values[1:] ]]:\n        if value % 2:\n            print(value)\n\n\nodd([1, 2, 3])\n' },
    given: { name: 'rest' },
    after: {
      'a.py': 'def odd(values):\n    rest = values[1:]\n    for value in rest :\n        if value % 2:\n            print(value)\n\n\nodd([1, 2, 3])\n',
    },
  },
  {
    title: 'in a statement that shares its line',
    before: { 'a.py': 'def area(width):\n    if width: return [[width * 2]]\n    return 0\n\n\nprint(area(3), area(0))\n' },
    given: { name: 'double' },
    after: { 'a.py': 'def area(width):\n    if width: double = width * 2; return double\n    return 0\n\n\nprint(area(3), area(0))\n' },
  },
  {
    title: 'an expression over several lines gets parentheses',
    before: { 'a.py': 'def area(width):\n    return print([[width\n                  + 1]], 2)\n\n\narea(3)\n' },
    given: { name: 'more' },
    after: { 'a.py': 'def area(width):\n    more = (width\n                  + 1)\n    return print(more, 2)\n\n\narea(3)\n' },
  },
  {
    title: 'an expression in an f-string',
    before: { 'a.py': 'def tell(price):\n    return f"costs {[[price * 2]]:>5} in all"\n\n\nprint(tell(3))\n' },
    given: { name: 'cost' },
    after: { 'a.py': 'def tell(price):\n    cost = price * 2\n    return f"costs {cost:>5} in all"\n\n\nprint(tell(3))\n' },
  },
  {
    title: 'before the decorators of a function, for a default',
    before: { 'a.py': 'import functools\n\n\n@functools.cache\ndef area(width=[[2 + 3]]):\n    return width\n\n\nprint(area())\n' },
    given: { name: 'usual' },
    after: { 'a.py': 'import functools\n\n\nusual = 2 + 3\n@functools.cache\ndef area(width=usual):\n    return width\n\n\nprint(area())\n' },
  },
  {
    title: 'with tabs, CRLF and a comment that stays',
    before: { 'a.py': 'def area(width):\r\n\tif width:\r\n\t\t# doubled\r\n\t\treturn [[width * 2]]  # so\r\n\treturn 0\r\n\r\n\r\nprint(area(3))\r\n' },
    given: { name: 'double' },
    after: {
      'a.py':
        'def area(width):\r\n\tif width:\r\n\t\t# doubled\r\n\t\tdouble = width * 2\r\n\t\treturn double  # so\r\n\treturn 0\r\n\r\n\r\nprint(area(3))\r\n',
    },
  },
  {
    title: 'awaited, in a coroutine',
    before: { 'a.py': 'import asyncio\n\n\nasync def load():\n    return 3\n\n\nasync def run():\n    print([[await load()]] + 1)\n\n\nasyncio.run(run())\n' },
    given: { name: 'loaded' },
    after: {
      'a.py':
        'import asyncio\n\n\nasync def load():\n    return 3\n\n\nasync def run():\n    loaded = await load()\n    print(loaded + 1)\n\n\nasyncio.run(run())\n',
    },
  },
  {
    title: 'another variable of the same name in a comprehension is another expression',
    before: {
      'a.py':
        'def area(width: int):\n    print([[width * 2]])\n    print([width * 2 for width in range(3)])\n    print([width * 2 for _ in range(2)])\n\n\narea(3)\n',
    },
    given: { name: 'double', all_occurrences: true },
    after: {
      'a.py':
        'def area(width: int):\n    double = width * 2\n    print(double)\n    print([width * 2 for width in range(3)])\n    print([double for _ in range(2)])\n\n\narea(3)\n',
    },
  },
  {
    title: 'a constant, even where it is evaluated only sometimes',
    before: { 'a.py': 'def area(width):\n    return width and [[60 * 60]]\n\n\nprint(area(3))\n' },
    given: { name: 'hour' },
    after: { 'a.py': 'def area(width):\n    hour = 60 * 60\n    return width and hour\n\n\nprint(area(3))\n' },
  },
  {
    title: 'in place, where it is evaluated only sometimes',
    before: { 'a.py': 'def f(a):\n    if a and [[a.real]] > 1:\n        return True\n    return a or None\n\n\nprint(f(0), f(2))\n' },
    given: { name: 'double' },
    after: {
      'a.py': 'def f(a):\n    if a and (double := a.real) > 1:\n        return True\n    return a or None\n\n\nprint(f(0), f(2))\n',
    },
  },
  {
    title: 'in place, in the condition of an elif and of a loop',
    before: {
      'a.py':
        'def f(a):\n    if a is None:\n        return 0\n    elif len(a) > 1:\n        return 1\n    while [[len(a)]] < 3:\n        a.append(1)\n    return a\n\n\nprint(f(None), f([]))\n',
    },
    given: { name: 'double' },
    after: {
      'a.py':
        'def f(a):\n    if a is None:\n        return 0\n    elif len(a) > 1:\n        return 1\n    while (double := len(a)) < 3:\n        a.append(1)\n    return a\n\n\nprint(f(None), f([]))\n',
    },
  },
  {
    title: 'in place, in a comprehension, and what has no parentheses of its own',
    before: { 'a.py': 'def f(a):\n    return [x for x in a if any([[y > x for y in a]])]\n\n\nprint(f([1, 2]))\n' },
    given: { name: 'double' },
    after: { 'a.py': 'def f(a):\n    return [x for x in a if any((double := (y > x for y in a)))]\n\n\nprint(f([1, 2]))\n' },
  },
  {
    title: 'in place, in a lambda and in an f-string',
    before: { 'a.py': 'def f(a):\n    return lambda: f"{[[a.real]]:>3}"\n\n\nprint(f(1)())\n' },
    given: { name: 'double' },
    after: { 'a.py': 'def f(a):\n    return lambda: f"{(double := a.real):>3}"\n\n\nprint(f(1)())\n' },
  },
  {
    title: 'in place, where the order may matter',
    before: { 'a.py': 'def f(a, b):\n    return a() + [[b()]]\n\n\nprint(f(lambda: print("a") or 1, lambda: print("b") or 2))\n' },
    given: { name: 'double' },
    after: { 'a.py': 'def f(a, b):\n    return a() + (double := b())\n\n\nprint(f(lambda: print("a") or 1, lambda: print("b") or 2))\n' },
  },
].map((row) => ({ ...row, tool: 'extract_variable' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'what a comprehension goes over inside of another clause',
    before: { 'a.py': 'def f(a):\n    return [x for y in a for x in [[y.z]]]\n' },
    says: 'A comprehension goes over it',
  },
  {
    title: 'part of an expression',
    before: { 'a.py': 'a = 1\nprint(a * [[2 + a]])\n'.replace('a * [[2 + a]]', '2 [[* a + 3]]') },
    says: 'not one whole expression',
  },
  { title: 'nothing', before: { 'a.py': 'print(1)[[]]\n' }, says: 'nothing is selected' },
  {
    title: 'a name that is taken',
    before: { 'a.py': 'def f(a):\n    double = 1\n    return [[a * 2]] + double\n' },
    says: 'double already means something on line 2',
  },
  {
    title: 'a builtin that is used',
    before: { 'a.py': 'def f(a):\n    return len(a) + [[a[0] ]]\n' },
    given: { name: 'len' },
    says: 'len already means something on line 2',
  },
  { title: 'the body of a class', before: { 'a.py': 'class A:\n    size = [[1 + 2]]\n' }, says: 'would become an attribute' },
  { title: 'an annotation', before: { 'a.py': 'def f(a: [[list[int]]]):\n    return a\n'.replace('[[list[int]]]', '[[list]]') }, says: 'annotation of a type' },
  { title: 'a target', before: { 'a.py': '[[total]] = 1\n' }, says: 'is given a value' },
  { title: 'documentation', before: { 'a.py': 'def f():\n    [["""Says."""]]\n    return 1\n' }, says: 'is documentation' },
  { title: 'what prints itself', before: { 'a.py': 'a = 1\nprint(f"{[[a + 1]]=}")\n' }, says: 'prints the expression as it is written' },
  { title: 'a keyword as the name', before: { 'a.py': 'print([[1 + 2]])\n' }, given: { name: 'lambda' }, says: 'keyword' },
  { title: 'no name at all', before: { 'a.py': 'print([[1 + 2]])\n' }, given: { name: '2nd' }, says: 'no name in Python' },
  { title: 'text that is no Python', before: { 'a.py': 'print([[1 + 2]])\ndef f(:\n' }, says: 'line 2 of a.py is no Python' },
].map((row) => ({ given: { name: 'double' }, ...row, tool: 'extract_variable', error: 'refactoring_refused' }));

testPythonTable(rows, refused);
