// Other names and other parameters in Go with gopls: embedded structs, interfaces, receivers, literals, tests and build tags; the programs run before and after.
import { afterAll, beforeAll, describe } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { testGoRuns } from './goRuns.ts';
import { GO_MODULE, testVet } from './goVet.ts';
import { renamed } from './renamedRows.ts';
import { onPath, programOf } from './rows.ts';
import { filesOf, type RefusedRow, type Row, testRefusals, testRows } from './table.ts';

const program = await programOf('gopls');

const renames: readonly Row[] = [
  renamed('a field of an embedded struct, through whoever embeds it', 'Cents', 'Pence', {
    'a.go':
      'package a\n\nimport "fmt"\n\ntype Base struct{ $0Cents int }\n\ntype Item struct {\n\tBase\n\tName string\n}\n\nfunc Run() string {\n\titem := Item{Base: Base{Cents: 3}, Name: "a"}\n\titem.Cents++\n\treturn fmt.Sprint(item.Cents, item.Base.Cents)\n}\n',
  }),
  renamed('a struct that is embedded, whose name is a field too', 'Base', 'Root', {
    'a.go':
      'package a\n\nimport "fmt"\n\ntype $0Base struct{ Cents int }\n\ntype Item struct{ *Base }\n\nfunc Run() string {\n\titem := Item{Base: &Base{Cents: 3}}\n\treturn fmt.Sprint(item.Base.Cents, item.Cents)\n}\n',
  }),
  renamed('a method of an interface that is embedded in another', 'Price', 'Cost', {
    'a.go':
      'package a\n\nimport "fmt"\n\ntype Priced interface{ $0Price() int }\n\ntype Named interface {\n\tPriced\n\tName() string\n}\n\ntype Item struct{}\n\nfunc (Item) Price() int { return 2 }\n\nfunc (Item) Name() string { return "a" }\n\nfunc Run() string {\n\tvar named Named = Item{}\n\treturn fmt.Sprint(named.Price(), named.Name())\n}\n',
  }),
  renamed('a receiver of one method', 'i', 'item', {
    'a.go':
      'package a\n\nimport "fmt"\n\ntype Item struct{ cents int }\n\nfunc ($0i *Item) Add(more int) { i.cents += more }\n\nfunc Run() string {\n\tone := &Item{}\n\tone.Add(2)\n\treturn fmt.Sprint(one.cents)\n}\n',
  }),
  renamed(
    'a field in literals with keys, also in other packages',
    'Width',
    'Wide',
    {
      'shape/shape.go': 'package shape\n\ntype Box struct {\n\t$0Width int\n\tHeight int\n}\n',
      'a.go':
        'package a\n\nimport (\n\t"fmt"\n\n\t"example.com/rows/rows/row4/shape"\n)\n\nfunc Run() string {\n\tall := []shape.Box{{Width: 1, Height: 2}, {Height: 4}}\n\treturn fmt.Sprint(all[0].Width, all[1].Width, struct{ Width int }{5}.Width)\n}\n',
    },
    {
      'shape/shape.go': 'package shape\n\ntype Box struct {\n\tWide   int\n\tHeight int\n}\n'.replace('Wide   int', 'Wide int'),
      'a.go':
        'package a\n\nimport (\n\t"fmt"\n\n\t"example.com/rows/rows/row4/shape"\n)\n\nfunc Run() string {\n\tall := []shape.Box{{Wide: 1, Height: 2}, {Height: 4}}\n\treturn fmt.Sprint(all[0].Wide, all[1].Wide, struct{ Width int }{5}.Width)\n}\n',
    },
  ),
  renamed('a function with its tests, in the package and beside it', 'Total', 'Sum', {
    'a.go': 'package a\n\nimport "fmt"\n\nfunc $0Total(a, b int) int { return a + b }\n\nfunc Run() string { return fmt.Sprint(Total(1, 2)) }\n',
    'a_test.go': 'package a\n\nimport "testing"\n\nfunc TestOf(t *testing.T) {\n\tif Total(1, 2) != 3 {\n\t\tt.Fail()\n\t}\n}\n',
    'b_test.go':
      'package a_test\n\nimport (\n\t"testing"\n\n\ta "example.com/rows/rows/row5"\n)\n\nfunc TestBeside(t *testing.T) {\n\tif a.Total(1, 2) != 3 {\n\t\tt.Fail()\n\t}\n}\n',
  }),
  renamed('a type parameter and a generic function', 'Map', 'Each', {
    'a.go':
      'package a\n\nimport "fmt"\n\nfunc $0Map[T, U any](all []T, f func(T) U) []U {\n\tvar out []U\n\tfor _, one := range all {\n\t\tout = append(out, f(one))\n\t}\n\treturn out\n}\n\nfunc Run() string {\n\treturn fmt.Sprint(Map([]int{1, 2}, func(i int) string { return fmt.Sprint(i * 2) }), len(Map[int, int](nil, nil)))\n}\n',
  }),
  renamed('a constant of a group that counts', 'Low', 'Least', {
    'a.go':
      'package a\n\nimport "fmt"\n\ntype Level int\n\nconst (\n\t$0Low Level = iota\n\tHigh\n)\n\nfunc (l Level) String() string { return [...]string{Low: "low", High: "high"}[l] }\n\nfunc Run() string { return fmt.Sprint(Low, High) }\n',
  }),
];

const signatures: readonly Row[] = [
  {
    title: 'a method of an interface, with those that satisfy it by embedding',
    before: {
      'a.go':
        'package a\n\nimport "fmt"\n\ntype Priced interface{ $0Price(count int) int }\n\ntype Item struct{ cents int }\n\nfunc (i Item) Price(count int) int { return i.cents * count }\n\ntype Wrapped struct{ Item }\n\nfunc Run() string {\n\tvar p Priced = Wrapped{Item{2}}\n\treturn fmt.Sprint(p.Price(3), Wrapped{}.Price(4), Wrapped{Item{1}}.Item.Price(5))\n}\n',
    },
    given: { parameters: [{ name: 'unit', type: 'string', value: '"cm"' }, { name: 'count' }] },
    after: {
      'a.go':
        'package a\n\nimport "fmt"\n\ntype Priced interface{ Price(unit string, count int) int }\n\ntype Item struct{ cents int }\n\nfunc (i Item) Price(unit string, count int) int { return i.cents * count }\n\ntype Wrapped struct{ Item }\n\nfunc Run() string {\n\tvar p Priced = Wrapped{Item{2}}\n\treturn fmt.Sprint(p.Price("cm", 3), Wrapped{}.Price("cm", 4), Wrapped{Item{1}}.Item.Price("cm", 5))\n}\n',
    },
  },
  {
    title: 'a function with its tests',
    before: {
      'a.go': 'package a\n\nimport "fmt"\n\nfunc $0Sub(a, b int) int { return a - b }\n\nfunc Run() string { return fmt.Sprint(Sub(3, 2)) }\n',
      'a_test.go': 'package a\n\nimport "testing"\n\nfunc TestSub(t *testing.T) {\n\tif Sub(Sub(5, 1), 2) != 2 {\n\t\tt.Fail()\n\t}\n}\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'a.go': 'package a\n\nimport "fmt"\n\nfunc Sub(b int, a int) int { return a - b }\n\nfunc Run() string { return fmt.Sprint(Sub(2, 3)) }\n',
      'a_test.go': 'package a\n\nimport "testing"\n\nfunc TestSub(t *testing.T) {\n\tif Sub(2, Sub(1, 5)) != 2 {\n\t\tt.Fail()\n\t}\n}\n',
    },
  },
  {
    title: 'a generic function, with functions and channels as parameters',
    before: {
      'a.go':
        'package a\n\nimport "fmt"\n\nfunc $0Apply[T any](f func(T, int) T, start T, times int) T {\n\tfor i := 0; i < times; i++ {\n\t\tstart = f(start, i)\n\t}\n\treturn start\n}\n\nfunc Run() string {\n\treturn fmt.Sprint(Apply(func(a, b int) int { return a + b }, 1, 3), Apply[string](func(a string, _ int) string { return a + "x" }, "", 2))\n}\n',
    },
    given: { parameters: [{ name: 'start' }, { name: 'times' }, { name: 'f' }] },
    after: {
      'a.go':
        'package a\n\nimport "fmt"\n\nfunc Apply[T any](start T, times int, f func(T, int) T) T {\n\tfor i := 0; i < times; i++ {\n\t\tstart = f(start, i)\n\t}\n\treturn start\n}\n\nfunc Run() string {\n\treturn fmt.Sprint(Apply(1, 3, func(a, b int) int { return a + b }), Apply[string]("", 2, func(a string, _ int) string { return a + "x" }))\n}\n',
    },
  },
  {
    title: 'an unused parameter goes, a deferred call and a goroutine follow',
    before: {
      'a.go':
        'package a\n\nimport "fmt"\n\nvar said []int\n\nfunc $0say(a, unused int, done chan<- bool) {\n\tsaid = append(said, a)\n\tdone <- true\n}\n\nfunc Run() string {\n\tdone := make(chan bool, 2)\n\tfunc() {\n\t\tdefer say(1, 2, done)\n\t}()\n\t<-done\n\tgo say(3, 4, done)\n\t<-done\n\treturn fmt.Sprint(len(said) > 1)\n}\n',
    },
    given: { parameters: [{ name: 'a' }, { name: 'done' }] },
    after: {
      'a.go':
        'package a\n\nimport "fmt"\n\nvar said []int\n\nfunc say(a int, done chan<- bool) {\n\tsaid = append(said, a)\n\tdone <- true\n}\n\nfunc Run() string {\n\tdone := make(chan bool, 2)\n\tfunc() {\n\t\tdefer say(1, done)\n\t}()\n\t<-done\n\tgo say(3, done)\n\t<-done\n\treturn fmt.Sprint(len(said) > 1)\n}\n',
    },
  },
  {
    title: 'in another package, over several lines with comments',
    before: {
      'cart/cart.go': 'package cart\n\nfunc $0Total(\n\tcents int, // each\n\tcount int, // how many\n) int {\n\treturn cents - count\n}\n',
      'a.go':
        'package a\n\nimport (\n\t"fmt"\n\n\t"example.com/rows/rows/row12/cart"\n)\n\nfunc Run() string {\n\treturn fmt.Sprint(cart.Total(\n\t\t5, // five\n\t\t2, // two\n\t))\n}\n',
    },
    given: { parameters: [{ name: 'count' }, { name: 'cents' }] },
    after: {
      'cart/cart.go': 'package cart\n\nfunc Total(\n\tcount int,\n\tcents int,\n) int {\n\treturn cents - count\n}\n',
      'a.go':
        'package a\n\nimport (\n\t"fmt"\n\n\t"example.com/rows/rows/row12/cart"\n)\n\nfunc Run() string {\n\treturn fmt.Sprint(cart.Total(\n\t\t2, // two\n\t\t5, // five\n\t))\n}\n',
    },
  },
].map((row) => ({ ...row, tool: 'change_signature' }));

const TAGGED = '//go:build special\n\npackage a\n\nvar special = Tagged(1, 2)\n';
const refused: readonly RefusedRow[] = [
  {
    title: 'what a file uses that a build tag leaves out',
    tool: 'rename_symbol',
    before: { 'a.go': 'package a\n\nfunc $0Tagged(a, b int) int { return a + b }\n', 'b.go': TAGGED },
    given: { new_name: 'Sum' },
    error: 'knowledge_incomplete',
    says: 'build',
  },
  {
    title: 'parameters of what a file uses that a build tag leaves out',
    tool: 'change_signature',
    before: { 'a.go': 'package a\n\nfunc $0Tagged(a, b int) int { return a - b }\n', 'b.go': TAGGED },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    error: 'knowledge_incomplete',
    says: 'build',
  },
  {
    title: 'parameters of a method in an interface without a name, which is written elsewhere too',
    tool: 'change_signature',
    before: {
      'a.go':
        'package a\n\ntype Shop = struct {\n\tFinder interface{ $0Find(at int) int }\n}\n\ntype Finder struct{}\n\nfunc (Finder) Find(at int) int { return at }\n\nvar shop Shop = other\n',
      'b.go': 'package a\n\nvar other struct {\n\tFinder interface{ Find(at int) int }\n}\n',
    },
    given: { parameters: [{ name: 'at' }, { name: 'more', type: 'int', value: '0' }] },
    error: 'signature_conflicts',
    says: 'one place cannot follow',
    conflicts: ['a.go:4'],
  },
  {
    title: 'a field with the name of a method',
    tool: 'rename_symbol',
    before: { 'a.go': 'package a\n\ntype Item struct{ $0cents int }\n\nfunc (i Item) Price() int { return i.cents }\n' },
    given: { new_name: 'Price' },
    error: 'cannot_rename',
    says: 'Price',
  },
  {
    title: 'a method by which a type satisfies an interface of the standard library',
    tool: 'rename_symbol',
    before: {
      'a.go':
        'package a\n\nimport "sort"\n\ntype All []int\n\nfunc (a All) $0Len() int { return len(a) }\n\nfunc (a All) Less(i, j int) bool { return a[i] < a[j] }\n\nfunc (a All) Swap(i, j int) { a[i], a[j] = a[j], a[i] }\n\nfunc Sorted(a All) { sort.Sort(a) }\n',
    },
    given: { new_name: 'Size' },
    error: 'cannot_rename',
    says: 'outside the project',
  },
];

const rows = [...renames, ...signatures];

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
  testGoRuns(rows);
});
