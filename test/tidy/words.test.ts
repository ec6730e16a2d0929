// Are comments, test titles and names written in the field's standard words? Retired ones stand here, each with what is said instead.
import ts from 'typescript';
import { expect, test } from 'vitest';
import { retiredWords } from './debts.ts';
import { filesUnder, sources, textOf } from './house.ts';

// Each as a word of a sentence or as a part of a name, in any capitals.
const RETIRED: readonly (readonly [word: string, instead: string])[] = [
  ['told', 'reported, returned, listed, shown, sent, notified, known: whichever is true'],
  ['untold', 'unreported'],
  ['lacking', 'gap, missing, incomplete'],
  ['mend', 'fix'],
  ['mended', 'fixed'],
  ['mendable', 'fixable'],
  ['stranger', 'a file outside the config; somebody else'],
  ['strangers', 'files outside the config; others'],
  ['manner', 'style, options, way'],
  ['manners', 'style, rules, behaviour'],
  ['picture', 'image'],
  ['circle', 'cycle'],
  ['circles', 'cycles'],
];
// Phrases, and names that were made of them.
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bhand(?:s|ed|ing)? on\b|[hH]and(?:s|ed|ing)?On(?![a-z])/g, 're-export, pass on'],
  [/\bfile endings?\b|[eE]ndingsOf\w*/g, 'extension'],
];
const patterns = [...RETIRED.map(([word, instead]) => [wordPattern(word), instead] as const), ...PHRASES];

// What tools say about themselves is read by agents, and changes with its own tests.
const GENERATED = 'docs/tools/';

test('no comment, title or name uses a retired word', () => {
  const code = sources().map((path) => [path, retiredIn(path, textOf(path))] as const);
  const loaded = filesUnder('src', '.py', '.gradle').map((path) => [path, wordsIn(textOf(path))] as const);
  const pages = [...filesUnder('docs', '.md'), ...filesUnder('src', '.md'), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
    .filter((path) => !path.startsWith(GENERATED))
    .map((path) => [path, wordsIn(withoutCode(textOf(path)))] as const);
  const found = [...code, ...loaded, ...pages].filter(([, words]) => words.length > 0);
  expect(Object.fromEntries(found.map(([path, words]) => [path, [...new Set(words)].sort()]))).toEqual(
    Object.fromEntries(Object.entries(retiredWords).map(([path, { words }]) => [path, [...words]])),
  );
});

test('a retired word is found in comments, titles and parts of names, and not in data', () => {
  const found = (text: string, path = 'planted.ts') => retiredIn(path, text);
  expect(found('// What was told once.\nconst a = 1;')).toEqual(['told']);
  expect(found('const a = 1; /* lacking */')).toEqual(['lacking']);
  expect(found('const toldValue = 1, isTold = 2, MOST_TOLD = 3; class A { #untold = 4; }')).toEqual(['told', 'Told', 'TOLD', 'untold']);
  expect(found('export function filesThatHandOn() {}\n// It hands on what it got.')).toEqual(['HandOn', 'hands on']);
  expect(found("test('what changed is told', () => {});", 'planted.test.ts')).toEqual(['told']);
  expect(found("test.each([1])('%s is told', () => {});", 'planted.test.ts')).toEqual(['told']);
  expect(found("const rows = [{ title: 'what is told', text: 'told' }];", 'planted.test.ts')).toEqual(['told']);
  expect(found("const a = 'told', b = `told ${c} told`, d = /told/; withoutOldErrors(); send({ title: 'told' });")).toEqual([]);
  expect(wordsIn(withoutCode('What is `told` here, and\n```ts\nconst told = 1;\n```\nnothing else.'))).toEqual([]);
});

function retiredIn(path: string, text: string): readonly string[] {
  // Most files have none, and need not be parsed.
  if (wordsIn(text).length === 0) return [];
  return wordsIn(withoutData(path, text));
}

function wordsIn(text: string): readonly string[] {
  return patterns.flatMap(([pattern]) => text.match(pattern) ?? []);
}

function wordPattern(word: string): RegExp {
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  return new RegExp(`(?<![A-Za-z])${word}(?![a-z])|(?<![A-Z])${capital}(?![a-z])|(?<![A-Z])${word.toUpperCase()}(?![A-Za-z])`, 'g');
}

// The text with every string, template and regular expression left empty, but for the titles of tests.
function withoutData(path: string, text: string): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const data: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node)) && !isTitle(node)) data.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  let kept = '';
  let from = 0;
  for (const node of data) {
    kept += text.slice(from, node.getStart(file));
    from = node.end;
  }
  return kept + text.slice(from);
}

// Of a test, or of a row from which tests are made.
function isTitle(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isStringLiteralLike(node)) return false;
  if (ts.isPropertyAssignment(parent))
    return /\.test\.ts$|Rows\.ts$/.test(node.getSourceFile().fileName) && parent.initializer === node && /^(?:title|what)$/.test(parent.name.getText());
  return ts.isCallExpression(parent) && parent.arguments[0] === node && /^(?:test|it|describe|onLinux)\b/.test(parent.expression.getText());
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}
