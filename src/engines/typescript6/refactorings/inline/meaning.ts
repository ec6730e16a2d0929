// Whether code means at another place what it means where it stands.
import ts from 'typescript';

export type InlinableFunction = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

// What code takes from the function around it: `this` and its kind from one that is no arrow function, `await` and `yield` from any.
export function frameUsedBy(node: ts.Node): 'none' | 'this' | 'await' {
  const isWaiting = (child: ts.Node) =>
    ts.isAwaitExpression(child) || ts.isYieldExpression(child) || (ts.isForOfStatement(child) && child.awaitModifier !== undefined);
  if (insideOf(node, 'await').some(isWaiting)) return 'await';
  return insideOf(node, 'this').some(isOfFrame) ? 'this' : 'none';
}

export function isSameFrame(used: 'this' | 'await', a: ts.Node, b: ts.Node): boolean {
  return frameAround(used, a) === frameAround(used, b);
}

export function lineOf(node: ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

function isOfFrame(node: ts.Node): boolean {
  const { kind } = node;
  const isWord = kind === ts.SyntaxKind.ThisKeyword || kind === ts.SyntaxKind.SuperKeyword;
  return isWord || (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.NewKeyword) || (ts.isIdentifier(node) && node.text === 'arguments');
}

// The node and all below that belong to the same frame.
function insideOf(node: ts.Node, used: 'this' | 'await'): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node): void => {
    if (opensFrame(child, used)) return;
    found.push(child);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

function opensFrame(node: ts.Node, used: 'this' | 'await'): boolean {
  const isFunction = ts.isFunctionLike(node) && !ts.isTypeNode(node) && (used === 'await' || !ts.isArrowFunction(node));
  return isFunction || ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node);
}

function frameAround(used: 'this' | 'await', node: ts.Node): ts.Node | undefined {
  return ts.findAncestor(node.parent, (up) => opensFrame(up, used) || ts.isSourceFile(up) || ts.isModuleBlock(up));
}
