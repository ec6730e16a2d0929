// Python values that may be others by the time they are used: operators look into what they are given, and whoever fails early must not fail late.
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a number and a text, after whatever else',
    before: {
      'a.py':
        'def run(width: int, name: str, depth=2):\n    $0label = f"{name}: {width * depth % 7}" if width > 0 and name != "" else name + "?"\n    print("so")\n    return label, label\n\n\nprint(run(3, "a"))\n',
    },
    after: {
      'a.py':
        'def run(width: int, name: str, depth=2):\n    print("so")\n    return f"{name}: {width * depth % 7}" if width > 0 and name != "" else name + "?", f"{name}: {width * depth % 7}" if width > 0 and name != "" else name + "?"\n\n\nprint(run(3, "a"))\n',
    },
  },
  {
    title: 'whether something is there at all, after whatever else',
    before: { 'a.py': 'def run(a, c):\n    $0isThere = a is not None\n    a.append(c)\n    return isThere\n\n\nprint(run([], 1))\n' },
    after: { 'a.py': 'def run(a, c):\n    a.append(c)\n    return a is not None\n\n\nprint(run([], 1))\n' },
  },
  {
    title: 'the whole match, and the length of a text',
    before: {
      'a.py':
        'import re\n\n\ndef run(a: re.Match[str], text: str):\n    $0found = a.group(), len(text)\n    print("so")\n    return found\n\n\nm = re.match("a", "ab")\nif m:\n    print(run(m, "a"))\n',
    },
    after: {
      'a.py':
        'import re\n\n\ndef run(a: re.Match[str], text: str):\n    print("so")\n    return a.group(), len(text)\n\n\nm = re.match("a", "ab")\nif m:\n    print(run(m, "a"))\n',
    },
  },
  {
    title: 'a method that only texts have, of what nobody knows the type',
    before: { 'a.py': 'def run(line):\n    $0name = line.upper()\n    print(name)\n    return name\n\n\nprint(run("a"))\n' },
    after: { 'a.py': 'def run(line):\n    print(line.upper())\n    return line.upper()\n\n\nprint(run("a"))\n' },
  },
  {
    title: 'an attribute of what nobody can change, after whatever else',
    before: {
      'a.py':
        'import re\n\n\ndef run(m: re.Match[str]):\n    $0name = m.lastgroup\n    print("so")\n    return name\n\n\nm = re.match("(?P<a>a)", "a")\nif m:\n    print(run(m))\n',
    },
    after: {
      'a.py':
        'import re\n\n\ndef run(m: re.Match[str]):\n    print("so")\n    return m.lastgroup\n\n\nm = re.match("(?P<a>a)", "a")\nif m:\n    print(run(m))\n',
    },
  },
  {
    title: 'what is cast',
    before: {
      'a.py': 'from typing import cast\n\n\ndef run(line: object):\n    $0name = cast(str, line)\n    print(name)\n    return name\n\n\nprint(run("a"))\n',
    },
    after: { 'a.py': 'from typing import cast\n\n\ndef run(line: object):\n    print(cast(str, line))\n    return cast(str, line)\n\n\nprint(run("a"))\n' },
  },
  {
    title: 'flags that are put together',
    before: { 'a.py': 'import re\n\n$0FLAGS = re.I | re.U\nprint(re.match("a", "A", FLAGS))\nprint(re.match("b", "B", FLAGS))\n' },
    after: { 'a.py': 'import re\n\nprint(re.match("a", "A", re.I | re.U))\nprint(re.match("b", "B", re.I | re.U))\n' },
  },
  {
    title: 'what a property returns, where that is a number',
    before: {
      'a.py':
        'class A:\n    @property\n    def size(self) -> int:\n        return 1\n\n\ndef f(a: A):\n    $0b = a.size\n    return b + b\n\n\nprint(f(A()))\n',
    },
    after: {
      'a.py': 'class A:\n    @property\n    def size(self) -> int:\n        return 1\n\n\ndef f(a: A):\n    return a.size + a.size\n\n\nprint(f(A()))\n',
    },
  },
  {
    title: 'a list that is only then extended by what it holds',
    before: { 'a.py': 'def run(a: list[int]):\n    $0more = a[1:]\n    a += more\n    return a\n\n\nprint(run([1, 2]))\n' },
    after: { 'a.py': 'def run(a: list[int]):\n    a += a[1:]\n    return a\n\n\nprint(run([1, 2]))\n' },
  },
  {
    title: 'a number that cannot be one, where it is needed in any case',
    before: { 'a.py': 'def run(a: str):\n    $0b = int(a)\n    return b + 1 if b else b\n\n\nprint(run("1"))\n' },
    after: { 'a.py': 'def run(a: str):\n    return int(a) + 1 if int(a) else int(a)\n\n\nprint(run("1"))\n' },
  },
].map((row) => ({ ...row, tool: 'inline_symbol' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'whether a dictionary has a key, before it gets the key',
    before: { 'a.py': 'def f(a, k):\n    $0b = k in a\n    a[k] = 1\n    return b\n' },
    says: 'line 3 may change the value of k in a',
  },
  {
    title: 'whether a list is empty, before something is added',
    before: { 'a.py': 'def f(a):\n    $0b = not a\n    a.append(1)\n    return b\n' },
    says: 'line 3 may change the value of not a',
  },
  {
    title: 'whether two lists are equal, before one changes',
    before: { 'a.py': 'def f(a, c):\n    $0b = a == c\n    a.append(1)\n    return b\n' },
    says: 'line 3 may change the value of a == c',
  },
  {
    title: 'two lists together, before one changes',
    before: { 'a.py': 'def f(a, c):\n    $0b = a + c\n    a.append(1)\n    return b\n' },
    says: 'line 3 may change the value of a + c',
  },
  {
    title: 'the text of a list, before it changes',
    before: { 'a.py': 'def f(a):\n    $0b = f"{a}"\n    a.append(1)\n    return b\n' },
    says: 'line 3 may change the value of f"{a}"',
  },
  {
    title: 'an old list that a choice looked at',
    before: { 'a.py': 'def f(a):\n    $0b = 1 if a else 2\n    a.append(1)\n    return b\n' },
    says: 'line 3 may change the value of 1 if a else 2',
  },
  {
    title: 'an element that a loop deletes',
    before: { 'a.py': 'def f(a, k):\n    $0b = a[k]\n    del a[k]\n    return b\n' },
    says: 'line 3 may change the value of a[k]',
  },
  {
    title: 'an element that is counted up',
    before: { 'a.py': 'def f(a, k):\n    $0b = a[k]\n    a[k] += 1\n    return b\n' },
    says: 'line 3 may change the value of a[k]',
  },
  {
    title: 'a list that an update extends',
    before: { 'a.py': 'def f(a, c):\n    d = a\n    $0b = len(a)\n    d += c\n    return b\n' },
    says: 'line 4 may change the value of len(a)',
  },
  {
    title: 'a number that a loop takes from an iterator',
    before: { 'a.py': 'def f(a):\n    it = iter(a)\n    $0b = list(it)\n    for c in it:\n        print(c)\n    return b\n' },
    says: 'line 4',
  },
  {
    title: 'elements that a comprehension sees, before they change',
    before: { 'a.py': 'def f(a):\n    $0b = [c for c in a]\n    a.append(1)\n    return b\n' },
    says: 'line 3 may change',
  },
  {
    title: 'a generator expression that sees what changes later',
    before: { 'a.py': 'def f(a):\n    $0b = (c for c in a)\n    a = []\n    return list(b)\n' },
    says: 'line 3 may change',
  },
  {
    title: 'an element that a loop writes into',
    before: { 'a.py': 'def f(a):\n    $0b = a[0]\n    for a[0] in range(3):\n        pass\n    return b\n' },
    says: 'line 3 may change',
  },
  {
    title: 'an element that a with writes into',
    before: { 'a.py': 'def f(a, c):\n    $0b = a[0]\n    with c as a[0]:\n        pass\n    return b\n' },
    says: 'line 3',
  },
  {
    title: 'an element that is unpacked into',
    before: { 'a.py': 'def f(a, c):\n    $0b = a[0]\n    a[0], a[1] = c\n    return b\n' },
    says: 'line 3 may change',
  },
  {
    title: 'a swap',
    before: { 'a.py': 'def f(a):\n    $0b = a[0]\n    a[0] = a[1]\n    a[1] = b\n    return a\n' },
    says: 'line 3 may change',
  },
  {
    title: 'a group that the pattern may not have',
    before: { 'a.py': 'import re\n\n\ndef f(a: re.Match[str], g):\n    $0b = a.group(2)\n    g()\n    return b\n' },
    says: 'line 6 may change the value of a.group(2)',
  },
  {
    title: 'a pattern that may be none',
    before: { 'a.py': 'import re\n\n\ndef f(a: str, g):\n    $0b = re.match(a, "x")\n    g()\n    return b\n' },
    says: 'line 6 may change',
  },
  {
    title: 'a separator that may be empty',
    before: { 'a.py': 'def f(a: str, c: str, g):\n    $0b = a.partition(c)[0]\n    g()\n    return b\n' },
    says: 'line 3 may change',
  },
  {
    title: 'a step that may be 0',
    before: { 'a.py': 'def f(a: str, c: int, g):\n    $0b = a[::c]\n    g()\n    return b\n' },
    says: 'line 3 may change',
  },
  {
    title: 'a number by which may be divided by 0',
    before: { 'a.py': 'def f(a: int, c: int, g):\n    $0b = a / c\n    g()\n    return b\n' },
    says: 'line 3 may change',
  },
  {
    title: 'an attribute, chosen behind a call that may change it',
    before: { 'a.py': 'def f(a):\n    $0b = a.size\n    return b if a.grow() else 0\n' },
    says: 'line 3 may change the value of a.size',
  },
  {
    title: 'an attribute, as an index of what is given a value by a call',
    before: { 'a.py': 'def f(a, c):\n    $0b = a.size\n    c[b] = a.grow()\n    return c\n' },
    says: 'line 3 may change the value of a.size',
  },
  {
    title: 'an attribute, in a comprehension that calls',
    before: { 'a.py': 'def f(a):\n    $0b = a.size\n    return [b for c in a.grow()]\n' },
    says: 'line 3 may change the value of a.size',
  },
  {
    title: 'an attribute, in a comprehension that calls for each element',
    before: { 'a.py': 'def f(a, d):\n    $0b = a.size\n    return [(b, a.grow()) for c in d]\n' },
    says: 'line 3 may change the value of a.size',
  },
  {
    title: 'an attribute, inside of what a with enters',
    before: { 'a.py': 'def f(a, d):\n    $0b = a.size\n    with d:\n        return b\n' },
    says: 'line 3 may change the value of a.size',
  },
  {
    title: 'a parameter whose default says nothing of what is passed',
    before: { 'a.py': 'def f(a=None):\n    $0b = not a\n    a.append(1)\n    return b\n' },
    says: 'line 3 may change the value of not a',
  },
  {
    title: 'an element whose absence would be caught',
    before: { 'a.py': 'def f(a, k):\n    $0b = a[k]\n    try:\n        return b\n    except KeyError:\n        return 0\n' },
    says: 'what a[k] raises would be caught there',
  },
  {
    title: 'a number that is checked by being made',
    before: { 'a.py': 'def f(a, k):\n    $0b = int(a)\n    if k:\n        return b\n    return 0\n' },
    says: 'int(a) may fail, and would be evaluated only on some ways',
  },
  {
    title: 'what a property makes anew each time',
    before: {
      'a.py': 'class A:\n    @property\n    def items(self):\n        return []\n\n\ndef f(a: A):\n    $0b = a.items\n    b.append(1)\n    return b\n',
    },
    says: 'a.items would be made anew',
  },
  {
    title: 'a method that texts have, and a class of the project too',
    before: {
      'a.py':
        'class Line:\n    def casefold(self):\n        print("fold")\n        return "a"\n\n\ndef f(a):\n    $0b = a.casefold()\n    print(b)\n    return b\n',
    },
    says: 'a.casefold() would be done 2 times',
  },
].map((row) => ({ ...row, tool: 'inline_symbol', error: 'refactoring_refused' }));

testPythonTable(rows, refused);
