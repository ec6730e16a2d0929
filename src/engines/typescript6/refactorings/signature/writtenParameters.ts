// One list of parameters as it is written afterwards, and what speaks against that in the function itself.
import ts from 'typescript';
import { relaid } from '../../../../base/text/elementLists.ts';
import type { ParameterChange, Slot } from '../../../../base/text/parameterLists.ts';
import type { Rewrite } from '../../../../base/text/rewrites.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import type { Conflict } from './families.ts';
import { bodyOf, isJavascript, isThis, ownParameters } from './targets.ts';

// The list by whose names the change was asked for; those of overrides and overloads are matched by place.
export interface Reference {
  readonly signature: ts.SignatureDeclaration;
  readonly parameters: readonly ts.ParameterDeclaration[];
  readonly change: ParameterChange;
}

export interface ListChange {
  readonly rewrites: readonly Rewrite[];
  readonly conflicts: readonly Conflict[];
  readonly notes: readonly string[];
}

// A parameter of this list afterwards: one that it has, or a new one in the words of the reference.
type Entry = { readonly slot: Slot; readonly own: ts.ParameterDeclaration | undefined };

export function changedList(signature: ts.SignatureDeclaration, reference: Reference): ListChange {
  const { change } = reference;
  const own = ownParameters(signature);
  const restAt = own.findIndex(({ dotDotDotToken }) => dotDotDotToken !== undefined);
  const isOtherRest = restAt >= 0 && restAt < change.oldCount && reference.parameters[restAt]?.dotDotDotToken === undefined;
  if (isOtherRest && change.moves) return { rewrites: [], conflicts: [{ node: signature, why: 'it takes all arguments in one list' }], notes: [] };
  const entries = isOtherRest ? [] : entriesOf(own, change);
  const source = signature.getSourceFile();
  const notes: string[] = [];
  const texts = entries.map((entry, index) => {
    const isFollowed = entries.slice(index + 1).some((later) => isRequired(later, signature));
    return entry.own === undefined
      ? newText(entry.slot, signature, reference, isFollowed)
      : changedParameter(entry.own, entry.slot, { signature, reference, isFollowed, notes });
  });
  const rewrites = texts.filter((text): text is Rewrite => typeof text !== 'string');
  const extra = own.slice(change.oldCount);
  const before = signature.parameters.filter((parameter) => ts.isParameter(parameter) && isThis(parameter)).length;
  mustEndWithRest([...entries.map(({ slot, own: parameter }) => isRest(slot, parameter)), ...extra.map(({ dotDotDotToken }) => dotDotDotToken !== undefined)]);
  mustKnowDefaults(entries, source);
  const wanted = isOtherRest
    ? signature.parameters.map((_, index) => index)
    : [
        ...signature.parameters.slice(0, before).map((_, index) => index),
        ...entries.map((entry, index) => (entry.own === undefined ? String(texts[index]) : signature.parameters.indexOf(entry.own))),
        ...extra.map((parameter) => signature.parameters.indexOf(parameter)),
      ];
  const needsBrackets = isBare(signature) && change.slots.some(({ type, default: initial }) => type !== undefined || initial !== undefined);
  const isSame = wanted.length === signature.parameters.length && wanted.every((element, index) => element === index) && !needsBrackets;
  return { rewrites: [...(isSame ? [] : [listRewrite(signature, wanted)]), ...rewrites], conflicts: [], notes };
}

// What a list shorter than the reference does not have behind its last parameter it may go on without.
function entriesOf(own: readonly ts.ParameterDeclaration[], { slots, oldCount }: ParameterChange): readonly Entry[] {
  const entries = slots.map((slot) => ({ slot, own: slot.old === undefined ? undefined : own[slot.old] }));
  if (own.length >= oldCount) return entries;
  return entries.slice(0, entries.findLastIndex((entry) => entry.own !== undefined) + 1);
}

function newText(slot: Slot, signature: ts.SignatureDeclaration, reference: Reference, isFollowed: boolean): string {
  const absent = slot.old === undefined ? undefined : reference.parameters[slot.old];
  const type = slot.type || absent?.type?.getText();
  const initial = slot.default || undefined;
  const rest = isRest(slot, absent) ? '...' : '';
  const isWritten = !isJavascript(signature) && (isTyped(signature, reference) || (type !== undefined && isNeverTypedByOthers(signature)));
  const hasBody = bodyOf(signature) !== undefined;
  if (isWritten && type === undefined && (initial === undefined || !hasBody)) throw new UnsoundRefactoring(`The new parameter ${slot.name} needs a type.`);
  const mayLack = slot.isOptional || (initial !== undefined && !hasBody);
  const written = isWritten && type !== undefined ? `: ${type}${mayLack && isFollowed ? ' | undefined' : ''}` : '';
  const mark = mayLack && !isFollowed && !isJavascript(signature) ? '?' : '';
  return `${rest}${slot.name}${mark}${written}${initial !== undefined && hasBody ? ` = ${initial}` : ''}`;
}

// Whether the types of parameters are written there: a function that is handed to somebody may leave them out.
function isTyped(signature: ts.SignatureDeclaration, reference: Reference): boolean {
  const own = ownParameters(signature);
  if (own.some(({ type, initializer }) => type === undefined && initializer === undefined)) return own.some(({ type }) => type !== undefined);
  if (own.length > 0) return true;
  return signature === reference.signature || bodyOf(signature) === undefined || !ts.isArrowFunction(signature);
}

// Nothing around it says what its parameters are: where they have no types, nobody knows them.
function isNeverTypedByOthers(signature: ts.SignatureDeclaration): boolean {
  const { parent } = signature;
  if (ts.isArrowFunction(signature) || ts.isFunctionExpression(signature)) return ts.isVariableDeclaration(parent) && parent.type === undefined;
  return ts.isFunctionDeclaration(signature) || ts.isClassLike(parent);
}

interface Surroundings {
  readonly signature: ts.SignatureDeclaration;
  readonly reference: Reference;
  // A parameter that must be passed stands behind it.
  readonly isFollowed: boolean;
  // Filled with what was left as it is.
  readonly notes: string[];
}

// Name and comments follow by themselves, so only what stands behind the name is made here.
function changedParameter(own: ts.ParameterDeclaration, slot: Slot, { signature, reference, isFollowed, notes }: Surroundings): Rewrite {
  const source = own.getSourceFile();
  const asked = slot.old === undefined ? undefined : reference.parameters[slot.old];
  const hasBody = bodyOf(signature) !== undefined;
  const isOwn = (mine: ts.Node | undefined, theirs: ts.Node | undefined) => squeezed(mine?.getText()) === squeezed(theirs?.getText());
  const line = source.getLineAndCharacterOfPosition(own.getStart(source)).line + 1;
  const keep = (what: string) =>
    notes.push(`The ${what} of ${own.name.getText()} at ${source.fileName.split('/').at(-1)}:${line} is another one and was kept.`);
  const start = own.getStart(source);
  const isUntyped = own.type === undefined && own !== asked;
  const takesType = slot.type !== undefined && slot.type !== '' && !isJavascript(own) && !isUntyped;
  if (takesType && !isOwn(own.type, asked?.type)) keep('type');
  const type = takesType && isOwn(own.type, asked?.type) ? slot.type : undefined;
  const takesDefault = slot.default !== undefined && hasBody;
  const isOwnDefault = own.initializer === undefined || isOwn(own.initializer, asked?.initializer);
  if (takesDefault && !isOwnDefault) keep('default');
  const initial = takesDefault && isOwnDefault ? slot.default : undefined;
  const hasInitial = initial === undefined ? own.initializer !== undefined : initial !== '';
  const isMarked = marked(own, slot, { hasBody, hasInitial, isFollowed });
  if (isMarked && isFollowed)
    throw new UnsoundRefactoring(`${own.name.getText()} may be left out, but one that must be passed stands behind it. Give it a default.`);
  const text = (inner: (start: number, end: number) => string): string => {
    const name = inner(start, own.name.end);
    const mark = isMarked ? '?' : '';
    const written = type !== undefined ? `: ${type}` : own.type === undefined ? '' : inner((own.questionToken ?? own.name).end, own.type.end);
    const value = initial === undefined && own.initializer !== undefined ? inner((own.type ?? own.questionToken ?? own.name).end, own.end) : '';
    return `${name}${mark}${written}${initial ? ` = ${initial}` : value}`;
  };
  return { start, end: own.end, text };
}

function marked(
  own: ts.ParameterDeclaration,
  slot: Slot,
  { hasBody, hasInitial, isFollowed }: { readonly hasBody: boolean; readonly hasInitial: boolean; readonly isFollowed: boolean },
): boolean {
  if (hasInitial || isJavascript(own)) return false;
  if (slot.isOptional) return true;
  if (slot.default === '') return false;
  return own.questionToken !== undefined || (!hasBody && slot.default !== undefined && !isFollowed);
}

function isRequired({ slot, own }: Entry, signature: ts.SignatureDeclaration): boolean {
  if (isRest(slot, own)) return false;
  const hasDefault = slot.default !== undefined && slot.default !== '';
  if (hasDefault || slot.isOptional) return false;
  if (own === undefined) return slot.old === undefined || bodyOf(signature) !== undefined;
  return slot.default === '' || (own.initializer === undefined && own.questionToken === undefined);
}

function isRest(slot: Slot, own: ts.ParameterDeclaration | undefined): boolean {
  return own === undefined ? slot.isRest : own.dotDotDotToken !== undefined;
}

function mustEndWithRest(rests: readonly boolean[]): void {
  if (rests.slice(0, -1).some((rest) => rest)) throw new UnsoundRefactoring('What takes the rest of the arguments must be the last parameter.');
}

// A default may use the parameters before it.
function mustKnowDefaults(entries: readonly Entry[], source: ts.SourceFile): void {
  for (const [index, { own, slot }] of entries.entries()) {
    if (own?.initializer === undefined || slot.default !== undefined) continue;
    const later = new Set(entries.slice(index + 1).flatMap((entry) => (entry.own === undefined ? [] : boundNames(entry.own.name))));
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && later.has(node.text))
        throw new UnsoundRefactoring(`The default of ${own.name.getText(source)} uses ${node.text}, which would stand behind it.`);
      ts.forEachChild(node, visit);
    };
    visit(own.initializer);
  }
}

function boundNames(name: ts.BindingName): readonly string[] {
  return boundIdentifiers(name).map(({ text }) => text);
}

export function boundIdentifiers(name: ts.BindingName): readonly ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundIdentifiers(element.name)));
}

function listRewrite(signature: ts.SignatureDeclaration, wanted: readonly (number | string)[]): Rewrite {
  const source = signature.getSourceFile();
  const elements = signature.parameters.map((parameter) => ({ start: parameter.getStart(source), end: parameter.end }));
  const [first] = elements;
  if (first !== undefined && isBare(signature)) {
    const written = (one: number | string, inner: (start: number, end: number) => string) => (typeof one === 'number' ? inner(first.start, first.end) : one);
    return { start: first.start, end: first.end, text: (inner) => `(${wanted.map((one) => written(one, inner)).join(', ')})` };
  }
  const list = { text: source.text, open: signature.parameters.pos, close: closing(source, signature.parameters.end), elements, lineComment: '//' as const };
  return { start: list.open, end: list.close, text: (inner) => relaid(list, wanted, inner) };
}

// value => …, without brackets.
function isBare(signature: ts.SignatureDeclaration): boolean {
  const [first] = signature.parameters;
  if (!ts.isArrowFunction(signature) || first === undefined) return false;
  const source = signature.getSourceFile();
  return !source.text.slice(signature.modifiers?.end ?? signature.getStart(source), first.getStart(source)).includes('(');
}

function closing(source: ts.SourceFile, from: number): number {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, source.languageVariant, source.text, undefined, from);
  while (scanner.scan() !== ts.SyntaxKind.CloseParenToken && scanner.getTokenEnd() < source.text.length);
  return scanner.getTokenStart();
}

function squeezed(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, '');
}
