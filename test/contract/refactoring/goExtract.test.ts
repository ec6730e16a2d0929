// Functions, variables and constants taken out of Go by gopls, under the wanted names.
import { afterAll, beforeAll, describe } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { testGoRuns } from './goRuns.ts';
import { GO_MODULE, testVet } from './goVet.ts';
import { onPath, programOf } from './rows.ts';
import { filesOf, type RefusedRow, type Row, testRefusals, testRows } from './table.ts';

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
].map((row) => ({ ...row, error: 'refactoring_refused' }));

const rows = [...functionRows, ...variableRows];

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
    'statements that give a value to a later one': 'Total([]int{1, 2})',
    'a method where the receiver is used': '(&Cart{items: []int{1}}).Total()',
    'statements that return, on one way': 'Sign(-2), Sign(2)',
    'several values, with what comes in and goes out': 'func() []int { a, b := Run(3); return []int{a, b} }()',
    'a whole loop with its own continue': 'Odd([]int{1, 2, 3})',
    'variables of the package stay as they are': 'func() int { Add(2); return total }()',
    'the last statements, which return': 'Area(3)',
    'an expression': 'Area(3)',
    'all occurrences': 'Area(3)',
    'a constant': 'Area(3)',
    'the condition of an if': 'Area(1), Area(3)',
    'a field, in a closure': 'Run(Cart{size: 2})()',
    'a constant wherever it stands': 'Area(3)',
  });
});
