// To which type a member belongs: one that it stands in, or one that its header names, as methods of Go, C++ and Rust do.
import type { OutlineSymbol, Place } from '../ide/doors/languages.ts';
import type { TextSnapshot } from '../ide/text.ts';
import { isTypeKind } from './outlinePath.ts';

export interface MemberOwner {
  // Where the type can be asked about; absent when it has nothing above it that the member could implement.
  readonly type?: Place;
  // The name of the member alone.
  readonly member: string;
  // The type declares what the member implements, as the trait of an `impl Priced for Item` does; otherwise only types above it do.
  readonly isImplemented: boolean;
}

// The path leads from the outermost symbol to the member. Undefined when it is no member of a type.
export function ownerOf(document: TextSnapshot, path: readonly OutlineSymbol[]): MemberOwner | undefined {
  const [own, parent] = [path.at(-1), path.at(-2)];
  if (own === undefined) return undefined;
  const named = namedOwner(document, own);
  if (named !== undefined) return named;
  if (parent === undefined) return undefined;
  if (parent.kind === 'object' && parent.name.startsWith('impl')) return traitOf(document, parent, own.name);
  const type = { uri: document.uri, position: parent.selection.start };
  if (isTypeKind(parent.kind)) return { type, member: own.name, isImplemented: false };
  // `const Anonymous = class { … }` has members; so has an object literal, which implements what its type declares.
  if (!VARIABLES.has(parent.kind) || !MEMBERS.has(own.kind)) return undefined;
  return { type, member: own.name, isImplemented: !/^\s*(?::[^=]*)?=\s*\(?\s*(?:abstract\s+)?class\b/.test(textBehindName(document, parent)) };
}

const VARIABLES: ReadonlySet<string> = new Set(['variable', 'constant']);
const MEMBERS: ReadonlySet<string> = new Set(['method', 'property', 'field']);

// `func (i *Item) Price()` and `double geo::Square::area() const` name their type in front of themselves.
function namedOwner(document: TextSnapshot, own: OutlineSymbol): MemberOwner | undefined {
  const nameStart = document.offsetAt(own.selection.start);
  const before = document.text.slice(document.offsetAt(own.range.start), nameStart);
  const [, qualifier] = /([\p{ID_Continue}]+)(?:<[^;{}]*>)?::$/u.exec(before) ?? [];
  if (qualifier !== undefined) {
    const member = own.name.split('::').at(-1) ?? own.name;
    return { type: placeAt(document, nameStart - (before.length - before.lastIndexOf(qualifier))), member, isImplemented: false };
  }
  const [, receiver] = /^func\s*\(\s*(?:[\p{ID_Continue}]+\s+)?\*?\s*([\p{ID_Continue}]+)/u.exec(before) ?? [];
  if (receiver === undefined) return undefined;
  const member = own.name.slice(own.name.lastIndexOf('.') + 1);
  return { type: placeAt(document, nameStart - before.length + before.lastIndexOf(receiver, before.indexOf(')'))), member, isImplemented: false };
}

// An inherent `impl Item` implements nothing.
function traitOf(document: TextSnapshot, impl: OutlineSymbol, member: string): MemberOwner {
  const start = document.offsetAt(impl.range.start);
  const header = document.text.slice(start, document.offsetAt(impl.range.end)).split('{', 1)[0] ?? '';
  const end = header.search(/\sfor\s/);
  const [trait] = end < 0 ? [] : (/[\p{ID_Continue}]+(?=(?:<.*>)?$)/su.exec(header.slice(0, end).trimEnd()) ?? []);
  if (trait === undefined) return { member, isImplemented: false };
  return { type: placeAt(document, start + header.slice(0, end).lastIndexOf(trait)), member, isImplemented: true };
}

function textBehindName(document: TextSnapshot, symbol: OutlineSymbol): string {
  return document.text.slice(document.offsetAt(symbol.selection.end), document.offsetAt(symbol.range.end));
}

function placeAt(document: TextSnapshot, offset: number): Place {
  return { uri: document.uri, position: document.positionAt(offset) };
}
