// Other parameters in C++ with clangd: overloads, templates, defaults in headers, constructors in all their forms; a compiler reads what all rows are afterwards.
import { afterAll, beforeAll, describe } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { testCompiles } from './cppCompiles.ts';
import { onPath, programOf } from './rows.ts';
import { filesOf, type RefusedRow, type Row, testRefusals, testRows } from './table.ts';

const program = await programOf('clangd');

const rows: readonly Row[] = [
  {
    title: 'one of several overloads',
    before: {
      'a.cpp':
        'int $0sub(int a, int b) { return a - b; }\nint sub(double a, double b) { return int(a - b); }\nint run() { return sub(3, 2) + sub(3.0, 2.0); }\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'a.cpp': 'int sub(int b, int a) { return a - b; }\nint sub(double a, double b) { return int(a - b); }\nint run() { return sub(2, 3) + sub(3.0, 2.0); }\n',
    },
  },
  {
    title: 'a function template, called with and without its types',
    before: {
      'a.cpp':
        '#include <map>\ntemplate <typename K, typename V> V $0get(const std::map<K, V> &all, K key, V other) {\n  auto found = all.find(key);\n  return found == all.end() ? other : found->second;\n}\nint run() {\n  std::map<int, int> all{{1, 2}};\n  return get(all, 1, 3) + get<int, int>(all, 2, 4);\n}\n',
    },
    given: { parameters: [{ name: 'key' }, { name: 'all' }, { name: 'other' }] },
    after: {
      'a.cpp':
        '#include <map>\ntemplate <typename K, typename V> V get(K key, const std::map<K, V> &all, V other) {\n  auto found = all.find(key);\n  return found == all.end() ? other : found->second;\n}\nint run() {\n  std::map<int, int> all{{1, 2}};\n  return get(1, all, 3) + get<int, int>(2, all, 4);\n}\n',
    },
  },
  {
    title: 'a static member with a default in its class',
    before: {
      'cart.hpp': '#pragma once\nclass Shop {\npublic:\n  static int total(int a, int count = 2);\n};\n',
      'cart.cpp': '#include "cart.hpp"\nint Shop::$0total(int a, int count) { return a * count; }\nint run() { return Shop::total(1) + Shop().total(2, 3); }\n',
    },
    given: { parameters: [{ name: 'a' }, { name: 'extra', type: 'int', value: '0' }, { name: 'count' }] },
    after: {
      'cart.hpp': '#pragma once\nclass Shop {\npublic:\n  static int total(int a, int extra, int count = 2);\n};\n',
      'cart.cpp':
        '#include "cart.hpp"\nint Shop::total(int a, int extra, int count) { return a * count; }\nint run() { return Shop::total(1, 0) + Shop().total(2, 0, 3); }\n',
    },
  },
  {
    title: 'a const method with references, called in a lambda and through a pointer',
    before: {
      'a.cpp':
        'struct Box {\n  int size;\n  int $0scaled(const int &by, bool round) const { return size * by; }\n};\nint run(const Box *box) {\n  auto twice = [&](int n) { return box->scaled(n, true); };\n  return twice(2) + (*box).scaled(3, false);\n}\n',
    },
    given: { parameters: [{ name: 'factor', from: 'by' }] },
    after: {
      'a.cpp':
        'struct Box {\n  int size;\n  int scaled(const int &factor) const { return size * factor; }\n};\nint run(const Box *box) {\n  auto twice = [&](int n) { return box->scaled(n); };\n  return twice(2) + (*box).scaled(3);\n}\n',
    },
  },
  {
    title: 'functions of a namespace with pointers, arrays and functions as parameters',
    before: {
      'a.cpp':
        'namespace shop {\nint $0apply(int (*f)(int, int), const int all[], unsigned count) { return count > 1 ? f(all[0], all[1]) : 0; }\n} // namespace shop\nint add(int a, int b) { return a + b; }\nint run() {\n  const int all[] = {1, 2};\n  return shop::apply(&add, all, 2u);\n}\n',
    },
    given: { parameters: [{ name: 'all' }, { name: 'count' }, { name: 'f' }] },
    after: {
      'a.cpp':
        'namespace shop {\nint apply(const int all[], unsigned count, int (*f)(int, int)) { return count > 1 ? f(all[0], all[1]) : 0; }\n} // namespace shop\nint add(int a, int b) { return a + b; }\nint run() {\n  const int all[] = {1, 2};\n  return shop::apply(all, 2u, &add);\n}\n',
    },
  },
  {
    title: 'a function that gives a template, which is no constructor',
    before: {
      'a.cpp':
        '#include <vector>\nstd::vector<int> $0filled(int value, int count) { return std::vector<int>(count, value); }\nint run() { return filled(1, 2)[0]; }\n',
    },
    given: { parameters: [{ name: 'count' }, { name: 'value' }] },
    after: {
      'a.cpp':
        '#include <vector>\nstd::vector<int> filled(int count, int value) { return std::vector<int>(count, value); }\nint run() { return filled(2, 1)[0]; }\n',
    },
  },
  {
    title: 'a constructor: variables, braces, new, temporaries and classes below',
    before: {
      'cart.hpp':
        '#pragma once\nclass Cart {\npublic:\n  explicit $0Cart(int a, int b);\n  int all() const { return all_; }\n\nprivate:\n  int all_;\n};\nstruct Big : Cart {\n  Cart inner;\n  Big() : Cart(5, 4), inner{3, 2} {}\n};\n',
      'cart.cpp': '#include "cart.hpp"\nCart::Cart(int a, int b) : all_(a - b) {}\n',
      'main.cpp':
        '#include "cart.hpp"\nint main() {\n  Cart one(3, 2);\n  Cart two{4, 2};\n  auto three = Cart(5, 2);\n  Cart *four = new Cart(6, 2);\n  auto five = Cart{7, 2};\n  return one.all() + two.all() + three.all() + four->all() + five.all() + Big().inner.all();\n}\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'cart.hpp':
        '#pragma once\nclass Cart {\npublic:\n  explicit Cart(int b, int a);\n  int all() const { return all_; }\n\nprivate:\n  int all_;\n};\nstruct Big : Cart {\n  Cart inner;\n  Big() : Cart(4, 5), inner{2, 3} {}\n};\n',
      'cart.cpp': '#include "cart.hpp"\nCart::Cart(int b, int a) : all_(a - b) {}\n',
      'main.cpp':
        '#include "cart.hpp"\nint main() {\n  Cart one(2, 3);\n  Cart two{2, 4};\n  auto three = Cart(2, 5);\n  Cart *four = new Cart(2, 6);\n  auto five = Cart{2, 7};\n  return one.all() + two.all() + three.all() + four->all() + five.all() + Big().inner.all();\n}\n',
    },
  },
  {
    title: 'a constructor of a template, with make_unique',
    before: {
      'a.cpp':
        "#include <memory>\ntemplate <typename T> struct Crate {\n  T value;\n  int count;\n  $0Crate(T v, int n) : value(v), count(n) {}\n};\nint run() {\n  Crate<int> one(1, 2);\n  auto two = std::make_unique<Crate<int>>(3, 4);\n  return one.value + two->count + Crate<char>('a', 1).count;\n}\n",
    },
    given: { parameters: [{ name: 'n' }, { name: 'v' }] },
    after: {
      'a.cpp':
        "#include <memory>\ntemplate <typename T> struct Crate {\n  T value;\n  int count;\n  Crate(int n, T v) : value(v), count(n) {}\n};\nint run() {\n  Crate<int> one(2, 1);\n  auto two = std::make_unique<Crate<int>>(4, 3);\n  return one.value + two->count + Crate<char>(1, 'a').count;\n}\n",
    },
  },
  {
    title: 'a constructor in braces without its name, and by a container',
    before: {
      'a.cpp':
        '#include <vector>\nstruct Kept {\n  int cents;\n  $0Kept(int a, int b) : cents(a - b) {}\n};\nKept made() { return {1, 2}; }\nint run() {\n  std::vector<Kept> all{{5, 4}};\n  all.emplace_back(3, 2);\n  all.push_back({7, 6});\n  return all[0].cents + made().cents;\n}\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'a.cpp':
        '#include <vector>\nstruct Kept {\n  int cents;\n  Kept(int b, int a) : cents(a - b) {}\n};\nKept made() { return {2, 1}; }\nint run() {\n  std::vector<Kept> all{{4, 5}};\n  all.emplace_back(2, 3);\n  all.push_back({6, 7});\n  return all[0].cents + made().cents;\n}\n',
    },
  },
  {
    title: 'a function that a template calls',
    before: {
      'a.cpp':
        'int $0minus(int a, int b) { return a - b; }\ntemplate <typename T> int twice(T a) { return minus(a, 1) * 2; }\nint run() { return twice(1); }\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'a.cpp': 'int minus(int b, int a) { return a - b; }\ntemplate <typename T> int twice(T a) { return minus(1, a) * 2; }\nint run() { return twice(1); }\n',
    },
  },
  {
    title: 'a constructor gets one more, with a value for all who construct',
    before: {
      'a.cpp':
        'struct Item {\n  int cents;\n  explicit $0Item(int c) : cents(c) {}\n  Item(const Item &) = default;\n};\nItem made() { return Item(1); }\nint run() {\n  Item copy(made());\n  static Item kept{2};\n  return copy.cents + kept.cents;\n}\n',
    },
    given: { parameters: [{ name: 'c' }, { name: 'n', type: 'int', value: '7' }] },
    after: {
      'a.cpp':
        'struct Item {\n  int cents;\n  explicit Item(int c, int n) : cents(c) {}\n  Item(const Item &) = default;\n};\nItem made() { return Item(1, 7); }\nint run() {\n  Item copy(made());\n  static Item kept{2, 7};\n  return copy.cents + kept.cents;\n}\n',
    },
  },
].map((row) => ({ ...row, tool: 'change_signature' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'an operator',
    before: {
      'a.cpp':
        'struct Money {\n  int cents;\n  Money $0operator+(const Money &other) const { return Money{cents + other.cents}; }\n};\nMoney run() { return Money{1} + Money{2}; }\n',
    },
    given: { parameters: [] },
    error: 'refactoring_refused',
    says: 'no function whose parameters',
  },
  {
    title: 'a constructor that a container calls with more arguments than its own',
    before: {
      'a.cpp':
        '#include <vector>\nstruct Listed {\n  int cents;\n  $0Listed(int a, int b) : cents(a - b) {}\n};\nint run() {\n  std::vector<Listed> all;\n  all.emplace(all.begin(), 3, 2);\n  return all[0].cents;\n}\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    title: 'a constructor that a class below takes over with using',
    before: {
      'a.cpp':
        'struct Taken {\n  int cents;\n  $0Taken(int a, int b) : cents(a - b) {}\n};\nstruct Below : Taken {\n  using Taken::Taken;\n};\nint run() { return Below(3, 2).cents; }\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    error: 'signature_conflicts',
    says: 'place',
  },
  {
    title: 'a constructor that a template calls with types that are not known yet',
    before: {
      'a.cpp':
        'template <typename T> struct Pack {\n  T value;\n  int count;\n  $0Pack(T v, int n) : value(v), count(n) {}\n  Pack() : Pack(T(), 0) {}\n};\nint run() { return Pack<int>(1, 2).value; }\n',
    },
    given: { parameters: [{ name: 'n' }, { name: 'v' }] },
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    title: 'a constructor in a macro',
    before: {
      'a.cpp': 'struct Made {\n  int cents;\n  $0Made(int a, int b) : cents(a - b) {}\n};\n#define ITEM Made(1, 2)\nint run() { return ITEM.cents; }\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    error: 'signature_conflicts',
    says: 'place',
  },
].map((row) => ({ ...row, tool: 'change_signature' }));

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
