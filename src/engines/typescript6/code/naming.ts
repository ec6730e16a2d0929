// The names that agents want for new things: whether they may be used at a place, and how they take the place of the names that TypeScript makes up.
import ts from 'typescript';
import { UnsoundRefactoring } from './refused.ts';

// Throws UnsoundRefactoring when it is no name, or one of the language's own words.
export function mustBeName(name: string): void {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, name);
  const token = scanner.scan();
  const isWord = token === ts.SyntaxKind.Identifier || (token > ts.SyntaxKind.LastReservedWord && token <= ts.SyntaxKind.LastKeyword);
  if (!isWord || scanner.getTokenEnd() !== name.length) throw new UnsoundRefactoring(`${name} cannot be a name.`);
}

// Throws UnsoundRefactoring when the name stands in this part of the code already: the new declaration would take it over, or be taken over.
export function mustBeUnused(name: string, within: ts.Node): void {
  // To look for a word costs next to nothing, to visit every node of a large file more than the refactoring.
  if (!within.getSourceFile().text.includes(name)) return;
  const found = identifiersIn(within).find((identifier) => identifier.text === name && !isMemberName(identifier));
  if (found === undefined) return;
  const { line } = found.getSourceFile().getLineAndCharacterOfPosition(found.getStart());
  throw new UnsoundRefactoring(`The name ${name} is used on line ${line + 1} already and would mean something else; choose another.`);
}

// The changes with another name in place of the one that stands at this offset of the text after them.
export function renamedIn(text: string, path: string, changes: readonly ts.TextChange[], at: number, name: string): readonly ts.TextChange[] {
  const ordered = changes.toSorted((a, b) => a.span.start - b.span.start);
  const starts = startsAfter(ordered);
  const own = ordered.findIndex(({ newText }, index) => (starts[index] ?? 0) <= at && at < (starts[index] ?? 0) + newText.length);
  const madeUp = NAME.exec(ordered[own]?.newText.slice(at - (starts[own] ?? 0)) ?? '')?.[0];
  if (madeUp === undefined) throw new UnsoundRefactoring('TypeScript does not say what it called the new thing.');
  const isNew = !text.includes(madeUp);
  const found = isNew ? ordered.map((change) => placesOfNewWord(text, change, madeUp)) : [undefined];
  const places = found.every((each) => each !== undefined) ? found : placesByChange(ordered, starts, placesIn(changed(text, ordered), path, madeUp, at));
  return ordered.map(({ span, newText }, index) => {
    const renamed = (places[index] ?? []).reduceRight(
      (so, { start, shorthand }) => so.slice(0, start) + (shorthand ? `${madeUp}: ${name}` : name) + so.slice(start + madeUp.length),
      newText,
    );
    return { span, newText: renamed };
  });
}

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u;

// Where each of them stands in the text after all of them.
function startsAfter(ordered: readonly ts.TextChange[]): readonly number[] {
  let moved = 0;
  return ordered.map(({ span, newText }) => {
    const start = span.start + moved;
    moved += newText.length - span.length;
    return start;
  });
}

function placesByChange(ordered: readonly ts.TextChange[], starts: readonly number[], places: readonly NamePlace[]): readonly (readonly NamePlace[])[] {
  return ordered.map(({ newText }, index) => {
    const from = starts[index] ?? 0;
    return places.filter(({ start }) => start >= from && start < from + newText.length).map((place) => ({ ...place, start: place.start - from }));
  });
}

// The changes with the type of an asynchronous function as a promise, which TypeScript forgets where the place wants a certain type.
export function promisedIn(text: string, path: string, changes: readonly ts.TextChange[], name: string): readonly ts.TextChange[] {
  const ordered = changes.toSorted((a, b) => a.span.start - b.span.start);
  if (!ordered.some(({ newText }) => newText.includes('async '))) return ordered;
  const source = ts.createSourceFile(path, changed(text, ordered), ts.ScriptTarget.Latest, true);
  const owner = identifiersIn(source).find((identifier) => identifier.text === name && isAsynchronous(identifier.parent))?.parent;
  const type = owner !== undefined && isAsynchronous(owner) ? owner.type : undefined;
  if (type === undefined || /^Promise\b/.test(type.getText(source))) return ordered;
  let moved = 0;
  return ordered.map(({ span, newText }) => {
    const start = type.getStart(source) - (span.start + moved);
    moved += newText.length - span.length;
    if (start < 0 || start >= newText.length) return { span, newText };
    const end = start + type.getText(source).length;
    return { span, newText: `${newText.slice(0, start)}Promise<${newText.slice(start, end)}>${newText.slice(end)}` };
  });
}

function isAsynchronous(node: ts.Node): node is ts.FunctionDeclaration | ts.MethodDeclaration {
  if (!ts.isFunctionDeclaration(node) && !ts.isMethodDeclaration(node)) return false;
  return node.asteriskToken === undefined && (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false);
}

// Far enough to see what stands around a name.
const FAR = 200;

interface NamePlace {
  readonly start: number;
  readonly shorthand: boolean;
}

function placesIn(text: string, path: string, name: string, at: number): readonly NamePlace[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  // TypeScript may call a constant like the member that it holds, which keeps its name.
  const isMember = identifiersIn(source).some((identifier) => identifier.getStart(source) === at && isMemberName(identifier));
  return identifiersIn(source)
    .filter((identifier) => identifier.text === name && isMember === isMemberName(identifier))
    .map((identifier) => ({ start: identifier.getStart(source), shorthand: ts.isShorthandPropertyAssignment(identifier.parent) }));
}

// A word that was nowhere before is the new name wherever it stands in a change. Undefined where only a parser can say whether it is shorthand.
function placesOfNewWord(text: string, { span, newText }: ts.TextChange, name: string): readonly NamePlace[] | undefined {
  const places: NamePlace[] = [];
  for (let start = newText.indexOf(name); start >= 0; start = newText.indexOf(name, start + name.length)) {
    const end = start + name.length;
    const before = text.slice(Math.max(0, span.start - FAR), span.start) + newText.slice(0, start);
    const behind = newText.slice(end) + text.slice(span.start + span.length, span.start + span.length + FAR);
    if (/[{,]\s*$/.test(before.slice(-FAR)) && /^\s*[},]/.test(behind.slice(0, FAR))) return undefined;
    places.push({ start, shorthand: false });
  }
  return places;
}

export function changed(text: string, ordered: readonly ts.TextChange[]): string {
  return ordered.reduceRight((so, { span, newText }) => so.slice(0, span.start) + newText + so.slice(span.start + span.length), text);
}

export function identifiersIn(node: ts.Node): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) found.push(child);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

// Of one name in a file, which is read once for all names.
export function identifiersNamed(name: string, file: ts.SourceFile): readonly ts.Identifier[] {
  const known = byName.get(file) ?? grouped(identifiersIn(file));
  byName.set(file, known);
  return known.get(name) ?? [];
}

const byName = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly ts.Identifier[]>>();

function grouped(identifiers: readonly ts.Identifier[]): ReadonlyMap<string, readonly ts.Identifier[]> {
  const groups = new Map<string, ts.Identifier[]>();
  for (const identifier of identifiers) {
    const group = groups.get(identifier.text);
    if (group === undefined) groups.set(identifier.text, [identifier]);
    else group.push(identifier);
  }
  return groups;
}

// It stands behind a dot, or names a member: no variable can be meant.
export function isMemberName(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === identifier;
  if (ts.isQualifiedName(parent)) return parent.right === identifier;
  if (ts.isImportSpecifier(parent) || ts.isBindingElement(parent)) return parent.propertyName === identifier;
  if (ts.isExportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === identifier;
  const isNamed =
    ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent) || ts.isEnumMember(parent) || ts.isJsxAttribute(parent);
  return isNamed && parent.name === identifier;
}
