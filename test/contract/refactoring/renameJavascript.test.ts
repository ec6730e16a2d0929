// Another name in JavaScript, whose types are in comments and whose modules are objects; and between JavaScript and TypeScript.
import { type MarkedRow, markedFiles, projectOf, testRenames } from './table.ts';

const CONFIG = {
  'tsconfig.json':
    '{ "compilerOptions": { "allowJs": true, "checkJs": true, "strict": true, "noImplicitAny": false, "module": "nodenext", "target": "es2022", "noEmit": true, "types": [], "jsx": "preserve" }, "include": ["rows"] }',
  'package.json': '{ "type": "commonjs" }',
  'rows/node.d.ts': 'declare function require(name: string): any;\ndeclare const module: { exports: any };\ndeclare const exports: any;\n',
};
const a = (title: string, text: string): MarkedRow => ({ title, files: { 'a.mjs': text } });

const modules: readonly MarkedRow[] = [
  {
    title: 'a property of exports, and who requires it',
    files: {
      'a.js': 'exports.«total» = 1;\nexports.twice = exports.«total» * 2;\n',
      'b.js':
        "const a = require('./a');\nconst { ‹total→renewed: total› } = require('./a');\nexports.b = a.«total» + total + require('./a').«total»;\nexports.c = [b, total, { total }, Math.max(1, total, 2)];\nconst { twice: b } = a;\n",
    },
  },
  {
    title: 'a function of an object that is exported',
    files: { 'a.js': 'module.exports = {\n  «total»() {\n    return 1;\n  },\n};\n', 'b.js': "const a = require('./a');\nexports.b = a.«total»();\n" },
  },
  {
    title: 'a class that is the module, under the name of its own file',
    files: { 'a.js': 'class «Cart» {}\nmodule.exports = «Cart»;\n', 'b.js': "const Other = require('./a');\nexports.b = new Other();\n" },
  },
  {
    title: 'the name under which a module is required',
    files: { 'a.js': 'exports.total = 1;\n', 'b.js': "const «shop» = require('./a');\nexports.b = «shop».total;\nexports.shop = { ‹shop→shop: renewed› };\n" },
  },
  {
    title: 'from JavaScript into TypeScript',
    files: { 'a.mjs': 'export function «total»() {}\n', 'b.mts': "import { «total» } from './a.mjs';\n«total»();\n" },
  },
  {
    title: 'from TypeScript into JavaScript',
    files: { 'a.mts': 'export interface «Cart» {\n  a: number;\n}\n', 'b.mjs': "/** @type {import('./a.mjs').‹Cart›} */\nexport const cart = { a: 1 };\n" },
  },
];

const objects: readonly MarkedRow[] = [
  a('a property of a literal', 'const o = { «a»: 1, b: 2 };\nexport const n = o.«a» + o["‹a›"] + o.b;\n'),
  a('a property of a function', 'export function f() {}\nf.«count» = 1;\nf.«count»++;\n'),
  a(
    'a property that a constructor sets',
    'export class Cart {\n  constructor() {\n    this.«total» = 1;\n  }\n  get() {\n    return this.«total»;\n  }\n}\nexport const n = new Cart().«total»;\n',
  ),
  a('a static property that is set from outside', 'export class Cart {}\nCart.«made» = 1;\nexport const n = Cart.«made»;\n'),
  a('a class with getters', 'export class Cart {\n  get «size»() {\n    return 1;\n  }\n}\nexport const { ‹size→renewed: size› } = new Cart();\n'),
];

const comments: readonly MarkedRow[] = [
  a(
    'a type that a comment defines',
    '/** @typedef {{ a: number }} «Cart» */\n\n/** @type {«Cart»} */\nexport const cart = { a: 1 };\n\n/** @param {«Cart»[]} all */\nexport const f = (all) => all;\n',
  ),
  a(
    'a property of such a type',
    '/**\n * @typedef {Object} Cart\n * @property {number} «total» The sum.\n */\n\n/** @param {Cart} cart */\nexport const f = (cart) => cart.«total»;\n',
  ),
  a('a property of a literal type in a comment', '/** @param {{ «total»: number }} cart */\nexport const f = (cart) => cart.«total»;\n'),
  a(
    'a parameter in a comment',
    '/**\n * @param {number} ‹count›\n * @param {number} [other]\n */\nexport function f(«count», other = «count») {\n  return other;\n}\n',
  ),
  {
    title: 'a type that a comment imports',
    files: {
      'a.mjs': '/** @typedef {{ a: number }} «Cart» */\nexport {};\n',
      'b.mjs': "/** @import { «Cart» } from './a.mjs' */\n\n/** @type {«Cart»} */\nexport const b = { a: 1 };\n",
    },
  },
];

const rows = [...modules, ...objects, ...comments];
testRenames(rows, projectOf({ ...CONFIG, ...markedFiles(rows) }));
