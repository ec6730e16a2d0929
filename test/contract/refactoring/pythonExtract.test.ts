// Functions and variables taken out of real Python: what they need goes in, what is used later comes out, and the program prints the same.
import { afterAll, beforeAll } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { testRuns } from './pythonRuns.ts';
import { filesOf, type RefusedRow, type Row, testRefusals, testRows } from './table.ts';

const variableRows: readonly Row[] = [
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
      'a.py': 'def area(width):\n    print(width*2)\n    if width > 1:\n        print(width  *  2 + 1)\n    return [[width * 2]]\n\n\nprint(area(3))\n',
    },
    given: { name: 'double', all_occurrences: true },
    after: {
      'a.py':
        'def area(width):\n    double = width * 2\n    print(double)\n    if width > 1:\n        print(double + 1)\n    return double\n\n\nprint(area(3))\n',
    },
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
        'def area(width):\n    print([[width * 2]])\n    print([width * 2 for width in range(3)])\n    print([width * 2 for _ in range(2)])\n\n\narea(3)\n',
    },
    given: { name: 'double', all_occurrences: true },
    after: {
      'a.py':
        'def area(width):\n    double = width * 2\n    print(double)\n    print([width * 2 for width in range(3)])\n    print([double for _ in range(2)])\n\n\narea(3)\n',
    },
  },
  {
    title: 'a constant, even where it is evaluated only sometimes',
    before: { 'a.py': 'def area(width):\n    return width and [[60 * 60]]\n\n\nprint(area(3))\n' },
    given: { name: 'hour' },
    after: { 'a.py': 'def area(width):\n    hour = 60 * 60\n    return width and hour\n\n\nprint(area(3))\n' },
  },
].map((row) => ({ ...row, tool: 'extract_variable' }));

const functionRows: readonly Row[] = [
  {
    title: 'an expression, with a parameter and its type for each variable',
    before: { 'a.py': 'def area(width: int, height: int) -> int:\n    return [[width * height]] + 1\n\n\nprint(area(2, 3))\n' },
    given: { name: 'product' },
    after: {
      'a.py':
        'def area(width: int, height: int) -> int:\n    return product(width, height) + 1\n\n\ndef product(width: int, height: int):\n    return width * height\n\n\nprint(area(2, 3))\n',
    },
  },
  {
    title: 'statements that give a value to a later one',
    before: { 'a.py': 'def total(values):\n    [[sum_ = 0\n    for value in values:\n        sum_ += value]]\n    return sum_\n\n\nprint(total([1, 2]))\n' },
    given: { name: 'add_up' },
    after: {
      'a.py':
        'def total(values):\n    sum_ = add_up(values)\n    return sum_\n\n\ndef add_up(values):\n    sum_ = 0\n    for value in values:\n        sum_ += value\n    return sum_\n\n\nprint(total([1, 2]))\n',
    },
  },
  {
    title: 'several values, and one that comes in and goes out',
    before: { 'a.py': 'def run(a):\n    b = 1\n    [[a = a + b\n    c = a * 2]]\n    return a, b, c\n\n\nprint(run(3))\n' },
    given: { name: 'step' },
    after: {
      'a.py':
        'def run(a):\n    b = 1\n    a, c = step(a, b)\n    return a, b, c\n\n\ndef step(a, b):\n    a = a + b\n    c = a * 2\n    return a, c\n\n\nprint(run(3))\n',
    },
  },
  {
    title: 'what a loop carries to its next round',
    before: {
      'a.py': 'def run(values):\n    last = 0\n    for value in values:\n        [[last = last * 2 + value\n        print(last)]]\n\n\nrun([1, 2, 3])\n',
    },
    given: { name: 'step' },
    after: {
      'a.py':
        'def run(values):\n    last = 0\n    for value in values:\n        last = step(last, value)\n\n\ndef step(last, value):\n    last = last * 2 + value\n    print(last)\n    return last\n\n\nrun([1, 2, 3])\n',
    },
  },
  {
    title: 'a method where self is used',
    before: {
      'a.py':
        'class Cart:\n    def __init__(self):\n        self.items = [1, 2]\n\n    def total(self, factor: int):\n        """All of it."""\n        return [[sum(self.items) * factor]]\n\n    def rest(self):\n        return 0\n\n\nprint(Cart().total(2))\n',
    },
    given: { name: 'scaled' },
    after: {
      'a.py':
        'class Cart:\n    def __init__(self):\n        self.items = [1, 2]\n\n    def total(self, factor: int):\n        """All of it."""\n        return self.scaled(factor)\n\n    def scaled(self, factor: int):\n        return sum(self.items) * factor\n\n    def rest(self):\n        return 0\n\n\nprint(Cart().total(2))\n',
    },
  },
  {
    title: 'a method of the class where cls is used',
    before: {
      'a.py':
        'class Cart:\n    made = 0\n\n    @classmethod\n    def make(cls):\n        [[cls.made += 1\n        print(cls.made)]]\n        return cls()\n\n\nCart.make()\n',
    },
    given: { name: 'count' },
    after: {
      'a.py':
        'class Cart:\n    made = 0\n\n    @classmethod\n    def make(cls):\n        cls.count()\n        return cls()\n\n    @classmethod\n    def count(cls):\n        cls.made += 1\n        print(cls.made)\n\n\nCart.make()\n',
    },
  },
  {
    title: 'a function before the class where self is not used',
    before: { 'a.py': '# Carts.\nclass Cart:\n    def total(self, a, b):\n        return [[a * b]]\n\n\nprint(Cart().total(2, 3))\n' },
    given: { name: 'product' },
    after: {
      'a.py':
        'def product(a, b):\n    return a * b\n\n\n# Carts.\nclass Cart:\n    def total(self, a, b):\n        return product(a, b)\n\n\nprint(Cart().total(2, 3))\n',
    },
  },
  {
    title: 'with await, the function is a coroutine',
    before: {
      'a.py':
        'import asyncio\n\n\nasync def load():\n    return 1\n\n\nasync def run():\n    [[value = await load()\n    print(value)]]\n    return value\n\n\nprint(asyncio.run(run()))\n',
    },
    given: { name: 'load_next' },
    after: {
      'a.py':
        'import asyncio\n\n\nasync def load():\n    return 1\n\n\nasync def run():\n    value = await load_next()\n    return value\n\n\nasync def load_next():\n    value = await load()\n    print(value)\n    return value\n\n\nprint(asyncio.run(run()))\n',
    },
  },
  {
    title: 'statements that all return',
    before: { 'a.py': 'def sign(x):\n    print("sign")\n    [[if x < 0:\n        return -1\n    else:\n        return 1]]\n\n\nprint(sign(-3), sign(3))\n' },
    given: { name: 'sign_of' },
    after: {
      'a.py':
        'def sign(x):\n    print("sign")\n    return sign_of(x)\n\n\ndef sign_of(x):\n    if x < 0:\n        return -1\n    else:\n        return 1\n\n\nprint(sign(-3), sign(3))\n',
    },
  },
  {
    title: 'a whole loop with its own break, and lines of a string that stay',
    before: {
      'a.py':
        'def run(values):\n    if values:\n        [[for value in values:\n            if value > 1:\n                break\n            print("""one\n  two""", value)]]\n\n\nrun([1, 2])\n',
    },
    given: { name: 'show' },
    after: {
      'a.py':
        'def run(values):\n    if values:\n        show(values)\n\n\ndef show(values):\n    for value in values:\n        if value > 1:\n            break\n        print("""one\n  two""", value)\n\n\nrun([1, 2])\n',
    },
  },
  {
    title: 'code of the module itself, before it is used',
    before: { 'a.py': 'import os\n\nvalues = [3, 1]\n[[values.sort()\nprint(values, os.sep is None)]]\nprint(len(values))\n' },
    given: { name: 'show' },
    after: { 'a.py': 'import os\n\nvalues = [3, 1]\n\n\ndef show():\n    values.sort()\n    print(values, os.sep is None)\n\n\nshow()\nprint(len(values))\n' },
  },
  {
    title: 'with tabs, CRLF and comments',
    before: {
      'a.py': 'def area(width):\r\n\tif width:\r\n\t\t[[# half of it\r\n\t\thalf = width / 2  # so\r\n\t\tprint(half)]]\r\n\treturn 0\r\n\r\n\r\narea(4)\r\n',
    },
    given: { name: 'halve' },
    after: {
      'a.py':
        'def area(width):\r\n\tif width:\r\n\t\thalve(width)\r\n\treturn 0\r\n\r\n\r\ndef halve(width):\r\n\t# half of it\r\n\thalf = width / 2  # so\r\n\tprint(half)\r\n\r\n\r\narea(4)\r\n',
    },
  },
  {
    title: 'a variable of the module that is written',
    before: { 'a.py': 'count = 0\n\n\ndef add(by):\n    global count\n    [[count = count + by\n    print(count)]]\n\n\nadd(2)\nprint(count)\n' },
    given: { name: 'really_add' },
    after: {
      'a.py':
        'count = 0\n\n\ndef add(by):\n    global count\n    really_add(by)\n\n\ndef really_add(by):\n    global count\n    count = count + by\n    print(count)\n\n\nadd(2)\nprint(count)\n',
    },
  },
  {
    title: 'the element of a comprehension',
    before: {
      'a.py': 'def run(values, factor):\n    return [[[value * factor]] for value in values]\n\n\nprint(run([1, 2], 3))\n'.replace(
        '[[[value * factor]]',
        '[ [[value * factor]]',
      ),
    },
    given: { name: 'scaled' },
    after: {
      'a.py':
        'def run(values, factor):\n    return [ scaled(value, factor) for value in values]\n\n\ndef scaled(value, factor):\n    return value * factor\n\n\nprint(run([1, 2], 3))\n',
    },
  },
  {
    title: 'a value that is given only sometimes goes in too',
    before: { 'a.py': 'def run(x):\n    sign = 1\n    [[if x < 0:\n        sign = -1]]\n    return sign * x\n\n\nprint(run(-3))\n' },
    given: { name: 'sign_of' },
    after: {
      'a.py':
        'def run(x):\n    sign = 1\n    sign = sign_of(x, sign)\n    return sign * x\n\n\ndef sign_of(x, sign):\n    if x < 0:\n        sign = -1\n    return sign\n\n\nprint(run(-3))\n',
    },
  },
  {
    title: 'inside of a function in a function',
    before: { 'a.py': 'def outer(a):\n    def inner(b):\n        return [[a + b]]\n\n    return inner(2)\n\n\nprint(outer(1))\n' },
    given: { name: 'added' },
    after: {
      'a.py':
        'def outer(a):\n    def inner(b):\n        return added(a, b)\n\n    return inner(2)\n\n\ndef added(a, b):\n    return a + b\n\n\nprint(outer(1))\n',
    },
  },
].map((row) => ({ ...row, tool: 'extract_function' }));

const refusedVariables: readonly RefusedRow[] = [
  {
    title: 'part of an expression',
    before: { 'a.py': 'a = 1\nprint(a * [[2 + a]])\n'.replace('a * [[2 + a]]', '2 [[* a + 3]]') },
    says: 'not one whole expression',
  },
  { title: 'nothing', before: { 'a.py': 'print(1)[[]]\n' }, says: 'nothing is selected' },
  { title: 'what is evaluated only sometimes', before: { 'a.py': 'def f(a):\n    return a and [[a.b]]\n' }, says: 'only if what stands before "and"' },
  { title: 'what each round of a loop evaluates', before: { 'a.py': 'def f(a):\n    while [[a.b]]:\n        a.c()\n' }, says: 'before each round' },
  { title: 'what a comprehension evaluates', before: { 'a.py': 'def f(a):\n    return [x for x in a if [[x.y]]]\n' }, says: 'for each element' },
  { title: 'what a lambda evaluates', before: { 'a.py': 'def f(a):\n    return lambda: [[a.b]]\n' }, says: 'when the lambda is called' },
  { title: 'another order', before: { 'a.py': 'def f(a, b):\n    return a() + [[b()]]\n' }, says: 'line 2 evaluates a() before it' },
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

const refusedFunctions: readonly RefusedRow[] = [
  {
    title: 'a return on one way only',
    before: { 'a.py': 'def f(a):\n    [[if a:\n        return 1]]\n    return 2\n' },
    says: 'line 3 returns, but other ways',
  },
  { title: 'a break of a loop around', before: { 'a.py': 'def f(a):\n    for b in a:\n        [[if b:\n            break]]\n' }, says: 'line 4 has a break' },
  { title: 'a yield', before: { 'a.py': 'def f(a):\n    [[yield a]]\n' }, says: 'line 2 yields' },
  {
    title: 'half of a statement',
    before: { 'a.py': 'def f(a):\n    [[if a:\n        print(1)\n   ]] print(2)\n'.replace('\n   ]] print(2)', '\n        pri]]nt(2)') },
    says: 'neither one expression nor whole statements',
  },
  {
    title: 'what may have no value yet',
    before: { 'a.py': 'def f(a):\n    if a:\n        b = 1\n    [[if a:\n        print(b)]]\n' },
    says: 'b may have no value yet on line 4',
  },
  {
    title: 'a result that may have none',
    before: { 'a.py': 'def f(a):\n    [[for b in a:\n        last = b]]\n    return last\n' },
    says: 'last may have no value yet',
  },
  {
    title: 'a variable of the function around',
    before: { 'a.py': 'def f():\n    a = 1\n\n    def g():\n        nonlocal a\n        [[a = 2]]\n\n    g()\n    return a\n' },
    says: 'of the function around',
  },
  {
    title: 'a variable that an inner function keeps',
    before: { 'a.py': 'def f():\n    a = 1\n    g = lambda: a\n    [[a = 2\n    print(g())]]\n    return a\n' },
    says: 'is also used by what line 3 defines',
  },
  {
    title: 'a lambda that would keep an old value',
    before: { 'a.py': 'def f(xs):\n    i = 0\n    [[xs.append(lambda: i)]]\n    i = 1\n    return xs\n' },
    says: 'keeps i for later',
  },
  { title: 'a deleted variable', before: { 'a.py': 'def f(a):\n    b = a\n    [[print(b)\n    del b]]\n' }, says: 'line 4 deletes b' },
  { title: 'locals()', before: { 'a.py': 'def f(a):\n    [[print(locals())]]\n' }, says: 'calls locals()' },
  { title: 'the body of a class', before: { 'a.py': 'class A:\n    [[b = 1]]\n' }, says: 'in the body of a class' },
  {
    title: 'a name that the module has',
    before: { 'a.py': 'def taken():\n    return 1\n\n\ndef f(a):\n    return [[a + 1]]\n' },
    given: { name: 'taken' },
    says: 'taken already means something on line 1',
  },
  {
    title: 'a name that the class has',
    before: { 'a.py': 'class A:\n    def taken(self):\n        return 1\n\n    def f(self):\n        return [[self.taken() + 1]]\n' },
    given: { name: 'taken' },
    says: 'the class already has taken (line 2)',
  },
  {
    title: 'a name that a class above has',
    before: {
      'b.py': 'class B:\n    def taken(self):\n        return 1\n',
      'a.py': 'from b import B\n\n\nclass A(B):\n    def f(self):\n        return [[self.taken() + 1]]\n',
    },
    given: { name: 'taken' },
    says: 'b.py, line 2',
  },
  { title: 'a name given in an expression', before: { 'a.py': 'def f(a):\n    if [[(b := a) > 1]]:\n        return b\n' }, says: 'gives a value to b' },
  {
    title: 'what is private to the class',
    before: { 'a.py': 'class A:\n    def f(self, other):\n        return [[other.__size]]\n' },
    says: '__size on line 3 is private',
  },
].map((row) => ({ given: { name: 'made' }, ...row, tool: 'extract_function', error: 'refactoring_refused' }));

const rows = [...variableRows, ...functionRows];
const refused = [...refusedVariables, ...refusedFunctions];

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn({ 'pyproject.toml': '[project]\nname = "rows"\nversion = "1"\n', ...filesOf(rows, refused) });
});
afterAll(() => real.close());

testRows(rows, () => real);
testRefusals(refused, () => real);
testRuns(variableRows);
testRuns(functionRows);
