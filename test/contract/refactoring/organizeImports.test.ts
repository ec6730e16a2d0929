// Imports in order: sorted, joined and used, in the style of their file.
import { expect, test } from 'vitest';
import { filesOf, projectOf, type Row, TSCONFIG, testRows } from './table.ts';

const OTHERS = {
  'a1.ts': 'export const a = 1;\nexport const z = 1;\n',
  'b.ts': 'export default 1;\nexport const c = 1;\nexport const d = 2;\nexport interface T {}\nexport interface U {}\n',
  'names.ts': 'export const Z = 1;\nexport const c = 1;\nexport const B = 1;\nexport const a = 1;\n',
  'side.ts': 'export {};\n',
};

const rows: readonly Row[] = [
  [
    'sorts modules and names',
    "import { d, c } from './b.ts';\nimport { a } from './a1.ts';\n\nexport const n = [a, c, d];\n",
    "import { a } from './a1.ts';\nimport { c, d } from './b.ts';\n\nexport const n = [a, c, d];\n",
  ],
  [
    'joins imports of one module',
    "import { d } from './b.ts';\nimport { c } from './b.ts';\nimport b from './b.ts';\n\nexport const n = [b, c, d];\n",
    "import b, { c, d } from './b.ts';\n\nexport const n = [b, c, d];\n",
  ],
  [
    'keeps a namespace and a default apart',
    "import * as all from './b.ts';\nimport { c } from './b.ts';\nimport b from './b.ts';\n\nexport const n = [all, b, c];\n",
    "import * as all from './b.ts';\nimport b, { c } from './b.ts';\n\nexport const n = [all, b, c];\n",
  ],
  [
    'removes what nobody uses',
    "import b, { c, d } from './b.ts';\nimport * as all from './b.ts';\nimport { a } from './a1.ts';\n\nexport const n = d;\n",
    "import { d } from './b.ts';\n\nexport const n = d;\n",
  ],
  [
    'keeps what is imported for its effect',
    "import './side.ts';\nimport { a } from './a1.ts';\nimport { c } from './b.ts';\n\nexport const n = [a];\n",
    "import { a } from './a1.ts';\nimport './side.ts';\n\nexport const n = [a];\n",
  ],
  [
    'keeps groups that a blank line parts',
    "import { d } from './b.ts';\nimport { a } from './a1.ts';\n\nimport { c } from './b.ts';\nimport { z } from './a1.ts';\n\nexport const n = [a, c, d, z];\n",
    "import { a } from './a1.ts';\nimport { d } from './b.ts';\n\nimport { z } from './a1.ts';\nimport { c } from './b.ts';\n\nexport const n = [a, c, d, z];\n",
  ],
  [
    'keeps types apart',
    "import { type T, c } from './b.ts';\nimport type { U } from './b.ts';\nimport { a } from './a1.ts';\n\nexport const n: [T, U] = [a, c];\n",
    "import { a } from './a1.ts';\nimport type { U } from './b.ts';\nimport { type T, c } from './b.ts';\n\nexport const n: [T, U] = [a, c];\n",
  ],
  [
    'keeps several lines',
    "import {\n  d,\n  c,\n} from './b.ts';\n\nexport const n = [c, d];\n",
    "import {\n  c,\n  d,\n} from './b.ts';\n\nexport const n = [c, d];\n",
  ],
  [
    'sorts names by their case as they are',
    "import { Z, c, B, a } from './names.ts';\n\nexport const n = [Z, c, B, a];\n",
    "import { B, Z, a, c } from './names.ts';\n\nexport const n = [Z, c, B, a];\n",
  ],
  [
    'sorts and joins exports',
    "export { d } from './b.ts';\nexport { c } from './b.ts';\nexport { a } from './a1.ts';\nexport * from './names.ts';\n",
    "export { a } from './a1.ts';\nexport { c, d } from './b.ts';\nexport * from './names.ts';\n",
  ],
  [
    'keeps what only a type query or a comment uses',
    "import { a } from './a1.ts';\nimport { c } from './b.ts';\nimport { d } from './b.ts';\n\n/** {@link d} */\nexport type A = typeof a;\n",
    "import { a } from './a1.ts';\nimport { d } from './b.ts';\n\n/** {@link d} */\nexport type A = typeof a;\n",
  ],
  [
    'keeps its quotes and goes without semicolons',
    'import { d } from "./b.ts"\nimport { c } from "./b.ts"\n\nexport const n = [c, d]\n',
    'import { c, d } from "./b.ts"\n\nexport const n = [c, d]\n',
  ],
  [
    'keeps carriage returns',
    "import { d } from './b.ts';\r\nimport { c } from './b.ts';\r\n\r\nexport const n = [c, d];\r\n",
    "import { c, d } from './b.ts';\r\n\r\nexport const n = [c, d];\r\n",
  ],
  ['removes all of them', "import { a } from './a1.ts';\n\nexport const n = 1;\n", 'export const n = 1;\n'],
  [
    'an ambient module',
    "import { c } from './b.ts';\nimport { a } from './a1.ts';\ndeclare module './b.ts' {\n  interface T {\n    more: 1;\n  }\n}\nexport const n = [a, c];\n",
    "import { a } from './a1.ts';\nimport { c } from './b.ts';\ndeclare module './b.ts' {\n  interface T {\n    more: 1;\n  }\n}\nexport const n = [a, c];\n",
  ],
  [
    'aliases',
    "import { d as e, c as b } from './b.ts';\nimport { default as x } from './b.ts';\n\nexport const n = [b, e, x];\n",
    "import { c as b, d as e, default as x } from './b.ts';\n\nexport const n = [b, e, x];\n",
  ],
  ['with tabs', "import {\n\td,\n\tc,\n} from './b.ts';\n\nexport const n = [c, d];\n", "import {\n\tc,\n\td,\n} from './b.ts';\n\nexport const n = [c, d];\n"],
  [
    'behind a comment about the file, all of them',
    "// The licence.\n\nimport { a } from './a1.ts';\n\nexport const n = 1;\n",
    '// The licence.\n\nexport const n = 1;\n',
  ],
].map(([title = '', before = '', after = '']) => ({
  title,
  tool: 'optimize_imports',
  before: { 'a.ts': before, ...OTHERS },
  given: { file: 'a.ts' },
  after: { 'a.ts': after },
}));

const ORDERED = {
  'a.ts': "import { a } from './a1.ts';\nimport { c } from './b.ts';\n\nexport const n = [a, c];\n",
  'commented.ts':
    "#!/usr/bin/env node\n// The licence.\n\n// About a.\nimport { a } from './a1.ts';\n// About c.\nimport { c } from './b.ts'; // behind\n\nexport const n = [a, c];\n",
};

const real = projectOf({ ...TSCONFIG, ...filesOf([...rows, { before: { ...ORDERED, ...OTHERS } }]) });
testRows(rows, real);

test.each(Object.keys(ORDERED))('what is in order stays as it is: %s', async (name) => {
  const { value } = await real().agent.call('optimize_imports', { file: `rows/row${rows.length}/${name}` });
  expect(value).toMatchObject({ files: [], notes: ['Nothing had to change.'] });
});
