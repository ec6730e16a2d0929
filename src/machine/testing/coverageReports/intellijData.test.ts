// Whether the data of IntelliJ's coverage agent says what its own program did, and nothing that is broken or hostile is believed or takes long.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINES_ONLY, MEASURED_SOURCES, WITH_BRANCHES } from '../../../../test/support/intellijCoverage.ts';
import { filesOfClasses } from './classFiles.ts';
import { parseIntellijData } from './intellijData.ts';

const sources = new Map<string, string>(Object.entries(MEASURED_SOURCES));
const placed = (bytes: Buffer, files = sources) => filesOfClasses(parseIntellijData(bytes) ?? [], [...files.keys()], (path) => files.get(path));

test('lines, branches and methods of each file are those that ran, inner classes and a class in the file of another included', () => {
  const { files, unplaced } = placed(WITH_BRANCHES);
  expect(unplaced).toEqual([]);
  const cart = files.find(({ name }) => name === 'src/shop/Cart.java');
  const main = files.find(({ name }) => name === 'src/shop/Main.java');
  expect([...(cart?.lines ?? [])].toSorted(([a], [b]) => a - b)).toEqual([
    ...[3, 7, 8].map((line) => [line, 1]),
    [10, 0],
    ...[15, 17].map((line) => [line, 1]),
    ...[19, 21].map((line) => [line, 0]),
    [26, 1],
    ...[30, 33, 35, 40].map((line) => [line, 0]),
    [42, 1],
  ]);
  // count > 0, price > 0, and the two cases of the switch.
  expect(cart).toMatchObject({ branches: { covered: 3, total: 6 }, functions: { covered: 5, total: 9 } });
  expect(main).toMatchObject({ branches: { covered: 2, total: 2 }, functions: { covered: 1, total: 2 } });
});

test('where the agent counted lines only there are no branches', () => {
  const { files } = placed(LINES_ONLY);
  expect(files.map(({ name, lines }) => [name, lines.size])).toEqual(placed(WITH_BRANCHES).files.map(({ name, lines }) => [name, lines.size]));
  for (const file of files) expect(file).not.toHaveProperty('branches');
});

test('a class is placed by its package, and by nothing where two files could be it', () => {
  const other = new Map([...sources, ['old/shop/Main.java', 'package shop.old;\nclass Main {}\n'], ['copy/Cart.java', MEASURED_SOURCES['src/shop/Cart.java']]]);
  const { files, unplaced } = placed(WITH_BRANCHES, other);
  expect(files.map(({ name }) => name)).toContain('src/shop/Main.java');
  expect(unplaced).toEqual(expect.arrayContaining(['shop.Cart', 'shop.Cart$Line']));
  expect(placed(WITH_BRANCHES, new Map([['a.ts', 'package shop']])).unplaced).toHaveLength(4);
});

test('functions of a Kotlin file outside its classes belong to that file, in whatever folder it lies', () => {
  const classes = [{ name: 'shop.MainKt', lines: new Map([[1, 1]]), branches: { covered: 0, total: 0 }, functions: { covered: 1, total: 1 } }];
  expect(filesOfClasses(classes, ['src/main.kt', 'src/Main.kt'], () => 'package shop\nfun main() {}').files).toMatchObject([{ name: 'src/Main.kt' }]);
});

test('data that ends anywhere is not read, but where an older agent ends it', () => {
  const whole = parseIntellijData(WITH_BRANCHES);
  const read = Array.from({ length: WITH_BRANCHES.length }, (_, end) => parseIntellijData(WITH_BRANCHES.subarray(0, end)));
  const known = read.flatMap((classes, end) => (classes === undefined ? [] : [{ end, classes }]));
  expect(known).toHaveLength(1);
  // Without the section that counts branches of lines that did not run, of which the program has none.
  expect(known[0]?.classes).toEqual(whole);
});

test('no bytes make it throw, fill the memory or take long', () => {
  const changed = fc.tuple(fc.nat(WITH_BRANCHES.length - 1), fc.nat(255)).map(([at, byte]) => Buffer.from(WITH_BRANCHES).fill(byte, at, at + 1));
  const huge = fc
    .constantFrom('ffffffff1f', 'feffffff0f', 'ff0000', 'ffffff', '01ff000f4c4f4e4745525f5448414e5f36344bffffffff')
    .map((hex) => Buffer.from(hex, 'hex'));
  fc.assert(
    fc.property(
      fc.oneof(
        changed,
        huge,
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      ),
      (bytes) => {
        for (const { lines, branches } of parseIntellijData(bytes) ?? []) {
          expect(lines.size).toBeLessThanOrEqual(bytes.length);
          expect(branches.covered).toBeLessThanOrEqual(branches.total);
        }
      },
    ),
    { numRuns: 5_000 },
  );
});
