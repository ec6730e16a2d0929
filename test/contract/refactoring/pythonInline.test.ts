// Python variables and functions that become what they stand for, where that means the same; else the reason and the line.
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a variable that is used once',
    before: { 'a.py': 'def area(width):\n    $0double = width * 2\n    return double + 1\n\n\nprint(area(3))\n' },
    after: { 'a.py': 'def area(width):\n    return width * 2 + 1\n\n\nprint(area(3))\n' },
  },
  {
    title: 'with parentheses where they are needed, from a use',
    before: {
      'a.py':
        'def area(width: int):\n    more = width + 1\n    return $0more * 2, -more, more ** 2, f"{more}", [more], more if more else more\n\n\nprint(area(3))\n',
    },
    after: {
      'a.py':
        'def area(width: int):\n    return (width + 1) * 2, -(width + 1), (width + 1) ** 2, f"{width + 1}", [width + 1], width + 1 if width + 1 else width + 1\n\n\nprint(area(3))\n',
    },
  },
  {
    title: 'another name for the same thing, however often it is used',
    before: { 'a.py': 'def fill(values):\n    $0target = values\n    target.append(1)\n    target.append(2)\n    return target\n\n\nprint(fill([]))\n' },
    after: { 'a.py': 'def fill(values):\n    values.append(1)\n    values.append(2)\n    return values\n\n\nprint(fill([]))\n' },
  },
  {
    title: 'a call, in the next statement and evaluated first there',
    before: {
      'a.py': 'def load():\n    print("load")\n    return [1]\n\n\ndef run():\n    $0loaded = load()\n    return loaded[0] + len(str(1))\n\n\nprint(run())\n',
    },
    after: { 'a.py': 'def load():\n    print("load")\n    return [1]\n\n\ndef run():\n    return load()[0] + len(str(1))\n\n\nprint(run())\n' },
  },
  {
    title: 'what is awaited',
    before: {
      'a.py':
        'import asyncio\n\n\nasync def load():\n    return "a"\n\n\nasync def run():\n    $0loaded = await load()\n    print(loaded.upper())\n\n\nasyncio.run(run())\n',
    },
    after: {
      'a.py': 'import asyncio\n\n\nasync def load():\n    return "a"\n\n\nasync def run():\n    print((await load()).upper())\n\n\nasyncio.run(run())\n',
    },
  },
  {
    title: 'a constant of the module, also in functions and in other files',
    before: {
      'shop.py': '$0LIMIT = 3\n\n\ndef most():\n    return LIMIT\n',
      'main.py': 'import shop\nfrom shop import LIMIT, most\n\nprint(LIMIT, shop.LIMIT, most())\n',
    },
    after: { 'shop.py': 'def most():\n    return 3\n', 'main.py': 'import shop\nfrom shop import most\n\nprint(3, 3, most())\n' },
  },
  {
    title: 'a value over several lines',
    before: { 'a.py': 'def run(a: int, b: int):\n    $0total = (\n        a\n        + b\n    )\n    return total * 2\n\n\nprint(run(1, 2))\n' },
    after: { 'a.py': 'def run(a: int, b: int):\n    return (\n        a\n        + b\n    ) * 2\n\n\nprint(run(1, 2))\n' },
  },
  {
    title: 'an annotated one, and parentheses that are no longer needed',
    before: { 'a.py': 'def run(a: int):\n    $0more: int = (a + 1)\n    return more\n\n\nprint(run(1))\n' },
    after: { 'a.py': 'def run(a: int):\n    return a + 1\n\n\nprint(run(1))\n' },
  },
  {
    title: 'a tuple, with parentheses',
    before: { 'a.py': 'def run(a):\n    $0pair = a, 1\n    print(pair)\n\n\nrun(2)\n' },
    after: { 'a.py': 'def run(a):\n    print((a, 1))\n\n\nrun(2)\n' },
  },
  {
    title: 'a number before a dot',
    before: { 'a.py': '$0one = 1\nprint(one.real)\n' },
    after: { 'a.py': 'print((1).real)\n' },
  },
  {
    title: 'a lambda that is called',
    before: { 'a.py': '$0twice = lambda x: x * 2\nprint(twice(3))\n' },
    after: { 'a.py': 'print((lambda x: x * 2)(3))\n' },
  },
  {
    title: 'with CRLF, tabs, and a comment behind that goes along',
    before: { 'a.py': 'def run(a):\r\n\t$0b = a\t# so\r\n\treturn b\r\n\r\n\r\nprint(run(1))\r\n' },
    after: { 'a.py': 'def run(a):\r\n\treturn a\r\n\r\n\r\nprint(run(1))\r\n' },
  },
  {
    title: 'in a line with others',
    before: { 'a.py': 'def run(a): $0b = a; return b\n\n\nprint(run(1))\n' },
    after: { 'a.py': 'def run(a): return a\n\n\nprint(run(1))\n' },
  },
  {
    title: 'in a loop, where its value is that of each round',
    before: { 'a.py': 'def run(values):\n    for value in values:\n        $0next_one = value.bit_length\n        print(next_one())\n\n\nrun([1, 2])\n' },
    after: { 'a.py': 'def run(values):\n    for value in values:\n        print(value.bit_length())\n\n\nrun([1, 2])\n' },
  },
  {
    title: 'a function of one return, with its documentation and comment',
    before: {
      'a.py': 'import os\n\n\n# Doubles.\ndef $0double(x):\n    """Twice."""\n    return x * 2\n\n\nprint(double(3) + 1, double(1 + 2), os.sep is None)\n',
    },
    after: { 'a.py': 'import os\n\n\nprint(3 * 2 + 1, (1 + 2) * 2, os.sep is None)\n' },
  },
  {
    title: 'a function with keyword arguments and defaults',
    before: {
      'a.py':
        'def $0scaled(x, *, factor=2, more=0):\n    return x * factor + more\n\n\nvalue = 4\nprint(scaled(value), scaled(value, more=1), scaled(factor=value, x=5))\n',
    },
    after: { 'a.py': 'value = 4\nprint(value * 2 + 0, value * 2 + 1, 5 * value + 0)\n' },
  },
  {
    title: 'calls in calls, and a function that returns what it is given',
    before: { 'a.py': 'def $0same(x):\n    return x\n\n\na = 1\nprint(same(a + 1) * 2, same(same(a)))\n' },
    after: { 'a.py': 'a = 1\nprint((a + 1) * 2, a)\n' },
  },
  {
    title: 'a function that other files use',
    before: {
      'shop.py': 'def $0total(prices):\n    return sum(prices)\n\n\ndef other():\n    return total([1])\n',
      'main.py': 'import shop\nfrom shop import (\n    other,\n    total as added,\n)\n\nprint(added([1, 2]), shop.total([3]), other())\n',
    },
    after: {
      'shop.py': 'def other():\n    return sum([1])\n',
      'main.py': 'import shop\nfrom shop import (\n    other,\n)\n\nprint(sum([1, 2]), sum([3]), other())\n',
    },
  },
  {
    title: 'a function in a function',
    before: { 'a.py': 'def outer(a):\n    def $0inner(b):\n        return a + b\n\n    return inner(2) * 2\n\n\nprint(outer(1))\n' },
    after: { 'a.py': 'def outer(a):\n    return (a + 2) * 2\n\n\nprint(outer(1))\n' },
  },
  {
    title: 'a function whose argument does something, once and in order',
    before: { 'a.py': 'def load():\n    print("load")\n    return 2\n\n\ndef $0twice(x):\n    return x * 2\n\n\nprint(twice(load()))\n' },
    after: { 'a.py': 'def load():\n    print("load")\n    return 2\n\n\nprint(load() * 2)\n' },
  },
  {
    title: 'a method of a string, however often and after whatever else',
    before: {
      'a.py': 'def run(line: str):\n    $0name = line.strip().lower()\n    print("read")\n    return name, name.startswith("a")\n\n\nprint(run(" A "))\n',
    },
    after: {
      'a.py': 'def run(line: str):\n    print("read")\n    return line.strip().lower(), line.strip().lower().startswith("a")\n\n\nprint(run(" A "))\n',
    },
  },
  {
    title: 'what a pattern finds, and a part of a string',
    before: {
      'a.py':
        'import re\n\n\ndef run(text: str):\n    rest = text[1:]\n    $0found = re.search("b", rest)\n    print("searched")\n    return found is None, found\n\n\nprint(run("ac"))\n',
    },
    after: {
      'a.py':
        'import re\n\n\ndef run(text: str):\n    rest = text[1:]\n    print("searched")\n    return re.search("b", rest) is None, re.search("b", rest)\n\n\nprint(run("ac"))\n',
    },
  },
  {
    title: 'a slice of a string after a call',
    before: { 'a.py': 'def run(text: str):\n    $0rest = text[1:]\n    print("cut")\n    return rest, rest\n\n\nprint(run("ac"))\n' },
    after: { 'a.py': 'def run(text: str):\n    print("cut")\n    return text[1:], text[1:]\n\n\nprint(run("ac"))\n' },
  },
  {
    title: 'what a dictionary has, where nothing changes it',
    before: {
      'a.py': 'def run(prices: dict[str, int], name: str):\n    $0price = prices.get(name, 0)\n    return price + 1, price\n\n\nprint(run({}, "a"))\n',
    },
    after: { 'a.py': 'def run(prices: dict[str, int], name: str):\n    return prices.get(name, 0) + 1, prices.get(name, 0)\n\n\nprint(run({}, "a"))\n' },
  },
  {
    title: 'a table that is only looked at',
    before: {
      'a.py':
        '$0NAMES = {"a": 1, "b": 2}\n\n\ndef run(key):\n    if key in NAMES:\n        print(len(NAMES))\n    return NAMES.get(key), [name for name in NAMES]\n\n\nprint(run("a"))\n',
    },
    after: {
      'a.py':
        'def run(key):\n    if key in {"a": 1, "b": 2}:\n        print(len({"a": 1, "b": 2}))\n    return {"a": 1, "b": 2}.get(key), [name for name in {"a": 1, "b": 2}]\n\n\nprint(run("a"))\n',
    },
  },
].map((row) => ({ ...row, tool: 'inline_symbol' }));

const refused: readonly RefusedRow[] = [
  { title: 'two values', before: { 'a.py': 'def f(a):\n    $0b = a\n    b = 2\n    return b\n' }, says: 'on several lines: 2, 3' },
  {
    title: 'a call that would be made twice',
    before: { 'a.py': 'def f(a):\n    $0b = a()\n    return b + b\n' },
    says: 'a() would be done 2 times (lines 3, 3)',
  },
  {
    title: 'what a dictionary has, before a call that may change it',
    before: { 'a.py': 'def f(a: dict[str, int], g):\n    $0b = a.get("k")\n    g()\n    return b\n' },
    says: 'line 3 may change the value of a.get("k")',
  },
  {
    title: 'a method of another class that is called like one of a string',
    before: {
      'a.py': 'class Line:\n    def strip(self):\n        print("strip")\n        return 1\n\n\ndef f(a: Line):\n    $0b = a.strip()\n    return b + b\n',
    },
    says: 'a.strip() would be done 2 times',
  },
  {
    title: 'an element of a queue',
    before: { 'a.py': 'import queue\n\n\ndef f(a: queue.Queue[int]):\n    $0b = a.get()\n    return b + b\n' },
    says: 'a.get() would be done 2 times',
  },
  {
    title: 'a list that a string is split into, and somebody changes',
    before: { 'a.py': 'def f(a: str):\n    $0b = a.split(maxsplit=1)\n    b.append("x")\n    return b\n' },
    says: 'would be made anew',
  },
  { title: 'a call behind another statement', before: { 'a.py': 'def f(a):\n    $0b = a()\n    print(1)\n    return b\n' }, says: 'line 3 comes between' },
  { title: 'a call in another order', before: { 'a.py': 'def f(a, c):\n    $0b = a()\n    return c() + b\n' }, says: 'line 3 evaluates c() before it' },
  { title: 'a call on one way only', before: { 'a.py': 'def f(a, c):\n    $0b = a()\n    return c and b\n' }, says: 'only if what stands before "and"' },
  {
    title: 'a value that changes',
    before: { 'a.py': 'def f(a: int):\n    $0b = a + 1\n    a = 2\n    return a + b\n' },
    says: 'line 3 may change the value of a + 1',
  },
  {
    title: 'an attribute that a call may change',
    before: { 'a.py': 'def f(a):\n    $0b = a.size\n    a.grow()\n    return b\n' },
    says: 'line 3 may change the value of a.size',
  },
  {
    title: 'a table that somebody changes',
    before: { 'a.py': '$0SEEN = {"a": 1}\n\n\ndef f(key):\n    SEEN[key] = 2\n    return SEEN[key]\n' },
    says: 'line 5 uses it later',
  },
  {
    title: 'a table whose elements somebody may change',
    before: { 'a.py': '$0SEEN = {"a": [1]}\n\n\ndef f(key):\n    SEEN["a"].append(key)\n' },
    says: 'line 5 uses it later',
  },
  { title: 'a list that is used twice', before: { 'a.py': 'def f():\n    $0b = []\n    b.append(1)\n    return b\n' }, says: 'would be made anew' },
  {
    title: 'a name that means something else there',
    before: { 'a.py': 'def f(a: int):\n    $0b = a + 1\n    return [b for a in range(3)]\n' },
    says: 'a means something else on line 3',
  },
  {
    title: 'a use that may be reached without it',
    before: { 'a.py': 'def f(a):\n    if a:\n        $0b = 1\n    return b\n' },
    says: 'line 4 may be reached without line 3',
  },
  { title: 'a lambda that asks later', before: { 'a.py': 'def f(a):\n    $0b = a.size\n    return lambda: b\n' }, says: 'line 3 uses it later' },
  { title: 'quotes in an f-string', before: { 'a.py': '$0b = "x"\nprint(f"{b}")\n' }, says: 'cannot stand in the string on line 2' },
  { title: 'a parameter', before: { 'a.py': 'def f($0a):\n    return a\n' }, says: 'neither a function nor a variable' },
  { title: 'a member of a class', before: { 'a.py': 'class A:\n    $0size = 1\n\n\nprint(A.size)\n' }, says: 'member of a class' },
  { title: 'nobody uses it', before: { 'a.py': '$0b = 1\n' }, says: 'safe_delete' },
  { title: 'listed in __all__', before: { 'a.py': '__all__ = ["LIMIT"]\n$0LIMIT = 1\nprint(LIMIT)\n' }, says: 'line 1 names it in another way' },
  {
    title: 'a decorated function',
    before: { 'a.py': 'import functools\n\n\n@functools.cache\ndef $0f(a):\n    return a\n\n\nprint(f(1))\n' },
    says: 'f is decorated',
  },
  { title: 'a function that calls itself', before: { 'a.py': 'def $0f(a):\n    return f(a)\n\n\nprint(f(1))\n' }, says: 'f calls itself' },
  {
    title: 'a function that is passed on',
    before: { 'a.py': 'def $0f(a):\n    return a\n\n\nprint(map(f, []))\n' },
    says: 'line 5 of a.py uses f without calling it',
  },
  { title: 'any number of arguments', before: { 'a.py': 'def $0f(*a):\n    return a\n\n\nprint(f(1))\n' }, says: 'any number of arguments' },
  { title: 'arguments of which nobody knows the number', before: { 'a.py': 'def $0f(a):\n    return a\n\n\nb = [1]\nprint(f(*b))\n' }, says: 'passes *b' },
  {
    title: 'a name of its module in another file',
    before: { 'shop.py': 'RATE = 2\n\n\ndef $0f(a):\n    return a * RATE\n', 'main.py': 'from shop import f\n\nprint(f(1))\n' },
    says: 'RATE of line 5 is not what line 3 of main.py means',
  },
].map((row) => ({ ...row, tool: 'inline_symbol', error: 'refactoring_refused' }));

testPythonTable(rows, refused);
