// Extract and inline in C++: clangd's tweaks under the wanted names, constants that become their values, checked by clangd and, where there is one, a compiler.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seconds } from '../../../src/base/duration.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
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
    title: 'a move',
    tool: 'move_symbol',
    before: { 'a.cpp': 'int $0one() { return 1; }\n' },
    given: { to_file: 'b.cpp' },
    error: 'unsupported',
    says: 'move this',
  },
];

const rows = [...functionRows, ...variableRows, ...inlineRows];

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

test('a compiler takes what all rows are afterwards', { timeout: seconds(60) }, async (context) => {
  const compiler = await anyOf(['clang++', 'g++', 'c++']);
  if (compiler === undefined && !process.env['CI']) return context.skip('there is no C++ compiler here');
  if (compiler === undefined) throw new Error('there is no C++ compiler here');
  for (const { after, title } of rows) expect({ title, said: await compiled(compiler, after['a.cpp'] ?? '') }).toEqual({ title, said: '' });
});

async function anyOf(names: readonly string[]): Promise<string | undefined> {
  for (const name of names)
    if (
      await promisify(execFile)(name, ['--version']).then(
        () => true,
        () => false,
      )
    )
      return name;
  return undefined;
}

function compiled(compiler: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(compiler, ['-std=c++17', '-fsyntax-only', '-x', 'c++', '-'], (_, __, stderr) => resolve(stderr));
    child.stdin?.end(text);
  });
}
