// Every declaration and every use of a function in Python, Go, C or C++, from the engine's references and the syntax around them.

import { groupBy } from '../../../../base/groupBy.ts';
import type { Span } from '../../../../base/text/rewrites.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { refactoringRefused } from '../../../../ide/errors/editErrors.ts';
import type { RefactoringConflict } from '../../../../ide/refactorings.ts';
import { compare, type Location, placeKey, type Range } from '../../../../ide/text.ts';
import type { SignatureLanguage } from '../../../../machine/syntax/signatureRules.ts';
import type { CallSyntax, DefinitionSyntax } from '../../../../machine/syntax/syntaxSignatures.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import type { CppConstructions, PlainCalled, PlainDeclared, PlainFamily, SignatureFile, SignatureQuestions } from '../engine/language/signatureStyle.ts';
import { parametersOf } from './plainParameters.ts';

export const WHAT = 'change its parameters';

export async function plainFamily(room: SignatureQuestions, at: Place): Promise<PlainFamily> {
  const { places, gaps: unknown, unread } = (await room.relatives(at)) ?? { places: [], gaps: [], unread: [] };
  const outside = places.find(({ uri }) => !uri.startsWith(`${room.rootUri}/`));
  if (outside !== undefined) throw refactoringRefused(WHAT, `what it implements is declared by a library (${outside.uri.split('/').at(-1)}).`);
  const uses = new Map<string, Location>();
  const gaps = new Set(unknown);
  if (unread.length > 0) gaps.add(`${unread.join(', ')}, which a library declares, may have a member ${wordAt(await room.read(at.uri), at.position)} too.`);
  for (const place of [at, ...places]) {
    const found = await room.uses(place);
    if (!found.complete) gaps.add(found.why);
    for (const use of found.value) uses.set(placeKey(use), use);
  }
  const files: SignatureFile[] = [];
  const declared: PlainDeclared[] = [];
  const called: PlainCalled[] = [];
  const values: RefactoringConflict[] = [];
  const others: { readonly file: SignatureFile; readonly place: Location }[] = [];
  for (const [uri, places] of groupBy([...uses.values()], (use) => use.uri)) {
    if (!uri.startsWith(`${room.rootUri}/`)) throw refactoringRefused(WHAT, `it is declared or used outside of the project (${uri.split('/').at(-1)}).`);
    const snapshot = await room.read(uri);
    const names = [...new Set(places.map(({ range }) => snapshot.textIn(range)))].filter((name) => /^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(name));
    const file = { uri, snapshot, syntax: await room.signaturesIn(snapshot.text, names) };
    files.push(file);
    for (const place of places) {
      const definition = definitionAt(file, place);
      if (definition !== undefined) declared.push(declaredIn(room.language, file, definition));
      else others.push({ file, place });
    }
  }
  const { constructions } = room;
  const made = constructions === undefined ? undefined : declared.find(isCppConstructor);
  const read = made === undefined || constructions === undefined ? useIn : constructionIn(ownNameOf(made), constructions);
  for (const { file, place } of others) {
    const use = read(file, place);
    if ('call' in use) called.push({ file, call: use.call });
    else if (use.why !== undefined) values.push({ ...place, why: use.why });
  }
  const calls: PlainCalled[] = [];
  for (const one of called) {
    const why = await calledThroughType(room, one, declared);
    if (why === undefined) calls.push(one);
    else values.push({ uri: one.file.uri, range: rangeOf(one.file, one.call.callee), why });
  }
  const [first] = declared;
  if (constructions !== undefined && first !== undefined)
    values.push(...(await unknownYet(room, ownNameOf(first), constructions, { declared, calls, uses: [...uses.values()] })));
  return { files, declared, calls, values, gaps: [...gaps] };
}

export function rangeOf({ snapshot }: SignatureFile, { start, end }: Span): Range {
  return { start: snapshot.positionAt(start), end: snapshot.positionAt(end) };
}

// Calls in templates whose meaning depends on types that are not there yet: clangd returns none of them.
async function unknownYet(
  room: SignatureQuestions,
  name: string,
  { masked, inTemplates }: CppConstructions,
  { declared, calls, uses }: { declared: readonly PlainDeclared[]; calls: readonly PlainCalled[]; uses: readonly Location[] },
): Promise<readonly RefactoringConflict[]> {
  const conflicts: RefactoringConflict[] = [];
  for (const uri of await room.holders(name)) {
    if (!/\.(?:c|cc|cpp|cxx|c\+\+|h|hpp|hh|hxx|h\+\+|ipp|inl)$/.test(uri)) continue;
    const snapshot = await room.read(uri);
    for (const { start, end } of inTemplates(masked(snapshot.text), name)) {
      const range = { start: snapshot.positionAt(start), end: snapshot.positionAt(end) };
      const isKnown =
        uses.some((use) => use.uri === uri && compare(use.range.start, range.start) === 0) ||
        calls.some(({ file, call }) => file.uri === uri && call.callee.start <= end && start <= call.list.end && call.callee.start >= start) ||
        declared.some(({ file, definition }) => file.uri === uri && definition.name.end === end);
      if (isKnown) continue;
      const meant = (await room.definition({ uri, position: range.start })).value;
      // Of a constructor whose types are not known it returns the class.
      const isOther = meant.length > 0 && !meant.some((place) => declared.some((one) => isAt(one, place))) && !(await isClass(room, meant));
      if (!isOther) conflicts.push({ uri, range, why: 'a template calls it, perhaps, with types that are not known yet' });
    }
  }
  return conflicts;
}

async function isClass(room: SignatureQuestions, places: readonly Location[]): Promise<boolean> {
  for (const { uri, range } of places.filter((place) => place.uri.startsWith(`${room.rootUri}/`)))
    if (/\b(?:class|struct|union)\s[^;{}()]*$/.test((await room.read(uri)).line(range.start.line)?.slice(0, range.start.character) ?? '')) return true;
  return false;
}

function isAt({ file, definition: { name } }: PlainDeclared, { uri, range }: Location): boolean {
  const start = file.snapshot.offsetAt(range.start);
  return file.uri === uri && start >= name.start && start <= name.end;
}

// Cart::Cart(…), or in its class without any type before it.
function isCppConstructor({ file, definition: { name } }: PlainDeclared): boolean {
  const { text } = file.snapshot;
  const [own = '', owner] = text.slice(name.start, name.end).replace(/<.*>/s, '').split('::').toReversed();
  if (owner !== undefined) return own === owner;
  const before = withoutComments(text.slice(0, name.start));
  const isUntyped = /(?:^|[;{}:]|\bexplicit|\binline|\bconstexpr|\b[A-Z][A-Z_]+|\btemplate\s*<[^;{}()]*>)\s*$/.test(before);
  return isUntyped && new RegExp(`\\b(?:class|struct|union)\\s[^;{}()]*\\b${own}\\b`).test(before);
}

function withoutComments(text: string): string {
  return text.replace(/(?:\/\/[^\n]*\s*|\/\*(?:(?!\*\/)[\s\S])*\*\/\s*)+$/, '');
}

function ownNameOf({ file, definition: { name } }: PlainDeclared): string {
  return file.snapshot.text.slice(name.start, name.end).split('::').at(-1) ?? '';
}

type PlainUse = { readonly call: CallSyntax } | { readonly why: string | undefined };

function definitionAt({ snapshot, syntax }: SignatureFile, { range }: Location): DefinitionSyntax | undefined {
  const use = { start: snapshot.offsetAt(range.start), end: snapshot.offsetAt(range.end) };
  return syntax.definitions.find(({ name }) => name.end === use.end && name.start <= use.start);
}

function constructionIn(className: string, { masked, at }: CppConstructions): (file: SignatureFile, place: Location) => PlainUse {
  const known = new Map<string, string>();
  return ({ uri, snapshot }, { range }) => {
    const plain = known.get(uri) ?? masked(snapshot.text);
    known.set(uri, plain);
    const made = at(snapshot.text, plain, { start: snapshot.offsetAt(range.start), end: snapshot.offsetAt(range.end) }, className);
    return 'why' in made ? made : { call: made };
  };
}

function useIn({ snapshot, syntax }: SignatureFile, { range }: Location): PlainUse {
  const { text } = snapshot;
  const use = { start: snapshot.offsetAt(range.start), end: snapshot.offsetAt(range.end) };
  const call = syntax.calls.find(({ callee }) => isCallee(text, callee, use));
  if (call !== undefined) return { call };
  const isHarmless =
    syntax.imports.some(({ start, end }) => start <= use.start && end >= use.end) ||
    text[use.end] === '.' ||
    /['"]/.test(text[use.start - 1] ?? '') ||
    /^\s*using\b/.test(snapshot.line(range.start.line) ?? '');
  return { why: isHarmless ? undefined : 'it is used as a value' };
}

// The name at the end of what is called, before arguments for its types.
function isCallee(text: string, callee: Span, use: Span): boolean {
  if (use.start < callee.start || use.end > callee.end) return false;
  return use.end === callee.end || (/^[<[]/.test(text.slice(use.end)) && /[>\]]$/.test(text.slice(callee.start, callee.end)));
}

export function declaredIn(language: SignatureLanguage, file: SignatureFile, definition: DefinitionSyntax): PlainDeclared {
  const all = parametersOf(language, file.snapshot.text, file.syntax, definition);
  const isStatic = definition.decorators.some(({ start, end }) => /^@\s*staticmethod\b/.test(file.snapshot.text.slice(start, end)));
  const implicit = definition.isMethod && !isStatic && all.length > 0 ? 1 : 0;
  return { file, definition, parameters: all.slice(implicit), implicit };
}

// Cart.add(cart, 1) passes the object too, which is no argument of a method otherwise.
async function calledThroughType(
  room: SignatureQuestions,
  { file: { snapshot, uri }, call: { callee } }: PlainCalled,
  declared: readonly PlainDeclared[],
): Promise<string | undefined> {
  const isMethod = room.language === 'go' || declared.some(takesObject);
  const owner = /([\p{ID_Start}_][\p{ID_Continue}]*)\s*\.\s*[\p{ID_Continue}]+$/u.exec(snapshot.text.slice(callee.start, callee.end));
  if (!isMethod || owner === null || room.language === 'cpp') return undefined;
  const [found] = (await room.definition({ uri, position: snapshot.positionAt(callee.start + owner.index) })).value;
  if (found === undefined || !found.uri.startsWith(`${room.rootUri}/`)) return undefined;
  // A field of Go may have the name of its type, and stand in the same line.
  const before = (await room.read(found.uri)).line(found.range.start.line)?.slice(0, found.range.start.character) ?? '';
  return /^\s*(?:class|type)\s+$/.test(before) ? 'it is called through its type, with the object as an argument' : undefined;
}

// A class method has its class in the place of the object, however it is called.
function takesObject({ file, definition, implicit }: PlainDeclared): boolean {
  return implicit > 0 && !definition.decorators.some(({ start, end }) => /^@\s*classmethod\b/.test(file.snapshot.text.slice(start, end)));
}
