// Is what a file exports imported by somebody? A value that nobody else needs is the file's own, and one that nobody needs at all is dead.
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder, sources, textOf } from './house.ts';

// What programs outside of the repository call: VS Code and the executable.
const ENTRANCES: ReadonlySet<string> = new Set(['src/extension.ts', 'src/daemon/door/door.ts']);
const IMPORT = /(?:import|export)\s+(?:type\s+)?([^'";]*?)\s*from\s*'(\.[^']+)'/g;
const LOADED = /import\s*\(\s*'(\.[^']+)'/g;
const EXPORTED = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class) (\w+)/gm;

test('every exported function, constant and class is imported by another file', () => {
  const imported = importedNames(new Map([...sources(), ...filesUnder('.', 'vitest.config.ts')].map((path) => [path, textOf(path)])));
  const unused = [...filesUnder('src', '.ts'), ...filesUnder('dashboard/src', '.ts', '.tsx')]
    .filter((path) => !path.endsWith('.test.ts') && !ENTRANCES.has(path))
    .flatMap((path) => exportedIn(textOf(path)).map((name) => ({ path, name })))
    .filter(({ path, name }) => imported.get(path)?.has(name) !== true && imported.get(path)?.has('*') !== true)
    .map(({ path, name }) => `${path} ${name}`);
  expect(unused).toEqual([]);
});

test('an import is found in each of its forms', () => {
  const texts = {
    'src/a.ts':
      "import { one, type Two as Three } from './b.ts';\nexport { four } from './c/d.ts';\nconst later = await import('./e.ts');\nimport * as all from './f.ts';\n",
  };
  const imported = importedNames(new Map(Object.entries(texts)));
  expect([...(imported.get('src/b.ts') ?? [])]).toEqual(['one', 'Two']);
  expect([...(imported.get('src/c/d.ts') ?? [])]).toEqual(['four']);
  expect([imported.get('src/e.ts')?.has('*'), imported.get('src/f.ts')?.has('*')]).toEqual([true, true]);
  expect(exportedIn('export const a = 1;\nexport async function b() {}\nexport abstract class C {}\nexport interface D {}\nconst e = 1;\n')).toEqual([
    'a',
    'b',
    'C',
  ]);
});

function exportedIn(text: string): string[] {
  return [...text.matchAll(EXPORTED)].map(([, name = '']) => name);
}

// By file; a star where all of its names are.
function importedNames(texts: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (from: string, specifier: string, names: readonly string[]) => {
    const path = posix.join(posix.dirname(from), specifier);
    const known = found.get(path) ?? new Set();
    for (const name of names) known.add(name);
    found.set(path, known);
  };
  for (const [path, text] of texts) {
    for (const [, clause = '', specifier = ''] of text.matchAll(IMPORT)) add(path, specifier, namesIn(clause));
    for (const [, specifier = ''] of text.matchAll(LOADED)) add(path, specifier, ['*']);
  }
  return found;
}

function namesIn(clause: string): string[] {
  if (clause.includes('*')) return ['*'];
  const listed = /\{([\s\S]*)\}/.exec(clause)?.[1] ?? '';
  return listed.split(',').flatMap((part) => /^\s*(?:type\s+)?(\w+)/.exec(part)?.[1] ?? []);
}
