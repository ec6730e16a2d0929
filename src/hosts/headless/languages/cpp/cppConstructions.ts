// Where a text of C++ constructs an object: from the name behind which the arguments stand, in round or curly brackets.

import type { Span } from '../../../../base/text/rewrites.ts';
import { type CallSyntax, topLevel, trimmed } from '../../../../machine/syntax/syntaxSignatures.ts';

// With blanks for comments, and letters for strings and for the arguments of templates: what may hold commas and brackets that part nothing.
export function maskedCpp(text: string): string {
  const opaque = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?:u8|[uUL])?R"([^()\\\s]{0,16})\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\.)*"|(?<![\w'])'(?:[^'\\\n]|\\.)+'/g;
  const plain = text.replace(opaque, (part) => part.replace(/[^\r\n]/g, part.startsWith('/') ? ' ' : 'x'));
  return withoutTemplateArguments(plain);
}

// `<…>` behind a name, with nothing in it but types and numbers, and something behind it that a comparison would not have.
function withoutTemplateArguments(plain: string): string {
  const innermost = /(?<=[\w:])<([\w\s:,*&.]*)>(?=\s*(?:[(){};,>&*.:[]|\w|$))/g;
  let so = plain;
  for (let before = ''; before !== so; ) {
    before = so;
    so = so.replace(innermost, (part) => 'x'.repeat(part.length));
  }
  return so;
}

// A use of a constructor as clangd returns it: the name of the class, of what is constructed, of a function that hands arguments on, or the bracket itself.
export function constructionAt(text: string, masked: string, use: Span, className: string): CallSyntax | { readonly why: string } {
  const name = text.slice(use.start, use.end);
  if (/\busing\s[^;]*$/.test(text.slice(text.lastIndexOf('\n', use.start) + 1, use.start))) return { why: 'a class below takes over all constructors' };
  const made = argumentsBehind(masked, use);
  if (made === undefined) return { why: 'it is constructed without arguments, by a conversion or in a macro' };
  return name === className || isOfIt(masked, use, name) ? made : { why: 'something else constructs it, perhaps with more arguments' };
}

const HANDS_ON = /^(?:make_unique|make_shared|emplace_back|emplace_front)$/;
const NO_TYPE = /\b(?:return|co_return|co_yield|throw|else|case|goto|and|or|not)$/;

// Behind a type stands a variable, behind a colon or a comma a member or a base that is initialized.
function isOfIt(masked: string, { start }: Span, name: string): boolean {
  if (!/^\w/.test(name) || HANDS_ON.test(name)) return true;
  const before = masked.slice(0, start).trimEnd();
  if (/(?:\.|->)$/.test(before)) return false;
  const isVariable = /[\w>*&]$/.test(before) && !NO_TYPE.test(before);
  return isVariable || /[:,]$/.test(before);
}

// Undefined where no arguments follow.
function argumentsBehind(masked: string, { start, end }: Span): CallSyntax | undefined {
  const [name = ''] = /^\w+/.exec(masked.slice(start)) ?? [];
  const behind = start + name.length;
  const open = behind + (/^\s*/.exec(masked.slice(behind))?.[0].length ?? 0);
  const bracket = masked[open];
  if (bracket !== '(' && bracket !== '{') return undefined;
  const close = closing(masked, open);
  if (close === undefined) return undefined;
  const list = { start: open + 1, end: close };
  const commas = topLevel(masked, list, ',');
  const parts = [list.start - 1, ...commas].map((comma, index) => trimmed(masked, { start: comma + 1, end: commas[index] ?? list.end }));
  return { callee: { start, end: Math.max(end, behind) }, list, arguments: parts.filter((part) => part.end > part.start) };
}

// Names that something is called or constructed by in the body of a template, where clangd does not know yet what is meant.
export function calledInTemplates(masked: string, name: string): readonly Span[] {
  const calls = [...masked.matchAll(new RegExp(`\\b(${name})x*\\s*(?:\\w+\\s*)?[({]`, 'g'))].map(({ index }) => ({ start: index, end: index + name.length }));
  const bodies = templateBodies(masked);
  return calls.filter(({ start }) => bodies.some((body) => body.start < start && start < body.end));
}

function templateBodies(masked: string): readonly Span[] {
  return [...masked.matchAll(/\btemplate(?:\s*<|x+)/g)].flatMap(({ index }) => {
    const open = /[;{]/.exec(masked.slice(index));
    if (open === null || open[0] === ';') return [];
    const start = index + open.index;
    return [{ start, end: closing(masked, start) ?? masked.length }];
  });
}

function closing(masked: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < masked.length; at++) {
    const here = masked[at] ?? '';
    if ('([{'.includes(here)) depth += 1;
    else if (')]}'.includes(here)) depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}
