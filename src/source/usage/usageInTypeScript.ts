// What a reference in TypeScript or JavaScript does with its symbol.
import { type CodeToken, closingAfter, lineBefore, type Opener, openerBefore, statementBefore, tokenAfter, tokenBefore } from '../surroundingTokens.ts';
import type { Usage } from './usage.ts';

const DECLARING = new Set(['function', 'class', 'interface', 'enum', 'namespace', 'module', 'const', 'let', 'var', 'using']);
const MODIFIERS = new Set([
  'public',
  'private',
  'protected',
  'static',
  'readonly',
  'abstract',
  'override',
  'async',
  'get',
  'set',
  'declare',
  'accessor',
  'default',
]);
const TYPE_OPERATORS = new Set(['as', 'satisfies', 'is', 'keyof', 'infer', 'asserts', 'implements']);
const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '**=', '&&=', '||=', '??=', '|=', '&=', '^=', '<<=', '>>=', '++', '--']);

export function usageInTypeScript(text: string, start: number, end: number, mayBeJsx: boolean): Usage {
  const line = lineBefore(text, start);
  if (/^\s*(\/\/|\*|\/\*)/.test(line)) return usageInComment(line, text.slice(end, end + 200));
  // A private name is one word with its mark.
  const from = text[start - 1] === '#' ? start - 1 : start;
  const direct = tokenBefore(text, from);
  const after = tokenAfter(text, end);
  const module = moduleClause(text, from, direct);
  if (module !== undefined) return module;
  const isMember = direct.text === '.' || direct.text === '?.';
  const before = isMember ? headOfChain(text, direct) : direct;
  const isObject = after.text === '.' || (after.text === '?.' && text[after.end] !== '(' && text[after.end] !== '[');
  if (!isObject) {
    if (before.text === '@') return 'decorator';
    if (before.text === 'new') return 'new';
  }
  if (isHeritage(text, from, before)) return isObject ? 'read' : 'extends';
  if (mayBeJsx && isJsxTag(text, before)) return isObject ? 'read' : 'jsx';
  if (!isMember && isDeclaring(text, from, direct, after)) return 'declaration';
  if (isObject) return 'read';
  // `x: Cart = y` writes x, not Cart.
  if (before.text === ':' && isAnnotation(text, before) && !isCall(text, end, after)) return 'type';
  if (isChangedBy(text, before) || before.text === 'delete' || ASSIGNMENTS.has(after.text)) return 'write';
  if (isCall(text, end, after)) return 'call';
  if (after.text === ':' && !isMember && isObjectKey(text, from, direct)) return isPattern(text, from) ? 'read' : 'write';
  if (isType(text, from, before, after)) return 'type';
  return 'read';
}

// JSDoc declares and uses types: `@typedef {{ cents: number }} Price`, `@param {Price} price`, `@type {import('./a').Price}`.
function usageInComment(before: string, after: string): Usage {
  if (/@(?:typedef|callback)\b(?:\s+\{.*\})?\s+$/.test(before)) return 'declaration';
  const isInBraces = before.lastIndexOf('{') > before.lastIndexOf('}') || /@\w+\s+\{[^@]*$/.test(before);
  return isInBraces && /@(?!link)\w+[^@]*$/.test(before) && /^[^{\n]*\}/.test(after) ? 'type' : 'comment';
}

function isBetweenQuotes(text: string, end: number, after: CodeToken): boolean {
  const [name] = /[\p{ID_Continue}$]+$/u.exec(text.slice(Math.max(0, end - 100), end)) ?? [''];
  return after.start === end && text[end - name.length - 1] === '`';
}

// `const { total: sum } = options`, `({ total: sum }) => …` and `({ total: sum } = options)` take apart what object literals put together.
function isPattern(text: string, start: number): boolean {
  let opener = openerBefore(text, start);
  for (;;) {
    const close = closingAfter(text, opener.at);
    const before = tokenBefore(text, opener.at);
    const behind = close < 0 ? '' : tokenAfter(text, close).text;
    if (before.text === 'const' || before.text === 'let' || before.text === 'var' || behind === '=') return true;
    const around = openerBefore(text, opener.at);
    if (around.bracket === '{' || around.bracket === '[') opener = around;
    else return around.bracket === '(' && isParameterList(text, around.at);
  }
}

function isParameterList(text: string, openingBracket: number): boolean {
  const close = closingAfter(text, openingBracket);
  return close >= 0 && (tokenAfter(text, close).text === '=>' || /\bfunction\b[^()]*$/.test(statementBefore(text, openingBracket)));
}

// `import { a, b }`, `import a, * as b`, `export { a }`, `export default a`, over any number of lines.
function moduleClause(text: string, start: number, before: CodeToken): 'import' | 'export' | undefined {
  if (before.text === 'default' || before.text === '=') return tokenBefore(text, before.start).text === 'export' ? 'export' : importAssignment(text, before);
  if (before.text === 'import') return 'import';
  if (before.text !== '{' && before.text !== ',' && before.text !== 'type' && before.text !== 'as' && before.text !== 'typeof') return undefined;
  const opener = openerBefore(text, start);
  const clauseEnd = opener.bracket === '{' ? opener.at : start;
  const clause = /\b(import|export)\b(?:\s+type\b)?(?:\s+(?:[\w$]+|\*\s*as\s+[\w$]+)\s*,?)?[\s\w$,*]*$/.exec(statementBefore(text, clauseEnd));
  if (clause === null || opener.bracket === '(' || opener.bracket === '[') return undefined;
  if (clause[1] === 'import') return 'import';
  // `export const { a } = b` and `export function f` are declarations.
  return opener.bracket === '{' && /\bexport(\s+type)?\s*$/.test(clause[0]) ? 'export' : undefined;
}

// `import cart = require('./cart')`
function importAssignment(text: string, equals: CodeToken): 'import' | undefined {
  const name = tokenBefore(text, equals.start);
  return equals.text === '=' && tokenBefore(text, name.start).text === 'import' ? 'import' : undefined;
}

// What stands before `a` in `a.b.c`; through a call or an index the chain has no head and nothing stands before it.
function headOfChain(text: string, dot: CodeToken): CodeToken {
  let before = dot;
  while (before.text === '.' || before.text === '?.') {
    const object = tokenBefore(text, before.start);
    if (object.text === '!') before = { ...before, start: object.start };
    else if (!/^[\w$]/.test(object.text)) return { text: '', start: object.start, end: object.end };
    else before = tokenBefore(text, object.start);
  }
  return before;
}

// `++total` changes total; at the end of a line, as in `count++`, the operator belongs to what stands before it.
function isChangedBy(text: string, before: CodeToken): boolean {
  return (before.text === '++' || before.text === '--') && !/^[^\S\n]*\n/.test(text.slice(before.end, before.end + LONGEST_GAP));
}

const LONGEST_GAP = 200;

function isHeritage(text: string, start: number, before: CodeToken): boolean {
  if (before.text !== 'extends' && before.text !== 'implements' && before.text !== ',') return false;
  const statement = statementBefore(text, start);
  const heritage = /\b(?:class|interface)\b[^()]*\b(?:extends|implements)\s+([^()]*)$/.exec(statement);
  if (heritage === null) return false;
  // Inside angle brackets it is a type parameter's bound or a type argument.
  const declaration = statement.slice(heritage.index);
  return count(declaration, '<') === count(declaration.replaceAll('=>', ''), '>');
}

function isJsxTag(text: string, before: CodeToken): boolean {
  if (before.text === '</') return true;
  // A type argument's bracket touches the name before it.
  return before.text === '<' && !/[\w$)\]]/.test(text[before.start - 1] ?? '');
}

function isDeclaring(text: string, start: number, before: CodeToken, after: CodeToken): boolean {
  if (DECLARING.has(before.text)) return true;
  if (before.text === '*' && tokenBefore(text, before.start).text === 'function') return true;
  if (before.text === 'type') return after.text === '=' || after.text === '<';
  const mayBeMember = before.text === '' || '{};,*'.includes(before.text) || MODIFIERS.has(before.text) || isOnOwnLine(text, start);
  if (after.text === '(' || after.text === '<') return mayBeMember && isFollowedByBody(text, after);
  if (after.text !== ':' && after.text !== '?:' && after.text !== '?' && after.text !== '=' && after.text !== '!' && after.text !== ';')
    return isParameter(text, start, before, after);
  if (!mayBeMember && before.text !== '(' && before.text !== '...') return false;
  const opener = openerBefore(text, start);
  if (opener.bracket === '(') return isParameter(text, start, before, after);
  return opener.bracket === '{' && (after.text !== ';' || MODIFIERS.has(before.text)) && braceOf(text, opener) === 'members';
}

// In `(a, b: B = c) =>` and `function f(a)` names are declared; in `f(a)` they are read.
function isParameter(text: string, start: number, before: CodeToken, after: CodeToken): boolean {
  if (before.text !== '(' && before.text !== ',' && before.text !== '...' && !MODIFIERS.has(before.text)) return false;
  if (after.text !== ',' && after.text !== ')' && after.text !== ':' && after.text !== '?:' && after.text !== '?' && after.text !== '=') return false;
  const opener = openerBefore(text, start);
  if (opener.bracket !== '(') return false;
  const close = closingAfter(text, opener.at);
  if (close < 0) return false;
  const next = tokenAfter(text, close).text;
  if (next === '=>') return true;
  const statement = statementBefore(text, opener.at);
  if (/\b(function\*?\s*[\w$]*|constructor|catch|(get|set)\s+[\w$]+)\s*(<[^()]*>)?\s*$/.test(statement))
    return !/\bcatch\s*$/.test(statement) || after.text !== '=';
  return next === '{' || next === ':'
    ? after.text === ':' || after.text === '?:' || (/[\w$>]\s*$/.test(statement) && !/\b(if|for|while|switch|with)\s*$/.test(statement) && next === '{')
    : false;
}

function isOnOwnLine(text: string, start: number): boolean {
  return /^\s*(?:(?:public|private|protected|static|readonly|abstract|override|async|get|set|declare|accessor|\*)\s*)*$/.test(lineBefore(text, start));
}

// `total(cart: Cart): number {` and `total(): number;` declare; `total(cart);` calls.
function isFollowedByBody(text: string, after: CodeToken): boolean {
  const open = after.text === '(' ? after.start : text.indexOf('(', after.start);
  if (open < 0) return false;
  const close = closingAfter(text, open);
  if (close < 0) return false;
  const next = tokenAfter(text, close).text;
  return next === '{' || next === ':';
}

// Generic and optional calls, calls behind `!`, and tagged templates are calls too.
function isCall(text: string, end: number, after: CodeToken): boolean {
  // The quote behind a key, as in options[`total`], closes what another one has opened.
  if (after.text === '(' || (after.text === '`' && !isBetweenQuotes(text, end, after))) return true;
  if (after.text === '?.') return text[after.end] === '(';
  if (after.text === '!') return text[after.end] === '(' || text.startsWith('?.(', after.end);
  if (after.text !== '<' || after.start !== end) return false;
  return isCalledBehind(text, after.start);
}

// Character codes, because the type arguments of generated code are long.
function isCalledBehind(text: string, openingAngle: number): boolean {
  const farthest = Math.min(text.length, openingAngle + LONGEST_TYPE_ARGUMENTS);
  let angles = 0;
  let braces = 0;
  for (let at = openingAngle; at < farthest; at++) {
    const code = text.charCodeAt(at);
    if (code === OPENING_ANGLE) angles++;
    else if (code === CLOSING_ANGLE && text.charCodeAt(at - 1) !== EQUALS) angles--;
    else if (code === OPENING_BRACE) braces++;
    else if (code === CLOSING_BRACE) braces--;
    // `i<n;` compares; a semicolon belongs to type arguments only inside the braces of a type.
    else if (code === SEMICOLON && braces === 0) return false;
    if (braces < 0) return false;
    if (angles === 0) return text[at + 1] === '(' || text[at + 1] === '`';
  }
  return false;
}

const SEMICOLON = 59;
const OPENING_ANGLE = 60;
const EQUALS = 61;
const CLOSING_ANGLE = 62;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const LONGEST_TYPE_ARGUMENTS = 3_000;

function isObjectKey(text: string, start: number, before: CodeToken): boolean {
  if (before.text !== '{' && before.text !== ',') return false;
  const opener = openerBefore(text, start);
  return opener.bracket === '{' && braceOf(text, opener) === 'object';
}

function isType(text: string, start: number, before: CodeToken, after: CodeToken): boolean {
  if (TYPE_OPERATORS.has(before.text) || before.text === 'extends') return true;
  if (before.text === '|' || before.text === '&') return true;
  if (before.text === '<') return /[\w$]/.test(text[before.start - 1] ?? '') || after.text === '>';
  if (after.text === '[' && text[after.end] === ']') return true;
  if (before.text === '=') return /\btype\s+[\w$]+\s*(<.*>)?\s*$/s.test(statementBefore(text, before.start));
  if (before.text === ':') return isAnnotation(text, before);
  if (before.text === ',' || after.text === '>') return isTypeArgument(text, start);
  return false;
}

function isTypeArgument(text: string, start: number): boolean {
  const statement = statementBefore(text, start);
  const open = statement.lastIndexOf('<');
  return open > 0 && /[\w$]/.test(statement[open - 1] ?? '') && !/[()>=]/.test(statement.slice(open));
}

// After a colon stands a type, except in object literals, conditional expressions and after labels.
function isAnnotation(text: string, colon: CodeToken): boolean {
  const subject = tokenBefore(text, colon.start);
  if (subject.text === '?') return true;
  if (isConditional(text, colon.start)) return false;
  const opener = openerBefore(text, colon.start);
  if (subject.text === ')') return true;
  if (opener.bracket === '(') return true;
  if (opener.bracket !== '{') return opener.bracket === '';
  const brace = braceOf(text, opener);
  if (brace === 'members') return true;
  return brace === 'block' && /\b(const|let|var|using)\s+[\w$]+\s*$/.test(statementBefore(text, colon.start));
}

function isConditional(text: string, colon: number): boolean {
  let depth = 0;
  for (let at = colon - 1; at >= Math.max(0, colon - 400); at--) {
    const character = text[at] ?? '';
    if (')]}'.includes(character)) depth++;
    else if ('([{'.includes(character)) depth--;
    if (depth < 0 || (depth === 0 && (character === ';' || character === ','))) return false;
    if (
      depth === 0 &&
      character === '?' &&
      text[at + 1] !== '.' &&
      text[at + 1] !== '?' &&
      text[at - 1] !== '?' &&
      text[at + 1] !== ':' &&
      text[at + 1] !== ')'
    )
      return true;
  }
  return false;
}

// What a brace opens: the members of a type, an object literal, or a block of statements.
function braceOf(text: string, opener: Opener): 'members' | 'object' | 'block' {
  const header = statementBefore(text, opener.at).trimEnd();
  if (/\b(class|interface|enum)\b(?!\s*[:=])/.test(header)) return 'members';
  if (/\btype\s+[\w$]+[^=]*=[^(]*$/.test(header)) return 'members';
  const before = tokenBefore(text, opener.at);
  if (before.text === ')' || before.text === '=>' || before.text === ';' || before.text === '{' || before.text === '}' || before.text === '') return 'block';
  if (before.text === 'else' || before.text === 'try' || before.text === 'finally' || before.text === 'do') return 'block';
  if (before.text === '|' || before.text === '&' || before.text === '<') return 'members';
  if (before.text === ':') return isAnnotation(text, before) ? 'members' : 'object';
  return 'object';
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
