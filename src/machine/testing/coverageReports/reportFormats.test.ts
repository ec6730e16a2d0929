// Every form of report says the same of the same lines.
import { expect, test } from 'vitest';
import { parseReport } from './reportFormats.ts';

const LCOV = `TN:
SF:src/cart.ts
FN:1,total
FNDA:2,total
BRDA:3,0,0,1
BRDA:3,0,1,0
DA:1,2
DA:3,2
DA:4,0
end_of_record
SF:src/other.ts
DA:1,1
end_of_record
`;
const ISTANBUL = JSON.stringify({
  '/p/src/cart.ts': {
    path: '/p/src/cart.ts',
    statementMap: {
      0: { start: { line: 1, column: 0 }, end: { line: 1, column: 9 } },
      1: { start: { line: 3, column: 0 }, end: { line: 3, column: 9 } },
      2: { start: { line: 4, column: 0 }, end: { line: 4, column: null } },
    },
    fnMap: {},
    branchMap: {},
    s: { 0: 2, 1: 2, 2: 0 },
    f: { 0: 2 },
    b: { 0: [1, 0] },
  },
}).replace('"column":null', '"column":0');
const COVERAGE_PY = JSON.stringify({
  meta: { format: 3 },
  files: {
    'src/cart.py': { executed_lines: [1, 3], missing_lines: [4], excluded_lines: [], summary: { covered_lines: 2, num_branches: 2, covered_branches: 1 } },
  },
  totals: {},
});
const GO = 'mode: set\nexample.com/shop/cart.go:1.20,1.40 1 1\nexample.com/shop/cart.go:3.2,3.9 1 2\nexample.com/shop/cart.go:4.2,4.9 1 0\n';
const COBERTURA = `<?xml version="1.0" ?>
<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
<coverage line-rate="0.66"><sources><source>/p</source></sources><packages><package name="src"><classes>
<class name="cart" filename="src/cart.py"><methods/><lines><line number="1" hits="2"/><line number="3" hits="2" branch="true" condition-coverage="50% (1/2)"/><line number="4" hits="0"/></lines></class>
</classes></package></packages></coverage>`;
const JACOCO = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
<report name="shop"><package name="shop"><class name="shop/Cart" sourcefilename="Cart.java"/><sourcefile name="Cart.java">
<line nr="1" mi="0" ci="2" mb="0" cb="0"/><line nr="3" mi="0" ci="2" mb="1" cb="1"/><line nr="4" mi="3" ci="0" mb="0" cb="0"/>
<counter type="BRANCH" missed="1" covered="1"/><counter type="METHOD" missed="0" covered="1"/></sourcefile></package></report>`;
const LLVM = JSON.stringify({
  type: 'llvm.coverage.json.export',
  version: '2.0.1',
  data: [
    {
      files: [
        {
          filename: '/p/src/cart.rs',
          segments: [
            [1, 1, 2, true, true, false],
            [1, 20, 0, false, false, false],
            [3, 1, 2, true, true, false],
            [3, 9, 0, false, false, false],
            [4, 1, 0, true, true, false],
            [4, 9, 0, false, false, false],
          ],
          summary: { functions: { count: 1, covered: 1 } },
        },
      ],
      totals: {},
    },
  ],
});

const HIT = [
  [1, true],
  [3, true],
  [4, false],
];

test.each([
  ['lcov', LCOV, 'src/cart.ts'],
  ['istanbul', ISTANBUL, '/p/src/cart.ts'],
  ['coverage.py', COVERAGE_PY, 'src/cart.py'],
  ['go', GO, 'example.com/shop/cart.go'],
  ['cobertura', COBERTURA, 'src/cart.py'],
  ['jacoco', JACOCO, 'shop/Cart.java'],
  ['intellij', JACOCO.replace('name="shop"', 'name="Intellij Coverage Report"'), 'shop/Cart.java'],
  ['llvm-cov', LLVM, '/p/src/cart.rs'],
])('%s', (format, text, name) => {
  const report = parseReport(text);
  expect(report?.format).toBe(format);
  const [file] = report?.files ?? [];
  expect(file?.name).toBe(name);
  expect([...(file?.lines ?? [])].map(([line, count]) => [line, count > 0])).toEqual(HIT);
  if (file?.branches !== undefined) expect(file.branches).toEqual({ covered: 1, total: 2 });
});

test('what is none of them is not taken for one', () => {
  for (const text of ['', 'hello', '{"a":1}', '<html></html>', '{broken']) expect(parseReport(text)?.files ?? []).toEqual([]);
});
