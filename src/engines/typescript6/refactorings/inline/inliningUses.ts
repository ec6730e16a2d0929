// Every place that names a declaration, in all programs that hold it, and what kind of place each is.
import ts from 'typescript';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { isTarget } from '../../evaluation/targets.ts';
import { keyOf } from '../../projects/paths.ts';
import type { TypeScriptProject } from '../../projects/project.ts';
import type { Projects } from '../../projects/projects.ts';
import type { Added } from '../borrowing.ts';
import { lineOf } from './meaning.ts';

// A declaration as one program sees it.
export interface Home {
  readonly project: TypeScriptProject;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly declaration: ts.Declaration;
}

export interface InlinedUse {
  readonly home: Home;
  readonly file: ts.SourceFile;
  // What a value can take the place of: the name, or the way to it through a namespace.
  readonly place: ts.Identifier | ts.PropertyAccessExpression;
}

// What is written instead of a use, and what its file has to import for that.
export interface Placed {
  readonly use: InlinedUse;
  readonly change: ts.TextChange;
  readonly added: readonly Added[];
}

export type ImportOrExport = ts.ImportSpecifier | ts.ImportClause | ts.ExportSpecifier;

export interface Uses {
  readonly homes: readonly Home[];
  readonly values: readonly InlinedUse[];
  // Where it is only imported or re-exported.
  readonly listings: readonly ImportOrExport[];
}

export function usesOf(projects: Projects, declaration: ts.Declaration): Uses {
  const path = declaration.getSourceFile().fileName;
  const start = nameOf(declaration).getStart();
  const homes = projects.holding(path).flatMap((project) => homeIn(project, path, start) ?? []);
  const values = new Map<string, InlinedUse>();
  const listings = new Map<string, ImportOrExport>();
  for (const home of homes) {
    for (const { fileName, textSpan } of referencesTo(home, path, start)) {
      const name = nameAt(home, fileName, textSpan.start);
      if (name === undefined || (keyOf(fileName) === keyOf(path) && textSpan.start === start)) continue;
      const listing = listingBy(name);
      if (listing !== undefined) listings.set(keyIn(listing), listings.get(keyIn(listing)) ?? listing);
      else values.set(keyIn(name), values.get(keyIn(name)) ?? { home, file: name.getSourceFile(), place: placeOf(name) });
    }
  }
  return { homes, values: [...values.values()], listings: [...listings.values()] };
}

function nameOf(declaration: ts.Declaration): ts.Identifier {
  const name = ts.getNameOfDeclaration(declaration);
  if (name === undefined || !ts.isIdentifier(name)) throw new UnsoundRefactoring('It has no plain name.');
  return name;
}

function homeIn(project: TypeScriptProject, path: string, start: number): Home | undefined {
  const { program } = project;
  const source = program.getSourceFile(path);
  const declaration = source === undefined ? undefined : ts.findAncestor(deepestAt(source, start), (node) => isDeclarationNamedAt(node, start));
  return declaration === undefined || !isDeclaration(declaration) ? undefined : { project, program, checker: program.getTypeChecker(), declaration };
}

function isDeclaration(node: ts.Node): node is ts.Declaration {
  return ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node) || ts.isClassLike(node);
}

function isDeclarationNamedAt(node: ts.Node, start: number): boolean {
  return isDeclaration(node) && ts.getNameOfDeclaration(node)?.getStart() === start;
}

function referencesTo({ project }: Home, path: string, start: number): readonly ts.ReferencedSymbolEntry[] {
  return (project.service.findReferences(path, start) ?? []).flatMap(({ references }) => references);
}

// Undefined where only a comment names it.
function nameAt({ program }: Home, path: string, start: number): ts.Identifier | undefined {
  const file = program.getSourceFile(path);
  const name = path.split('/').at(-1);
  if (file === undefined || file.isDeclarationFile) throw new UnsoundRefactoring(`${name} uses it, which is not to be changed.`);
  const found = deepestAt(file, start);
  if (ts.isStringLiteralLike(found)) throw new UnsoundRefactoring(`Line ${lineOf(found)} of ${name} names it in a string.`);
  return ts.isIdentifier(found) && found.getStart() === start ? found : undefined;
}

function listingBy(name: ts.Identifier): ImportOrExport | undefined {
  const { parent } = name;
  return ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isExportSpecifier(parent) ? parent : undefined;
}

function placeOf(name: ts.Identifier): ts.Identifier | ts.PropertyAccessExpression {
  const { parent } = name;
  const line = `Line ${lineOf(name)} of ${name.getSourceFile().fileName.split('/').at(-1)}`;
  if (ts.isExportAssignment(parent)) throw new UnsoundRefactoring(`${line} makes it the default export.`);
  if (ts.findAncestor(name, (up) => ts.isTypeNode(up) && !ts.isExpressionWithTypeArguments(up)) !== undefined)
    throw new UnsoundRefactoring(`${line} names its type.`);
  if (ts.isBindingElement(parent) || ts.isImportEqualsDeclaration(parent)) throw new UnsoundRefactoring(`${line} takes it into a variable of its own.`);
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) throw new UnsoundRefactoring(`${line} uses it as an element.`);
  const place = ts.isPropertyAccessExpression(parent) && parent.name === name ? parent : name;
  if (place !== name && !isDotted(place)) throw new UnsoundRefactoring(`${line} reaches it through a value, not through its import.`);
  if (isTarget(place)) throw new UnsoundRefactoring(`${line} assigns it.`);
  return place;
}

function isDotted(node: ts.Node): boolean {
  return ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name) && isDotted(node.expression));
}

function deepestAt(source: ts.SourceFile, at: number): ts.Node {
  let found: ts.Node = source;
  const visit = (node: ts.Node): void => {
    if (node.getStart(source) > at || node.end <= at) return;
    found = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function keyIn(node: ts.Node): string {
  return `${keyOf(node.getSourceFile().fileName)} ${node.getStart()}`;
}
