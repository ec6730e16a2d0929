// Who imports whom, and which Python functions a line belongs to.
import { expect, test } from 'vitest';
import type { ProjectFiles } from '../runnerRow.ts';
import { hunkedFiles } from '../treeState.ts';
import { importersOf } from './graph.ts';
import { javascriptGraph } from './javascriptGraph.ts';
import { functionLines } from './pythonAffected.ts';
import { pythonGraph } from './pythonGraph.ts';

function project(files: Readonly<Record<string, string>>): ProjectFiles {
  return {
    root: '/p',
    paths: Object.keys(files).toSorted(),
    search: {
      text: () => Promise.reject(new Error('not asked')),
      structure: () => Promise.reject(new Error('not asked')),
      syntaxErrors: () => Promise.reject(new Error('not asked')),
    },
    signal: new AbortController().signal,
    text: (path) => files[path],
  };
}

test('JavaScript: relative, without extension, written as .js, by alias, by package, mocked and through others', () => {
  const graph = javascriptGraph(
    project({
      'src/a.ts': '',
      'src/b.ts': "import { a } from './a';",
      'src/c.ts': "export * from './b.js';",
      'src/index.ts': "const c = await import('./c.ts');",
      'test/direct.test.ts': "import '../src/a.ts';",
      'test/through.test.ts': "import { x } from '..' + ''; import '../src';",
      'test/alias.test.ts': "import '@/b';",
      'test/mock.test.ts': "vi.mock('../src/a');",
      'test/none.test.ts': "import 'a';",
      'packages/kit/package.json': '{ "name": "@shop/kit" }',
      'packages/kit/src/kit.ts': '',
      'test/kit.test.ts': "import { kit } from '@shop/kit';",
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    }),
  );
  const tests = (file: string) => [...importersOf(graph, [file])].filter((path) => path.includes('.test.')).toSorted();
  expect(tests('src/a.ts')).toEqual(['test/alias.test.ts', 'test/direct.test.ts', 'test/mock.test.ts', 'test/through.test.ts']);
  expect(tests('packages/kit/src/kit.ts')).toEqual(['test/kit.test.ts']);
});

test('Python: absolute, relative, submodules, packages and conftest', () => {
  const graph = pythonGraph(
    project({
      'src/shop/__init__.py': '',
      'src/shop/cart.py': 'from . import money\n',
      'src/shop/money.py': '',
      'src/shop/user.py': 'import os\n',
      'tests/conftest.py': 'import shop.user\n',
      'tests/test_cart.py': 'from shop import (\n    cart,\n)\n',
      'tests/test_money.py': 'from shop.money import x as y\n',
      'other/test_none.py': 'import json\n',
    }),
  );
  const tests = (file: string) => [...importersOf(graph, [file])].filter((path) => path.includes('test_')).toSorted();
  expect(tests('src/shop/money.py')).toEqual(['tests/test_cart.py', 'tests/test_money.py']);
  expect(tests('src/shop/user.py')).toEqual(['tests/test_cart.py', 'tests/test_money.py']);
  expect(tests('src/shop/__init__.py')).toEqual(['tests/test_cart.py', 'tests/test_money.py']);
});

test('lines of functions: decorators, heads over several lines, texts at the margin, nothing behind', () => {
  const source = [
    'X = 1',
    '@cache',
    'def a(',
    '    one,',
    '):',
    '    """',
    'margin',
    '    """',
    '    return X',
    '',
    'class C:',
    '    Y = 2',
    '    def b(self):',
    '        pass',
    'Z = 3',
  ];
  expect([...functionLines(source)].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13]);
});

test('hunks say which lines are new, which are gone, and which files', () => {
  const diff = `diff --git a/a b.txt b/a b.txt
index 1..2 100644
--- a/a b.txt
+++ b/a b.txt
@@ -2 +2,2 @@ context
-two
+2
+two
@@ -5,0 +7 @@
+six
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1,2 +0,0 @@
-a
-b
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+a
`;
  expect(hunkedFiles(diff)).toEqual([
    { path: 'a b.txt', lines: [1, 2, 6], old: [1, 4], deleted: false },
    { path: 'gone.txt', lines: [], old: [0, 1], deleted: true },
    { path: 'new.txt', lines: [0], old: undefined, deleted: false },
  ]);
});
