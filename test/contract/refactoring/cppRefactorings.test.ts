// Extract and inline in C++: clangd's tweaks under the wanted names, constants that become their values, checked by clangd and, where there is one, a compiler.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { testCompiles } from './cppCompiles.ts';
import { onPath, programOf } from './rows.ts';
import { filesOf, type RefusedRow, type Row, testRefusals, testRows } from './table.ts';

const program = await programOf('clangd');

const functionRows: readonly Row[] = [
  {
    title: 'statements with what they read',
    before: { 'a.cpp': 'void show(int);\nvoid run(int a, int b) {\n  [[show(a);\n  show(a + b);]]\n}\n' },
    given: { name: 'both' },
    after: { 'a.cpp': 'void show(int);\nvoid both(int &a, int &b) {\n  show(a);\n  show(a + b);\n}\nvoid run(int a, int b) { both(a, b); }\n' },
  },
  {
    title: 'a loop in a function',
    before: { 'a.cpp': 'void show(int);\nvoid run(int n) {\n  [[for (int i = 0; i < n; i++) {\n    show(i);\n  }]]\n  show(n);\n}\n' },
    given: { name: 'each' },
    after: {
      'a.cpp': 'void show(int);\nvoid each(int &n) {\n  for (int i = 0; i < n; i++) {\n    show(i);\n  }\n}\nvoid run(int n) {\n  each(n);\n  show(n);\n}\n',
    },
  },
  {
    title: 'a value that is used later',
    before: { 'a.cpp': 'int run(int n) {\n  int sum = 0;\n  [[for (int i = 0; i < n; i++)\n    sum += i;]]\n  return sum;\n}\n' },
    given: { name: 'addUp' },
    after: {
      'a.cpp':
        'void addUp(int &n, int &sum) {\n  for (int i = 0; i < n; i++)\n    sum += i;\n}\nint run(int n) {\n  int sum = 0;\n  addUp(n, sum);\n  return sum;\n}\n',
    },
  },
  {
    title: 'in a namespace',
    before: { 'a.cpp': 'namespace shop {\nvoid show(int);\nvoid run(int a) {\n  [[show(a);\n  show(2);]]\n  show(1);\n}\n} // namespace shop\n' },
    given: { name: 'first' },
    after: {
      'a.cpp':
        'namespace shop {\nvoid show(int);\nvoid first(int &a) {\n  show(a);\n  show(2);\n}\nvoid run(int a) {\n  first(a);\n  show(1);\n}\n} // namespace shop\n',
    },
  },
  {
    title: 'a method of its class',
    before: { 'a.cpp': 'struct Box {\n  int size;\n  int twice;\n  void grow(int by) {\n    [[size += by;\n    twice = size * 2;]]\n  }\n};\n' },
    given: { name: 'add' },
    after: {
      'a.cpp':
        'struct Box {\n  int size;\n  int twice;\n  void add(int &by) {\n    size += by;\n    twice = size * 2;\n  }\n  void grow(int by) { add(by); }\n};\n',
    },
  },
  {
    title: 'a const method that is defined outside of its class',
    before: {
      'a.cpp':
        'void show(int);\nclass Box {\npublic:\n  void print() const;\n\nprivate:\n  int size;\n};\nvoid Box::print() const {\n  [[show(size);\n  show(size + 1);]]\n  show(0);\n}\n',
    },
    given: { name: 'both' },
    after: {
      'a.cpp':
        'void show(int);\nclass Box {\npublic:\n  void both() const;\n  void print() const;\n\nprivate:\n  int size;\n};\nvoid Box::both() const {\n  show(size);\n  show(size + 1);\n}\nvoid Box::print() const {\n  both();\n  show(0);\n}\n',
    },
  },
  {
    title: 'what reads a reference and a pointer',
    before: { 'a.cpp': 'void run(int &a, const int *b) {\n  [[a += *b;\n  a *= 2;]]\n  a--;\n}\n' },
    given: { name: 'add' },
    after: { 'a.cpp': 'void add(int &a, const int *&b) {\n  a += *b;\n  a *= 2;\n}\nvoid run(int &a, const int *b) {\n  add(a, b);\n  a--;\n}\n' },
  },
  {
    title: 'a block with variables and a lambda of its own',
    before: { 'a.cpp': 'void show(int);\nvoid run(int a) {\n  [[int twice = a * 2;\n  auto later = [&] { show(twice); };\n  later();]]\n  show(a);\n}\n' },
    given: { name: 'first' },
    after: {
      'a.cpp':
        'void show(int);\nvoid first(int &a) {\n  int twice = a * 2;\n  auto later = [&] { show(twice); };\n  later();\n}\nvoid run(int a) {\n  first(a);\n  show(a);\n}\n',
    },
  },
].map((row) => ({ ...row, tool: 'extract_function' }));

const variableRows: readonly Row[] = [
  {
    title: 'an operand',
    before: { 'a.cpp': 'int run(int a, int b) {\n  return 1 + [[a * b]];\n}\n' },
    given: { name: 'product' },
    after: { 'a.cpp': 'int run(int a, int b) {\n  auto product = a * b;\n  return 1 + product;\n}\n' },
  },
  {
    title: 'an argument',
    before: { 'a.cpp': 'int load(int);\nint run(int a) {\n  int x = load([[a + 1]]);\n  return x;\n}\n' },
    given: { name: 'next' },
    after: { 'a.cpp': 'int load(int);\nint run(int a) {\n  auto next = a + 1;\n  int x = load(next);\n  return x;\n}\n' },
  },
  {
    title: 'a call',
    before: { 'a.cpp': 'int load(int);\nint run(int a) {\n  return [[load(a)]] * 2;\n}\n' },
    given: { name: 'loaded' },
    after: { 'a.cpp': 'int load(int);\nint run(int a) {\n  auto loaded = load(a);\n  return loaded * 2;\n}\n' },
  },
  {
    title: 'a member, in a condition',
    before: { 'a.cpp': 'struct Box {\n  int size;\n};\nint run(Box b) {\n  if ([[b.size]] > 2)\n    return 1;\n  return 0;\n}\n' },
    given: { name: 'size' },
    after: { 'a.cpp': 'struct Box {\n  int size;\n};\nint run(Box b) {\n  auto size = b.size;\n  if (size > 2)\n    return 1;\n  return 0;\n}\n' },
  },
  {
    title: 'in a template',
    before: { 'a.cpp': 'template <typename T> T run(T a, T b) {\n  return a - [[(a + b)]];\n}\nint use() { return run(1, 2); }\n' },
    given: { name: 'sum' },
    after: { 'a.cpp': 'template <typename T> T run(T a, T b) {\n  auto sum = (a + b);\n  return a - sum;\n}\nint use() { return run(1, 2); }\n' },
  },
  {
    title: 'in the body of a lambda',
    before: {
      'a.cpp': 'int run(int a) {\n  auto f = [=](int b) {\n    return [[a * b]] + 1;\n  };\n  return f(2);\n}\n'.replace('[[', '«').replace(']]', '»'),
    },
    given: { name: 'product' },
    after: { 'a.cpp': 'int run(int a) {\n  auto f = [=](int b) {\n    auto product = a * b;\n    return product + 1;\n  };\n  return f(2);\n}\n' },
  },
  {
    title: 'what an overloaded operator gives',
    before: {
      'a.cpp':
        'struct Money {\n  int cents;\n  Money operator+(const Money &o) const { return {cents + o.cents}; }\n};\nint run(Money a, Money b) {\n  return ([[a + b]]).cents;\n}\n',
    },
    given: { name: 'sum' },
    after: {
      'a.cpp':
        'struct Money {\n  int cents;\n  Money operator+(const Money &o) const { return {cents + o.cents}; }\n};\nint run(Money a, Money b) {\n  auto sum = a + b;\n  return (sum).cents;\n}\n',
    },
  },
  {
    title: 'a name of a namespace, in a branch with braces',
    before: { 'a.cpp': 'namespace shop {\nint rate(int);\n}\nint run(bool a) {\n  if (a) {\n    return 2 * [[shop::rate(1)]];\n  }\n  return 0;\n}\n' },
    given: { name: 'rate' },
    after: {
      'a.cpp':
        'namespace shop {\nint rate(int);\n}\nint run(bool a) {\n  if (a) {\n    auto rate = shop::rate(1);\n    return 2 * rate;\n  }\n  return 0;\n}\n',
    },
  },
  {
    title: 'what a macro makes',
    before: { 'a.cpp': '#define TWO (1 + 1)\nint run(int a) {\n  return a * [[TWO]];\n}\n' },
    given: { name: 'two' },
    after: { 'a.cpp': '#define TWO (1 + 1)\nint run(int a) {\n  auto two = TWO;\n  return a * two;\n}\n' },
  },
].map((row) => ({ ...row, tool: 'extract_variable' }));

const inlineRows: readonly Row[] = [
  {
    title: 'a constant of a function',
    before: { 'a.cpp': 'int run(int a) {\n  const int $0limit = 3;\n  return a * limit + limit;\n}\n' },
    after: { 'a.cpp': 'int run(int a) {\n  return a * 3 + 3;\n}\n' },
  },
  {
    title: 'one of another type than its value',
    before: { 'a.cpp': 'double run(double a) {\n  const double $0half = 1 / 2 + 1;\n  return a * half;\n}\n' },
    after: { 'a.cpp': 'double run(double a) {\n  return a * static_cast<double>(1 / 2 + 1);\n}\n' },
  },
  {
    title: 'one that names another constant',
    before: { 'a.cpp': 'constexpr int unit = 1;\nconstexpr int $0pair = unit + 1;\nint run(int a) { return a * pair; }\n' },
    after: { 'a.cpp': 'constexpr int unit = 1;\nint run(int a) { return a * static_cast<int>(unit + 1); }\n' },
  },
  {
    title: 'with auto',
    before: { 'a.cpp': 'int run(int a) {\n  const auto $0limit = 3 + 4;\n  return a * limit;\n}\n' },
    after: { 'a.cpp': 'int run(int a) {\n  return a * (3 + 4);\n}\n' },
  },
  {
    title: 'of a namespace, with what is written before its name',
    before: { 'a.cpp': 'namespace shop {\nconst int $0most = 9;\nconst int least = 1;\n}\nint run() { return shop::most + shop::least; }\n' },
    after: { 'a.cpp': 'namespace shop {\nconst int least = 1;\n}\nint run() { return 9 + shop::least; }\n' },
  },
  {
    title: 'a truth value and a character',
    before: { 'a.cpp': "char run(bool a) {\n  const char $0mark = 'x';\n  return a ? mark : 'y';\n}\n" },
    after: { 'a.cpp': "char run(bool a) {\n  return a ? 'x' : 'y';\n}\n" },
  },
  {
    title: 'a constant of a class, with what is written before its name',
    before: {
      'a.cpp': 'struct Box {\n  static constexpr int $0most = 9;\n  int left(int used) const { return most - used; }\n};\nint run() { return Box::most; }\n',
    },
    after: { 'a.cpp': 'struct Box {\n  int left(int used) const { return 9 - used; }\n};\nint run() { return 9; }\n' },
  },
  {
    title: 'as the size of an array, a case and an argument of a template',
    before: {
      'a.cpp':
        '#include <array>\nconstexpr int $0size = 3;\nint run(int a) {\n  int all[size] = {};\n  std::array<int, size> more{};\n  switch (a) {\n  case size:\n    return all[0];\n  }\n  return more[0];\n}\n',
    },
    after: {
      'a.cpp':
        '#include <array>\nint run(int a) {\n  int all[3] = {};\n  std::array<int, 3> more{};\n  switch (a) {\n  case 3:\n    return all[0];\n  }\n  return more[0];\n}\n',
    },
  },
  {
    title: 'of a header, in the files that include it',
    before: {
      'limits.hpp': '#pragma once\nconstexpr int $0most = 9;\nconstexpr int least = 1;\n',
      'a.cpp': '#include "limits.hpp"\nint run() { return most + least; }\n',
    },
    after: { 'limits.hpp': '#pragma once\nconstexpr int least = 1;\n', 'a.cpp': '#include "limits.hpp"\nint run() { return 9 + least; }\n' },
  },
].map((row) => ({ ...row, tool: 'inline_symbol' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'what is no whole statement',
    tool: 'extract_function',
    before: { 'a.cpp': 'int run(int a) {\n  return [[a]] + 1;\n}\n' },
    given: { name: 'b' },
    error: 'refactoring_refused',
    says: 'does not offer it',
  },
  {
    title: 'a break of a loop around',
    tool: 'extract_function',
    before: { 'a.cpp': 'void run(int a) {\n  for (;;) {\n    [[if (a)\n      break;]]\n  }\n}\n' },
    given: { name: 'b' },
    error: 'refactoring_refused',
    says: 'Cannot extract break/continue',
  },
  {
    title: 'no name',
    tool: 'extract_variable',
    before: { 'a.cpp': 'int run(int a) {\n  return 1 + [[a * 2]];\n}\n' },
    given: { name: '2nd' },
    error: 'refactoring_refused',
    says: '2nd is no name',
  },
  {
    title: 'all occurrences',
    tool: 'extract_variable',
    before: { 'a.cpp': 'int run(int a) {\n  return a * 2 + [[a * 2]];\n}\n' },
    given: { name: 'b', all_occurrences: true },
    error: 'unsupported',
    says: 'all occurrences',
  },
  {
    title: 'a variable that may change',
    tool: 'inline_symbol',
    before: { 'a.cpp': 'int run(int a) {\n  int $0b = 3;\n  return a + b;\n}\n' },
    error: 'refactoring_refused',
    says: 'b is not const',
  },
  {
    title: 'a call',
    tool: 'inline_symbol',
    before: { 'a.cpp': 'int load();\nint run(int a) {\n  const int $0b = load();\n  return a + b;\n}\n' },
    error: 'refactoring_refused',
    says: 'does more than compute',
  },
  {
    title: 'a value that is no constant',
    tool: 'inline_symbol',
    before: { 'a.cpp': 'int run(int a) {\n  const int $0b = a + 1;\n  a = 2;\n  return a + b;\n}\n' },
    error: 'refactoring_refused',
    says: 'a in the value of b is no constant',
  },
  {
    title: 'an address',
    tool: 'inline_symbol',
    before: { 'a.cpp': 'const int *run() {\n  static const int $0b = 3;\n  return &b;\n}\n' },
    error: 'refactoring_refused',
    says: 'takes its address',
  },
  {
    title: 'a name that means something else there',
    tool: 'inline_symbol',
    before: { 'a.cpp': 'constexpr int one = 1;\nconstexpr int $0two = one + 1;\nint run(int a) {\n  int one = 5;\n  return a + two + one;\n}\n' },
    error: 'refactoring_refused',
    says: 'may mean something else on line 5',
  },
  {
    title: 'a function',
    tool: 'inline_symbol',
    before: { 'a.cpp': 'int $0one() { return 1; }\nint run() { return one(); }\n' },
    error: 'refactoring_refused',
    says: 'not the declaration of one variable',
  },
  {
    title: 'statements of a template',
    tool: 'extract_function',
    before: { 'a.cpp': 'void show(int);\ntemplate <typename T> void run(T a) {\n  [[show(a);\n  show(a + 1);]]\n}\n' },
    given: { name: 'both' },
    error: 'refactoring_refused',
    says: 'does not offer it',
  },
  {
    title: 'a constant that a lambda captures',
    tool: 'inline_symbol',
    before: { 'a.cpp': 'int run() {\n  const int $0b = 3;\n  auto f = [b] { return b; };\n  return f();\n}\n' },
    error: 'refactoring_refused',
    says: 'captures it in a lambda',
  },
  {
    title: 'a constant in the body of a macro',
    tool: 'inline_symbol',
    before: { 'a.cpp': 'constexpr int $0b = 3;\n#define TWICE (b * 2)\nint run() { return TWICE + b; }\n' },
    error: 'refactoring_refused',
    says: 'macro',
  },
  {
    title: 'a reference that is const',
    tool: 'inline_symbol',
    before: { 'a.cpp': 'int run(int a) {\n  const int &$0b = a;\n  a = 2;\n  return a + b;\n}\n' },
    error: 'refactoring_refused',
    says: 'not the declaration of one variable',
  },
  {
    title: 'a move',
    tool: 'move_symbol',
    before: { 'a.cpp': 'int $0one() { return 1; }\n' },
    given: { to_file: 'b.cpp' },
    error: 'unsupported',
    says: 'move this',
  },
];

const checked = Object.fromEntries(['one', 'two', 'three'].map((name) => [`checked/${name}.cpp`, `int ${name}(int a) {\n  return a * 2 + 1;\n}\n`]));
const rows = [...functionRows, ...variableRows, ...inlineRows];

describe.skipIf(program === undefined)('with clangd', () => {
  let real: RealAgent;
  beforeAll(async () => {
    if (program !== undefined) onPath(program);
    real = await realAgentOn({ 'compile_flags.txt': '-std=c++17\n', ...checked, ...filesOf(rows, refused) });
  });
  afterAll(() => real?.close());

  testRows(rows, () => real);
  testRefusals(refused, () => real);

  test.each(Object.keys(checked))('what is written and taken back is checked, though its text was shown before: %s', async (file) => {
    const { value } = await real.agent.call('extract_variable', { file, start_line: 2, start_column: 10, end_line: 2, end_column: 15, name: 'doubled' });
    expect(value).toMatchObject({ applied: true, newErrors: [] });
    expect(value).not.toHaveProperty('unverified');
    const { value: undone } = await real.agent.call('undo', { change_id: value['changeId'] });
    expect(undone).toMatchObject({ newErrors: [] });
    expect(undone).not.toHaveProperty('unverified');
  });
});

testCompiles(rows);
