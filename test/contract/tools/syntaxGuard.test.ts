// What tools of ours write can be read, by the grammars of many languages, and by the language's own engine where a grammar is older than that.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from './realAgent.ts';

// Each has a function `total` on its first line that is replaced by the text, in which a line is broken.
const BROKEN: readonly { readonly file: string; readonly before: string; readonly text: string }[] = [
  { file: 'a.ts', before: 'export function total() {\n  return 1;\n}\n', text: 'export function total() {\n  return (1;\n}' },
  { file: 'unclosed.ts', before: 'export function total() {\n  return 1;\n}\n', text: 'export function total() {\n  return 1;' },
  { file: 'a.tsx', before: 'export function total() {\n  return 1;\n}\n', text: 'export function total() {\n  return <b>;\n}' },
  { file: 'a.js', before: 'export function total() {\n  return 1;\n}\n', text: 'export function total() {\n  return [1;\n}' },
  { file: 'a.py', before: 'def total():\n    return 1\n', text: 'def total(:\n    return 1' },
  { file: 'empty.py', before: 'def total():\n    return 1\n', text: 'def total():' },
  { file: 'a.go', before: 'package a\n\nfunc total() int {\n\treturn 1\n}\n', text: 'func total() int {\n\treturn 1)\n}' },
  { file: 'a.rs', before: 'fn total() -> i32 {\n    1\n}\n', text: 'fn total() -> i32 {\n    1)\n}' },
  { file: 'A.java', before: 'class A {\n  int total() {\n    return 1;\n  }\n}\n', text: 'int total() {\n    return 1;' },
  { file: 'a.rb', before: 'def total\n  1\nend\n', text: 'def total\n  1)\nend' },
];

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "jsx": "preserve", "allowJs": true, "noEmit": true }, "include": ["*"] }',
  ...Object.fromEntries(BROKEN.map(({ file, before }) => [file, before])),
  'types.ts': 'export interface Cart {}\n',
  'index.ts': "export * from './types.ts';\n",
};

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn(FILES);
}, 60_000);
afterAll(() => real.close());

test.each(BROKEN)('edit_symbol refuses code that cannot be read: $file', async ({ file, before, text }) => {
  const { agent } = real;
  const refusal = await agent.refusal('edit_symbol', { symbol: { file, name: 'total' }, action: 'replace', text });
  expect(refusal).toMatchObject({ error: 'broken_syntax', file });
  expect(await readFile(join(agent.ide.project.path, file), 'utf8')).toBe(before);
  expect((await agent.call('list_changes', {})).value).toMatchObject({ changes: [] });
});

test('a rewrite that cannot be read changes no file', async () => {
  const { agent } = real;
  const given = { pattern: 'return 1', rewrite: 'return (1', language: 'typescript', max_matches: 50 };
  expect(await agent.refusal('replace_structure', given)).toMatchObject({ error: 'broken_syntax' });
});

test('what only the grammar cannot read is written', async () => {
  const { agent } = real;
  const { value } = await agent.call('replace_structure', {
    pattern: "export * from './types.ts'",
    rewrite: "export type * from './types.ts';",
    language: 'typescript',
  });
  expect(value).toMatchObject({ applied: true, newErrors: [] });
  expect(await readFile(join(agent.ide.project.path, 'index.ts'), 'utf8')).toBe("export type * from './types.ts';\n");
});
