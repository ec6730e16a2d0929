// Where JavaScript exports by assignment: `exports.total = total`, `module.exports = { total }`, `Object.defineProperty(exports, 'total', …)`.
import type { Location, TextSnapshot } from '../../../../ide/text.ts';

// More than any list of exports that a person writes.
const LONGEST_LIST = 20_000;
// Whose properties are those of the module, with what may stand between the brace and that.
const MODULE_OBJECT = /(?:\bexports\s*=|\bexport\s*=|\bObject\s*\.\s*assign\s*\(\s*(?:module\s*\.\s*)?exports\s*,)\s*(?:Object\s*\.\s*freeze\s*\(\s*)?$/;

// The property and the name that it is made of, where both are the same: who changes one of them for others changes the other too.
export function linkedExports(snapshot: TextSnapshot, word: string): readonly (readonly [Location, Location])[] {
  const { text } = snapshot;
  if (!/\bexports\b|\bexport\s*=/.test(text)) return [];
  const name = word.replace(/[^\p{ID_Continue}]/gu, '\\$&');
  const value = `(?:(?:async\\s+)?function\\s*\\*?\\s+|class\\s+|[\\p{ID_Continue}$.]+\\.|require\\([^()]*\\)\\.)?(?<![\\p{ID_Continue}$])(?<value>${name})(?![\\p{ID_Continue}$]|\\s*[.\\[])(?:(?<=(?:function\\s*\\*?|class)\\s+${name})|(?!\\s*\\())`;
  const ways = [
    `\\bexports\\s*(?:\\.\\s*|\\[\\s*['"])(?<key>${name})(?:['"]\\s*\\])?\\s*=\\s*(?:(?:module\\.)?exports\\.[\\p{ID_Continue}$]+\\s*=\\s*)*${value}`,
    `\\bdefineProperty\\s*\\(\\s*(?:module\\s*\\.\\s*)?exports\\s*,\\s*['"](?<key>${name})['"][^;]{0,200}?(?:\\breturn|=>|\\bvalue\\s*:)\\s+${value}`,
    `(?<=[{,]\\s*)(?<key>${name})\\s*:\\s*${value}`,
  ];
  return ways.flatMap((way, index) =>
    [...text.matchAll(new RegExp(way, 'dgu'))].flatMap(({ indices }) => {
      const [key, named] = [indices?.groups?.['key'], indices?.groups?.['value']];
      if (key === undefined || named === undefined || (index === 2 && !isInModuleObject(text, key[0]))) return [];
      return [[placeOf(snapshot, key), placeOf(snapshot, named)] as const];
    }),
  );
}

// A property under which one module exports what is the whole of another: `{ Cart: require('./cart') }`, also in a getter. They are two names, so a rename
// leaves the other as it is.
export function linkedModules(snapshots: readonly TextSnapshot[], word: string): readonly (readonly [Location, Location])[] {
  const name = word.replace(/[^\p{ID_Continue}]/gu, '\\$&');
  const whole = new RegExp(
    `\\bmodule\\s*\\.\\s*exports\\s*=\\s*(?:(?:async\\s+)?function\\s*\\*?\\s+|class\\s+)?(?<name>${name})(?![\\p{ID_Continue}$])`,
    'du',
  );
  const modules = snapshots.flatMap((snapshot) => {
    const found = whole.exec(snapshot.text)?.indices?.groups?.['name'];
    return found === undefined ? [] : [{ uri: snapshot.uri, at: placeOf(snapshot, found) }];
  });
  if (modules.length === 0) return [];
  const key = `(?:\\bexports\\s*\\.\\s*|(?<=[{,]\\s*(?:get\\s+)?))(?<key>${name})\\s*(?:=|:|\\(\\s*\\)\\s*\\{\\s*return\\b)\\s*(?:\\(\\s*\\)\\s*=>\\s*)?require\\s*\\(\\s*['"](?<path>\\.[^'"]*)['"]`;
  return snapshots.flatMap((snapshot) =>
    [...snapshot.text.matchAll(new RegExp(key, 'dgu'))].flatMap(({ indices, groups }) => {
      const at = indices?.groups?.['key'];
      const target = new URL(groups?.['path'] ?? '', snapshot.uri).href;
      const module = modules.find(({ uri }) => uri === target || EXTENSIONS.some((extension) => uri === `${target.replace(/\/$/, '')}${extension}`));
      return at === undefined || module === undefined ? [] : [[placeOf(snapshot, at), module.at] as const];
    }),
  );
}

const EXTENSIONS = ['.js', '.cjs', '.mjs', '.jsx', '.ts', '.cts', '.tsx', '/index.js', '/index.cjs', '/index.ts'];

// Between the braces of the object that a module exports, and not deeper.
export function isInModuleObject(text: string, offset: number): boolean {
  const brace = openingBrace(text, offset);
  return brace !== undefined && MODULE_OBJECT.test(text.slice(Math.max(0, brace - 100), brace));
}

// The brace around an offset.
export function openingBrace(text: string, offset: number): number | undefined {
  let depth = 0;
  for (let index = offset - 1; index >= Math.max(0, offset - LONGEST_LIST); index--) {
    const character = text[index] ?? '';
    if (')]}'.includes(character)) depth += 1;
    else if ('([{'.includes(character)) {
      if (depth === 0) return character === '{' ? index : undefined;
      depth -= 1;
    }
  }
  return undefined;
}

// What stands behind the brace that closes the one around an offset.
export function behindBraces(text: string, offset: number): string {
  let depth = 0;
  for (let index = offset; index < Math.min(text.length, offset + LONGEST_LIST); index++) {
    const character = text[index] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) {
      if (depth === 0) return text.slice(index + 1, index + 100);
      depth -= 1;
    }
  }
  return '';
}

function placeOf(snapshot: TextSnapshot, [start, end]: readonly [number, number]): Location {
  return { uri: snapshot.uri, range: { start: snapshot.positionAt(start), end: snapshot.positionAt(end) } };
}
