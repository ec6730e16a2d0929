// The classes and interfaces that a text declares and the names they are derived from, read from their headers alone.
import type { SymbolKind } from '../ide/doors/languages.ts';
import type { Range, TextSnapshot } from '../ide/text.ts';

export interface TypeDeclaration {
  readonly name: string;
  readonly kind: SymbolKind;
  // The name; of a class without one, its keyword.
  readonly selection: Range;
  // The variable that a class without a name is assigned to.
  readonly assignedTo?: Range;
  // From the keyword to the end of the header.
  readonly header: Range;
  // The names behind extends and implements, or between the brackets of a Python class: of a path its last part, without type arguments.
  readonly bases: readonly Range[];
}

export function typesDeclaredIn(snapshot: TextSnapshot): readonly TypeDeclaration[] {
  return snapshot.languageId === 'python' ? pythonTypes(snapshot) : javascriptTypes(snapshot);
}

const NOT_JAVASCRIPT = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
const NOT_PYTHON = /#[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
const NAME = '[\\p{ID_Start}$_][\\p{ID_Continue}$]*';
// Also in a comment or a string: that costs nothing, because engines never point there, and where a string ends is easily misread.
const JAVASCRIPT_TYPE = new RegExp(
  `(?<![\\p{ID_Continue}$.])(class|interface)(?:\\s+(?!(?:extends|implements)\\b)(${NAME})|(?=\\s*\\{|\\s+(?:extends|implements)\\b))`,
  'gu',
);
const PYTHON_TYPE = new RegExp(`^[ \\t]*(class)[ \\t]+(${NAME})`, 'gmu');
// The name that an expression gives to its class: `const Anonymous = class …`.
const ASSIGNED = new RegExp(`(${NAME})\\s*(?::[^=;{}]*)?=\\s*(?:\\(\\s*)?$`, 'u');
// Longer headers are not written by hand; the bound keeps broken text cheap.
const LONGEST_HEADER = 4_000;

function javascriptTypes(snapshot: TextSnapshot): TypeDeclaration[] {
  return [...snapshot.text.matchAll(JAVASCRIPT_TYPE)].flatMap(({ index, 0: whole, 1: keyword = '', 2: name }) => {
    const nameEnd = index + whole.length;
    const header = javascriptHeader(headerText(snapshot.text, nameEnd, NOT_JAVASCRIPT));
    return header === undefined ? [] : [declaration(snapshot, { keyword, name, start: index, nameEnd, header })];
  });
}

function pythonTypes(snapshot: TextSnapshot): TypeDeclaration[] {
  return [...snapshot.text.matchAll(PYTHON_TYPE)].flatMap(({ index, 0: whole, 1: keyword = '', 2: name = '' }) => {
    const nameEnd = index + whole.length;
    const header = pythonHeader(headerText(snapshot.text, nameEnd, NOT_PYTHON));
    return header === undefined ? [] : [declaration(snapshot, { keyword, name, start: index + whole.indexOf(keyword), nameEnd, header })];
  });
}

// What follows the name, with blanks for comments and strings, so that every offset stays true.
function headerText(text: string, from: number, notCode: RegExp): string {
  return text.slice(from, from + LONGEST_HEADER).replace(notCode, (part) => part.replace(/[^\n]/g, ' '));
}

// Offsets from behind the name.
interface Header {
  readonly end: number;
  readonly bases: readonly { readonly start: number; readonly end: number }[];
}

function declaration(
  snapshot: TextSnapshot,
  found: { keyword: string; name: string | undefined; start: number; nameEnd: number; header: Header },
): TypeDeclaration {
  const { keyword, name, start, nameEnd, header } = found;
  const rangeOf = (from: number, to: number): Range => ({ start: snapshot.positionAt(from), end: snapshot.positionAt(to) });
  const given = name === undefined ? nameGivenTo(snapshot.text, start) : undefined;
  return {
    name: name ?? given?.name ?? '(class)',
    ...(given?.at !== undefined && { assignedTo: rangeOf(given.at, given.at + given.name.length) }),
    kind: keyword === 'interface' ? 'interface' : 'class',
    selection: name === undefined ? rangeOf(start, start + keyword.length) : rangeOf(nameEnd - name.length, nameEnd),
    header: rangeOf(start, nameEnd + header.end),
    bases: header.bases.map((base) => rangeOf(nameEnd + base.start, nameEnd + base.end)),
  };
}

function nameGivenTo(code: string, start: number): { name: string; at?: number } | undefined {
  const from = Math.max(0, start - 200);
  const before = code.slice(from, start);
  if (/\bexport\s+default\s+(?:abstract\s+)?$/.test(before)) return { name: 'default' };
  const assigned = ASSIGNED.exec(before);
  return assigned?.[1] === undefined ? undefined : { name: assigned[1], at: from + assigned.index };
}

// Up to the brace that opens the body. Undefined when there is none, as in prose.
function javascriptHeader(code: string): Header | undefined {
  const bases: { start: number; end: number }[] = [];
  let types = 0;
  let others = 0;
  let isInClause = false;
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? '';
    if (character === '<') types++;
    // The arrow of a function type closes nothing.
    else if (character === '>') types -= code[at - 1] === '=' ? 0 : 1;
    else if (character === '{' && types === 0 && others === 0) return { end: at, bases };
    else if (character === ';' && types === 0 && others === 0) return undefined;
    else if ('([{'.includes(character)) others++;
    else if (')]}'.includes(character)) others--;
    const end = nameEndAt(code, at);
    if (end === undefined) continue;
    const word = code.slice(at, end);
    if (types === 0 && others === 0 && (word === 'extends' || word === 'implements')) isInClause = true;
    else if (types === 0 && isInClause && isLastOfPath(code, end)) bases.push({ start: at, end });
    at = end - 1;
  }
  return undefined;
}

// Between the round brackets, without what stands in square ones and without keyword arguments such as metaclass=Meta.
function pythonHeader(code: string): Header | undefined {
  const bases: { start: number; end: number }[] = [];
  let round = 0;
  let square = 0;
  let isKeyword = false;
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? '';
    if (character === '(') round++;
    else if (character === ')') round--;
    else if (character === '[') square++;
    else if (character === ']') square--;
    else if (character === ',' && round === 1 && square === 0) isKeyword = false;
    else if (character === ':' && round === 0 && square === 0) return { end: at, bases };
    const end = nameEndAt(code, at);
    if (end === undefined) continue;
    if (/^\s*=(?!=)/.test(code.slice(end, end + 20))) isKeyword = true;
    else if (round > 0 && square === 0 && !isKeyword && isLastOfPath(code, end)) bases.push({ start: at, end });
    at = end - 1;
  }
  return undefined;
}

const NAME_HERE = new RegExp(NAME, 'uy');

function nameEndAt(code: string, at: number): number | undefined {
  NAME_HERE.lastIndex = at;
  const [found] = NAME_HERE.exec(code) ?? [];
  return found === undefined ? undefined : at + found.length;
}

function isLastOfPath(code: string, end: number): boolean {
  return !/^\s*\??\./.test(code.slice(end, end + 40));
}
