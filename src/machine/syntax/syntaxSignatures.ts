// The parameters of functions and the arguments of calls with one of some names, as the syntax of a text has them.
import { z } from 'zod';
import type { Span } from '../../base/text/rewrites.ts';
import { engineFailed } from '../../ide/errors/errors.ts';
import type { Processes } from '../processes/processes.ts';
import { AS_LISTED, AstNode, runAstGrep } from './astGrep.ts';
import { type SignatureLanguage, signatureRules } from './signatureRules.ts';

export interface DefinitionSyntax {
  readonly name: Span;
  // Between the brackets.
  readonly list: Span;
  readonly parameters: readonly Span[];
  readonly decorators: readonly Span[];
  readonly isMethod: boolean;
  // Known for C and C++ only, where a function may be declared many times.
  readonly hasBody: boolean;
  // The whole function, where it has a body.
  readonly body: Span | undefined;
}

export interface CallSyntax {
  readonly callee: Span;
  readonly list: Span;
  readonly arguments: readonly Span[];
}

export interface SignatureSyntax {
  readonly definitions: readonly DefinitionSyntax[];
  readonly calls: readonly CallSyntax[];
  readonly imports: readonly Span[];
  // In lists the text without comments, and with letters for strings and whatever else may hold commas and brackets that part nothing.
  readonly plain: string;
}

export async function signaturesInText(
  processes: Processes,
  language: SignatureLanguage,
  { text, names }: { readonly text: string; readonly names: readonly string[] },
  signal: AbortSignal,
): Promise<SignatureSyntax> {
  const rules = signatureRules(language, names);
  const { stdout, stderr, code } = await runAstGrep(processes, ['scan', `--inline-rules=${rules}`, ...AS_LISTED, '--stdin'], signal, text);
  if (code !== 0 && code !== 1) throw engineFailed('tree-sitter', stderr.trim() || 'it said nothing');
  const spanOf = spansIn(text);
  const found = stdout.split('\n').flatMap((row) => (row === '' ? [] : [Match.parse(JSON.parse(row))]));
  const matches = (id: string) => found.filter(({ ruleId }) => ruleId === id);
  const spans = (id: string) => matches(id).map(spanOf).sort(inOrder);
  const plain = spans('opaque').reduce((so, span) => so.slice(0, span.start) + blank(text, span) + so.slice(span.end), text);
  const [named, lists, methods, decorators, bodies] = [spans('name'), spans('list'), spans('method'), spans('decorator'), spans('definition')];
  const wholes = spans('body');
  const definitions = named.flatMap((name, index) => {
    const list = lists.find(({ start }) => start >= name.end && start < (named[index + 1]?.start ?? text.length));
    if (list === undefined) return [];
    const isOwn = (decorator: Span) => decorator.start >= (named[index - 1]?.end ?? 0) && decorator.end <= name.start;
    const isIn = (others: readonly Span[]) => others.some(({ start }) => start === name.start);
    return [
      { name, ...listOf(plain, list), decorators: decorators.filter(isOwn), isMethod: isIn(methods), hasBody: isIn(bodies), body: innermost(wholes, name) },
    ];
  });
  const calls = matches('call').flatMap(({ metaVariables }) => {
    const { CALLEE: callee, LIST: list } = metaVariables?.single ?? {};
    if (callee === undefined || list === undefined) return [];
    const { list: inner, parameters } = listOf(plain, spanOf(list));
    return [{ callee: spanOf(callee), list: inner, arguments: parameters }];
  });
  return { definitions, calls, imports: spans('import'), plain };
}

const Node = z.object({ range: AstNode.shape.range });
const Match = Node.extend({ ruleId: z.string(), metaVariables: z.object({ single: z.record(z.string(), Node) }).optional() });

// What stands between the commas of a list with its brackets.
function listOf(plain: string, { start, end }: Span): { readonly list: Span; readonly parameters: readonly Span[] } {
  const list = { start: start + 1, end: end - 1 };
  const commas = topLevel(plain, list, ',');
  const elements = [list.start - 1, ...commas].map((comma, index) => trimmed(plain, { start: comma + 1, end: commas[index] ?? list.end }));
  return { list, parameters: elements.filter((element) => element.end > element.start) };
}

// Where a character stands outside of all inner brackets.
export function topLevel(plain: string, { start, end }: Span, character: string): readonly number[] {
  const found: number[] = [];
  let depth = 0;
  for (let at = start; at < end; at++) {
    const here = plain[at] ?? '';
    if ('([{'.includes(here)) depth += 1;
    else if (')]}'.includes(here)) depth -= 1;
    else if (depth === 0 && here === character) found.push(at);
  }
  return found;
}

export function trimmed(plain: string, { start, end }: Span): Span {
  const text = plain.slice(start, end);
  const from = start + text.length - text.trimStart().length;
  return { start: from, end: Math.max(from, start + text.trimEnd().length) };
}

function innermost(spans: readonly Span[], { start, end }: Span): Span | undefined {
  return spans.findLast((span) => span.start <= start && span.end >= end);
}

function blank(text: string, { start, end }: Span): string {
  const inside = text.slice(start, end);
  return inside.replace(/[^\r\n]/g, /^(?:#|\/\/|\/\*)/.test(inside) ? ' ' : 'x');
}

function inOrder(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end;
}

// ast-grep counts bytes of UTF-8.
function spansIn(text: string): (node: z.infer<typeof Node>) => Span {
  const bytes = Buffer.from(text);
  if (bytes.length === text.length) return ({ range: { byteOffset } }) => byteOffset;
  const offsets = new Uint32Array(bytes.length + 1);
  let byte = 0;
  let offset = 0;
  for (const character of text) {
    const length = Buffer.byteLength(character);
    offsets.fill(offset, byte, byte + length);
    byte += length;
    offset += character.length;
  }
  offsets[byte] = offset;
  return ({ range: { byteOffset } }) => ({ start: offsets[byteOffset.start] ?? 0, end: offsets[byteOffset.end] ?? text.length });
}
