// What a reference does with the symbol, read off the text around it: a call, a write, an import, a type.
import type { TextSnapshot } from '../../ide/text.ts';
import { tokenAfter, tokenBefore } from '../surroundingTokens.ts';
import { usageInCurlyLanguage } from './usageInCurlyLanguages.ts';
import { usageInPython } from './usageInPython.ts';
import { usageInShell } from './usageInShell.ts';
import { usageInTypeScript } from './usageInTypeScript.ts';

export const USAGES = [
  'declaration',
  'import',
  'export',
  'call',
  'new',
  'read',
  'write',
  'type',
  'extends',
  'decorator',
  'jsx',
  'comment',
  'reference',
] as const;
export type Usage = (typeof USAGES)[number];

// What stands in one text never changes, and agents ask about the same symbols again and again.
const known = new WeakMap<TextSnapshot, Map<number, Usage>>();

// Offsets of the name in the document.
export function usageIn(document: TextSnapshot, start: number, end: number): Usage {
  const usages = known.get(document) ?? new Map<number, Usage>();
  known.set(document, usages);
  const remembered = usages.get(start);
  if (remembered !== undefined) return remembered;
  const usage = usageAt(document.text, document.languageId, start, end);
  usages.set(start, usage);
  return usage;
}

// `start` and `end` are the offsets of the name in the text.
export function usageAt(text: string, languageId: string, start: number, end: number): Usage {
  switch (languageId) {
    case 'typescript':
      return usageInTypeScript(text, start, end, false);
    case 'typescriptreact':
    case 'javascript':
    case 'javascriptreact':
      return usageInTypeScript(text, start, end, true);
    case 'python':
      return isQuoted(text, start, end) ? usageInPython(text, start - 1, end + 1) : usageInPython(text, start, end);
    case 'go':
    case 'rust':
    case 'c':
    case 'cpp':
    case 'objective-c':
    case 'objective-cpp':
      return usageInCurlyLanguage(text, languageId, start, end);
    case 'shellscript':
      return usageInShell(text, start, end);
    case 'html':
      return isInScript(text, start) ? usageInTypeScript(text, start, end, false) : 'reference';
    default:
      if (DECLARING.has(tokenBefore(text, start).text)) return 'declaration';
      // In most languages a parenthesis calls; about the rest nothing is claimed.
      return tokenAfter(text, end).text === '(' ? 'call' : 'reference';
  }
}

// Words that stand right before a name only where they declare it, in every language that has them.
const DECLARING: ReadonlySet<string> = new Set('function func fun fn def defp defmodule class interface trait struct enum module namespace package'.split(' '));

// Behind the last tag of a script that is still open there.
function isInScript(text: string, start: number): boolean {
  const before = text.slice(0, start).toLowerCase();
  return before.lastIndexOf('<script') > before.lastIndexOf('</script');
}

// A type that is written as a string, because it is declared later, is still a type.
function isQuoted(text: string, start: number, end: number): boolean {
  const quote = text[start - 1];
  return (quote === '"' || quote === "'") && text[end] === quote;
}
