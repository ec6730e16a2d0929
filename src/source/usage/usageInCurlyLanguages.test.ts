// Usages in Go, C, C++ and Rust are recognised by the text around a name, marked here as <<name>>.
import { expect, test } from 'vitest';
import { type Usage, usageAt } from './usage.ts';

type Row = readonly [code: string, usage: Usage];

const GO: readonly Row[] = [
  ['func <<Total>>[T Priced](items ...T) int {', 'declaration'],
  ['func (i *Item) <<Price>>() int {', 'declaration'],
  ['func (<<Item>>) Price() int {', 'reference'],
  ['type <<Item>> struct {', 'declaration'],
  ['type Priced interface {\n\t<<Price>>() int\n}', 'declaration'],
  ['type Tagged interface {\n\t<<Priced>>\n\tTag() string\n}', 'reference'],
  ['type Item struct {\n\t<<Cents>> int\n}', 'declaration'],
  ['const (\n\t<<Red>> Color = iota\n\tBlue\n)', 'declaration'],
  ['const (\n\tRed Color = iota\n\t<<Blue>>\n)', 'declaration'],
  ['func main() {\n\t<<Total>>(a, b)\n}', 'call'],
  ['func main() {\n\tx := cart.<<Total>>[int](a)\n}', 'call'],
  ['func main() {\n\titem.<<Cents>> = 3\n}', 'write'],
  ['func main() {\n\tvar x cart.<<Item>>\n}', 'reference'],
  ['func main() {\n\tvar tagged cart.<<Named>> = gift\n}', 'reference'],
  ['const (\n\tRed <<Color>> = iota\n)', 'reference'],
  ['func main() {\n\t<<sum>>, err = f()\n}', 'reference'],
  ['// <<Total>> adds up.', 'comment'],
];

const CPP: readonly Row[] = [
  ['class <<Shape>> {', 'declaration'],
  ['enum class <<Unit>> { Metre };', 'declaration'],
  ['namespace <<geo>> {', 'declaration'],
  ['struct <<Item>> *next;', 'reference'],
  ['int <<total>>(const int *cents, int count);', 'declaration'],
  ['double geo::Square::<<area>>() const { return 1; }', 'declaration'],
  ['  virtual double <<area>>() const = 0;', 'declaration'],
  ['  virtual ~<<Shape>>() = default;', 'declaration'],
  ['  explicit <<Square>>(double side) : side_(side) {}', 'declaration'],
  ['static const Box<int> &<<boxed>>(int x) {', 'declaration'],
  ['template <typename T>\nT <<larger>>(T one, T other) { return one; }', 'declaration'],
  ['#define <<TWICE>>(x) ((x) * 2)', 'declaration'],
  ['int main() { return <<total>>(cents, 2); }', 'call'],
  ['int main() {\n  <<total>>(cents, 2);\n}', 'call'],
  ['int x = geo::<<total>>(cents, 2);', 'call'],
  ['int x = shape.<<area>>() + 1;', 'call'],
  ['int x = shape->scaled(<<total>>(1));', 'call'],
  ['auto x = <<larger>><int>(1, 2);', 'call'],
  ['auto x = new <<Shape>>();', 'new'],
  ['  <<sum>> += 1;', 'write'],
  ['#include <<shape>>', 'import'],
  ['using <<Length>> = detail::Unit;', 'declaration'],
  ['using geo::<<Shape>>;', 'import'],
  ['void f(const geo::<<Shape>> &one);', 'reference'],
];

const RUST: readonly Row[] = [
  ['pub fn <<total>><T: Priced>(items: &[T]) -> Money {', 'declaration'],
  ['pub struct <<Money>>(pub u32);', 'declaration'],
  ['pub trait <<Priced>> {', 'declaration'],
  ['macro_rules! <<cents>> {', 'declaration'],
  ['use shop::{total as sum, <<Money>>};', 'import'],
  ['pub use cart::<<total>>;', 'import'],
  ['impl <<Priced>> for Item {', 'reference'],
  ['fn main() { <<total>>(&items); }', 'call'],
  ['fn main() { <<cents>>!(3); }', 'call'],
  ['fn main() { let x = <<parse>>::<u32>("1"); }', 'call'],
  ['fn main() { <<count>> += 1; }', 'write'],
  ['fn main() { let <<ware>> = 1; }', 'declaration'],
  ['fn main() { let ware: <<Item>> = 1; }', 'reference'],
];

test.each([...GO.map((row) => ['go', ...row] as const), ...CPP.map((row) => ['cpp', ...row] as const), ...RUST.map((row) => ['rust', ...row] as const)])(
  '%s: %s is a %s',
  (languageId, code, usage) => {
    const start = code.indexOf('<<');
    const text = code.replace('<<', '').replace('>>', '');
    expect(usageAt(text, languageId, start, code.indexOf('>>') - 2)).toBe(usage);
  },
);
