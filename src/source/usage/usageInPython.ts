// What a reference in Python does with its symbol.
import { lineBefore, openerBefore, tokenAfter, tokenBefore } from '../surroundingTokens.ts';
import type { Usage } from './usage.ts';

const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '//=', '%=', '**=', '|=', '&=', '^=', '>>=', '<<=', '@=', ':=']);
const GENERICS = /^(list|dict|tuple|set|frozenset|type|[A-Z]\w*)$/;

export function usageInPython(text: string, start: number, end: number): Usage {
  const line = lineBefore(text, start);
  if (/^\s*#/.test(line) || /\s#\s[^'"]*$/.test(line)) return 'comment';
  const before = tokenBefore(text, start, '#');
  const after = tokenAfter(text, end, '#');
  if (/^\s*(from\s+[\w.]+\s+import|import|from)\s[^()]*$/.test(line)) return 'import';
  if (before.text === 'def' || before.text === 'class') return 'declaration';
  const opener = openerBefore(text, start);
  const owner = opener.bracket === '(' ? lineBefore(text, opener.at) : '';
  if (/\bimport\s*$/.test(owner)) return 'import';
  if (/^\s*@[\w.]*$/.test(line)) return after.text === '.' ? 'read' : 'decorator';
  const isMember = before.text === '.';
  if (opener.bracket === '(' && /^\s*class\s+\w+\s*$/.test(owner)) return after.text === '=' ? 'write' : 'extends';
  const isParameters = /\bdef\s+\w+\s*(\[.*\])?$/.test(owner);
  if (isParameters && !isMember && (before.text === '(' || before.text === ',' || before.text === '*' || before.text === '**')) return 'declaration';
  // `x: Cart = y` writes x, not Cart.
  if (before.text === ':' && isAnnotation(text, before, opener.bracket, isParameters)) return 'type';
  if (ASSIGNMENTS.has(after.text) && !isComparisonSide(before.text)) return 'write';
  if (before.text === 'for' || before.text === 'as' || before.text === 'del') return 'write';
  if (after.text === ':' && opener.bracket === '' && line.trim() === '') return 'declaration';
  if (after.text === '(') return 'call';
  if (isAnnotation(text, before, opener.bracket, isParameters)) return 'type';
  return 'read';
}

function isComparisonSide(before: string): boolean {
  return before === '==' || before === '!=' || before === '<=' || before === '>=';
}

function isAnnotation(text: string, before: { text: string; start: number }, bracket: string, isParameters: boolean): boolean {
  if (before.text === '->') return true;
  if (before.text === ':')
    return (
      isParameters ||
      (bracket === '' && /^\s*[\w.]+\s*$/.test(lineBefore(text, before.start)) && !/^\s*(else|try|finally)\s*$/.test(lineBefore(text, before.start)))
    );
  if (before.text === '|') return isAnnotation(text, leftOfUnion(text, before.start), bracket, isParameters);
  if (bracket !== '[' || (before.text !== '[' && before.text !== ',')) return false;
  return GENERICS.test(tokenBefore(text, openerBefore(text, before.start + (before.text === '[' ? 1 : 0)).at, '#').text);
}

function leftOfUnion(text: string, at: number): { text: string; start: number } {
  const operand = tokenBefore(text, at, '#');
  return tokenBefore(text, operand.start, '#');
}
