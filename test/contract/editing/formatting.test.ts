// Real formatters and engines, as projects configure them: text before, text after, and undo brings every byte back.
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Ide } from '../../../src/ide/ide.ts';
import type { Agent } from '../../support/check.ts';
import { needs } from '../../support/testTools.ts';
import { onPath } from '../languages/onPath.ts';
import { realAgentOn } from '../tools/realAgent.ts';

const UGLY = 'export const   a = {b:1}\nexport const   c = {d:"x"}\n';
const UGLY_PYTHON = "import sys\nimport os\nx = { 'a':1 }\ny = { 'b':os }\n";

test('Prettier, with the configuration of the project; some lines; and CRLF stays', async (context) => {
  const { folder } = await needs(context, 'prettier');
  const windows = UGLY.replaceAll('\n', '\r\n');
  const agent = await agentOn({ '.prettierrc': '{"singleQuote":true,"semi":false}', 'a.ts': UGLY, 'src/b.ts': UGLY, 'c.ts': windows }, { prettier: folder });
  await check(agent, { file: 'src/b.ts' }, 'Prettier', "export const a = { b: 1 }\nexport const c = { d: 'x' }\n");
  await check(agent, { file: 'a.ts', start_line: 2, end_line: 2 }, 'Prettier', "export const   a = {b:1}\nexport const c = { d: 'x' }\n");
  await check(agent, { file: 'c.ts' }, 'Prettier', "export const a = { b: 1 }\r\nexport const c = { d: 'x' }\r\n");
});

test('Biome, which knows whole files only', async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@biomejs/biome/package.json'));
  const agent = await agentOn(
    { 'biome.json': '{"formatter":{"indentStyle":"space"},"javascript":{"formatter":{"quoteStyle":"single"}}}', 'a.ts': UGLY },
    {
      '@biomejs/biome': folder,
    },
  );
  await check(agent, { file: 'a.ts' }, 'Biome', "export const a = { b: 1 };\nexport const c = { d: 'x' };\n");
  expect((await agent.refusal('format_code', { file: 'a.ts', start_line: 1 })).error).toBe('unsupported');
});

test('ESLint, where its configuration is about style', async (context) => {
  const { folder } = await needs(context, 'eslint');
  const config = "export default [{ files: ['**/*.js'], rules: { semi: ['error', 'never'], 'no-undef': 'error' } }];\n";
  const agent = await agentOn({ 'eslint.config.mjs': config, 'a.js': 'export const a = 1;\nmissing();\n' }, { eslint: folder });
  await check(agent, { file: 'a.js' }, 'ESLint', 'export const a = 1\nmissing()\n');
});

test('Ruff lays out and orders imports; a mistake in the syntax is reported, and nothing changes', async (context) => {
  const [program = ''] = (await needs(context, 'ruff')).command;
  onPath(program);
  const agent = await agentOn({ 'pyproject.toml': '[tool.ruff]\nline-length = 88\n', 'a.py': UGLY_PYTHON, 'bad.py': 'def f(:\n' });
  await check(agent, { file: 'a.py' }, 'Ruff', 'import sys\nimport os\n\nx = {"a": 1}\ny = {"b": os}\n');
  await check(agent, { file: 'a.py', start_line: 4, end_line: 4 }, 'Ruff', 'import sys\nimport os\nx = { \'a\':1 }\ny = {"b": os}\n');
  await check(agent, { file: 'a.py' }, 'Ruff', "import os\n\nx = { 'a':1 }\ny = { 'b':os }\n", 'optimize_imports');
  expect(await agent.refusal('format_code', { file: 'bad.py' })).toMatchObject({ error: 'formatter_failed' });
});

test('Black lays out and isort orders imports, where pyproject.toml names them', async (context) => {
  const black = await needs(context, 'black');
  const isort = await needs(context, 'isort');
  onPath(black.command[0] ?? '');
  onPath(isort.command[0] ?? '');
  vi.stubEnv('PYTHONPATH', [black.folder, isort.folder].join(process.platform === 'win32' ? ';' : ':'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const agent = await agentOn({ 'pyproject.toml': '[tool.black]\n\n[tool.isort]\nprofile = "black"\n', 'a.py': UGLY_PYTHON });
  await check(agent, { file: 'a.py' }, 'Black', 'import sys\nimport os\n\nx = {"a": 1}\ny = {"b": os}\n');
  await check(agent, { file: 'a.py' }, 'isort', "import os\nimport sys\n\nx = { 'a':1 }\ny = { 'b':os }\n", 'optimize_imports');
});

test('clang-format, with the style of the project', async (context) => {
  const [program = ''] = (await needs(context, 'clang-format')).command;
  onPath(program);
  const agent = await agentOn({
    '.clang-format': 'BasedOnStyle: LLVM\nIndentWidth: 3\nAllowShortFunctionsOnASingleLine: None\n',
    'a.cpp': 'int f( ){\nreturn 1;\n}\nint   g;\n',
  });
  await check(agent, { file: 'a.cpp' }, 'clang-format', 'int f() {\n   return 1;\n}\nint g;\n');
  await check(agent, { file: 'a.cpp', start_line: 4, end_line: 4 }, 'clang-format', 'int f( ){\nreturn 1;\n}\nint g;\n');
});

test('Go: gofmt lays out, gopls orders imports', async (context) => {
  const [program = ''] = (await needs(context, 'gopls')).command;
  onPath(program);
  const agent = await agentOn({
    'go.mod': 'module example.com/a\n\ngo 1.21\n',
    'a.go': 'package a\nimport (\n"strings"\n"os"\n)\nfunc F( ) string {return strings.ToUpper("a")}\n',
  });
  const laidOut = 'package a\n\nimport (\n\t"os"\n\t"strings"\n)\n\nfunc F() string { return strings.ToUpper("a") }\n';
  await check(agent, { file: 'a.go' }, expect.stringMatching(/^gofmt|^gopls/), laidOut);
  const { value } = await agent.call('optimize_imports', { file: 'a.go' });
  expect(value).toMatchObject({ applied: true, by: [expect.stringContaining('gopls')] });
  expect(await text(agent, 'a.go')).not.toContain('"os"');
});

test('TypeScript without a formatter: its engine lays out, and removes imports that nobody uses', async () => {
  const agent = await agentOn({
    'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "target": "es2022", "noEmit": true, "types": [] } }',
    'b.ts': 'export const b = 1;\nexport const unused = 2;\n',
    'a.ts': "import { unused } from './b.js';\nimport { b } from './b.js';\nexport const   a = {b:b}\n",
  });
  await check(
    agent,
    { file: 'a.ts' },
    expect.stringContaining('typescript'),
    "import { unused } from './b.js';\nimport { b } from './b.js';\nexport const a = { b: b }\n",
  );
  await check(agent, { file: 'a.ts' }, expect.stringContaining('typescript'), "import { b } from './b.js';\nexport const   a = {b:b}\n", 'optimize_imports');
});

test('a formatter that is wanted and not installed is an error, not another style', async () => {
  const agent = await agentOn({ '.prettierrc': '{}', 'a.ts': UGLY });
  expect(await agent.refusal('format_code', { file: 'a.ts' })).toMatchObject({
    error: 'formatter_missing',
    message: expect.stringContaining('.prettierrc'),
    next: expect.stringContaining('npm install'),
  });
  expect(await text(agent, 'a.ts')).toBe(UGLY);
});

test('where nothing can format, that is said', async () => {
  const agent = await agentOn({ 'a.py': UGLY_PYTHON });
  expect((await agent.refusal('format_code', { file: 'a.py' })).error).toBe('no_formatter');
});

test('nothing of a project that nobody trusts is run', async () => {
  const agent = await agentOn(
    {
      'tsconfig.json': '{ "compilerOptions": { "noEmit": true, "types": [] } }',
      '.prettierrc': '{}',
      'node_modules/prettier/package.json': '{ "name": "prettier", "version": "9.9.9", "bin": "run.js" }',
      'node_modules/prettier/run.js': "require('node:fs').writeFileSync(require('node:path').join(__dirname, 'ran'), '');\n",
      'a.ts': 'export const   a = 1;\n',
    },
    {},
    false,
  );
  // Nor written: what an edit would do can be looked at.
  expect((await agent.call('format_code', { file: 'a.ts', preview: true })).value).toMatchObject({
    applied: false,
    by: [expect.stringContaining('typescript')],
    notes: [expect.stringContaining('trusted')],
  });
  expect(existsSync(join(agent.ide.project.path, 'node_modules/prettier/ran'))).toBe(false);
});

async function check(agent: Agent<Ide>, given: { file: string; [key: string]: unknown }, by: unknown, after: string, tool = 'format_code'): Promise<void> {
  const before = await text(agent, given.file);
  const { value } = await agent.call(tool, given);
  expect(value).toMatchObject({ applied: true, by: [by] });
  expect(await text(agent, given.file)).toBe(after);
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await text(agent, given.file)).toBe(before);
}

function text(agent: Agent<Ide>, file: string): Promise<string> {
  return readFile(join(agent.ide.project.path, file), 'utf8');
}

async function agentOn(files: Readonly<Record<string, string>>, packages: Readonly<Record<string, string>> = {}, trusted = true): Promise<Agent<Ide>> {
  const { agent, close } = await realAgentOn(
    files,
    async (project) => {
      for (const [name, folder] of Object.entries(packages)) {
        await mkdir(dirname(join(project, 'node_modules', name)), { recursive: true });
        await symlink(folder, join(project, 'node_modules', name));
      }
    },
    trusted,
  );
  onTestFinished(close);
  return agent;
}
