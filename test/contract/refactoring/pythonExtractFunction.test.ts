// Functions taken out of real Python: what they need goes in, what is used later comes out, and the program prints the same.
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a part of a try, where the handler gives the name a value of its own',
    before: {
      'a.py':
        'def run(text):\n    try:\n        [[number = int(text)\n        print(number)]]\n    except ValueError:\n        number = None\n    return number\n\n\nprint(run("1"), run("a"))\n',
    },
    given: { name: 'read' },
    after: {
      'a.py':
        'def run(text):\n    try:\n        number = read(text)\n    except ValueError:\n        number = None\n    return number\n\n\ndef read(text):\n    number = int(text)\n    print(number)\n    return number\n\n\nprint(run("1"), run("a"))\n',
    },
  },
  {
    title: 'what the condition of the loop around asks for, and nothing else',
    before: {
      'a.py':
        'def run(values):\n    value = values.pop()\n    while value:\n        [[print(value)\n        value = values.pop() if values else None]]\n\n\nrun([1, 2, 3])\n',
    },
    after: {
      'a.py':
        'def run(values):\n    value = values.pop()\n    while value:\n        value = following(value, values)\n\n\ndef following(value, values):\n    print(value)\n    value = values.pop() if values else None\n    return value\n\n\nrun([1, 2, 3])\n',
    },
    given: { name: 'following' },
  },
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
    title: 'a method that Python itself makes one of the class',
    before: { 'a.py': 'class Base:\n    def __init_subclass__(cls):\n        [[cls.made = 1\n        print(cls.__name__)]]\n\n\nclass Sub(Base):\n    pass\n' },
    given: { name: 'mark' },
    after: {
      'a.py':
        'class Base:\n    def __init_subclass__(cls):\n        cls.mark()\n\n    @classmethod\n    def mark(cls):\n        cls.made = 1\n        print(cls.__name__)\n\n\nclass Sub(Base):\n    pass\n',
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

const refused: readonly RefusedRow[] = [
  {
    title: 'a method that gives the object another class',
    before: { 'a.py': 'class A:\n    def turn(self):\n        self.__class__ = B\n        [[print(self)]]\n\n\nclass B:\n    pass\n' },
    given: { name: 'told' },
    says: 'line 3 gives the object another class',
  },
  {
    title: 'a method of a metaclass',
    before: { 'a.py': 'class Sentinel(type):\n    def __repr__(self):\n        [[return self.__name__]]\n' },
    given: { name: 'told' },
    says: 'line 1 declares a metaclass',
  },
  {
    title: 'a value that a handler sees when what follows it fails',
    before: { 'a.py': 'def run(text):\n    done = 0\n    try:\n        [[done = 1\n        print(int(text))]]\n    except ValueError:\n        print(done)\n' },
    given: { name: 'step' },
    says: 'line 4 gives done a value, which line 7 would not see when line 5 fails',
  },
  {
    title: 'a value that is used behind the try in any case',
    before: {
      'a.py':
        'def run(texts):\n    done = 0\n    try:\n        for text in texts:\n            [[done += 1\n            print(int(text))]]\n    except ValueError:\n        pass\n    return done\n',
    },
    given: { name: 'step' },
    says: 'line 5 gives done a value, which line 9 would not see when line 6 fails',
  },
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

testPythonTable(rows, refused);
