// Another name for what modules give one another: exports, imports, aliases, defaults and namespaces, from every place that is marked.
import { type MarkedRow, markedFiles, projectOf, TSCONFIG, testRenames } from './table.ts';

const named: readonly MarkedRow[] = [
  {
    title: 'the name under which something is imported, and re-exported',
    files: {
      'a.ts': 'export const total = 1;\n',
      'b.ts': "import { total as «mine» } from './a.ts';\nexport const b = { ‹mine→mine: renewed›, total: «mine» };\nexport { ‹mine› };\n",
      'c.ts': "import { ‹mine› } from './b.ts';\nexport const c = ‹mine›;\n",
    },
  },
  {
    title: 'what is imported under another name',
    files: { 'a.ts': 'export const «total» = 1;\n', 'b.ts': "import { «total» as mine } from './a.ts';\nexport const b = mine;\n" },
  },
  {
    title: 'the name under which something is exported',
    files: {
      'a.ts': 'const total = 1;\nexport { total as «sum» };\n',
      'b.ts': "import { «sum» } from './a.ts';\nexport const b = «sum»;\n",
      'c.ts': "export { «sum» as other } from './a.ts';\n",
    },
  },
  {
    title: 'what a file exports in a list',
    files: { 'a.ts': 'const «total» = 1;\nexport { «total» };\n', 'b.ts': "import { «total» } from './a.ts';\nexport const b = «total»;\n" },
  },
  {
    title: 'what a file exports under another name, which stays',
    files: { 'a.ts': 'const «total» = 1;\nexport { «total» as sum };\n', 'b.ts': "import { sum } from './a.ts';\nexport const b = sum;\n" },
  },
  {
    title: 'what is re-exported with a star, and again',
    files: {
      'a.ts': 'export function «total»() {}\n',
      'b.ts': "export * from './a.ts';\n",
      'c.ts': "export * from './b.ts';\nexport * as all from './b.ts';\n",
      'd.ts': "import { «total», all } from './c.ts';\n«total»();\nall.«total»();\n",
    },
  },
  {
    title: 'a type that is imported as one',
    files: {
      'a.ts': 'export interface «Cart» {}\n',
      'b.ts': "import type { «Cart» } from './a.ts';\nexport type { «Cart» } from './a.ts';\nexport type B = «Cart»;\n",
      'c.ts': "import { type «Cart» } from './b.ts';\nexport { type «Cart» as Basket } from './b.ts';\nexport type C = «Cart» | import('./a.ts').«Cart»;\n",
    },
  },
  {
    title: 'what is imported when it is needed',
    files: {
      'a.ts': 'export const «total» = 1;\nexport const other = 2;\n',
      'b.ts':
        "export async function b() {\n  const { ‹total→renewed: total›, other } = await import('./a.ts');\n  return total + other + (await import('./a.ts')).«total»;\n}\nexport const c = import('./a.ts').then((a) => a.«total»);\nexport const d = import('./a.ts').then(({ ‹total→renewed: total› }) => total);\n",
      'c.ts': "export type A = typeof import('./a.ts').«total»;\n",
    },
  },
  {
    title: 'an import behind a parameter of its name',
    files: {
      'a.ts': 'export const «total» = 1;\n',
      'b.ts': "import { «total» } from './a.ts';\nexport const f = (total: number) => total;\nexport const n = f(«total»);\n",
    },
  },
  {
    title: 'an import in shorthand, which keeps its key',
    files: {
      'a.ts': 'export const «total» = 1;\n',
      'b.ts': "import { «total» } from './a.ts';\nexport const b = { ‹total→total: renewed› };\nexport const n = b.total;\n",
    },
  },
  {
    title: 'two files that import one another',
    files: {
      'a.ts': "import { b } from './b.ts';\nexport const «a» = (): number => b();\n",
      'b.ts': "import { «a» } from './a.ts';\nexport const b = (): number => «a»();\n",
    },
  },
  {
    title: 'an interface that another module adds to',
    files: {
      'a.ts': 'export interface «Cart» {\n  a: number;\n}\n',
      'b.ts': "declare module './a.ts' {\n  interface «Cart» {\n    b: number;\n  }\n}\nexport {};\n",
      'c.ts': "import type { «Cart» } from './a.ts';\nimport './b.ts';\nexport const c = (cart: «Cart») => cart.a + cart.b;\n",
    },
  },
  {
    title: 'an export under a name that is no identifier',
    files: {
      'a.ts': "const «total» = 1;\nexport { «total» as 'the total' };\n",
      'b.ts': "import { 'the total' as mine } from './a.ts';\nexport const b = mine;\n",
    },
  },
];

const defaults: readonly MarkedRow[] = [
  {
    title: 'a default function, and imports that have its name',
    files: {
      'a.ts': 'export default function «total»() {\n  return 1;\n}\n«total»();\n',
      'b.ts': "import ‹total› from './a.ts';\nexport const b = ‹total›();\n",
      'c.ts': "import other from './a.ts';\nexport const c = other();\n",
    },
  },
  {
    title: 'a variable that is the default',
    files: { 'a.ts': 'const «total» = 1;\nexport default «total»;\n', 'b.ts': "import other from './a.ts';\nexport const b = other;\n" },
  },
  {
    title: 'the name under which a default is imported',
    files: { 'a.ts': 'export default 1;\n', 'b.ts': "import «one» from './a.ts';\nexport const b = «one» + 1;\n" },
  },
  {
    title: 'a default that is re-exported under a name',
    files: {
      'a.ts': 'export default 1;\n',
      'b.ts': "export { default as «one» } from './a.ts';\n",
      'c.ts': "import { «one» } from './b.ts';\nexport const c = «one»;\n",
    },
  },
  {
    title: 'what is re-exported as the default',
    files: {
      'a.ts': 'export const «one» = 1;\n',
      'b.ts': "export { «one» as default } from './a.ts';\n",
      'c.ts': "import mine from './b.ts';\nexport const c = mine;\n",
    },
  },
];

const spaces: readonly MarkedRow[] = [
  {
    title: 'a namespace that is imported',
    files: {
      'a.ts': 'export const total = 1;\nexport type T = 1;\n',
      'b.ts': "import * as «a» from './a.ts';\nexport const b: «a».T = «a».total;\nexport const c = { ‹a→a: renewed› };\n",
    },
  },
  {
    title: 'a namespace that is exported',
    files: {
      'a.ts': 'export const total = 1;\n',
      'b.ts': "export * as «shop» from './a.ts';\n",
      'c.ts': "import { «shop» } from './b.ts';\nexport const c = «shop».total;\n",
    },
  },
  {
    title: 'what is used through a namespace',
    files: {
      'a.ts': 'export const «total» = 1;\nexport class Cart {}\n',
      'b.ts': "import * as a from './a.ts';\nexport const b = a.«total» + a['‹total›'];\nexport const { ‹total→renewed: total› } = a;\n",
    },
  },
  {
    title: 'the short name of a namespace of a module',
    files: {
      'a.ts': 'export namespace Deep {\n  export const «total» = 1;\n}\n',
      'b.ts': "import { Deep } from './a.ts';\nimport Total = Deep.«total»;\nexport const b = Total;\n",
    },
  },
];

const COMMON = '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "types": [] } }\n';
const configured: readonly MarkedRow[] = [
  {
    title: 'an export that is an assignment, and who requires it',
    files: {
      'tsconfig.json': COMMON,
      'a.cts': 'class «Cart» {\n  copy(): «Cart» {\n    return this;\n  }\n}\nexport = «Cart»;\n',
      'b.cts': "import Other = require('./a.cjs');\nexport const b = new Other();\n",
    },
  },
  {
    title: 'the name under which a module is required',
    files: { 'tsconfig.json': COMMON, 'a.cts': 'export const total = 1;\n', 'b.cts': "import «a» = require('./a.cjs');\nexport const b = «a».total;\n" },
  },
  {
    title: 'what is used through a module that is required',
    files: { 'tsconfig.json': COMMON, 'a.cts': 'export const «total» = 1;\n', 'b.cts': "import a = require('./a.cjs');\nexport const b = a.«total»;\n" },
  },
  {
    title: 'through paths of the configuration, imports of the package and its own name',
    given: { public_name: 'rename' },
    files: {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true, "types": [], "paths": { "~/*": ["./*"] } } }\n',
      'package.json': '{ "name": "shop", "type": "module", "imports": { "#a": "./a.ts" }, "exports": { "./a": "./a.ts" } }\n',
      'a.ts': 'export const «total» = 1;\n',
      'b.ts':
        "import { «total» } from '~/a.ts';\nimport { «total» as other } from '#a';\nimport { «total» as own } from 'shop/a';\nexport const b = «total» + other + own;\n",
    },
  },
  {
    title: 'in packages that refer to one another',
    files: {
      'tsconfig.json': '{ "files": [], "references": [{ "path": "cart" }, { "path": "app" }] }\n',
      'cart/tsconfig.json':
        '{ "compilerOptions": { "composite": true, "strict": true, "module": "nodenext", "target": "es2022", "types": [], "outDir": "out" } }\n',
      'cart/index.ts': 'export const «total» = 1;\n',
      'app/tsconfig.json':
        '{ "compilerOptions": { "composite": true, "strict": true, "module": "nodenext", "target": "es2022", "types": [], "outDir": "out" }, "references": [{ "path": "../cart" }] }\n',
      'app/main.ts': "import { «total» } from '../cart/index.js';\nexport const n = «total»;\n",
    },
  },
  {
    title: 'a component in JSX',
    given: { new_name: 'Renewed' },
    files: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "types": [], "jsx": "preserve" } }\n',
      'jsx.d.ts':
        'declare namespace JSX {\n  interface Element {}\n  interface ElementAttributesProperty {\n    props: {};\n  }\n  interface IntrinsicElements {\n    div: { id?: string; children?: unknown };\n  }\n}\n',
      'view.tsx':
        'export const «View» = (p: { label: string }) => <div id={p.label} />;\nexport const all = [<«View» label="a" />, <«View» {...{ label: \'b\' }}></«View»>];\n',
      'main.tsx': 'import { «View» } from \'./view.js\';\nexport const main = <div>{<«View» label="View" />}</div>;\n',
    },
  },
  {
    title: 'a property of a component in JSX',
    files: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "types": [], "jsx": "preserve" } }\n',
      'jsx.d.ts':
        'declare namespace JSX {\n  interface Element {}\n  interface ElementAttributesProperty {\n    props: {};\n  }\n  interface IntrinsicElements {\n    div: { id?: string };\n  }\n}\n',
      'view.tsx':
        'interface Props {\n  «label»: string;\n  big?: boolean;\n}\nexport const View = ({ ‹label→renewed: label›, big }: Props) => <div id={label + big} />;\nexport class Old {\n  props!: Props;\n  render() {\n    return <div id={this.props.«label»} />;\n  }\n}\nconst label = "x";\nexport const all = [<View «label»="a" big />, <View «label»={label} />, <View {...{ «label»: label }} />, <View {...{ ‹label→renewed: label› }} />];\n',
    },
  },
];

const rows = [...named, ...defaults, ...spaces, ...configured];
testRenames(rows, projectOf({ ...TSCONFIG, ...markedFiles(rows) }));
