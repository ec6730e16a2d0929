// Members that commas part from each other, as in enums and object literals: which those are, and where the comma goes.
import type { OutlineSymbol } from '../../../ide/doors/languages.ts';
import type { TextSnapshot } from '../../../ide/text.ts';
import { type DeclarationParts, partsOf } from './declarationParts.ts';

export interface ListMember {
  readonly document: TextSnapshot;
  readonly text: string;
  readonly symbol: OutlineSymbol;
  readonly parts: DeclarationParts;
  // Those beside it, itself among them, in the order of the text.
  readonly siblings: readonly OutlineSymbol[];
  readonly owner?: OutlineSymbol | undefined;
}

const JSON_LIKE = /^json/;
const SCRIPT = /^(?:java|type)script/;
// What holds members, or statements, that end with a semicolon, a line break or a brace.
const NO_LISTS = new Set(['class', 'interface', 'struct', 'typeAlias', 'module', 'namespace', 'function', 'method', 'constructor']);

export function isCommaListed(member: ListMember): boolean {
  const { document, text, symbol, parts, siblings, owner } = member;
  if (owner === undefined ? !JSON_LIKE.test(document.languageId) : NO_LISTS.has(owner.kind)) return false;
  const index = siblings.indexOf(symbol);
  const [before, after] = [siblings[index - 1], siblings[index + 1]].map((other) => (other === undefined ? undefined : partsOf(document, other)));
  // Its neighbours show it.
  if (after !== undefined && after.top >= parts.end) return isComma(text.slice(parts.end, after.top));
  if (before !== undefined && before.end <= parts.top) return isComma(text.slice(before.end, parts.top));
  return isComma(text.slice(parts.end)) || isAloneInList(member);
}

// Ends with a comma, or with none, before a comment at its end.
export function withComma(code: string, wanted: boolean): string {
  const [, main = code, comment = ''] = /^([\s\S]*?)((?:[ \t]+(?:\/\/[^\n]*|\/\*[^\n]*\*\/))?[ \t]*)$/.exec(code) ?? [];
  const isInString = ((main.match(/["'`]/g) ?? []).length & 1) === 1;
  const [body, rest] = isInString ? [code, ''] : [main, comment];
  return `${body.replace(/,\s*$/, '')}${wanted ? ',' : ''}${rest}`;
}

function isComma(behind: string): boolean {
  return /^\s*,/.test(behind);
}

function isAloneInList({ document, text, symbol, parts }: ListMember): boolean {
  const above = text.slice(0, parts.top).trimEnd();
  if (!above.endsWith('{') || !/^\s*\}/.test(text.slice(parts.end))) return false;
  if (JSON_LIKE.test(document.languageId)) return true;
  // In Swift each case stands for itself.
  if (symbol.kind === 'enumMember') return !/^(?:indirect\s+)?case\b/.test(text.slice(parts.core));
  return SCRIPT.test(document.languageId) && /(?:[=(,[?:&|]|=>|\breturn|\bdefault)\s*$/.test(above.slice(0, -1));
}
