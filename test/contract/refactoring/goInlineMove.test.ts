// Go functions, constants and variables inlined at all their uses at once, and declarations moved within their package.
import { afterAll, beforeAll, describe } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { testGoRuns } from './goRuns.ts';
import { GO_MODULE, testVet } from './goVet.ts';
import { onPath, programOf } from './rows.ts';
import { filesOf, type RefusedRow, type Row, testRefusals, testRows } from './table.ts';

const program = await programOf('gopls');

const inlineRows: readonly Row[] = [
  {
    title: 'a function with all its calls, and its comment',
    before: {
      'a.go': 'package a\n\n// double is two times.\nfunc $0double(x int) int { return x * 2 }\n\nfunc Area(width int) int {\n\treturn double(width) + 1\n}\n',
      'b.go': 'package a\n\nfunc Other(n int) int {\n\treturn double(n + 1)\n}\n',
    },
    after: {
      'a.go': 'package a\n\nfunc Area(width int) int {\n\treturn width * 2 + 1\n}\n',
      'b.go': 'package a\n\nfunc Other(n int) int {\n\treturn (n + 1) * 2\n}\n',
    },
  },
  {
    title: 'a function whose import nobody else needs',
    before: {
      'a.go': 'package a\n\nfunc Area(s string) string {\n\treturn upper(s)\n}\n',
      'b.go': 'package a\n\nimport "strings"\n\nfunc $0upper(s string) string { return strings.ToUpper(s) }\n',
    },
    after: { 'a.go': 'package a\n\nimport "strings"\n\nfunc Area(s string) string {\n\treturn strings.ToUpper(s)\n}\n', 'b.go': 'package a\n' },
  },
  {
    title: 'two calls in one function',
    before: { 'a.go': 'package a\n\nfunc $0inc(x int) int { return x + 1 }\n\nfunc Area(a, b int) int {\n\tc := inc(a)\n\treturn inc(b) * c\n}\n' },
    after: { 'a.go': 'package a\n\nfunc Area(a, b int) int {\n\tc := a + 1\n\treturn (b + 1) * c\n}\n' },
  },
  {
    title: 'a constant, in other files too',
    before: {
      'a.go': 'package a\n\n// limit is the most.\nconst $0limit = 3\n\nfunc Most() int { return limit }\n',
      'b.go': 'package a\n\nfunc Half() int { return limit / 2 }\n',
    },
    after: { 'a.go': 'package a\n\nfunc Most() int { return 3 }\n', 'b.go': 'package a\n\nfunc Half() int { return 3 / 2 }\n' },
  },
  {
    title: 'a typed constant of a group',
    before: { 'a.go': 'package a\n\ntype Cents int\n\nconst (\n\tlow Cents = 1\n\t$0high Cents = 9\n)\n\nfunc Most() Cents { return low + high }\n' },
    after: { 'a.go': 'package a\n\ntype Cents int\n\nconst (\n\tlow Cents = 1\n)\n\nfunc Most() Cents { return low + Cents(9) }\n' },
  },
  {
    title: 'a local variable that is used twice',
    before: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\t$0double := width + 2\n\treturn double * double\n}\n' },
    after: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\treturn (width + 2) * (width + 2)\n}\n' },
  },
  {
    title: 'a call in the next line',
    before: { 'a.go': 'package a\n\nfunc load() int { return 1 }\n\nfunc Area() int {\n\t$0loaded := load()\n\treturn loaded + 1\n}\n' },
    after: { 'a.go': 'package a\n\nfunc load() int { return 1 }\n\nfunc Area() int {\n\treturn load() + 1\n}\n' },
  },
  {
    title: 'a method that no interface wants',
    before: {
      'a.go':
        'package a\n\ntype Cart struct{ size int }\n\nfunc (c Cart) $0double() int { return c.size * 2 }\n\nfunc Area(c Cart) int {\n\treturn c.double()\n}\n',
    },
    after: { 'a.go': 'package a\n\ntype Cart struct{ size int }\n\nfunc Area(c Cart) int {\n\treturn c.size * 2\n}\n' },
  },
].map((row) => ({ ...row, tool: 'inline_symbol' }));

const moveRows: readonly Row[] = [
  {
    title: 'a function to a new file, with its comment and import',
    before: {
      'a.go':
        'package a\n\nimport (\n\t"fmt"\n\t"strings"\n)\n\nfunc One() { fmt.Println(1) }\n\n// Upper shouts.\nfunc $0Upper(s string) string { return strings.ToUpper(s) }\n',
    },
    given: { to_file: 'upper_case.go' },
    after: {
      'a.go': 'package a\n\nimport (\n\t"fmt"\n)\n\nfunc One() { fmt.Println(1) }\n',
      'upper_case.go': 'package a\n\nimport (\n\t"strings"\n)\n\n// Upper shouts.\nfunc Upper(s string) string { return strings.ToUpper(s) }\n',
    },
  },
  {
    title: 'a type to a file that is there',
    before: {
      'a.go': 'package a\n\nimport "time"\n\nfunc One() int { return 1 }\n\ntype $0Cart struct{ made time.Time }\n',
      'b.go': 'package a\n\nimport "fmt"\n\nfunc Two(c Cart) { fmt.Println(c) }\n',
    },
    given: { to_file: 'b.go' },
    after: {
      'a.go': 'package a\n\nfunc One() int { return 1 }\n',
      'b.go': 'package a\n\nimport (\n\t"fmt"\n\t"time"\n)\n\nfunc Two(c Cart) { fmt.Println(c) }\n\ntype Cart struct{ made time.Time }\n',
    },
  },
  {
    title: 'a function without imports to a file that is there',
    before: {
      'a.go': 'package a\n\nfunc $0One() int { return 1 }\n\nfunc Three() int { return One() }\n',
      'b.go': 'package a\n\nfunc Two() int { return One() }\n',
    },
    given: { to_file: 'b.go' },
    after: {
      'a.go': 'package a\n\nfunc Three() int { return One() }\n',
      'b.go': 'package a\n\nfunc Two() int { return One() }\n\nfunc One() int { return 1 }\n',
    },
  },
  {
    title: 'a method',
    before: { 'a.go': 'package a\n\ntype Cart struct{}\n\nfunc (c Cart) $0Total() int { return 1 }\n' },
    given: { to_file: 'total.go' },
    after: { 'a.go': 'package a\n\ntype Cart struct{}\n', 'total.go': 'package a\n\nfunc (c Cart) Total() int { return 1 }\n' },
  },
  {
    title: 'a constant',
    before: { 'a.go': 'package a\n\n// Most is the limit.\nconst $0Most = 3\n\nfunc One() int { return Most }\n' },
    given: { to_file: 'limits.go' },
    after: { 'a.go': 'package a\n\nfunc One() int { return Most }\n', 'limits.go': 'package a\n\n// Most is the limit.\nconst Most = 3\n' },
  },
  {
    title: 'a function into imports that are listed',
    before: {
      'a.go': 'package a\n\nimport "strings"\n\nfunc $0Upper(s string) string { return strings.ToUpper(s) }\n\nfunc One() int { return 1 }\n',
      'b.go': 'package a\n\nimport (\n\t"fmt"\n\t"time"\n)\n\nfunc Two() { fmt.Println(time.Now()) }\n',
    },
    given: { to_file: 'b.go' },
    after: {
      'a.go': 'package a\n\nfunc One() int { return 1 }\n',
      'b.go':
        'package a\n\nimport (\n\t"fmt"\n\t"strings"\n\t"time"\n)\n\nfunc Two() { fmt.Println(time.Now()) }\n\nfunc Upper(s string) string { return strings.ToUpper(s) }\n',
    },
  },
  {
    title: 'an interface, from a use',
    before: { 'a.go': 'package a\n\ntype Priced interface {\n\tPrice() int\n}\n\nfunc One(p $0Priced) int { return p.Price() }\n' },
    given: { to_file: 'priced.go' },
    after: { 'a.go': 'package a\n\nfunc One(p Priced) int { return p.Price() }\n', 'priced.go': 'package a\n\ntype Priced interface {\n\tPrice() int\n}\n' },
  },
  {
    title: 'a variable of the package',
    before: { 'a.go': 'package a\n\nvar $0total = 1\n\nfunc One() int { return total }\n', 'b.go': 'package a\n\nfunc Two() int { return total }\n' },
    given: { to_file: 'b.go' },
    after: { 'a.go': 'package a\n\nfunc One() int { return total }\n', 'b.go': 'package a\n\nfunc Two() int { return total }\n\nvar total = 1\n' },
  },
].map((row) => ({ ...row, tool: 'move_symbol' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'a function that is passed on',
    tool: 'inline_symbol',
    before: { 'a.go': 'package a\n\nfunc $0f() int { return 1 }\n\nfunc A() func() int {\n\treturn f\n}\n' },
    says: 'line 6 of a.go uses f without calling it',
  },
  {
    title: 'a function that calls itself',
    tool: 'inline_symbol',
    before: { 'a.go': 'package a\n\nfunc $0f(x int) int { return f(x - 1) }\n\nvar B = f(1)\n' },
    says: 'f calls itself',
  },
  {
    title: 'a method that satisfies an interface',
    tool: 'inline_symbol',
    before: {
      'a.go':
        'package a\n\ntype P interface{ Price() int }\n\ntype I struct{}\n\nfunc (i I) $0Price() int { return 1 }\n\nvar B = I{}.Price()\nvar C P = I{}\n',
    },
    says: 'satisfies an interface',
  },
  {
    title: 'a variable that is changed',
    tool: 'inline_symbol',
    before: { 'a.go': 'package a\n\nfunc A(x int) int {\n\t$0b := x\n\tb++\n\treturn b\n}\n' },
    says: 'changed or its address',
  },
  {
    title: 'a value that changes',
    tool: 'inline_symbol',
    before: { 'a.go': 'package a\n\nfunc A(x int) int {\n\t$0b := x + 1\n\tx = 3\n\treturn b + x\n}\n' },
    says: 'line 5 gives x another value',
  },
  {
    title: 'a call that would be made twice',
    tool: 'inline_symbol',
    before: { 'a.go': 'package a\n\nfunc f() int { return 1 }\n\nfunc A() int {\n\t$0b := f()\n\treturn b + b\n}\n' },
    says: 'f() would be evaluated 2 times',
  },
  {
    title: 'a constant that counts',
    tool: 'inline_symbol',
    before: { 'a.go': 'package a\n\nconst (\n\t$0b = iota\n\tc\n)\n\nvar D = b + c\n' },
    says: 'no plain literal',
  },
  {
    title: 'another package',
    tool: 'move_symbol',
    before: { 'a.go': 'package a\n\nfunc $0A() {}\n' },
    given: { to_file: 'sub/b.go' },
    says: 'belongs to another package',
  },
  {
    title: 'one of several that are declared together',
    tool: 'move_symbol',
    before: { 'a.go': 'package a\n\nvar (\n\t$0b = 1\n\tc = 2\n)\n\nvar D = b + c\n' },
    given: { to_file: 'b.go' },
    says: 'line 4 declares b together with others',
  },
  { title: 'to a test', tool: 'move_symbol', before: { 'a.go': 'package a\n\nfunc $0A() {}\n' }, given: { to_file: 'a_test.go' }, says: 'different builds' },
].map((row) => ({ ...row, error: 'refactoring_refused' }));

const rows = [...inlineRows, ...moveRows];

describe.skipIf(program === undefined)('with gopls', () => {
  let real: RealAgent;
  beforeAll(async () => {
    if (program !== undefined) onPath(program);
    real = await realAgentOn({ ...GO_MODULE, ...filesOf(rows, refused) });
  });
  afterAll(() => real?.close());

  testRows(rows, () => real);
  testRefusals(refused, () => real);
  testVet(rows);
  testGoRuns(rows, {
    'a function with all its calls, and its comment': 'Area(3), Other(4)',
    'a function whose import nobody else needs': 'Area("a")',
    'two calls in one function': 'Area(1, 2)',
    'a constant, in other files too': 'Most(), Half()',
    'a typed constant of a group': 'Most()',
    'a local variable that is used twice': 'Area(3)',
    'a call in the next line': 'Area()',
    'a method that no interface wants': 'Area(Cart{size: 2})',
    'a function to a new file, with its comment and import': 'Upper("a")',
    'a type to a file that is there': 'One(), Cart{}',
    'a function without imports to a file that is there': 'One(), Two(), Three()',
    'a method': 'Cart{}.Total()',
    'a constant': 'One()',
    'a function into imports that are listed': 'Upper("a")',
    'a variable of the package': 'One(), Two()',
  });
});
