// Other names in C++ with clangd: headers, namespaces, templates, overloads, operators and macros; a compiler reads what all rows are afterwards.
import { afterAll, beforeAll, describe } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { testCompiles } from './cppCompiles.ts';
import { renamed } from './renamedRows.ts';
import { onPath, programOf } from './rows.ts';
import { filesOf, type RefusedRow, type Row, testRefusals, testRows } from './table.ts';

const program = await programOf('clangd');

const rows: readonly Row[] = [
  renamed('a function of a namespace, with its header, a using declaration and an alias of the namespace', 'total', 'summed', {
    'cart.hpp': '#pragma once\nnamespace shop {\nint total(int a);\n}\n',
    'cart.cpp': '#include "cart.hpp"\nnamespace shop {\nint $0total(int a) { return a; }\n}\n',
    'main.cpp': '#include "cart.hpp"\nusing shop::total;\nnamespace s = shop;\nint main() { return total(1) + s::total(2) + ::shop::total(3); }\n',
  }),
  renamed(
    'one of several overloads',
    'one',
    'only',
    {
      'a.cpp': 'int $0one(int a) { return a; }\nint one(double a) { return int(a) + 1; }\nint run() { return one(1) + one(2.0); }\n',
    },
    {
      'a.cpp': 'int only(int a) { return a; }\nint one(double a) { return int(a) + 1; }\nint run() { return only(1) + one(2.0); }\n',
    },
  ),
  renamed('a class template with its constructor, destructor and members outside of it', 'Box', 'Crate', {
    'box.hpp':
      '#pragma once\ntemplate <typename T> class $0Box {\npublic:\n  Box(T value);\n  ~Box() {}\n  T get() const;\n\nprivate:\n  T value_;\n};\ntemplate <typename T> Box<T>::Box(T value) : value_(value) {}\ntemplate <typename T> T Box<T>::get() const { return value_; }\n',
    'main.cpp': '#include "box.hpp"\nint main() {\n  Box<int> a(1);\n  Box<Box<int>> b{a};\n  return a.get() + b.get().get();\n}\n',
  }),
  renamed('a member that constructors initialize and a reference reads', 'size_', 'count_', {
    'a.cpp':
      'struct Base {\n  const int &$0size_;\n  Base(const int &size) : size_(size) {}\n};\nstruct Big : Base {\n  using Base::Base;\n  int twice() const { return size_ * 2 + this->size_; }\n};\nint run(const int &n) { return Big(n).twice() + Big(n).size_; }\n',
  }),
  renamed('a virtual method with its overrides, and calls through the base', 'area', 'surface', {
    'shape.hpp': '#pragma once\nstruct Shape {\n  virtual ~Shape() = default;\n  virtual int $0area() const = 0;\n};\n',
    'main.cpp':
      '#include "shape.hpp"\nstruct Square final : Shape {\n  int area() const override { return 1; }\n};\nint run(const Shape &shape) { return shape.area() + Square().area() + Square().Square::area(); }\n',
  }),
  renamed('a variable that a lambda captures', 'count', 'number', {
    'a.cpp':
      'int run(int $0count) {\n  auto byValue = [count] { return count; };\n  auto byReference = [&count](int more) { count += more; };\n  auto fresh = [other = count] { return other; };\n  byReference(1);\n  return byValue() + fresh() + count;\n}\n',
  }),
  renamed('a value of an enumeration, and an alias of a type', 'Red', 'Crimson', {
    'a.cpp':
      'enum class Color { $0Red, Blue };\nusing C = Color;\nint run(Color c) {\n  switch (c) {\n  case Color::Red:\n    return 1;\n  case C::Blue:\n    return 2;\n  }\n  return c == C::Red;\n}\n',
  }),
  renamed('what is passed to a macro', 'passed', 'given', {
    'a.cpp': '#define TWICE(x) ((x) + (x))\nint $0passed(int a) { return a; }\nint run() { return TWICE(passed(1)); }\n',
  }),
  renamed('a type with operators', 'Money', 'Cash', {
    'a.cpp':
      'struct $0Money {\n  int cents;\n  Money operator+(const Money &other) const { return Money{cents + other.cents}; }\n  explicit operator int() const { return cents; }\n  friend bool operator==(const Money &a, const Money &b) { return a.cents == b.cents; }\n};\nint run() { return int(Money{1} + Money{2}) + (Money{1} == Money{1}); }\n',
  }),
  renamed('a template parameter and a method template', 'Type', 'Kind', {
    'a.cpp':
      'struct Maker {\n  template <typename $0Type> Type make(Type value) { return Type(value); }\n};\nint run() { return Maker().make<int>(1) + Maker().make(2); }\n',
  }),
];

const refused: readonly RefusedRow[] = [
  {
    title: 'what the body of a macro names',
    before: { 'a.cpp': 'int $0hidden(int a) { return a; }\n#define ONE hidden(1)\nint run() { return ONE; }\n' },
    given: { new_name: 'shown' },
    error: 'cannot_rename',
    says: 'macro',
  },
  {
    title: 'what a file names only through a macro of another file, and that through one more',
    before: {
      'cart.hpp': '#define CRATE \\\n  stowed(1)\n#define CRATES (CRATE + CRATE)\nint stowed(int a);\n',
      'cart.cpp': '#include "cart.hpp"\nint $0stowed(int a) { return a; }\n',
      'run.cpp': '#include "cart.hpp"\nint run() { return CRATES; }\n',
    },
    given: { new_name: 'shown' },
    error: 'cannot_rename',
    says: 'the macro CRATES on line 2 of run.cpp',
  },
  {
    title: 'an operator',
    before: { 'a.cpp': 'struct Coin {\n  int cents;\n  Coin $0operator+(const Coin &other) const { return Coin{cents + other.cents}; }\n};\n' },
    given: { new_name: 'plus' },
    error: 'cannot_rename',
    says: 'operator',
  },
  {
    title: 'what the standard library declares',
    before: { 'a.cpp': '#include <vector>\nint run() {\n  std::vector<int> all;\n  return int(all.$0size());\n}\n' },
    given: { new_name: 'count' },
    error: 'cannot_rename',
    says: 'size',
  },
  {
    title: 'a name that the function has for something else',
    before: { 'a.cpp': 'int run(int $0count) {\n  int more = 1;\n  return count + more;\n}\n' },
    given: { new_name: 'more' },
    error: 'cannot_rename',
    says: 'conflict with the symbol',
  },
].map((row) => ({ ...row, tool: 'rename_symbol' }));

describe.skipIf(program === undefined)('with clangd', () => {
  let real: RealAgent;
  beforeAll(async () => {
    if (program !== undefined) onPath(program);
    real = await realAgentOn({ 'compile_flags.txt': '-std=c++17\n', ...filesOf(rows, refused) });
  });
  afterAll(() => real?.close());

  testRows(rows, () => real);
  testRefusals(refused, () => real);
});

testCompiles(rows);
