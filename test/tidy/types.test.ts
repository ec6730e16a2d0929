// Do the types tell the truth, and does only one room write? Read from the syntax tree, so that a word in a string is no crime.
import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesUnder, sources, textOf } from './house.ts';

const typescript = sources().filter((path) => /\.tsx?$/.test(path));

// It parses every file of ours, which takes a busy machine longer than a fast test may.
test('nobody asserts a type, says any, or waves a null away', { timeout: 120_000 }, () => {
  expect(typescript.flatMap((path) => assertions(path, textOf(path)))).toEqual([]);
});

test('assertions are found where they are, and only there', () => {
  const found = (text: string) => assertions('planted.ts', text).length;
  expect(found('const a = b as string;')).toBe(1);
  expect(found('const a = <string>b;')).toBe(1);
  expect(found('const a = b!.c;')).toBe(1);
  expect(found('let a: any;')).toBe(1);
  expect(found('// @ts-ignore: it works\nlet a = 1;')).toBe(1);
  expect(found("const a = ['as string', 'any', 'b!'] as const; import { b as c } from './b.ts'; // as any")).toBe(0);
});

// Invariant 2: in a host one room writes the user's files. Whoever else writes does so in a folder of ours, and says which.
const writers: Record<string, string> = {
  'src/machine/changes/': 'the room that writes the user’s files',
  'src/machine/files/cookie.ts': 'its own file, in the state folder',
  'src/machine/debugging/projectBreakpoints.ts': 'its own file, in the state folder',
  'src/machine/debugging/quirks/inputPipe.ts': 'a pipe for what a program reads, in the state folder',
  'src/machine/debugging/headlessDebugging.ts': 'programs that debuggers have built, in the state folder',
  'src/hosts/headless/copies/projectCopy.ts': 'a copy of the project, in a temporary folder',
  'src/hosts/headless/languages/java/workspaces.ts': 'folders of jdt.ls, in the cache',
  'src/hosts/headless/languages/java/unmanagedProject.ts': 'a project for jdt.ls, in the cache',
  'src/machine/configurations/cmake.ts': 'a question to CMake, in a build folder that CMake made and owns',
  'src/machine/debugging/rows/nativePrograms.ts': 'nothing: it opens programs to read their first bytes',
  'src/machine/debugging/runningProgram.ts': 'nothing: it opens programs to read their first bytes',
  'src/machine/debugging/quirks/programPipes.ts': 'what a program reads, into pipes in a folder of ours',
  'src/machine/testing/headlessTesting.ts': 'folders of runs, in the state folder',
  'src/machine/testing/headlessRun.ts': 'its own folder, in the state folder',
  'src/machine/testing/resultStore.ts': 'its own file, in the state folder',
  'src/machine/testing/eventFile.ts': 'nothing: it reads what reporters have written, in the state folder',
  'src/machine/testing/affected/executions.ts': 'its own file, in the state folder',
  'src/machine/testing/coverageReports/keptCoverage.ts': 'its own file, in the state folder',
  'src/machine/testing/javascript/reporting.ts': 'what reporters hear in a runner, into a file in the state folder',
};

test('no room of a host but changes writes files of the user', () => {
  const writing = filesUnder('src/hosts', '.ts').filter(
    (path) => !path.endsWith('.test.ts') && !Object.keys(writers).some((room) => path.startsWith(room)) && writes(textOf(path)),
  );
  expect(writing).toEqual([]);
  expect(filesUnder('src/tools', '.ts').filter((path) => !path.endsWith('.test.ts') && writes(textOf(path)))).toEqual([]);
});

test('a file that writes is recognised', () => {
  expect(writes("import { writeFile } from 'node:fs/promises';")).toBe(true);
  expect(writes("import fs from 'node:fs';")).toBe(true);
  expect(writes("import { readFile, watch } from 'node:fs/promises';")).toBe(false);
});

// `using` lets go of its resource when the function returns, so a promise that is returned without await goes on without it: a check without its time limit, a bench without its folder.
test('nobody returns a promise out of the reach of what it uses', { timeout: 120_000 }, () => {
  expect(typescript.flatMap((path) => (/\busing /.test(textOf(path)) ? returnedTooEarly(path, textOf(path)) : []))).toEqual([]);
});

test('a promise that outlives what it uses is recognised', () => {
  const found = (statement: string) => returnedTooEarly('planted.ts', `async function ask() {}\nasync function f() { using a = b(); ${statement} }`).length;
  expect(found('return ask();')).toBe(1);
  expect(found('if (a) return ask();')).toBe(1);
  expect(found('return await ask();')).toBe(0);
  expect(found('return () => ask();')).toBe(0);
  expect(found('return b();')).toBe(0);
  expect(returnedTooEarly('planted.ts', 'async function ask() {}\nasync function f() { return ask(); }')).toEqual([]);
});

// As far as one file says which functions are asynchronous.
function returnedTooEarly(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const asynchronous = new Set<string>();
  const found: string[] = [];
  const note = (node: ts.Node): void => {
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name !== undefined && isAsynchronous(node))
      asynchronous.add(node.name.getText());
    ts.forEachChild(node, note);
  };
  const visit = (node: ts.Node, uses: { any: boolean }): void => {
    const inner = ts.isFunctionLike(node) ? { any: false } : uses;
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Using) !== 0) uses.any = true;
    if (ts.isReturnStatement(node) && uses.any && node.expression !== undefined && ts.isCallExpression(node.expression)) {
      const name = node.expression.expression.getText().replace(/^this\./, '');
      if (asynchronous.has(name)) found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} returns ${name} without await`);
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  note(file);
  visit(file, { any: false });
  return found;
}

function isAsynchronous(node: ts.FunctionDeclaration | ts.MethodDeclaration): boolean {
  return node.type?.getText().startsWith('Promise<') === true || node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
}

function assertions(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const crime = crimeOf(node);
    if (crime !== undefined) found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${crime}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const [index, line] of text.split('\n').entries())
    if (/^\s*\/\/\s*@ts-(ignore|expect-error|nocheck)/.test(line)) found.push(`${path}:${index + 1} silences the compiler`);
  return found;
}

function crimeOf(node: ts.Node): string | undefined {
  if (ts.isAsExpression(node) && node.type.getText() !== 'const') return 'asserts with as';
  if (ts.isTypeAssertionExpression(node)) return 'asserts with <>';
  if (ts.isNonNullExpression(node)) return 'asserts with !';
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'says any';
  return undefined;
}

// A whole fs module in hand can write: what is needed must be named.
function writes(text: string): boolean {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  return file.statements.some((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return false;
    if (!/^(node:)?fs(\/promises)?$/.test(statement.moduleSpecifier.text)) return false;
    const clause = statement.importClause;
    if (clause === undefined || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return false;
    if (clause.name !== undefined || clause.namedBindings === undefined || ts.isNamespaceImport(clause.namedBindings)) return true;
    return clause.namedBindings.elements.some((element) =>
      /^(writ|append|rename|rm|unlink|copy|cp|truncate|createWriteStream|symlink|link|chmod|open|promises)/.test((element.propertyName ?? element.name).text),
    );
  });
}
