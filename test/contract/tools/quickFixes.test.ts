// What real engines offer against real problems, through a real client: compilers, linters and style sheets.
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Ide } from '../../../src/ide/ide.ts';
import type { Agent } from '../../support/check.ts';
import { needs } from '../../support/testTools.ts';
import { onPath } from '../languages/onPath.ts';
import { realAgentOn } from './realAgent.ts';

const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "types": [], "allowJs": true }, "include": ["src"] }';

test('TypeScript: a missing import and an interface that is not implemented', async () => {
  const agent = await agentOn({
    'tsconfig.json': TSCONFIG,
    'package.json': '{ "type": "module" }',
    'src/cart.ts': 'export class Cart {}\nexport interface Priced {\n  price(): number;\n}\n',
    'src/main.ts': "import type { Priced } from './cart.js';\nexport const cart = new Cart();\nexport class Item implements Priced {}\n",
  });
  const fixes = await fixesOf(agent, { file: 'src/main.ts', line: 2, preview: true });
  expect(fixes).toContainEqual(
    expect.objectContaining({
      code: '2552',
      title: expect.stringContaining('import'),
      diff: expect.arrayContaining([expect.stringMatching(/^\+import \{ Cart, type Priced \}/)]),
    }),
  );
  const implement = await fixesOf(agent, { file: 'src/main.ts', line: 3, preview: true });
  expect(implement).toContainEqual(
    expect.objectContaining({ title: "Implement interface 'Priced'", diff: expect.arrayContaining([expect.stringMatching(/^\+\s+price\(\): number/)]) }),
  );
});

test('ESLint: what its server keeps behind a command is shown as a diff, and nothing is written', async (context) => {
  const eslint = await needs(context, 'eslint');
  const agent = await agentOn({
    'tsconfig.json': TSCONFIG,
    'package.json': '{ "type": "module" }',
    'eslint.config.mjs': "export default [{ files: ['**/*.js'], rules: { 'no-var': 'error', 'no-extra-boolean-cast': 'error', eqeqeq: 'warn' } }];\n",
    'src/cart.js': 'var total = 3;\nvar tax = 1;\nexport const same = total == tax;\n',
  });
  const modules = join(agent.ide.project.path, 'node_modules');
  await mkdir(modules);
  await symlink(eslint.folder, join(modules, 'eslint'));
  const fixes = await fixesOf(agent, { file: 'src/cart.js', preview: true });
  expect(fixes).toContainEqual(
    expect.objectContaining({
      line: 1,
      source: 'eslint',
      code: 'no-var',
      title: 'Fix this no-var problem',
      preferred: true,
      diff: ['@ src/cart.js:1', '-var total = 3;', '+let total = 3;'],
    }),
  );
  expect(fixes).toContainEqual(
    expect.objectContaining({ title: 'Fix all no-var problems', diff: expect.arrayContaining(['+let total = 3;', '+let tax = 1;']) }),
  );
  const { value } = await agent.call('list_quick_fixes', { file: 'src/cart.js', line: 3 });
  expect(value).toMatchObject({ engine: expect.stringMatching(/typescript .*, eslint /) });
  expect((await agent.call('read_file', { file: 'src/cart.js', line_numbers: false })).value).toMatchObject({ text: expect.stringContaining('var total') });
  // The same id again, from a call of its own.
  const [{ id } = { id: '' }] = fixes;
  expect((await agent.call('list_quick_fixes', { id })).value).toMatchObject({ totalFixes: 1, problems: [{ fixes: [{ id }] }] });
});

test('ESLint: a broken configuration is said, and does not cost the fixes of the compiler', async (context) => {
  const eslint = await needs(context, 'eslint');
  const agent = await agentOn({
    'tsconfig.json': TSCONFIG,
    'package.json': '{ "type": "module" }',
    'eslint.config.mjs': 'throw new Error("broken on purpose");\n',
    'src/cart.ts': 'export class Cart {}\n',
    'src/main.ts': 'export const cart = new Cart();\n',
  });
  const modules = join(agent.ide.project.path, 'node_modules');
  await mkdir(modules);
  await symlink(eslint.folder, join(modules, 'eslint'));
  expect((await agent.call('list_quick_fixes', { file: 'src/main.ts' })).value).toMatchObject({
    problems: [{ source: 'ts', fixes: expect.arrayContaining([expect.objectContaining({ title: expect.stringContaining('import') })]) }],
    complete: false,
    why: expect.stringContaining('broken on purpose'),
  });
});

test('Python: what basedpyright offers', async () => {
  const agent = await agentOn({ 'shop/__init__.py': '', 'app.py': 'number: int = "no"\nprint(path.join("a"))\n' });
  const fixes = await fixesOf(agent, { file: 'app.py', preview: true });
  expect(fixes).toContainEqual(
    expect.objectContaining({
      line: 1,
      title: expect.stringContaining('pyright: ignore'),
      diff: ['@ app.py:1', '-number: int = "no"', expect.stringMatching(/^\+number: int = "no" {2}# pyright: ignore/)],
    }),
  );
});

test('Go: an import that is missing and a variable that nobody uses', async (context) => {
  const [program = ''] = (await needs(context, 'gopls')).command;
  onPath(program);
  const agent = await agentOn({
    'go.mod': 'module example.com/shop\n\ngo 1.21\n',
    'main.go': 'package main\n\nfunc main() {\n\tstrings.Split("a", "b")\n}\n',
    'cart/cart.go': 'package cart\n\nfunc Total() {\n\tvar unused int\n}\n',
  });
  expect(await fixesOf(agent, { file: 'main.go', preview: true })).toContainEqual(
    expect.objectContaining({ line: 4, code: 'UndeclaredName', title: expect.stringContaining('Add import'), diff: ['@ main.go:2', '+', '+import "strings"'] }),
  );
  expect(await fixesOf(agent, { file: 'cart/cart.go', preview: true })).toContainEqual(
    expect.objectContaining({ line: 4, code: 'UnusedVar', title: 'Remove variable unused', diff: ['@ cart/cart.go:4', '-\tvar unused int'] }),
  );
});

test('C++: a misspelled name', async (context) => {
  const [program = ''] = (await needs(context, 'clangd')).command;
  onPath(program);
  const agent = await agentOn({ 'compile_flags.txt': '-std=c++17\n', 'main.cpp': 'int total = 1;\nint price() { return totl; }\n' });
  expect(await fixesOf(agent, { file: 'main.cpp', preview: true })).toContainEqual(
    expect.objectContaining({
      line: 2,
      title: "change 'totl' to 'total'",
      diff: ['@ main.cpp:2', '-int price() { return totl; }', '+int price() { return total; }'],
    }),
  );
});

test('CSS: a misspelled property; HTML offers nothing, which is an answer', async () => {
  const agent = await agentOn({ 'a.css': 'a { colr: red; }\n', 'a.html': '<style>a { colr: red; }</style>\n' });
  expect(await fixesOf(agent, { file: 'a.css', preview: true })).toContainEqual(
    expect.objectContaining({ title: "Rename to 'color'", diff: ['@ a.css:1', '-a { colr: red; }', '+a { color: red; }'] }),
  );
  expect((await agent.call('list_quick_fixes', { file: 'a.html' })).value).toMatchObject({ problems: [], totalFixes: 0, complete: true });
});

const Answer = z.object({
  problems: z.array(
    z.looseObject({ line: z.number(), fixes: z.array(z.looseObject({ id: z.string(), title: z.string(), diff: z.array(z.string()).optional() })) }),
  ),
});

// Each fix together with the problem that it fixes.
async function fixesOf(agent: Agent<Ide>, given: Record<string, unknown>) {
  const { problems } = Answer.parse((await agent.call('list_quick_fixes', given)).value);
  return problems.flatMap(({ fixes, ...problem }) => fixes.map((fix) => ({ ...problem, ...fix })));
}

async function agentOn(files: Readonly<Record<string, string>>): Promise<Agent<Ide>> {
  const { agent, close } = await realAgentOn(files);
  onTestFinished(close);
  return agent;
}
