// Parameters of Python, Go and C++ changed with the real engines: the whole project, before and after.
import { expect, test } from 'vitest';
import { rowsProject, withProgram } from './rows.ts';
import { filesOf, projectOf, testRefusals, testRows } from './table.ts';

const { follows, refused } = rowsProject();

interface Case {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly at: Record<string, unknown>;
  readonly parameters: readonly Record<string, string>[];
  readonly after: Readonly<Record<string, string>>;
}

interface RefusedCase extends Omit<Case, 'after'> {
  readonly error: string;
  readonly says: string;
}

const python: readonly Case[] = [
  {
    what: 'a parameter is added, with imports under other names',
    files: {
      'cart.py': 'def total(price: int) -> int:\n    return price\n\n\nprint(total(1))\n',
      'main.py': 'import cart\nfrom cart import (\n    total as sum_up,\n)\n\nprint(sum_up(2), cart.total(price=3))\n',
    },
    at: { file: 'cart.py', name: 'total' },
    parameters: [{ name: 'rate', type: 'float', value: '0.2' }, { name: 'price' }],
    after: {
      'cart.py': 'def total(rate: float, price: int) -> int:\n    return price\n\n\nprint(total(0.2, 1))\n',
      'main.py': 'import cart\nfrom cart import (\n    total as sum_up,\n)\n\nprint(sum_up(0.2, 2), cart.total(0.2, price=3))\n',
    },
  },
  {
    what: 'renamed with the keywords of calls, reordered, with defaults',
    files: { 'a.py': 'def f(a, b=1, *, c=2):\n    return a + b + c\n\n\nprint(f(1), f(1, 2), f(a=1, c=3), f(1, b=5))\n' },
    at: { file: 'a.py', name: 'f' },
    parameters: [{ name: 'x', from: 'a' }, { name: '*' }, { name: 'c' }, { name: 'b', default: '9' }],
    after: { 'a.py': 'def f(x, *, c=2, b=9):\n    return x + b + c\n\n\nprint(f(1), f(1, b=2), f(x=1, c=3), f(1, b=5))\n' },
  },
  {
    what: 'an unused parameter goes, by place and by name',
    files: { 'a.py': 'def f(a, b, c):\n    return a + c\n\n\nprint(f(1, 2, 3), f(1, c=3, b=2), f(f(1, 2, 3), 2, 3))\n' },
    at: { file: 'a.py', name: 'f' },
    parameters: [{ name: 'a' }, { name: 'c' }],
    after: { 'a.py': 'def f(a, c):\n    return a + c\n\n\nprint(f(1, 3), f(1, c=3), f(f(1, 3), 3))\n' },
  },
  {
    what: 'the rest and keywords stay, strings and comments are no lists',
    files: {
      'a.py': 'def log(level, *args, **more):\n    return level, args, more\n\n\nlog("a, b", 1, 2, x=(3, 4))\nlog(\n    "é",  # one, two\n    5,\n)\n',
    },
    at: { file: 'a.py', name: 'log' },
    parameters: [{ name: 'level' }, { name: 'when', value: '0' }, { name: '*args' }, { name: '**more' }],
    after: {
      'a.py':
        'def log(level, when, *args, **more):\n    return level, args, more\n\n\nlog("a, b", 0, 1, 2, x=(3, 4))\nlog(\n    "é", # one, two\n    0,\n    5,\n)\n',
    },
  },
  {
    what: 'a method with what overrides it and calls of super',
    files: {
      'a.py':
        'class Cart:\n    def add(self, price: int) -> None:\n        self.last = price\n\n\nclass Big(Cart):\n    def add(self, price: int) -> None:\n        super().add(price)\n',
      'b.py': 'from a import Big, Cart\n\nCart().add(1)\nBig().add(price=2)\n',
    },
    at: { file: 'a.py', snippet: 'class Big(Cart):\n    def <<add>>' },
    parameters: [
      { name: 'cents', from: 'price' },
      { name: 'note', type: 'str', value: '""' },
    ],
    after: {
      'a.py':
        'class Cart:\n    def add(self, cents: int, note: str) -> None:\n        self.last = cents\n\n\nclass Big(Cart):\n    def add(self, cents: int, note: str) -> None:\n        super().add(cents, "")\n',
      'b.py': 'from a import Big, Cart\n\nCart().add(1, "")\nBig().add(cents=2, note="")\n',
    },
  },
  {
    what: 'a static method and a class method',
    files: { 'a.py': 'class A:\n    @classmethod\n    def of(cls, a, b):\n        return cls, a, b\n\n\nA.of(1, 2)\n' },
    at: { file: 'a.py', snippet: 'def <<of>>' },
    parameters: [{ name: 'b' }, { name: 'a' }],
    after: { 'a.py': 'class A:\n    @classmethod\n    def of(cls, b, a):\n        return cls, a, b\n\n\nA.of(2, 1)\n' },
  },
];

const pythonRefused: readonly RefusedCase[] = [
  {
    what: 'a parameter that is used',
    files: { 'a.py': 'def f(a, b):\n    return a\n\n\nprint(f(1, b=2))\n' },
    at: { file: 'a.py', name: 'f' },
    parameters: [{ name: 'b' }],
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    what: 'a function that is passed as a value, decorated or called through its class',
    files: {
      'a.py':
        'import functools\n\n\nclass A:\n    def f(self, a, b):\n        return a - b\n\n\nx = A()\nprint(x.f(1, 2), A.f(x, 1, 2), functools.reduce(x.f, [1]))\n',
    },
    at: { file: 'a.py', snippet: 'def <<f>>' },
    parameters: [{ name: 'b' }, { name: 'a' }],
    error: 'signature_conflicts',
    says: '2 places',
  },
  {
    what: 'arguments from a list, or from a dictionary',
    files: { 'a.py': 'def f(a, b):\n    return a - b\n\n\nxs = [1, 2]\nprint(f(*xs), f(1, **{"b": 2}))\n' },
    at: { file: 'a.py', name: 'f' },
    parameters: [{ name: 'c', from: 'b' }, { name: 'a' }],
    error: 'signature_conflicts',
    says: '2 places',
  },
  {
    what: 'a default before what must be passed',
    files: { 'a.py': 'def f(a, b=1):\n    return a - b\n' },
    at: { file: 'a.py', name: 'f' },
    parameters: [{ name: 'b' }, { name: 'a' }],
    error: 'refactoring_refused',
    says: 'a must be passed and would stand behind b',
  },
  {
    what: 'a name that means something else',
    files: { 'a.py': 'rate = 2\n\n\ndef f(a):\n    return a * rate\n' },
    at: { file: 'a.py', name: 'f' },
    parameters: [{ name: 'a' }, { name: 'rate', value: '1' }],
    error: 'refactoring_refused',
    says: 'the name rate means something else on line 5',
  },
  {
    what: 'a list without its separator',
    files: { 'a.py': 'def f(a, *, b):\n    return a - b\n' },
    at: { file: 'a.py', name: 'f' },
    parameters: [{ name: 'b' }, { name: 'a' }],
    error: 'refactoring_refused',
    says: 'the list has a *',
  },
  {
    what: 'what is no function',
    files: { 'a.py': 'total = 1\nprint(total)\n' },
    at: { file: 'a.py', line: 1, name: 'total' },
    parameters: [],
    error: 'refactoring_refused',
    says: 'no function',
  },
];

const GO = 'module example.com/shop\n\ngo 1.21\n';
const go: readonly Case[] = [
  {
    what: 'a function, with parameters that share a type',
    files: {
      'go.mod': GO,
      'cart/cart.go': 'package cart\n\nfunc Total(a, b int, name string) int {\n\treturn a - b\n}\n\nvar One = Total(1, 2, "x, y")\n',
      'main.go': 'package main\n\nimport "example.com/shop/cart"\n\nfunc main() {\n\tprintln(cart.Total(cart.Total(1, 2, "a"), 4, "b"))\n}\n',
    },
    at: { file: 'cart/cart.go', snippet: 'func <<Total>>' },
    parameters: [{ name: 'b' }, { name: 'first', from: 'a' }, { name: 'rate', type: 'float64', value: '0.5' }],
    after: {
      'cart/cart.go': 'package cart\n\nfunc Total(b int, first int, rate float64) int {\n\treturn first - b\n}\n\nvar One = Total(2, 1, 0.5)\n',
      'main.go': 'package main\n\nimport "example.com/shop/cart"\n\nfunc main() {\n\tprintln(cart.Total(4, cart.Total(2, 1, 0.5), 0.5))\n}\n',
    },
  },
  {
    what: 'a method of an interface with the types that satisfy it',
    files: {
      'go.mod': GO,
      'a.go':
        'package main\n\ntype Priced interface {\n\tPrice(int) int\n}\n\ntype Item struct{}\n\nfunc (i Item) Price(count int) int { return count }\n\nfunc main() {\n\tvar p Priced = Item{}\n\tprintln(p.Price(1), Item{}.Price(2))\n}\n',
    },
    at: { file: 'a.go', snippet: 'Item) <<Price>>' },
    parameters: [{ name: 'unit', type: 'string', value: '"cm"' }, { name: 'count' }],
    after: {
      'a.go':
        'package main\n\ntype Priced interface {\n\tPrice(string, int) int\n}\n\ntype Item struct{}\n\nfunc (i Item) Price(unit string, count int) int { return count }\n\nfunc main() {\n\tvar p Priced = Item{}\n\tprintln(p.Price("cm", 1), Item{}.Price("cm", 2))\n}\n',
    },
  },
  {
    what: 'a variadic function',
    files: {
      'go.mod': GO,
      'a.go':
        'package main\n\nfunc log(level string, more ...int) {\n\tprintln(level, len(more))\n}\n\nfunc main() {\n\tlog("a")\n\tlog("a", 1, 2)\n\tlog("a", []int{3, 4}...)\n}\n',
    },
    at: { file: 'a.go', snippet: 'func <<log>>' },
    parameters: [{ name: 'level' }, { name: 'when', type: 'int', value: '0' }, { name: '...more' }],
    after: {
      'a.go':
        'package main\n\nfunc log(level string, when int, more ...int) {\n\tprintln(level, len(more))\n}\n\nfunc main() {\n\tlog("a", 0)\n\tlog("a", 0, 1, 2)\n\tlog("a", 0, []int{3, 4}...)\n}\n',
    },
  },
];

const goRefused: readonly RefusedCase[] = [
  {
    what: 'a function that is passed as a value, and arguments that come from another call',
    files: {
      'go.mod': GO,
      'a.go':
        'package main\n\nfunc sub(a, b int) int { return a - b }\n\nfunc two() (int, int) { return 1, 2 }\n\nfunc main() {\n\tf := sub\n\tprintln(f(1, 2), sub(two()))\n}\n',
    },
    at: { file: 'a.go', snippet: 'func <<sub>>' },
    parameters: [{ name: 'b' }, { name: 'a' }],
    error: 'signature_conflicts',
    says: '2 places',
  },
  {
    what: 'a method of an interface outside of the project',
    files: {
      'go.mod': GO,
      'a.go':
        'package main\n\nimport "fmt"\n\ntype Item struct{}\n\nfunc (i Item) String() string { return "item" }\n\nfunc main() {\n\tfmt.Println(Item{})\n}\n',
    },
    at: { file: 'a.go', snippet: 'Item) <<String>>' },
    parameters: [{ name: 'unit', type: 'string', value: '""' }],
    error: 'refactoring_refused',
    says: 'by a library',
  },
  {
    what: 'a default, and a new parameter without a type',
    files: { 'go.mod': GO, 'a.go': 'package main\n\nfunc sub(a, b int) int { return a - b }\n\nfunc main() {\n\tprintln(sub(1, 2))\n}\n' },
    at: { file: 'a.go', snippet: 'func <<sub>>' },
    parameters: [{ name: 'a' }, { name: 'b' }, { name: 'c', type: 'int', default: '1' }],
    error: 'refactoring_refused',
    says: 'have no defaults',
  },
];

const FLAGS = '-std=c++17\n-Iinclude\n';
const cpp: readonly Case[] = [
  {
    what: 'a function with its header and its definition, from a call',
    files: {
      'include/cart.hpp': '#pragma once\n#include <vector>\nnamespace shop {\nint total(const std::vector<int> &cents, int count = 2);\n}\n',
      'src/cart.cpp': '#include "cart.hpp"\nint shop::total(const std::vector<int> &cents, int count) {\n  return cents[0] * count;\n}\n',
      'src/main.cpp': '#include "cart.hpp"\nint main() {\n  return shop::total({1, 2}) + shop::total({3}, 4);\n}\n',
      'compile_flags.txt': FLAGS,
    },
    at: { file: 'src/main.cpp', snippet: 'return shop::<<total>>' },
    parameters: [{ name: 'factor', type: 'int', value: '7' }, { name: 'all', from: 'cents' }, { name: 'count' }],
    after: {
      'include/cart.hpp': '#pragma once\n#include <vector>\nnamespace shop {\nint total(int factor, const std::vector<int> &all, int count = 2);\n}\n',
      'src/cart.cpp': '#include "cart.hpp"\nint shop::total(int factor, const std::vector<int> &all, int count) {\n  return all[0] * count;\n}\n',
      'src/main.cpp': '#include "cart.hpp"\nint main() {\n  return shop::total(7, {1, 2}) + shop::total(7, {3}, 4);\n}\n',
    },
  },
  {
    what: 'a virtual method with its overrides',
    files: {
      'include/shape.hpp':
        '#pragma once\nstruct Shape { virtual int area(int scale, bool) { return scale; } };\nstruct Square : Shape { int area(int s, bool round) override { return s; } };\n',
      'src/main.cpp':
        '#include "shape.hpp"\nint main() {\n  Square square;\n  Shape &shape = square;\n  return shape.area(1, true) + square.area(2, false);\n}\n',
      'compile_flags.txt': FLAGS,
    },
    at: { file: 'include/shape.hpp', snippet: 'Shape { virtual int <<area>>' },
    parameters: [{ name: 'round', from: '2' }, { name: 'scale' }],
    after: {
      'include/shape.hpp':
        '#pragma once\nstruct Shape { virtual int area(bool round, int scale) { return scale; } };\nstruct Square : Shape { int area(bool round, int s) override { return s; } };\n',
      'src/main.cpp':
        '#include "shape.hpp"\nint main() {\n  Square square;\n  Shape &shape = square;\n  return shape.area(true, 1) + square.area(false, 2);\n}\n',
    },
  },
];

const cppRefused: readonly RefusedCase[] = [
  {
    what: 'a function whose address is taken, and one in a macro',
    files: {
      'src/main.cpp':
        'int sub(int a, int b) { return a - b; }\n#define SUB sub(1, 2)\nint main() {\n  int (*f)(int, int) = &sub;\n  return f(1, 2) + SUB;\n}\n',
      'compile_flags.txt': FLAGS,
    },
    at: { file: 'src/main.cpp', snippet: 'int <<sub>>(int a' },
    parameters: [{ name: 'b' }, { name: 'a' }],
    error: 'signature_conflicts',
    says: 'place',
  },
  {
    what: 'a new parameter without a type',
    files: { 'src/main.cpp': 'int sub(int a) { return a; }\nint main() { return sub(1); }\n', 'compile_flags.txt': FLAGS },
    at: { file: 'src/main.cpp', snippet: 'int <<sub>>(int a' },
    parameters: [{ name: 'a' }, { name: 'b', value: '1' }],
    error: 'refactoring_refused',
    says: 'b needs a type',
  },
];

const tool = 'change_signature';

const asRow = ({ what, files, at, parameters }: Omit<Case, 'after'>) => ({ title: `Python: ${what}`, tool, before: files, given: { symbol: at, parameters } });
const pythonRows = python.map((one) => ({ ...asRow(one), after: one.after }));
const pythonRefusedRows = pythonRefused.map((one) => ({ ...asRow(one), error: one.error, says: one.says }));
const pythonProject = projectOf({ 'pyproject.toml': '[project]\nname = "rows"\nversion = "1"\n', ...filesOf(pythonRows, pythonRefusedRows) });
testRows(pythonRows, pythonProject);
testRefusals(pythonRefusedRows, pythonProject);

for (const { what, files, at, parameters, after } of go)
  test(`Go: ${what}`, async (context) => {
    await withProgram(context, 'gopls');
    await follows({ files, tool, given: { symbol: at, parameters }, after });
  });
for (const { what, files, at, parameters, error, says } of goRefused)
  test(`Go refuses: ${what}`, async (context) => {
    await withProgram(context, 'gopls');
    expect(await refused({ files, tool, given: { symbol: at, parameters } })).toMatchObject({ error, message: expect.stringContaining(says) });
  });

for (const { what, files, at, parameters, after } of cpp)
  test(`C++: ${what}`, async (context) => {
    await withProgram(context, 'clangd');
    await follows({ files, tool, given: { symbol: at, parameters }, after, errorsSettle: true });
  });
for (const { what, files, at, parameters, error, says } of cppRefused)
  test(`C++ refuses: ${what}`, async (context) => {
    await withProgram(context, 'clangd');
    expect(await refused({ files, tool, given: { symbol: at, parameters } })).toMatchObject({ error, message: expect.stringContaining(says) });
  });
