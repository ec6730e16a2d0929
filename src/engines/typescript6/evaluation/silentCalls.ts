// Calls that change nothing that others could see: those of the language's own library, and of functions here that only compute.
import ts from 'typescript';
import { identifiersNamed } from '../code/naming.ts';
import { isLater, isTarget } from './targets.ts';

type Call = ts.CallExpression | ts.NewExpression;

const LISTS = 'at,concat,entries,flat,includes,indexOf,join,keys,lastIndexOf,slice,toReversed,values,with';
// They call what they are given, and change nothing by themselves.
const CALLING = new Set('every,filter,find,findIndex,findLast,findLastIndex,flatMap,from,map,reduce,reduceRight,replace,replaceAll,some,toSorted'.split(','));
// What they give was there before.
const HANDING = new Set('at,find,findLast,get'.split(','));

// Calls of the library that change nothing, by what they are called on.
const SILENT: Readonly<Record<string, ReadonlySet<string>>> = {
  String: new Set(
    'at,charAt,charCodeAt,codePointAt,concat,endsWith,includes,indexOf,lastIndexOf,localeCompare,match,normalize,padEnd,padStart,repeat,replace,replaceAll,search,slice,split,startsWith,substr,substring,toLowerCase,toUpperCase,toString,trim,trimEnd,trimStart'.split(
      ',',
    ),
  ),
  Number: new Set('toFixed,toPrecision,toString'.split(',')),
  Array: new Set([...LISTS.split(','), ...CALLING]),
  ReadonlyArray: new Set([...LISTS.split(','), ...CALLING]),
  Map: new Set('get,has,keys,values,entries'.split(',')),
  ReadonlyMap: new Set('get,has,keys,values,entries'.split(',')),
  Set: new Set('has,keys,values,entries'.split(',')),
  ReadonlySet: new Set('has,keys,values,entries'.split(',')),
  WeakMap: new Set(['get', 'has']),
  WeakSet: new Set(['has']),
  Math: new Set('abs,ceil,cos,exp,floor,hypot,log,log10,log2,max,min,pow,round,sign,sin,sqrt,tan,trunc'.split(',')),
  NumberConstructor: new Set('isFinite,isInteger,isNaN,isSafeInteger,parseFloat,parseInt,call'.split(',')),
  StringConstructor: new Set('fromCharCode,call'.split(',')),
  BooleanConstructor: new Set(['call']),
  ArrayConstructor: new Set('isArray,from,of'.split(',')),
  ObjectConstructor: new Set('keys,entries,values,is,getPrototypeOf,fromEntries'.split(',')),
  ErrorConstructor: new Set(['new']),
  MapConstructor: new Set(['new']),
  SetConstructor: new Set(['new']),
  WeakMapConstructor: new Set(['new']),
  WeakSetConstructor: new Set(['new']),
};
const GLOBAL = new Set('encodeURIComponent,encodeURI,isFinite,isNaN,parseFloat,parseInt'.split(','));
// These say something of a value itself, whatever it holds.
const ABOUT_ITSELF = new Set(['isArray', 'is', 'getPrototypeOf']);

// It gives a value wherever it is evaluated, too.
export function isSilent(checker: ts.TypeChecker, node: ts.Node): boolean {
  return isCall(node) && isOfLibrary(checker, node) && (node.arguments ?? []).every((argument) => !isCallable(checker, argument));
}

// Also where it calls something that changes nothing, and might fail.
export function isQuiet(checker: ts.TypeChecker, node: ts.Node): boolean {
  if (!isCall(node)) return false;
  if (isOfLibrary(checker, node))
    return (node.arguments ?? []).every((argument) => !isCallable(checker, argument) || isQuietFunction(checker, functionMeant(checker, argument)));
  return ts.isCallExpression(node) && isQuietFunction(checker, calledBy(checker, node));
}

// It may end in an error of its own. Undefined behaviour of types is nobody's intention.
export function mayThrow(checker: ts.TypeChecker, node: ts.Node): boolean {
  if (ts.isCallExpression(node) && !isOfLibrary(checker, node) && throwsIn(checker, calledBy(checker, node), new Set())) return true;
  return !isLater(node) && (ts.forEachChild(node, (child) => mayThrow(checker, child) || undefined) ?? false);
}

// What it gives depends on what objects hold at that time.
export function readsContents(checker: ts.TypeChecker, node: ts.Node): boolean {
  if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) return !isLiteral(node.expression);
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.InKeyword;
  if (!isCall(node) || ABOUT_ITSELF.has(memberOf(node))) return false;
  const { expression, arguments: given = [] } = node;
  const receiver = ts.isPropertyAccessExpression(expression) && !isConstructor(checker, expression.expression) ? [expression.expression] : [];
  const isMutable = (one: ts.Expression) =>
    !isPrimitive(checker, one) && !isLiteral(one) && !ts.isFunctionLike(one) && !isTable(checker, one) && !isFixedFunction(checker, one);
  if ([...receiver, ...given].some(isMutable)) return true;
  return ts.isCallExpression(node) && !isOfLibrary(checker, node) && readsState(checker, calledBy(checker, node), new Set());
}

// It is called, and not looked into.
function isFixedFunction(checker: ts.TypeChecker, node: ts.Expression): boolean {
  if (!ts.isIdentifier(node) || !isCallable(checker, node)) return false;
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
  return declaration !== undefined && (ts.isFunctionDeclaration(declaration) || (ts.isVariableDeclaration(declaration) && isConstant(declaration)));
}

// Variables that are no constants, and members of objects, that the function was not given.
function readsState(checker: ts.TypeChecker, body: Body | undefined, seen: Set<Body>): boolean {
  if (body === undefined || seen.has(body)) return false;
  seen.add(body);
  const isOutside = (identifier: ts.Identifier) => {
    const declaration = checker.getSymbolAtLocation(identifier)?.valueDeclaration;
    return declaration === undefined || isLibrary(declaration.getSourceFile()) || isIn(declaration, body) ? undefined : declaration;
  };
  return has(body, (node) => {
    if (runsLater(node, body)) return false;
    if (ts.isCallExpression(node) && readsState(checker, calledBy(checker, node), seen)) return true;
    if (!ts.isIdentifier(node)) return false;
    const declaration = isOutside(node);
    if (declaration === undefined) return false;
    const isMember = isAccess(node.parent) && node.parent.expression === node;
    return isMember ? !ts.isEnumDeclaration(declaration) && !isTable(checker, node) : ts.isVariableDeclaration(declaration) && !isConstant(declaration);
  });
}

const CONTAINERS = /^(?:Readonly)?(?:Array|Map|Set)$/;

// A constant of one file that is only looked into: nobody ever changes what it holds.
function isTable(checker: ts.TypeChecker, node: ts.Expression): boolean {
  const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
  const declaration = symbol?.valueDeclaration;
  if (symbol === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration) || !isConstant(declaration)) return false;
  const { initializer: value, parent } = declaration;
  const isExported = ts.isVariableStatement(parent.parent) && (parent.parent.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);
  if (isExported || value === undefined || !(isLiteral(value) || ts.isNewExpression(value))) return false;
  if (!CONTAINERS.test(checker.getTypeAtLocation(declaration.name).symbol?.name ?? '')) return false;
  const uses = identifiersNamed(symbol.name, declaration.getSourceFile()).filter(
    (use) => use !== declaration.name && checker.getSymbolAtLocation(use) === symbol,
  );
  return uses.every((use) => isLookedInto(checker, use));
}

function isLookedInto(checker: ts.TypeChecker, use: ts.Identifier): boolean {
  const { parent } = use;
  if (ts.isForOfStatement(parent)) return parent.expression === use;
  if (!isAccess(parent) || parent.expression !== use || isTarget(parent)) return false;
  const call = parent.parent;
  return ts.isCallExpression(call) && call.expression === parent ? isOfLibrary(checker, call) : isPrimitive(checker, parent);
}

function isConstant(declaration: ts.Declaration): boolean {
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
}

// Each call makes another object.
export function givesNew(checker: ts.TypeChecker, node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return true;
  return ts.isCallExpression(node) && !isPrimitive(checker, node) && !(HANDING.has(memberOf(node)) && isOfLibrary(checker, node));
}

const PRIMITIVE = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.Undefined | ts.TypeFlags.Null;

// Converting it calls nothing. Integers of any length fail beside others.
export function isPrimitive(checker: ts.TypeChecker, node: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(node);
  return (type.isUnion() ? type.types : [type]).every(isPrimitiveType);
}

export function isPrimitiveType({ flags }: ts.Type): boolean {
  return (flags & PRIMITIVE) !== 0;
}

function isCall(node: ts.Node): node is Call {
  return ts.isCallExpression(node) || ts.isNewExpression(node);
}

function memberOf({ expression }: Call): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

function isOfLibrary(checker: ts.TypeChecker, node: Call): boolean {
  const declaration = checker.getResolvedSignature(node)?.declaration;
  if (declaration === undefined || !isLibrary(declaration.getSourceFile())) return false;
  const given = node.arguments ?? [];
  if (given.some(ts.isSpreadElement)) return false;
  if (ts.isFunctionDeclaration(declaration)) return GLOBAL.has(declaration.name?.text ?? '');
  const owner = declaration.parent;
  const name = ts.isInterfaceDeclaration(owner) ? owner.name.text : '';
  // An expression that remembers where it was is changed by looking.
  if (name === 'RegExp') return (memberOf(node) === 'test' || memberOf(node) === 'exec') && isWithoutState(checker, node.expression);
  const member = ts.isConstructSignatureDeclaration(declaration) ? 'new' : ts.isCallSignatureDeclaration(declaration) ? 'call' : memberOf(node);
  const isKnown = SILENT[name]?.has(member) ?? (member === 'new' && /^\w*ErrorConstructor$/.test(name));
  return isKnown && (member !== 'new' || given.length <= 1);
}

function isWithoutState(checker: ts.TypeChecker, callee: ts.Expression): boolean {
  const object = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
  const declaration = checker.getSymbolAtLocation(object)?.valueDeclaration;
  const value = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : object;
  return value !== undefined && ts.isRegularExpressionLiteral(value) && !/\/\w*[gy]\w*$/.test(value.text);
}

function isLibrary(file: ts.SourceFile): boolean {
  return file.isDeclarationFile && /[\\/]lib(?:\.[\w.]+)?\.d\.ts$/.test(file.fileName);
}

function isCallable(checker: ts.TypeChecker, node: ts.Expression): boolean {
  return checker.getTypeAtLocation(node).getCallSignatures().length > 0;
}

function isConstructor(checker: ts.TypeChecker, node: ts.Expression): boolean {
  const name = checker.getTypeAtLocation(node).symbol?.name ?? '';
  return name === 'Math' || /Constructor$/.test(name);
}

function isLiteral(node: ts.Expression): boolean {
  return ts.isLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);
}

type Body = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

function functionMeant(checker: ts.TypeChecker, node: ts.Expression): Body | undefined {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return node;
  if (!ts.isIdentifier(node)) return undefined;
  const symbol = checker.getSymbolAtLocation(node);
  const meant = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
  return bodyOf(meant?.valueDeclaration);
}

function calledBy(checker: ts.TypeChecker, node: ts.CallExpression): Body | undefined {
  return ts.isIdentifier(node.expression) ? functionMeant(checker, node.expression) : undefined;
}

// A variable that can be given another function is none.
function bodyOf(declaration: ts.Declaration | undefined): Body | undefined {
  if (declaration === undefined) return undefined;
  if (ts.isFunctionDeclaration(declaration)) return declaration.body === undefined ? undefined : declaration;
  const value = ts.isVariableDeclaration(declaration) && isConstant(declaration) ? declaration.initializer : undefined;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined;
}

const known = new WeakMap<ts.TypeChecker, Map<Body, boolean>>();
const looking = new Set<Body>();

// It assigns nothing but its own variables, calls nothing but such functions, and keeps nothing between calls.
function isQuietFunction(checker: ts.TypeChecker, body: Body | undefined): boolean {
  if (body === undefined || body.asteriskToken !== undefined || body.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)) return false;
  const answers = known.get(checker) ?? new Map<Body, boolean>();
  known.set(checker, answers);
  const before = answers.get(body);
  if (before !== undefined) return before;
  // While it is looked at, calls of itself say nothing new.
  if (looking.has(body)) return true;
  looking.add(body);
  const found = !has(body, (node) => isLoud(checker, node, body));
  looking.delete(body);
  // What counts on one that is still looked at is known only when that is.
  if (!found || looking.size === 0) answers.set(body, found);
  return found;
}

function isLoud(checker: ts.TypeChecker, node: ts.Node, body: Body): boolean {
  // What a function inside of it calls, it calls later; but it must not share something with it that it changes.
  const isInner = ownerOf(node) !== body && !isBodyOf(node, body);
  if (isCall(node))
    return (
      !isQuiet(checker, node) && !isOnOwnObject(checker, node, body) && (!isInner || (isOnObjectAround(checker, node, body) && !isOfLibrary(checker, node)))
    );
  if (isInner && (ts.isAwaitExpression(node) || ts.isYieldExpression(node))) return false;
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node) || ts.isTaggedTemplateExpression(node) || ts.isDeleteExpression(node)) return true;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return !hasOwnThis(node, body);
  if (ts.isClassLike(node)) return true;
  return ts.isExpression(node) && isTarget(node) && !isOwn(checker, node, body);
}

// A variable of the function itself, and of none inside of it: what such a one changes, it keeps.
function isOwn(checker: ts.TypeChecker, target: ts.Expression, body: Body): boolean {
  if (!ts.isIdentifier(target)) return isAccess(target) ? isFresh(checker, target.expression, body) : isPattern(target);
  const declaration = checker.getSymbolAtLocation(target)?.valueDeclaration;
  return declaration !== undefined && ownerOf(declaration) === ownerOf(target) && isIn(declaration, body);
}

function isPattern(node: ts.Node): boolean {
  return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node) || ts.isParenthesizedExpression(node);
}

function isOnOwnObject(checker: ts.TypeChecker, { expression }: Call, body: Body): boolean {
  return isAccess(expression) && isFresh(checker, expression.expression, body) && CHANGING.has(expression.getText().split('.').at(-1) ?? '');
}

function isOnObjectAround(checker: ts.TypeChecker, { expression }: Call, body: Body): boolean {
  if (!isAccess(expression)) return false;
  const declaration = checker.getSymbolAtLocation(expression.expression)?.valueDeclaration;
  return declaration !== undefined && isIn(declaration, body) && ownerOf(declaration) !== ownerOf(expression);
}

// An arrow function may be nothing but an expression.
function isBodyOf(node: ts.Node, body: Body): boolean {
  return node === body || node === body.body;
}

const CHANGING = new Set('add,clear,delete,pop,push,reverse,set,shift,sort,splice,unshift'.split(','));

// A list, map or object that this function has made, under a name that stands for nothing else.
function isFresh(checker: ts.TypeChecker, node: ts.Expression, body: Body): boolean {
  if (!ts.isIdentifier(node)) return false;
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || !isIn(declaration, body) || ownerOf(declaration) !== ownerOf(node)) return false;
  const value = declaration.initializer;
  if (!isConstant(declaration) || value === undefined) return false;
  return ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value) || (ts.isNewExpression(value) && isOfLibrary(checker, value));
}

function throwsIn(checker: ts.TypeChecker, body: Body | undefined, seen: Set<Body>): boolean {
  if (body === undefined || seen.has(body)) return body === undefined;
  seen.add(body);
  return has(body, (node) => {
    if (runsLater(node, body)) return false;
    if (ts.isThrowStatement(node)) return true;
    return ts.isCallExpression(node) && !isOfLibrary(checker, node) && !isAccess(node.expression) && throwsIn(checker, calledBy(checker, node), seen);
  });
}

// It stands in a function inside of the other, which is not given to anything that could call it at once.
function runsLater(node: ts.Node, body: Body): boolean {
  const owner = ownerOf(node);
  if (node === body || owner === undefined || owner === body || !isIn(owner, body)) return false;
  const { parent } = owner;
  return ts.isReturnStatement(parent) || ts.isArrowFunction(parent) || runsLater(owner, body);
}

// `this` of a function inside of the other.
function hasOwnThis(node: ts.Node, body: Body): boolean {
  const owner = ts.findAncestor(node.parent, (up) => isLater(up) && !ts.isArrowFunction(up));
  return owner !== undefined && owner !== body && isIn(owner, body);
}

function isAccess(node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

function ownerOf(node: ts.Node): ts.Node | undefined {
  return ts.findAncestor(node.parent, isLater);
}

function isIn(node: ts.Node, around: ts.Node): boolean {
  return node.getSourceFile() === around.getSourceFile() && node.pos >= around.pos && node.end <= around.end;
}

function has(node: ts.Node, is: (node: ts.Node) => boolean): boolean {
  return is(node) || (ts.forEachChild(node, (child) => has(child, is) || undefined) ?? false);
}
