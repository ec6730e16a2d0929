// Which names code uses when it runs: all that a module does while it is loaded, or one of its functions when it is called.
import ts from 'typescript';
import { isMemberName } from '../code/naming.ts';
import { isValueOf } from './typePositions.ts';

export interface Used {
  readonly names: ReadonlySet<string>;
  readonly called: ReadonlySet<string>;
  // To something that may call them.
  readonly given: ReadonlySet<string>;
}

// By code that runs while the module is loaded, also in functions of its own that such code calls.
export function usedWhenLoaded(file: ts.SourceFile): Used {
  return used(file, (walk) => {
    for (const statement of file.statements) walk.visit(statement);
  });
}

// Whenever it is called: what stands behind a condition may never run, and most often is an error.
export function usedBy(file: ts.SourceFile, name: string): Used {
  return used(file, (walk) => walk.call(name), isConditional);
}

interface Walk {
  visit(node: ts.Node): void;
  // Into the body of a function or class of this file.
  call(name: string): void;
}

function used(file: ts.SourceFile, begin: (walk: Walk) => void, isLeftOut: (node: ts.Node) => boolean = () => false): Used {
  const names = new Set<string>();
  const called = new Set<string>();
  const given = new Set<string>();
  const seen = new Set<ts.Node>();
  const own = bodiesOf(file);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isTypeNode(node) && !isValueOf(node)) return;
    if ((ts.isFunctionLike(node) && !isCalledHere(node)) || isLeftOut(node)) return;
    if (ts.isPropertyDeclaration(node) && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) === 0) return;
    if (ts.isIdentifier(node) && !isMemberName(node)) {
      names.add(node.text);
      if (isCallee(node)) {
        called.add(node.text);
        call(node.text);
      } else if (isArgument(node)) {
        given.add(node.text);
        if (!isClass(node.text)) call(node.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  // Who is given a class looks at it, and seldom makes one at once.
  const isClass = (name: string): boolean => {
    const body = own.get(name);
    return body !== undefined && ts.isClassLike(body);
  };
  const call = (name: string): void => {
    const body = own.get(name);
    if (body === undefined || seen.has(body)) return;
    seen.add(body);
    if (!ts.isClassLike(body)) ts.forEachChild(body, visit);
    else for (const member of body.members) if (ts.isConstructorDeclaration(member) || ts.isPropertyDeclaration(member)) ts.forEachChild(member, visit);
  };
  begin({ visit, call });
  return { names, called, given };
}

function isConditional(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isConditionalExpression(parent)) return node !== (ts.isIfStatement(parent) ? parent.expression : parent.condition);
  if (ts.isBinaryExpression(parent)) return parent.right === node && /^(?:&&|\|\||\?\?)=?$/.test(parent.operatorToken.getText());
  return ts.isCaseOrDefaultClause(node) || ts.isCatchClause(node);
}

const bodies = new WeakMap<ts.SourceFile, ReadonlyMap<string, ts.Node>>();

function bodiesOf(file: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const known = bodies.get(file) ?? new Map(file.statements.flatMap((statement) => calledAs(statement)));
  bodies.set(file, known);
  return known;
}

function calledAs(statement: ts.Statement): readonly (readonly [string, ts.Node])[] {
  if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name !== undefined) return [[statement.name.text, statement]];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }): readonly (readonly [string, ts.Node])[] =>
    ts.isIdentifier(name) && initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      ? [[name.text, initializer]]
      : [],
  );
}

function isCallee(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isTaggedTemplateExpression(parent)) return parent.tag === node;
  return (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
}

function isArgument(node: ts.Identifier): boolean {
  const { parent } = node;
  return (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && (parent.arguments?.includes(node) ?? false);
}

// A function that is called or handed over where it stands.
function isCalledHere(node: ts.Node): boolean {
  const outer = ts.isParenthesizedExpression(node.parent) ? node.parent : node;
  const { parent } = outer;
  return ts.isCallExpression(parent) && (parent.expression === outer || parent.arguments.some((argument) => argument === outer));
}
