// What ast-grep really matches, through a real client, in several languages, and without running anything of the project.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProject, placesIn } from './project.ts';

const FILES: Readonly<Record<string, string>> = {
  '.gitignore': 'build/\n',
  'src/a.ts': 'const smile = "😀é"; log(1, two, "é");\nlog(\n  3\n);\n// log(4)\nconst text = "log(5)";\n',
  'src/view.tsx': 'export const view = <Button onClick={() => log(6)} label="x" />;\n',
  'src/old.js': 'log(7);\n',
  'build/out.ts': 'log(8);\n',
  'node_modules/lib/index.ts': 'log(9);\n',
  'tool.py': 'def total(a, b=1):\n    return log(a)\n',
  'main.go': 'package main\n\nfunc main() { log(1) }\n',
  'lib.rs': 'fn main() { log(1); }\n',
  'Main.java': 'class Main { void go() { log(1); } }\n',
  'a.c': 'int main(void) { log(1); return 0; }\n',
  'a.cpp': 'int main() { std::log(1); log(2); }\n',
};

test('finds calls whatever their layout, with their arguments, and none in comments, strings or ignored files', async () => {
  const { agent } = await openProject(FILES);
  const { value } = await agent.call('search_structure', { pattern: 'log($$$ARGS)', language: 'typescript' });
  expect(value).toEqual({
    total: 3,
    files: [
      {
        file: 'src/a.ts',
        matches: [
          { line: 1, column: 22, endLine: 1, text: 'log(1, two, "é")', variables: { ARGS: '1, two, "é"' } },
          { line: 2, column: 1, endLine: 4, text: 'log(\n  3\n)', variables: { ARGS: '3' } },
        ],
      },
      { file: 'src/view.tsx', matches: [{ line: 1, column: 44, endLine: 1, text: 'log(6)', variables: { ARGS: '6' } }] },
    ],
    complete: true,
    engine: expect.stringMatching(/^ast-grep \d/),
  });
  const first = await agent.call('search_structure', { pattern: 'log($FIRST, $$$REST)', language: 'typescript' });
  expect(first.value).toMatchObject({ total: 1, files: [{ matches: [{ variables: { FIRST: '1', REST: 'two, "é"' } }] }] });
});

test.each([
  ['javascript', 'log($A)', ['src/old.js:1:1']],
  ['tsx', '<Button $$$PROPS />', ['src/view.tsx:1:21']],
  ['python', 'def $NAME($$$ARGS): $$$BODY', ['tool.py:1:1']],
  ['go', 'func $NAME() { $$$ }', ['main.go:3:1']],
  ['rust', 'fn $NAME() { $$$ }', ['lib.rs:1:1']],
  ['java', 'class $NAME { $$$ }', ['Main.java:1:1']],
  ['c', 'return $X;', ['a.c:1:26']],
  ['cpp', 'std::log($X);', ['a.cpp:1:14']],
])('knows %s', async (language, pattern, places) => {
  const { agent } = await openProject(FILES);
  expect(placesIn((await agent.call('search_structure', { pattern, language })).value)).toEqual(places);
});

test('sees what was written a moment ago', async () => {
  const { agent, write } = await openProject(FILES);
  await write('src/new.ts', 'log(10);\n');
  expect(placesIn((await agent.call('search_structure', { pattern: 'log(10)', language: 'ts' })).value)).toEqual(['src/new.ts:1:1']);
});

test('a pattern that is no code and a language without a grammar are refused', async () => {
  const { agent } = await openProject(FILES);
  for (const pattern of ['log(((', 'const a = 1; const b = 2;']) {
    expect(await agent.refusal('search_structure', { pattern, language: 'typescript' })).toMatchObject({
      error: 'invalid_pattern',
      next: expect.stringContaining('$NAME'),
    });
  }
  expect(await agent.refusal('search_structure', { pattern: 'a b', language: 'kotlin' })).toMatchObject({ error: 'invalid_pattern' });
  expect(await agent.refusal('search_structure', { pattern: 'x', language: 'klingon' })).toMatchObject({
    error: 'unknown_language',
    next: expect.stringContaining('python'),
  });
});

test('a configuration in the project is not obeyed', async () => {
  const { agent, root } = await openProject({
    ...FILES,
    'sgconfig.yml': 'ruleDirs: [rules]\ncustomLanguages:\n  evil:\n    libraryPath: evil.so\n    extensions: [ts]\nlanguageGlobs:\n  python: ["*.ts"]\n',
  });
  expect((await agent.call('search_structure', { pattern: 'log($$$)', language: 'typescript', include: ['src/a.ts'] })).value).toMatchObject({ total: 2 });
  expect(existsSync(join(root, 'evil.so'))).toBe(false);
});
