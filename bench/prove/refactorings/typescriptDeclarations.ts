// What TypeScript sources declare, by kind, so that chance does not only meet what there is most of.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import type { Target } from '../../bareEngine.ts';
import type { Corpus } from '../../corpus.ts';

export const KINDS = ['function', 'constant', 'type', 'class', 'member', 'parameter', 'local', 'typeParameter', 'handedOn', 'imported'] as const;
export type Kind = (typeof KINDS)[number];

export interface Declared extends Target {
  readonly kind: Kind;
  // Declared by a statement of the file itself, alone in it.
  readonly isTopLevel: boolean;
}

// A function whose parameters all have plain names, with those names.
export interface DeclaredFunction extends Target {
  readonly parameters: readonly string[];
  // Those that its body does not name; unknown where it has none.
  readonly unused: readonly string[];
  // How many of the last ones callers may leave out.
  readonly optional: number;
}

export async function declarationsIn({
  folder,
  files,
}: Pick<Corpus, 'folder' | 'files'>): Promise<{ names: readonly Declared[]; functions: readonly DeclaredFunction[] }> {
  const names: Declared[] = [];
  const functions: DeclaredFunction[] = [];
  for (const file of files) {
    const source = ts.createSourceFile(file, await readFile(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const { kind, name } = declaredBy(node) ?? {};
      if (kind !== undefined && isPlain(name)) names.push({ kind, isTopLevel: isTopLevel(node), ...targetAt(source, file, name) });
      const declared = functionOf(node);
      if (declared !== undefined) {
        const { name: own, ...more } = declared;
        functions.push({ ...targetAt(source, file, own), ...more });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { names, functions };
}

function declaredBy(node: ts.Node): { kind: Kind; name: ts.Node | undefined } | undefined {
  if (ts.isFunctionDeclaration(node)) return { kind: 'function', name: node.name };
  if (ts.isVariableDeclaration(node)) return { kind: isOfFile(node) ? 'constant' : 'local', name: node.name };
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node) || ts.isModuleDeclaration(node))
    return { kind: 'type', name: node.name };
  if (ts.isClassDeclaration(node)) return { kind: 'class', name: node.name };
  if (ts.isParameter(node)) return { kind: 'parameter', name: node.name };
  if (ts.isBindingElement(node)) return { kind: 'local', name: node.name };
  if (ts.isTypeParameterDeclaration(node)) return { kind: 'typeParameter', name: node.name };
  if (ts.isExportSpecifier(node)) return { kind: 'handedOn', name: node.name };
  if (ts.isImportSpecifier(node) || ts.isNamespaceImport(node) || ts.isNamespaceExport(node)) return { kind: 'imported', name: node.name };
  const isMember = ts.isClassElement(node) || ts.isTypeElement(node) || ts.isObjectLiteralElement(node) || ts.isEnumMember(node);
  return isMember ? { kind: 'member', name: node.name } : undefined;
}

function isPlain(name: ts.Node | undefined): name is ts.Node {
  return name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name));
}

function isOfFile(node: ts.VariableDeclaration): boolean {
  return ts.isVariableStatement(node.parent.parent) && ts.isSourceFile(node.parent.parent.parent);
}

function isTopLevel(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node)) return isOfFile(node) && ts.isVariableDeclarationList(node.parent) && node.parent.declarations.length === 1;
  return ts.isSourceFile(node.parent) && !ts.isModuleDeclaration(node);
}

// `function total(a, b) {}` and `const total = (a, b) => …`.
function functionOf(node: ts.Node): ({ name: ts.Node } & Omit<DeclaredFunction, keyof Target>) | undefined {
  const made = ts.isVariableDeclaration(node) ? node.initializer : node;
  const isFunction =
    made !== undefined && (ts.isFunctionDeclaration(made) || ts.isArrowFunction(made) || ts.isFunctionExpression(made) || ts.isMethodDeclaration(made));
  const { name } = declaredBy(node) ?? {};
  if (!isFunction || !isPlain(name)) return undefined;
  const parameters = made.parameters.flatMap(({ name: own, dotDotDotToken }) => (ts.isIdentifier(own) && dotDotDotToken === undefined ? [own.text] : []));
  // `this` is a type and no parameter.
  if (parameters.length !== made.parameters.length || parameters.includes('this')) return undefined;
  const { body } = made;
  const named = body === undefined ? undefined : namesIn(body);
  const unused = parameters.filter((each) => named?.has(each) === false);
  const optional = made.parameters.filter(({ questionToken, initializer }) => questionToken !== undefined || initializer !== undefined).length;
  return { name, parameters, unused, optional };
}

function namesIn(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (each: ts.Node): void => {
    if (ts.isIdentifier(each)) names.add(each.text);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return names;
}

function targetAt(source: ts.SourceFile, file: string, name: ts.Node): Target {
  const { line, character } = source.getLineAndCharacterOfPosition(name.getStart(source));
  return { file, name: name.getText(source), line: line + 1, column: character + 1 };
}
