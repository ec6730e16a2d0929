// Extract, inline and move in Go: gopls's own refactorings under the wanted names, all uses at once, checked by gopls and go vet.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seconds } from '../../../src/base/duration.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { onPath, programOf } from './rows.ts';
import { filesOf, type RefusedRow, type Row, testRefusals, testRows, unmarked } from './table.ts';

const MODULE = { 'go.mod': 'module example.com/rows\n\ngo 1.21\n' };
const program = await programOf('gopls');

const functionRows: readonly Row[] = [
  {
    title: 'statements that give a value to a later one',
    before: {
      'a.go': 'package a\n\nfunc Total(values []int) int {\n\t[[sum := 0\n\tfor _, value := range values {\n\t\tsum += value\n\t}]]\n\treturn sum\n}\n',
    },
    given: { name: 'addUp' },
    after: {
      'a.go':
        'package a\n\nfunc Total(values []int) int {\n\tsum := addUp(values)\n\treturn sum\n}\n\nfunc addUp(values []int) int {\n\tsum := 0\n\tfor _, value := range values {\n\t\tsum += value\n\t}\n\treturn sum\n}\n',
    },
  },
  {
    title: 'a method where the receiver is used',
    before: { 'a.go': 'package a\n\ntype Cart struct{ items []int }\n\nfunc (c *Cart) Total() int {\n\t[[n := len(c.items)\n\tn *= 2]]\n\treturn n\n}\n' },
    given: { name: 'doubled' },
    after: {
      'a.go':
        'package a\n\ntype Cart struct{ items []int }\n\nfunc (c *Cart) Total() int {\n\tn := c.doubled()\n\treturn n\n}\n\nfunc (c *Cart) doubled() int {\n\tn := len(c.items)\n\tn *= 2\n\treturn n\n}\n',
    },
  },
  {
    title: 'statements that return, on one way',
    before: { 'a.go': 'package a\n\nfunc Sign(x int) int {\n\t[[if x < 0 {\n\t\treturn -1\n\t}]]\n\treturn 1\n}\n' },
    given: { name: 'negative' },
    after: {
      'a.go':
        'package a\n\nfunc Sign(x int) int {\n\ti, shouldReturn := negative(x)\n\tif shouldReturn {\n\t\treturn i\n\t}\n\treturn 1\n}\n\nfunc negative(x int) (int, bool) {\n\tif x < 0 {\n\t\treturn -1, true\n\t}\n\treturn 0, false\n}\n',
    },
  },
  {
    title: 'statements without values',
    before: { 'a.go': 'package a\n\nimport "fmt"\n\nfunc Show(x int) {\n\t[[fmt.Println(x)\n\tfmt.Println(x + 1)]]\n}\n' },
    given: { name: 'both' },
    after: { 'a.go': 'package a\n\nimport "fmt"\n\nfunc Show(x int) {\n\tboth(x)\n}\n\nfunc both(x int) {\n\tfmt.Println(x)\n\tfmt.Println(x + 1)\n}\n' },
  },
  {
    title: 'several values, with what comes in and goes out',
    before: {
      'a.go': 'package a\n\nfunc Run(a int) (int, int) {\n\tb := 1\n\t[[a = a + b\n\tc := a * 2]]\n\treturn a, c\n}\n',
    },
    given: { name: 'step' },
    after: {
      'a.go':
        'package a\n\nfunc Run(a int) (int, int) {\n\tb := 1\n\ta, c := step(a, b)\n\treturn a, c\n}\n\nfunc step(a int, b int) (int, int) {\n\ta = a + b\n\tc := a * 2\n\treturn a, c\n}\n',
    },
  },
  {
    title: 'a whole loop with its own continue',
    before: {
      'a.go':
        'package a\n\nfunc Odd(values []int) int {\n\tn := 0\n\t[[for _, v := range values {\n\t\tif v%2 == 0 {\n\t\t\tcontinue\n\t\t}\n\t\tn++\n\t}]]\n\treturn n\n}\n',
    },
    given: { name: 'count' },
    after: {
      'a.go':
        'package a\n\nfunc Odd(values []int) int {\n\tn := 0\n\tn = count(values, n)\n\treturn n\n}\n\nfunc count(values []int, n int) int {\n\tfor _, v := range values {\n\t\tif v%2 == 0 {\n\t\t\tcontinue\n\t\t}\n\t\tn++\n\t}\n\treturn n\n}\n',
    },
  },
  {
    title: 'variables of the package stay as they are',
    before: { 'a.go': 'package a\n\nvar total int\n\nfunc Add(x int) {\n\t[[total += x\n\ttotal *= 2]]\n}\n' },
    given: { name: 'grow' },
    after: { 'a.go': 'package a\n\nvar total int\n\nfunc Add(x int) {\n\tgrow(x)\n}\n\nfunc grow(x int) {\n\ttotal += x\n\ttotal *= 2\n}\n' },
  },
  {
    title: 'the last statements, which return',
    before: { 'a.go': 'package a\n\nfunc Area(w int) int {\n\th := 2\n\t[[w *= h\n\treturn w]]\n}\n' },
    given: { name: 'product' },
    after: {
      'a.go': 'package a\n\nfunc Area(w int) int {\n\th := 2\n\treturn product(w, h)\n}\n\nfunc product(w int, h int) int {\n\tw *= h\n\treturn w\n}\n',
    },
  },
].map((row) => ({ ...row, tool: 'extract_function' }));

const variableRows: readonly Row[] = [
  {
    title: 'an expression',
    before: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\treturn [[width * 2]] + 1\n}\n' },
    given: { name: 'double' },
    after: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\tdouble := width * 2\n\treturn double + 1\n}\n' },
  },
  {
    title: 'all occurrences',
    before: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\tx := width * 2\n\treturn [[width * 2]] + x\n}\n' },
    given: { name: 'double', all_occurrences: true },
    after: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\tdouble := width * 2\n\tx := double\n\treturn double + x\n}\n' },
  },
  {
    title: 'all occurrences where there is only one',
    before: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\treturn [[width * 2]] + 1\n}\n' },
    given: { name: 'double', all_occurrences: true },
    after: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\tdouble := width * 2\n\treturn double + 1\n}\n' },
  },
  {
    title: 'a constant',
    before: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\treturn width + [[60 * 60]]\n}\n' },
    given: { name: 'hour' },
    after: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\tconst hour = 60 * 60\n\treturn width + hour\n}\n' },
  },
  {
    title: 'the condition of an if',
    before: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\tif [[width*2]] > 4 {\n\t\treturn 1\n\t}\n\treturn 0\n}\n' },
    given: { name: 'double' },
    after: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\tdouble := width * 2\n\tif double > 4 {\n\t\treturn 1\n\t}\n\treturn 0\n}\n' },
  },
  {
    title: 'a call with an argument',
    before: { 'a.go': 'package a\n\nimport "fmt"\n\nfunc load(n int) int { return n }\n\nfunc Show(n int) {\n\tfmt.Println([[load(n)]], 1)\n}\n' },
    given: { name: 'loaded' },
    after: {
      'a.go': 'package a\n\nimport "fmt"\n\nfunc load(n int) int { return n }\n\nfunc Show(n int) {\n\tloaded := load(n)\n\tfmt.Println(loaded, 1)\n}\n',
    },
  },
  {
    title: 'a field, in a closure',
    before: {
      'a.go': 'package a\n\ntype Cart struct{ size int }\n\nfunc Run(c Cart) func() int {\n\treturn func() int {\n\t\treturn [[c.size]] + 1\n\t}\n}\n',
    },
    given: { name: 'size' },
    after: {
      'a.go':
        'package a\n\ntype Cart struct{ size int }\n\nfunc Run(c Cart) func() int {\n\treturn func() int {\n\t\tsize := c.size\n\t\treturn size + 1\n\t}\n}\n',
    },
  },
  {
    title: 'a constant wherever it stands',
    before: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\tx := width + 3600\n\treturn x - [[3600]]\n}\n' },
    given: { name: 'hour', all_occurrences: true },
    after: { 'a.go': 'package a\n\nfunc Area(width int) int {\n\tconst hour = 3600\n\tx := width + hour\n\treturn x - hour\n}\n' },
  },
].map((row) => ({ ...row, tool: 'extract_variable' }));

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
    title: 'half of a statement',
    tool: 'extract_function',
    before: { 'a.go': 'package a\n\nfunc A(x int) int {\n\treturn [[x * 2]]\n}\n' },
    given: { name: 'b' },
    says: 'whole statements',
  },
  {
    title: 'a name that the package has',
    tool: 'extract_function',
    before: { 'a.go': 'package a\n\nfunc taken() {}\n\nfunc A(x int) int {\n\t[[x *= 2]]\n\treturn x\n}\n' },
    given: { name: 'taken' },
    says: 'conflicts with',
  },
  {
    title: 'no name',
    tool: 'extract_variable',
    before: { 'a.go': 'package a\n\nfunc A(x int) int {\n\treturn [[x * 2]] + 1\n}\n' },
    given: { name: 'func' },
    says: 'func is no name in Go',
  },
  {
    title: 'a statement',
    tool: 'extract_variable',
    before: { 'a.go': 'package a\n\nfunc A(x int) int {\n\t[[x *= 2]]\n\treturn x\n}\n' },
    given: { name: 'b' },
    says: 'one whole expression',
  },
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

const rows = [...functionRows, ...variableRows, ...inlineRows, ...moveRows];

describe.skipIf(program === undefined)('with gopls', () => {
  let real: RealAgent;
  beforeAll(async () => {
    if (program !== undefined) onPath(program);
    real = await realAgentOn({ ...MODULE, ...filesOf(rows, refused) });
  });
  afterAll(() => real?.close());

  testRows(rows, () => real);
  testRefusals(refused, () => real);

  test('go vet has nothing to say about what all rows are afterwards', { timeout: seconds(120) }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'binnacle-go-'));
    try {
      const files = rows.flatMap(({ before, after }, index) =>
        Object.entries({ ...Object.fromEntries(Object.entries(before).map(([name, text]) => [name, unmarked(text)])), ...after }).map(
          ([name, text]) => [`row${index}/${name}`, text ?? ''] as const,
        ),
      );
      for (const [name, text] of [...Object.entries(MODULE), ...files]) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      const { stderr } = await promisify(execFile)('go', ['vet', './...'], { cwd: folder });
      expect(stderr).toBe('');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
