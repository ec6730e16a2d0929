// Everything that has to change together with one function: its declarations, what overrides or implements it, and every use of any of them.
import ts from 'typescript';
import { identifiersIn } from '../../code/naming.ts';
import { type NavigationPlace, places } from '../../code/places.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { meantBy, symbolMeant } from '../../code/symbols.ts';
import type { TypeScriptProject } from '../../projects/project.ts';
import type { Projects } from '../../projects/projects.ts';
import { constructorsOf, namedTypeOf, signaturesOf, type Target } from './targets.ts';
import { type CallLike, useOf } from './uses.ts';

// A list of parameters with the program that knows its types.
export interface WrittenSignature {
  readonly project: TypeScriptProject;
  readonly signature: ts.SignatureDeclaration;
}

export interface Called {
  readonly project: TypeScriptProject;
  // The call or, of a constructor, super(…).
  readonly call: CallLike;
  readonly skipped: number;
}

// A place that an edit cannot keep right.
export interface Conflict {
  readonly node: ts.Node;
  readonly why: string;
}

export interface SignatureFamily {
  readonly written: readonly WrittenSignature[];
  readonly calls: readonly Called[];
  readonly values: readonly Conflict[];
}

interface Found {
  readonly project: TypeScriptProject;
  readonly name: ts.Node;
}

// The family or, where some uses may be in files that nobody has opened yet, the names whose uses must be known first.
export function familyOf(
  projects: Projects,
  target: Target,
  own: TypeScriptProject,
  known: readonly NavigationPlace[],
): SignatureFamily | { readonly needs: readonly NavigationPlace[] } {
  const found = namesIn(projects, known);
  const needs = new Map<string, NavigationPlace>();
  const need = (node: ts.Node | undefined): void => {
    if (node === undefined) return;
    const place = placeOf(node);
    if (!found.has(keyOf(place)) && !known.some((other) => keyOf(other) === keyOf(place))) needs.set(keyOf(place), place);
  };
  if (known.length === 0) for (const declaration of target.declarations) need(nameOf(declaration));
  const isClass = target.kind === 'class';
  const written = new Map<string, WrittenSignature>();
  const write = (project: TypeScriptProject, signature: ts.SignatureDeclaration): void => {
    mustBeOurs(project, signature);
    written.set(keyOf(placeOf(signature)), { project, signature });
  };
  for (const declaration of target.declarations)
    for (const signature of ts.isClassLike(declaration) ? constructorsOf(declaration) : declaredSignatures(declaration)) write(own, signature);
  const calls: Called[] = [];
  const values: Conflict[] = [];
  for (const { project, name } of found.values()) {
    const checker = project.program.getTypeChecker();
    const use = useOf(checker, name);
    if (use.kind === 'exported') {
      if (!known.some((other) => keyOf(other) === keyOf(placeOf(name)))) needs.set(keyOf(placeOf(name)), placeOf(name));
      // The loop comes to these too.
      for (const taken of takenOutAnywhere(projects, name)) if (!found.has(keyOf(placeOf(taken.name)))) found.set(keyOf(placeOf(taken.name)), taken);
    } else if (use.kind === 'call') {
      calls.push({ project, call: use.call, skipped: use.skipped });
      for (const other of meantToo(checker, name)) {
        mustBeOurs(project, other);
        need(nameOf(other));
      }
    } else if (use.kind === 'value') values.push({ node: name, why: use.why });
    else if (use.kind === 'derived' && isClass) {
      const own = constructorsOf(use.derived);
      if (own.length === 0 && use.derived.name === undefined) values.push({ node: name, why: 'a class without a name inherits its constructor' });
      if (own.length === 0) need(use.derived.name);
      calls.push(...own.flatMap(superCalls).map((call) => ({ project, call, skipped: 0 })));
    } else if (use.kind === 'declaration') {
      for (const signature of declaredSignatures(use.declaration)) write(project, signature);
      for (const above of membersAbove(checker, use.declaration)) {
        mustBeOurs(project, above);
        need(nameOf(above));
      }
    }
  }
  if (needs.size > 0) return { needs: [...needs.values()] };
  return { written: [...written.values()], calls, values };
}

export function placeOf(node: ts.Node): NavigationPlace {
  const source = node.getSourceFile();
  return { path: source.fileName, offset: node.getStart(source) };
}

export function keyOf({ path, offset }: NavigationPlace): string {
  return `${path}#${offset}`;
}

// Every name, in any program that is loaded, that means what stands at one of these places.
function namesIn(projects: Projects, asked: readonly NavigationPlace[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const [project, { path, offset }] of asked.flatMap((place) => places(projects, place))) {
    for (const { fileName, textSpan } of (project.service.findReferences(path, offset) ?? []).flatMap(({ references }) => references)) {
      const key = keyOf({ path: fileName, offset: textSpan.start });
      const source = project.program.getSourceFile(fileName);
      const name = found.has(key) || source === undefined ? undefined : nameIn(source, textSpan);
      if (name !== undefined) found.set(key, { project, name });
    }
  }
  return found;
}

// Undefined in comments, which follow by themselves or mean nothing to a call. TypeScript leaves the quotes of a string out.
export function nameIn(source: ts.SourceFile, { start, length }: ts.TextSpan): ts.Node | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > start || node.end < start + length) return;
    const isName = ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteralLike(node);
    if (isName && node.getStart(source) <= start) found = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function declaredSignatures(declaration: ts.Node): readonly ts.SignatureDeclaration[] {
  const type = namedTypeOf(declaration);
  if (type !== undefined) throw new UnsoundRefactoring(`Its parameters come from its type ${type.getText()} (${fileOf(type)}), which others may have too.`);
  const signatures = signaturesOf(declaration);
  if (signatures.length === 0) throw new UnsoundRefactoring(`What is declared in ${fileOf(declaration)} is no function whose parameters are written there.`);
  return signatures;
}

// The members that a member overrides or implements; those that stand beside it are found as uses.
function membersAbove(checker: ts.TypeChecker, declaration: ts.Node): readonly ts.Declaration[] {
  const name = ts.isClassElement(declaration) || ts.isTypeElement(declaration) || ts.isObjectLiteralElement(declaration) ? declaration.name : undefined;
  if (name === undefined || ts.isPrivateIdentifier(name)) return [];
  const text = ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText();
  return typesAbove(checker, declaration).flatMap((type) => type.getProperty(text)?.declarations ?? []);
}

// Each program knows only the files of its own that take it out.
function takenOutAnywhere(projects: Projects, name: ts.Node): readonly Found[] {
  const { path, offset } = placeOf(name);
  return projects.holding(path).flatMap((project) => {
    const source = project.program.getSourceFile(path);
    const same = source === undefined ? undefined : nameIn(source, { start: offset, length: name.end - offset });
    return same === undefined ? [] : takenOut(project, same).map((taken) => ({ project, name: taken }));
  });
}

// Names in other files that mean what `module.exports = { total }` hands out: TypeScript finds the function's own uses only.
function takenOut({ program }: TypeScriptProject, name: ts.Node): readonly ts.Node[] {
  const checker = program.getTypeChecker();
  const text = name.getText();
  const own = ts.isShorthandPropertyAssignment(name.parent) ? symbolMeant(checker, name) : undefined;
  const isMeant = (identifier: ts.Identifier): boolean => {
    const symbol = identifier.text === text ? checker.getSymbolAtLocation(identifier) : undefined;
    const meant = symbol === undefined ? undefined : meantBy(checker, symbol);
    return meant !== undefined && (meant === own || meant.declarations?.some((declaration) => declaration === name.parent) === true);
  };
  return program.getSourceFiles().flatMap((file) => {
    const isOther = file !== name.getSourceFile() && !file.isDeclarationFile && file.text.includes(text);
    return isOther ? identifiersIn(file).filter((identifier) => isMeant(identifier)) : [];
  });
}

// Members of several types that one call may mean, as of a union.
function meantToo(checker: ts.TypeChecker, name: ts.Node): readonly ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(name);
  const roots = symbol === undefined || (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? [] : checker.getRootSymbols(symbol);
  return roots.length < 2 ? [] : roots.flatMap(({ declarations }) => declarations ?? []);
}

function typesAbove(checker: ts.TypeChecker, declaration: ts.Node): readonly ts.Type[] {
  const owner = declaration.parent;
  if (ts.isObjectLiteralExpression(owner)) {
    const type = checker.getContextualType(owner);
    return type === undefined ? [] : [checker.getNonNullableType(type)];
  }
  if (!ts.isClassLike(owner) && !ts.isInterfaceDeclaration(owner)) return [];
  const isStatic = ts.canHaveModifiers(declaration) && ts.getModifiers(declaration)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
  return (owner.heritageClauses ?? []).flatMap(({ types, token }) =>
    isStatic && token !== ts.SyntaxKind.ExtendsKeyword ? [] : types.map((type) => checker.getTypeAtLocation(isStatic ? type.expression : type)),
  );
}

function superCalls({ body }: ts.ConstructorDeclaration): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) return;
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) found.push(node);
    ts.forEachChild(node, visit);
  };
  if (body !== undefined) visit(body);
  return found;
}

function mustBeOurs({ program }: TypeScriptProject, declaration: ts.Node): void {
  const source = declaration.getSourceFile();
  if (source.fileName.includes('/node_modules/') || program.isSourceFileDefaultLibrary(source) || program.isSourceFileFromExternalLibrary(source))
    throw new UnsoundRefactoring(`It is declared, or what it implements is, by a library: ${source.fileName.split('/').at(-1)}.`);
}

// What an engine is asked about: the name or, without one, the declaration itself.
function nameOf(declaration: ts.Declaration): ts.Node {
  return ts.getNameOfDeclaration(declaration) ?? declaration;
}

function fileOf(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${source.fileName.split('/').at(-1)}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
}
