// What a reference does with its symbol in Go, C, C++ and Rust, as far as the tokens around it say so.
import { type CodeToken, closingAfter, lineBefore, tokenAfter, tokenBefore } from '../surroundingTokens.ts';
import type { Usage } from './usage.ts';

interface SyntaxRules {
  // Words that stand right before the name that they declare.
  readonly declaring: ReadonlySet<string>;
  // The line or statement in which the name is imported.
  readonly importing: RegExp;
  // A function is declared by its type and name alone.
  readonly declaresByType: boolean;
}

const RULES: Readonly<Record<string, SyntaxRules>> = {
  go: { declaring: words('func type var const package'), importing: /^\s*import\b/, declaresByType: false },
  rust: {
    declaring: words('fn struct enum union trait type const static mod let mut ref'),
    importing: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate)\b/,
    declaresByType: false,
  },
  c: { declaring: words('struct enum union'), importing: /^\s*#\s*include\b/, declaresByType: true },
};
const CPP: SyntaxRules = {
  declaresByType: true,
  declaring: words('struct enum union class namespace typename concept'),
  importing: /^\s*(?:#\s*include\b|using\s+(?:namespace\s+)?[\w:]*$|import\b)/,
};

const ASSIGNMENTS: ReadonlySet<string> = words('= := += -= *= /= %= |= &= ^= ++ --');
// What may stand before a call and is no type.
const NOT_A_TYPE: ReadonlySet<string> = words(
  'return throw case else do goto co_await co_yield co_return in and or not delete new sizeof typeid if while for switch',
);

export function usageInCurlyLanguage(text: string, languageId: string, start: number, end: number): Usage {
  const rules = languageId === 'cpp' ? CPP : (RULES[languageId] ?? CPP);
  const line = lineBefore(text, start);
  if (/^\s*(?:\/\/|\/\*|\*\s)/.test(line)) return 'comment';
  // The braces of `use shop::{a, b}` belong to the statement.
  const importing =
    languageId === 'rust'
      ? (text
          .slice(Math.max(0, start - LONGEST_USE), start)
          .split(/[;}]/)
          .at(-1) ?? '')
      : line;
  const before = tokenBefore(text, start);
  const after = tokenAfter(text, end);
  if (before.text === 'using' && after.text === '=') return 'declaration';
  if (rules.importing.test(importing.trimStart())) return 'import';
  if (isDeclared(text, languageId, rules, { line, before, after, start })) return 'declaration';
  if (before.text === 'new') return 'new';
  if (ASSIGNMENTS.has(after.text) && isTypeOfDeclared(languageId, line, before)) return 'reference';
  if (ASSIGNMENTS.has(after.text) || before.text === '++' || before.text === '--') return 'write';
  const callee = after.text === '::' ? tokenAfter(text, after.end) : after;
  // A turbofish, type arguments that touch the name, and macros are called too.
  if (
    after.text === '(' ||
    (languageId === 'rust' && (after.text === '!' || (after.text === '::' && callee.text === '<' && isCalledBehind(text, callee.start))))
  )
    return 'call';
  if ((after.text === '<' || (languageId === 'go' && after.text === '[')) && after.start === end && isCalledBehind(text, after.start)) return 'call';
  return 'reference';
}

// The type in `var tagged cart.Named = gift` and `let ware: Item = …` stands before the sign, but what is written stands before it.
function isTypeOfDeclared(languageId: string, line: string, before: CodeToken): boolean {
  if (languageId === 'rust') return before.text === ':' || before.text === '&';
  return languageId === 'go' && /^\s*(?:var\s+|const\s+)?[\p{ID_Continue}]+(?:\s*,\s*[\p{ID_Continue}]+)*\s+[*[\]]*(?:[\p{ID_Continue}]+\.)?$/u.test(line);
}

const LONGEST_USE = 1_000;

interface Around {
  readonly line: string;
  readonly before: CodeToken;
  readonly after: CodeToken;
  readonly start: number;
}

function isDeclared(text: string, languageId: string, rules: SyntaxRules, { line, before, after, start }: Around): boolean {
  if (/^\s*#\s*define\s+$/.test(line)) return true;
  // `enum class Unit` and `struct Item {`; but `struct Item *next` only uses it.
  if (rules.declaring.has(before.text))
    return !rules.declaresByType || after.text === '{' || after.text === ':' || after.text === ';' || after.text === '=' || after.text === 'final';
  if (languageId === 'go') return /^\s*func\s*\([^)]*\)\s*$/.test(line) || isInGoBlock(text, line, after, start);
  if (languageId === 'rust') return /\bmacro_rules!\s*$/.test(line);
  return rules.declaresByType && after.text === '(' && isBehindType(text, start) && isHeader(text, after.start);
}

// `Red Color = iota` in a const block, `Price() int` in an interface, `Cents int` in a struct: first on its line, with a type behind it.
function isInGoBlock(text: string, line: string, after: CodeToken, start: number): boolean {
  if (line.trim() !== '') return false;
  const opening = /\b(const|var|struct|interface)\s*[({][^{}()]*$/.exec(text.slice(Math.max(0, start - 2_000), start).replace(/\([^()]*\)/g, ''));
  if (opening === null) return false;
  // An embedded type stands alone, and so does a constant that repeats the one above it.
  const isAlone = text.slice(start).match(/^[\w.]+[^\S\n]*(?:\/\/[^\n]*)?\n/) !== null;
  if (isAlone) return opening[1] === 'const' || opening[1] === 'var';
  return after.text !== '.';
}

// Behind `double`, `const Box<T> &` or `virtual ~`, with `Shape::` in front of it or not.
function isBehindType(text: string, start: number): boolean {
  let before = tokenBefore(text, start);
  while (before.text === '::' || before.text === '~') before = tokenBefore(text, before.text === '~' ? before.start : tokenBefore(text, before.start).start);
  if (before.text === '*' || before.text === '&' || before.text === '&&') before = tokenBefore(text, before.start);
  return before.text === '>' || (/^[\p{ID_Start}_]/u.test(before.text) && !NOT_A_TYPE.has(before.text)) || /^[;{}:]?$/.test(before.text);
}

// Parameters have types, and a body, a semicolon or a qualifier follows them.
function isHeader(text: string, openingBracket: number): boolean {
  const close = closingAfter(text, openingBracket);
  if (close < 0) return false;
  const next = tokenAfter(text, close).text;
  if (/^(?:const|override|noexcept|final|->|\{)$/.test(next)) return true;
  const parameters = text.slice(openingBracket + 1, close - 1).trim();
  const before = lineBefore(text, openingBracket)
    .replace(/[~\p{ID_Continue}:]+$/u, '')
    .trim();
  // `area();` alone calls, `double area();` declares; so does `explicit Square(double side) : …`.
  if (next === ';' || next === '=') return before !== '' && !NOT_A_TYPE.has(before.split(/\s+/).at(-1) ?? '');
  return next === ':' && (parameters === '' || /\s/.test(parameters)) && before !== '';
}

function isCalledBehind(text: string, opening: number): boolean {
  const [, behind] = /^(?:<[^;{}()]*?>|\[[^;{}()\]]*\])(.)/.exec(text.slice(opening, opening + 500)) ?? [];
  return behind === '(';
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
