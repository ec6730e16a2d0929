// What still holds an old name after a rename, in every language alike: strings with their places, and nothing that cannot mean the symbol.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import type { ToolName } from '../../support/testTools.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { withProgram } from './rows.ts';
import { TSCONFIG } from './table.ts';

interface Case {
  readonly language: string;
  readonly program?: ToolName;
  readonly files: Readonly<Record<string, string>>;
  // A function that others can use, and a short local of one.
  readonly shared: Readonly<Record<string, unknown>>;
  readonly local: Readonly<Record<string, unknown>>;
  // Where strings hold the first name, and where one holds the second within its function.
  readonly strings: string;
  readonly own: string;
}

const cases: readonly Case[] = [
  {
    language: 'TypeScript',
    files: {
      ...TSCONFIG,
      'rows/a.ts':
        "/** Says n. */\nexport function renderTotal(n: number): string {\n  // The n.\n  const key = 'n';\n  return `${key}: a n of ${n}`;\n}\nexport const table = { n: 'n' };\n",
      'rows/b.ts':
        "import { renderTotal } from './a.ts';\nexport const code = `call(renderTotal)`;\nexport const name = 'renderTotal';\nexport const all = [renderTotal, 'n', 'an n'];\n",
    },
    shared: { file: 'rows/a.ts', name: 'renderTotal' },
    local: { file: 'rows/a.ts', line: 2, name: 'n' },
    strings: 'rows/b.ts:3,2',
    own: 'rows/a.ts:4',
  },
  {
    language: 'Python',
    files: {
      'pyproject.toml': '',
      'a.py': 'def render_total(n):\n    """Says n."""\n    key = "n"\n    return f"{key}: a n of {n}"\n\n\nTABLE = {"n": "n"}\n',
      'b.py': 'from a import render_total\n\nNAME = "render_total"\nCALLS = [render_total, "n", "an n"]\n',
    },
    shared: { file: 'a.py', name: 'render_total' },
    local: { file: 'a.py', line: 1, name: 'n' },
    strings: 'b.py:3',
    own: 'a.py:3',
  },
  {
    language: 'Go',
    program: 'gopls',
    files: {
      'go.mod': 'module example.com/shop\n\ngo 1.21\n',
      'a.go':
        'package shop\n\n// RenderTotal says n.\nfunc RenderTotal(n int) string {\n\tkey := "n"\n\tif n > 1 {\n\t\treturn "an n"\n\t}\n\treturn key\n}\n\ntype Row struct {\n\tN int `json:"n" call:"RenderTotal"`\n}\n',
      'b.go': 'package shop\n\nconst page = `{{ RenderTotal .N }}`\n\nvar all = map[string]any{"RenderTotal": RenderTotal, "n": page}\n',
      'page.tmpl': '{{ RenderTotal 1 }}\n',
    },
    shared: { file: 'a.go', name: 'RenderTotal' },
    local: { file: 'a.go', line: 4, name: 'n' },
    strings: 'b.go:5,3, a.go:13',
    own: 'a.go:5',
  },
  {
    language: 'C++',
    program: 'clangd',
    files: {
      'compile_flags.txt': '-std=c++17\n',
      'a.cpp':
        '// Says n.\nint render_total(int n) {\n  const char *key = "n";\n  return n + (key != nullptr);\n}\nconst char *other = "n";\nconst char *page = R"(call "render_total" now)";\n',
      'b.cpp': 'int render_total(int n);\nconst char *name = "render_total";\nint run() { return render_total(1); }\n',
    },
    shared: { file: 'a.cpp', name: 'render_total' },
    local: { file: 'a.cpp', line: 2, name: 'n' },
    strings: 'b.cpp:2, a.cpp:7',
    own: 'a.cpp:3',
  },
];

test.for(cases)('$language: strings that hold the name are listed with their places, those that are nothing else first', async (given, context) => {
  const { agent } = await opened(given, context);
  const { value } = await agent.call('rename_symbol', { symbol: given.shared, new_name: 'shownTotal', preview: true });
  const note = notesOf(value).find((text) => text.includes('still stands'));
  expect(note).toContain(`in strings (in_strings): ${given.strings}`);
  if ('page.tmpl' in given.files) expect(notesOf(value).join(' ')).toContain('page.tmpl');
});

test.for(cases)('$language: of a short parameter only what its own function holds is reported and changed', async (given, context) => {
  const { agent } = await opened(given, context);
  const { value } = await agent.call('rename_symbol', { symbol: given.local, new_name: 'm', preview: true });
  expect(notesOf(value)).toEqual([`The word n still stands 1 time in strings (in_strings): ${given.own}. It may or may not mean this symbol.`]);
  await agent.call('rename_symbol', { symbol: given.local, new_name: 'm', in_strings: true });
  const file = String(given.local['file']);
  const [before, after] = [given.files[file] ?? '', await readFile(join(agent.ide.project.path, file), 'utf8')];
  // The one string of the function, and none elsewhere.
  expect([...before.matchAll(/['"]n['"]/g)].length - [...after.matchAll(/['"]n['"]/g)].length).toBe(1);
  for (const [name, text] of Object.entries(given.files)) if (name !== file) expect(await readFile(join(agent.ide.project.path, name), 'utf8')).toBe(text);
});

async function opened({ program, files }: Case, context: TestContext): Promise<RealAgent> {
  if (program !== undefined) await withProgram(context, program);
  const real = await realAgentOn(files);
  onTestFinished(() => real.close());
  return real;
}

function notesOf(value: Readonly<Record<string, unknown>>): readonly string[] {
  const { notes = [] } = value;
  return Array.isArray(notes) ? notes.map(String) : [];
}
