// Parameters of TypeScript and JavaScript changed by the real engines, and why some are not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { typescriptRows } from './changeSignatureRows.ts';
import { filesOf, type RefusedRow, testRefusals, testRows } from './table.ts';

const CONFIG = {
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowJs": true, "checkJs": true, "jsx": "preserve", "allowImportingTsExtensions": true, "types": [] }, "include": ["rows"] }',
  'package.json': '{ "type": "module" }',
};
const SWAP = { parameters: [{ name: 'b' }, { name: 'a' }] };

const refused: readonly RefusedRow[] = [
  {
    title: 'a parameter that is used cannot go',
    before: { 'a.ts': 'export function $0f(a: number) {\n  return a;\n}\n' },
    given: { parameters: [] },
    error: 'signature_conflicts',
    says: 'one place cannot follow',
  },
  {
    title: 'a function that is passed as a value',
    before: { 'a.ts': 'export function $0f(a: number, b: number) {\n  return a - b;\n}\nexport const all = [1].map(f);\n' },
    given: SWAP,
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    title: 'bind, apply, tags and decorators',
    before: {
      'a.ts':
        'export function $0f(a: TemplateStringsArray, b: unknown) {\n  return [a, b];\n}\nexport const bound = f.bind(null);\nexport const tagged = f`x${1}`;\n',
    },
    given: SWAP,
    error: 'signature_conflicts',
    says: '2 places',
  },
  {
    title: 'an argument that runs code and would go',
    before: { 'a.ts': 'declare function load(): number;\nexport function $0f(a: number) {}\nf(load());\n' },
    given: { parameters: [] },
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    title: 'arguments that run code in another order',
    before: { 'a.ts': 'declare function load(): number;\nexport function $0f(a: number, b: number) {\n  return a - b;\n}\nf(load(), load());\n' },
    given: SWAP,
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    title: 'a spread whose length nobody knows',
    before: { 'a.ts': 'export function $0f(a?: number, b?: number) {\n  return [a, b];\n}\ndeclare const all: [a?: number, b?: number];\nf(...all);\n' },
    given: SWAP,
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    title: 'arguments by their number',
    before: { 'a.ts': 'export function $0f(a: number, b: number) {\n  return [arguments[0], a, b];\n}\n' },
    given: SWAP,
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    title: 'an element of JSX',
    before: {
      'a.tsx':
        'declare namespace JSX {\n  type Element = unknown;\n  interface IntrinsicElements {}\n}\nexport function $0View(a: {}, b: {} = {}) {\n  return [a, b];\n}\nexport const one = <View />;\n',
    },
    given: SWAP,
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    title: 'a new parameter without a value for the calls',
    before: { 'a.ts': 'export function $0f() {}\nf();\n' },
    given: { parameters: [{ name: 'a', type: 'number' }] },
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    title: 'a new parameter without a type',
    before: { 'a.ts': 'export function $0f() {}\n' },
    given: { parameters: [{ name: 'a' }] },
    error: 'refactoring_refused',
    says: 'a needs a type',
  },
  {
    title: 'a method that a library declares',
    before: { 'a.ts': 'export class Own extends Map<string, number> {\n  override $0get(key: string) {\n    return super.get(key);\n  }\n}\n' },
    given: { parameters: [{ name: 'key' }, { name: 'other', type: 'string', value: "''" }] },
    error: 'refactoring_refused',
    says: 'by a library',
  },
  {
    title: 'a function whose parameters come from a type',
    before: { 'a.ts': 'type Handler = (a: number, b: number) => void;\nexport const $0handle: Handler = (a, b) => {};\n' },
    given: SWAP,
    error: 'refactoring_refused',
    says: 'come from its type Handler',
  },
  {
    title: 'a name that means something else in the body',
    before: { 'a.ts': 'const rate = 2;\nexport function $0f(a: number) {\n  return a * rate;\n}\n' },
    given: { parameters: [{ name: 'rate', from: 'a' }] },
    error: 'refactoring_refused',
    says: 'The name rate means something else on line 3',
  },
  {
    title: 'the rest before others',
    before: { 'a.ts': 'export function $0f(a: number, ...b: number[]) {\n  return [a, b];\n}\n' },
    given: SWAP,
    error: 'refactoring_refused',
    says: 'must be the last parameter',
  },
  {
    title: 'a default that would use what comes later',
    before: { 'a.ts': 'export function $0f(a: number, b = a) {\n  return [a, b];\n}\n' },
    given: SWAP,
    error: 'refactoring_refused',
    says: 'The default of b uses a',
  },
  {
    title: 'an optional parameter before one that is not',
    before: { 'a.ts': 'export function $0f(a: number, b?: number) {\n  return [a, b];\n}\n' },
    given: SWAP,
    error: 'refactoring_refused',
    says: 'b may be left out',
  },
  {
    title: 'an old name that is not there',
    before: { 'a.ts': 'export function $0f(a: number) {}\n' },
    given: { parameters: [{ name: 'x', from: 'z' }] },
    error: 'refactoring_refused',
    says: 'There is no parameter z: they are a.',
  },
  {
    title: 'the same parameter twice',
    before: { 'a.ts': 'export function $0f(a: number) {}\n' },
    given: { parameters: [{ name: 'a' }, { name: 'x', from: 'a' }] },
    error: 'refactoring_refused',
    says: 'a is there twice',
  },
  {
    title: 'what cannot be written',
    before: { 'a.ts': 'export function $0f(a: number) {}\nf(1);\n' },
    given: { parameters: [{ name: 'a' }, { name: 'b', type: 'number', value: '1, 2' }] },
    error: 'refactoring_refused',
    says: 'no value for one argument: 1, 2',
  },
  {
    title: 'a name that is none',
    before: { 'a.ts': 'export function $0f(a: number) {}\n' },
    given: { parameters: [{ name: 'not a name', from: 'a' }] },
    error: 'refactoring_refused',
    says: 'This is no parameter: not a name',
  },
  {
    title: 'the parameters that it has',
    before: { 'a.ts': 'export function $0f(a: number) {}\n' },
    given: { parameters: [{ name: 'a' }] },
    error: 'refactoring_refused',
    says: 'its parameters already',
  },
  {
    title: 'a getter',
    before: { 'a.ts': 'export class A {\n  get $0x() {\n    return 1;\n  }\n}\n' },
    given: { parameters: [] },
    error: 'refactoring_refused',
    says: 'getter',
  },
  {
    title: 'a parameter itself',
    before: { 'a.ts': 'export function f($0a: number) {}\n' },
    given: { parameters: [] },
    error: 'refactoring_refused',
    says: 'point at the function',
  },
  {
    title: 'a type',
    before: { 'a.ts': 'export type $0F = (a: number) => void;\n' },
    given: { parameters: [] },
    error: 'refactoring_refused',
    says: 'F is a type',
  },
  {
    title: 'a class without a constructor',
    before: { 'a.ts': 'export class $0A {}\nnew A();\n' },
    given: { parameters: [{ name: 'a', type: 'number', value: '1' }] },
    error: 'refactoring_refused',
    says: 'no constructor of its own',
  },
].map((row) => ({ ...row, tool: 'change_signature' }));

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn({ ...CONFIG, ...filesOf(typescriptRows, refused) });
});
afterAll(() => real.close());

testRows(typescriptRows, () => real);
testRefusals(refused, () => real);

test('conflicts are listed with their places, and force leaves them and does the rest', async () => {
  const symbol = { file: 'rows/refused1/a.ts', name: 'f' };
  expect(await real.agent.refusal('change_signature', { symbol, ...SWAP })).toMatchObject({
    error: 'signature_conflicts',
    conflicts: [{ file: 'rows/refused1/a.ts', line: 4, text: 'export const all = [1].map(f);', why: 'it is used as a value' }],
  });
  const { value } = await real.agent.call('change_signature', { symbol, ...SWAP, force: true });
  expect(value).toMatchObject({ applied: true, left: [{ line: 4 }] });
  await real.agent.call('undo', { change_id: value['changeId'] });
});
