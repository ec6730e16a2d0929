// What of a project can be run, from every kind of file that says so, and what each comes to.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScriptedIde } from '../../hosts/scripted/scriptedIde.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import { type FoundInProject, foundInProject } from './foundInProject.ts';

const FILES: Readonly<Record<string, string>> = {
  '.vscode/launch.json': `{ "configurations": [
    { "name": "web", "type": "node", "request": "launch", "program": "\${workspaceFolder}/a.js", "args": ["--port", "1"], "env": { "A": "b" }, "preLaunchTask": "build" },
    { "name": "page", "type": "chrome", "request": "launch", "url": "http://localhost" },
    { "name": "py", "type": "debugpy", "request": "launch", "module": "shop", "python": "/opt/python" },
    { "name": "this file", "type": "node", "request": "launch", "program": "\${file}" },
    { "name": "attach", "type": "node", "request": "attach", "port": 9229 },
    { "name": "native", "type": "cppdbg", "request": "launch", "program": "./a.out", "environment": [{ "name": "X", "value": "1" }] },
    { "name": "gone", "type": "go", "request": "launch", "program": "\${workspaceFolder}/cmd/one" }
  ], "compounds": [{ "name": "both", "configurations": ["web", "py"] }] }`,
  '.vscode/tasks.json': `{ "tasks": [ // ours
    { "label": "generate", "type": "process", "command": "node", "args": ["gen.js", "a b"] },
    { "label": "build", "command": "make", "args": ["it's"], "dependsOn": "generate", "options": { "cwd": "\${workspaceFolder}/sub", "env": { "B": "c" } } },
    { "type": "npm", "script": "lint" },
    { "label": "loop", "command": "x", "dependsOn": ["loop"] }
  ] }`,
  'package.json': '{ "scripts": { "test": "vitest", "odd name": "x" } }',
  'sub/a.txt': '',
  Makefile:
    'CC := gcc\n.PHONY: all clean test.unit\nall: main.o ## Builds everything\n\tgcc\nclean:\n\trm -f x\ntest.unit:\n\t./t\nmain.o: main.c\n\tgcc -c\n%.o: %.c\n\tx\nlist other: all\n',
  justfile: 'set shell := ["bash"]\nversion := "1"\n# Starts it\nserve port="80":\n  echo\n[private]\nhidden:\n  x\n_also:\n  x\n@quiet: serve\n  x\n',
  'Taskfile.yml': "version: '3'\nvars:\n  A: b\ntasks:\n  # first\n  default:\n    cmds: [x]\n  'docs:build':\n    cmds:\n      - y\nother: 1\n",
  'compose.yaml': 'services:\n  db:\n    image: postgres\n  web:\n    build: .\nvolumes:\n  x:\n',
  'pyproject.toml':
    '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n[tool.poetry.scripts]\nadmin = "shop.admin:App.run"\nbad = { callable = "x" }\n',
  'tools/setup.cfg': '[options.entry_points]\nconsole_scripts =\n    audit = tools.audit:main\n    other=tools.other:run\n\n[flake8]\nx = y\n',
  'Cargo.toml': '[package]\nname = "ship"\n[[bin]]\nname = "extra"\npath = "x.rs"\n',
  'src/main.rs': '',
  'src/bin/helper.rs': '',
  'examples/demo.rs': '',
  'examples/large/main.rs': '',
  'cmd/one/run.go': 'package main\n\nfunc main() {}\n',
  'cmd/one/more.go': 'package main\n',
  'lib/lib.go': 'package lib\n',
  'broken/pyproject.toml': '[project\n',
};
const { signal } = new AbortController();
let root: string;
let found: FoundInProject;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-found-')));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const source = Object.entries(FILES)
    .map(([path, text]) => `// @file ${path}\n${text}`)
    .join('\n');
  const documents: Documents = openScriptedIde(source).documents;
  found = await foundInProject(root, documents, (type) => ['node', 'debugpy', 'go'].includes(type), signal);
});

afterAll(() => rmSync(root, { recursive: true }));

test('everything is listed once, by a name of its own', () => {
  expect(found.configurations.map(({ name, canRun, canDebug }) => `${name}${canRun ? '' : ' (not run)'}${canDebug ? '' : ' (not debugged)'}`)).toEqual([
    'web',
    'page (not run) (not debugged)',
    'py',
    'this file',
    'attach (not run)',
    'native (not debugged)',
    'gone',
    'both (not run)',
    'task: generate (not debugged)',
    'task: build (not debugged)',
    'task: npm: lint (not debugged)',
    'task: loop (not debugged)',
    'npm: test',
    'npm: odd name',
    'cargo: ship',
    'cargo: helper',
    'cargo: extra',
    'cargo: example demo',
    'cargo: example large',
    'python script: admin (not debugged)',
    'python script: shop (not debugged)',
    'python script: audit (not debugged)',
    'python script: other (not debugged)',
    'go: cmd/one (not debugged)',
    'make: all (not debugged)',
    'make: clean (not debugged)',
    'make: test.unit (not debugged)',
    'make: list (not debugged)',
    'make: other (not debugged)',
    'taskfile: default (not debugged)',
    'taskfile: docs:build (not debugged)',
    'compose: db (not run) (not debugged)',
    'compose: web (not run) (not debugged)',
    'just: serve (not debugged)',
    'just: quiet (not debugged)',
  ]);
});

test.each<[string, readonly string[], unknown]>([
  ['npm: test', ['-t', "it's"], [{ command: { line: `npm run test -- -t 'it'\\''s'` } }]],
  ['npm: odd name', [], [{ command: { line: `npm run 'odd name'` } }]],
  ['make: all', ['-j4'], [{ command: { line: 'make all -j4' }, folder: '.' }]],
  ['taskfile: docs:build', [], [{ command: { line: 'task docs:build' } }]],
  ['just: serve', ['8080'], [{ command: { line: 'just serve 8080' } }]],
  ['cargo: example demo', ['-v'], [{ command: { words: ['cargo', 'run', '--example', 'demo', '--', '-v'] } }]],
  ['go: cmd/one', ['-v'], [{ command: { words: ['go', 'run', '.', '-v'] }, folder: 'cmd/one' }]],
  ['py', [], [{ command: { words: ['/opt/python', '-m', 'shop'] } }]],
  ['native', [], [{ command: { words: ['./a.out'] }, environment: { X: '1' } }]],
  ['gone', [], [{ command: { words: ['go', 'run', '.'] } }]],
  ['task: npm: lint', [], [{ command: { line: 'npm run lint' } }]],
])('%s comes to what it says', (name, args, steps) => {
  expect(resolved(name, args)).toMatchObject({ steps });
});

test('what comes before is run before, in its folder', () => {
  expect(resolved('web')).toEqual({
    steps: [
      { command: { words: ['node', 'gen.js', 'a b'] }, folder: root, environment: {} },
      { command: { line: `make 'it'\\''s'` }, folder: join(root, 'sub'), environment: { B: 'c' } },
      { command: { words: ['node', join(root, 'a.js'), '--port', '1'] }, folder: root, environment: { A: 'b' } },
    ],
  });
});

test('variables that mean nothing, and tasks that never end, are said', () => {
  expect(() => resolved('this file')).toThrow(expect.objectContaining({ code: 'configuration_invalid' }));
  expect(() => resolved('task: loop')).toThrow(expect.objectContaining({ code: 'configuration_invalid' }));
  expect(found.configurations.find(({ name }) => name === 'this file')?.run?.({ file: join(root, 'b.js'), args: [] })).toMatchObject({
    steps: [{ command: { words: ['node', join(root, 'b.js')] } }],
  });
});

function resolved(name: string, args: readonly string[] = []) {
  return found.configurations.find((configuration) => configuration.name === name)?.run?.({ file: undefined, args });
}
