// Python functions of several statements and methods that go into the place of their calls; else the reason.
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a procedure, with its comments',
    before: {
      'a.py':
        'def $0f(a, b):\n    """Doc."""\n    # says\n    print(a)\n\n    for i in range(b):\n        print(i, a)\n\n\ndef run(x):\n    f(x, 2)\n    print("end")\n\n\nrun(1)\n',
    },
    after: { 'a.py': 'def run(x):\n    # says\n    print(x)\n\n    for i in range(2):\n        print(i, x)\n    print("end")\n\n\nrun(1)\n' },
  },
  {
    title: 'a result that is assigned, twice',
    before: {
      'a.py':
        'def $0f(values):\n    total = 0\n    for value in values:\n        total += value\n    return total\n\n\ndef run(xs):\n    total = f(xs)\n    other = f([1, 2])\n    return total, other\n\n\nprint(run([1]))\n',
    },
    after: {
      'a.py':
        'def run(xs):\n    total = 0\n    for value in xs:\n        total += value\n    other = 0\n    for value in [1, 2]:\n        other += value\n    return total, other\n\n\nprint(run([1]))\n',
    },
  },
  {
    title: 'early returns where the call is returned',
    before: {
      'a.py':
        'def $0f(a):\n    if a > 1:\n        return "big"\n    for b in range(a):\n        if b == a:\n            return "same"\n    return "small"\n\n\ndef run(x):\n    return f(x)\n\n\nprint(run(1), run(2))\n',
    },
    after: {
      'a.py':
        'def run(x):\n    if x > 1:\n        return "big"\n    for b in range(x):\n        if b == x:\n            return "same"\n    return "small"\n\n\nprint(run(1), run(2))\n',
    },
  },
  {
    title: 'early returns where the result is assigned',
    before: {
      'a.py':
        'def $0f(a):\n    if a > 1:\n        return "big"\n    if a < 0:\n        print("neg")\n        return "neg"\n    b = a * 2\n    return str(b)\n\n\ndef run(x):\n    b = 3\n    name = f(x.real)\n    return name, b\n\n\nprint(run(1), run(2), run(-1))\n',
    },
    after: {
      'a.py':
        'def run(x):\n    b = 3\n    a = x.real\n    if a > 1:\n        name = "big"\n    else:\n        if a < 0:\n            print("neg")\n            name = "neg"\n        else:\n            b_2 = a * 2\n            name = str(b_2)\n    return name, b\n\n\nprint(run(1), run(2), run(-1))\n',
    },
  },
  {
    title: 'a call inside of an expression',
    before: {
      'a.py':
        'def $0f(a):\n    b = a + 1\n    return b * 2\n\n\ndef run(x):\n    if f(x) > 3:\n        print("yes")\n    return f(x) + 1, x\n\n\nprint(run(1))\n',
    },
    after: { 'a.py': 'def run(x):\n    b = x + 1\n    if b * 2 > 3:\n        print("yes")\n    b = x + 1\n    return b * 2 + 1, x\n\n\nprint(run(1))\n' },
  },
  {
    title: 'a procedure that returns early',
    before: { 'a.py': 'def $0f(a):\n    if not a:\n        return\n    print(a)\n\n\ndef run(x):\n    f(x)\n    print("end")\n\n\nrun(0)\nrun(1)\n' },
    after: { 'a.py': 'def run(x):\n    if not x:\n        pass\n    else:\n        print(x)\n    print("end")\n\n\nrun(0)\nrun(1)\n' },
  },
  {
    title: 'into the module itself',
    before: { 'a.py': 'import sys\n\n\ndef $0main():\n    args = sys.argv[:1]\n    print(len(args))\n\n\nif __name__ == "__main__":\n    main()\n' },
    after: { 'a.py': 'import sys\n\n\nif __name__ == "__main__":\n    args = sys.argv[:1]\n    print(len(args))\n' },
  },
  {
    title: 'a parameter that is given another value',
    before: { 'a.py': 'def $0f(a, b=1):\n    a = a + b\n    a *= 2\n    return a\n\n\ndef run(a):\n    c = f(a)\n    return a, c\n\n\nprint(run(3))\n' },
    after: { 'a.py': 'def run(a):\n    a_2 = a\n    a_2 = a_2 + 1\n    a_2 *= 2\n    c = a_2\n    return a, c\n\n\nprint(run(3))\n' },
  },
  {
    title: 'an argument that is used twice is evaluated once',
    before: { 'a.py': 'def $0f(a):\n    return a + a\n\n\ndef g():\n    print("g")\n    return 2\n\n\ndef run():\n    return f(g())\n\n\nprint(run())\n' },
    after: { 'a.py': 'def g():\n    print("g")\n    return 2\n\n\ndef run():\n    a = g()\n    return a + a\n\n\nprint(run())\n' },
  },
  {
    title: 'returns in a try',
    before: {
      'a.py':
        'def $0f(a):\n    try:\n        return int(a)\n    except ValueError:\n        return None\n\n\ndef run(x):\n    v = f(x)\n    print(v)\n\n\nrun("1")\nrun("a")\n',
    },
    after: { 'a.py': 'def run(x):\n    try:\n        v = int(x)\n    except ValueError:\n        v = None\n    print(v)\n\n\nrun("1")\nrun("a")\n' },
  },
  {
    title: 'a string over lines keeps its lines',
    before: { 'a.py': 'def $0f(a):\n    text = """\n  x\n    y"""\n    print(text, a)\n\n\ndef run(x):\n    if x:\n        f(x)\n\n\nrun(1)\n' },
    after: { 'a.py': 'def run(x):\n    if x:\n        text = """\n  x\n    y"""\n        print(text, x)\n\n\nrun(1)\n' },
  },
  {
    title: 'a coroutine that is awaited',
    before: {
      'a.py':
        'import asyncio\n\n\nasync def $0f(a):\n    await asyncio.sleep(0)\n    return a * 2\n\n\nasync def run():\n    x = await f(2)\n    print(x)\n\n\nasyncio.run(run())\n',
    },
    after: { 'a.py': 'import asyncio\n\n\nasync def run():\n    await asyncio.sleep(0)\n    x = 2 * 2\n    print(x)\n\n\nasyncio.run(run())\n' },
  },
  {
    title: 'a name of the module that it changes',
    before: { 'a.py': 'n = 0\n\n\ndef $0f():\n    global n\n    n += 1\n\n\ndef run():\n    f()\n\n\nrun()\nprint(n)\n' },
    after: { 'a.py': 'n = 0\n\n\ndef run():\n    global n\n    n += 1\n\n\nrun()\nprint(n)\n' },
  },
  {
    title: 'a result for which a new variable is made',
    before: {
      'a.py':
        'def $0f(a):\n    if a:\n        b = 1\n    else:\n        return 5\n    print(b)\n    return b\n\n\ndef run(x):\n    y: int = f(x)\n    return y\n\n\nprint(run(4), run(0))\n',
    },
    after: {
      'a.py':
        'def run(x):\n    if x:\n        b = 1\n        print(b)\n        result = b\n    else:\n        result = 5\n    y: int = result\n    return y\n\n\nprint(run(4), run(0))\n',
    },
  },
  {
    title: 'an argument that a comprehension would capture',
    before: { 'a.py': 'def $0f(a):\n    out = [x + a for x in range(2)]\n    return out\n\n\ndef run(x):\n    return f(x)\n\n\nprint(run(4))\n' },
    after: { 'a.py': 'def run(x):\n    a = x\n    out = [x + a for x in range(2)]\n    return out\n\n\nprint(run(4))\n' },
  },
  {
    title: 'an argument that nobody uses is still evaluated',
    before: { 'a.py': 'def $0f(a):\n    print("f")\n\n\ndef run(x):\n    f(input)\n    f(x())\n\n\nrun(lambda: print("x"))\n' },
    after: { 'a.py': 'def run(x):\n    print("f")\n    x()\n    print("f")\n\n\nrun(lambda: print("x"))\n' },
  },
  {
    title: 'global in the module itself',
    before: { 'a.py': 'n = 0\n\n\ndef $0f():\n    global n\n    n += 1\n\n\nf()\nprint(n)\n' },
    after: { 'a.py': 'n = 0\n\n\nn += 1\nprint(n)\n' },
  },
  {
    title: 'a method',
    before: {
      'a.py':
        'class A:\n    def __init__(self):\n        self.n = 1\n\n    def $0f(self, k):\n        self.n += k\n        return self.n\n\n    def run(self):\n        x = self.f(2)\n        return x\n\n\na = A()\nprint(a.run())\nprint(a.f(3))\n',
    },
    after: {
      'a.py':
        'class A:\n    def __init__(self):\n        self.n = 1\n\n    def run(self):\n        self.n += 2\n        x = self.n\n        return x\n\n\na = A()\nprint(a.run())\na.n += 3\nprint(a.n)\n',
    },
  },
  {
    title: 'a static method',
    before: {
      'a.py':
        'class A:\n    @staticmethod\n    def $0f(k):\n        print(k)\n        return k + 1\n\n    def run(self):\n        x = self.f(2)\n        return x\n\n\nprint(A().run())\nprint(A.f(3))\n',
    },
    after: {
      'a.py': 'class A:\n    def run(self):\n        print(2)\n        x = 2 + 1\n        return x\n\n\nprint(A().run())\nprint(3)\nprint(3 + 1)\n',
    },
  },
  {
    title: 'a method of the class',
    before: {
      'a.py':
        'class A:\n    n = 1\n\n    @classmethod\n    def $0f(cls, k):\n        return cls.n + k\n\n    @classmethod\n    def run(cls):\n        return cls.f(2)\n\n\nprint(A.run(), A.f(3))\n',
    },
    after: { 'a.py': 'class A:\n    n = 1\n\n    @classmethod\n    def run(cls):\n        return cls.n + 2\n\n\nprint(A.run(), A.n + 3)\n' },
  },
  {
    title: 'a private name inside of its class',
    before: {
      'a.py':
        'class A:\n    def __init__(self):\n        self.__n = 1\n\n    def $0f(self):\n        return self.__n\n\n    def run(self):\n        return self.f()\n\n\nprint(A().run())\n',
    },
    after: { 'a.py': 'class A:\n    def __init__(self):\n        self.__n = 1\n\n    def run(self):\n        return self.__n\n\n\nprint(A().run())\n' },
  },
  {
    title: 'a receiver that is computed',
    before: { 'a.py': 'class A:\n    def $0f(self, x):\n        print(x)\n        return self\n\n\nA().f(1)\na = [A()]\na[0].f(3)\n' },
    after: { 'a.py': 'class A:\n    pass\n\n\nself = A()\nprint(1)\na = [A()]\nself = a[0]\nprint(3)\n' },
  },
  {
    title: 'in other files, where an import means the same',
    before: {
      'lib.py': 'import math\n\n\ndef $0f(a):\n    b = math.floor(a)\n    print(b)\n    return b\n',
      'main.py': 'import math\nfrom lib import f\n\nx = f(2.5)\nprint(x, math.pi > 3)\n',
    },
    after: { 'lib.py': 'import math\n', 'main.py': 'import math\n\nx = math.floor(2.5)\nprint(x)\nprint(x, math.pi > 3)\n' },
  },
].map((row) => ({ ...row, tool: 'inline_symbol' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'a lambda that each round would share',
    before: {
      'a.py':
        'def $0f(a):\n    fns = [lambda: a]\n    return fns\n\n\ndef run(xs):\n    out = []\n    for x in xs:\n        out += f(x)\n    return out\n\n\nprint([g() for g in run([1, 2])])\n',
    },
    says: 'line 2 keeps a for later, and line 9 would give it another value.',
  },
  {
    title: 'the condition of a loop',
    before: { 'a.py': 'def $0f(a):\n    b = a - 1\n    return b\n\n\ndef run(x):\n    while f(x) > 0:\n        x -= 1\n    return x\n\n\nprint(run(4))\n' },
    says: 'line 7 of a.py: it is evaluated before each round of the loop.',
  },
  {
    title: 'a return from inside of a loop',
    before: {
      'a.py':
        'def $0f(xs):\n    for x in xs:\n        if x:\n            return x\n    return None\n\n\ndef run(xs):\n    y = f(xs)\n    return y\n\n\nprint(run([0, 2]))\n',
    },
    says: 'line 4 returns from inside of a for, which only the function itself can do.',
  },
  {
    title: 'two calls in one expression',
    before: { 'a.py': 'def $0f(a):\n    b = a + 1\n    return b\n\n\ndef run(x):\n    return f(x) + f(2)\n\n\nprint(run(4))\n' },
    says: 'line 7 of a.py evaluates f(x) before f, and the order may matter.',
  },
  {
    title: 'a method that is overridden',
    before: {
      'a.py':
        'class A:\n    def $0f(self):\n        return 1\n\n    def run(self):\n        return self.f()\n\n\nclass B(A):\n    def f(self):\n        return 2\n\n\nprint(B().run())\n',
    },
    says: 'and has a f of its own (a.py, line 10)',
  },
  {
    title: 'a method of a class that a library knows',
    before: {
      'a.py':
        'import unittest\n\n\nclass A(unittest.TestCase):\n    def $0helper(self):\n        return 1\n\n    def test_run(self):\n        return self.helper()\n',
    },
    says: 'A derives from TestCase, which is not of the project and may call helper.',
  },
  {
    title: 'a private name outside of its class',
    before: { 'a.py': 'class A:\n    def __init__(self):\n        self.__n = 1\n\n    def $0f(self):\n        return self.__n\n\n\nprint(A().f())\n' },
    says: 'line 6: __n is private to the class around it.',
  },
].map((row) => ({ ...row, tool: 'inline_symbol', error: 'refactoring_refused' }));

testPythonTable(rows, refused);
