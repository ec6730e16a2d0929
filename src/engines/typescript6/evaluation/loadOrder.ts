// The order in which modules run when they are loaded: a change must not let one use what another has not made yet.
import { posix } from 'node:path';
import ts from 'typescript';
import { changed, identifiersIn, isMemberName } from '../naming.ts';
import { Refused } from '../refused.ts';
import { isOfType, isValueOf } from './typePositions.ts';

interface Read {
  readonly specifier: string;
  readonly name: string;
}

// A module by what it names: which modules it loads, in their order, and what it takes from them while it is loaded itself.
interface Outline {
  readonly specifiers: readonly string[];
  readonly reads: readonly Read[];
}

interface Modules {
  importsOf(path: string): readonly string[];
  readsOf(path: string): readonly { readonly from: string; readonly name: string }[];
}

// Throws Refused where a new cycle of imports makes a module come too early.
export function mustLoadInOrder(program: ts.Program, changes: readonly ts.FileTextChanges[]): void {
  const paths = new Set(changes.map(({ fileName }) => fileName));
  const [before, after] = [modulesOf(program, new Map()), modulesOf(program, textsAfter(program, changes))];
  const isCyclic = [...paths].some((path) => {
    const known = new Set([...before.importsOf(path), ...before.readsOf(path).map(({ from, name }) => `${from} ${name}`)]);
    const fresh = [
      ...after.importsOf(path).filter((to) => !known.has(to)),
      ...after.readsOf(path).flatMap(({ from, name }) => (known.has(`${from} ${name}`) ? [] : [from])),
    ];
    return fresh.some((to) => reaches(after, to, path));
  });
  if (!isCyclic) return;
  // Whoever loads a new file does so through one that was there.
  const entries = program.getSourceFiles().flatMap((file) => (isOwn(program, file) ? [file.fileName] : []));
  for (const entry of entries) {
    const old = new Set(tooEarly(before, entry).map(keyOfRead));
    const [found] = tooEarly(after, entry).filter((read) => !old.has(keyOfRead(read)));
    if (found === undefined) continue;
    const [user, from] = [found.user, found.from].map((path) => posix.basename(path));
    throw new Refused(`${user} would use ${found.name} while it is loaded, before ${from} has run: these files would import each other.`);
  }
}

interface Early {
  readonly user: string;
  readonly from: string;
  readonly name: string;
}

function keyOfRead({ user, name }: Early): string {
  return `${user} ${name}`;
}

// What is used too early when this module is the first that is loaded.
function tooEarly(modules: Modules, entry: string): readonly Early[] {
  const states = new Map<string, 'begun' | 'done'>();
  const found: Early[] = [];
  const load = (path: string): void => {
    if (states.has(path)) return;
    states.set(path, 'begun');
    for (const to of modules.importsOf(path)) load(to);
    for (const { from, name } of modules.readsOf(path)) if (states.get(from) === 'begun' && from !== path) found.push({ user: path, from, name });
    states.set(path, 'done');
  };
  load(entry);
  return found;
}

function reaches(modules: Modules, from: string, wanted: string): boolean {
  const seen = new Set<string>();
  const queue = [from];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (path === wanted) return true;
    if (seen.has(path)) continue;
    seen.add(path);
    queue.push(...modules.importsOf(path));
  }
  return false;
}

function textsAfter(program: ts.Program, changes: readonly ts.FileTextChanges[]): ReadonlyMap<string, ts.SourceFile> {
  return new Map(
    changes.map(({ fileName, textChanges }) => {
      const text = changed(
        program.getSourceFile(fileName)?.text ?? '',
        textChanges.toSorted((a, b) => a.span.start - b.span.start),
      );
      return [fileName, ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)];
    }),
  );
}

function isOwn(program: ts.Program, file: ts.SourceFile): boolean {
  return !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file);
}

function modulesOf(program: ts.Program, instead: ReadonlyMap<string, ts.SourceFile>): Modules {
  const checker = program.getTypeChecker();
  const { verbatimModuleSyntax = false } = program.getCompilerOptions();
  const outlineOf = (path: string): Outline => {
    const file = instead.get(path) ?? program.getSourceFile(path);
    return file === undefined ? { specifiers: [], reads: [] } : outlined(file, verbatimModuleSyntax);
  };
  const known = new Map<string, string | undefined>();
  const resolved = (path: string, specifier: string): string | undefined => {
    const key = `${path} ${specifier}`;
    if (!known.has(key)) known.set(key, leadTo(program, checker, { path, specifier, isThere: (each) => instead.has(each) }));
    return known.get(key);
  };
  return {
    importsOf: (path) => outlineOf(path).specifiers.flatMap((specifier) => resolved(path, specifier) ?? []),
    readsOf: (path) =>
      outlineOf(path).reads.flatMap(({ specifier, name }) => {
        const from = resolved(path, specifier);
        return from === undefined ? [] : [{ from, name }];
      }),
  };
}

interface Specified {
  readonly path: string;
  readonly specifier: string;
  readonly isThere: (path: string) => boolean;
}

// As the file itself resolves it, or, where the specifier is new, by its path. Undefined for libraries.
function leadTo(program: ts.Program, checker: ts.TypeChecker, { path, specifier, isThere }: Specified): string | undefined {
  const file = program.getSourceFile(path);
  const node = file?.statements.flatMap((statement) => specifierOf(statement) ?? []).find(({ text }) => text === specifier);
  const found = node === undefined ? undefined : checker.getSymbolAtLocation(node)?.valueDeclaration?.getSourceFile();
  if (found !== undefined) return isOwn(program, found) ? found.fileName : undefined;
  if (!specifier.startsWith('.')) return undefined;
  const plain = posix.join(posix.dirname(path), specifier);
  const stem = plain.replace(/\.([cm]?)jsx?$/, '');
  const endings = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '/index.ts', '/index.tsx', '/index.js'];
  const candidates = [plain, ...endings.flatMap((ending) => [`${plain}${ending}`, `${stem}${ending}`])];
  return candidates.find((each) => isThere(each) || program.getSourceFile(each) !== undefined);
}

function specifierOf(statement: ts.Statement): ts.StringLiteral | undefined {
  const isLoading = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
  const specifier = isLoading ? statement.moduleSpecifier : undefined;
  return specifier !== undefined && ts.isStringLiteral(specifier) ? specifier : undefined;
}

const outlines = new WeakMap<ts.SourceFile, Outline>();

function outlined(file: ts.SourceFile, keepsAll: boolean): Outline {
  const before = outlines.get(file);
  if (before !== undefined) return before;
  const isUse = (identifier: ts.Identifier) => !isMemberName(identifier) && ts.findAncestor(identifier, ts.isImportDeclaration) === undefined;
  const values = new Set(
    identifiersIn(file)
      .filter((identifier) => isUse(identifier) && !isOfType(identifier))
      .map(({ text }) => text),
  );
  const specifiers: string[] = [];
  const origins = new Map<string, string>();
  for (const statement of file.statements) {
    const specifier = specifierOf(statement)?.text;
    if (specifier === undefined) continue;
    const names = ts.isImportDeclaration(statement) ? valuesOf(statement) : [];
    const isLoaded = ts.isImportDeclaration(statement)
      ? statement.importClause === undefined || names.some((name) => values.has(name)) || (keepsAll && names.length > 0)
      : ts.isExportDeclaration(statement) && !statement.isTypeOnly;
    if (!isLoaded) continue;
    specifiers.push(specifier);
    for (const name of names) origins.set(name, specifier);
  }
  const reads = namesUsedWhenLoaded(file).flatMap((name) => {
    const specifier = origins.get(name);
    return specifier === undefined ? [] : [{ specifier, name }];
  });
  const outline = { specifiers, reads };
  outlines.set(file, outline);
  return outline;
}

function valuesOf({ importClause }: ts.ImportDeclaration): readonly string[] {
  if (importClause === undefined || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const { name, namedBindings } = importClause;
  const listed =
    namedBindings === undefined
      ? []
      : ts.isNamespaceImport(namedBindings)
        ? [namedBindings.name]
        : namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map((each) => each.name);
  return [...(name === undefined ? [] : [name]), ...listed].map(({ text }) => text);
}

// By code that runs while the module is loaded, also in functions of its own that such code calls.
function namesUsedWhenLoaded(file: ts.SourceFile): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<ts.Node>();
  const own = new Map(file.statements.flatMap((statement) => calledAs(statement)));
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isTypeNode(node) && !isValueOf(node)) return;
    if (ts.isFunctionLike(node) && !isCalledHere(node)) return;
    if (ts.isPropertyDeclaration(node) && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) === 0) return;
    if (ts.isIdentifier(node) && !isMemberName(node)) {
      found.add(node.text);
      const body = isCallee(node) ? own.get(node.text) : undefined;
      if (body !== undefined && !seen.has(body)) {
        seen.add(body);
        inside(body);
      }
    }
    ts.forEachChild(node, visit);
  };
  const inside = (body: ts.Node): void => {
    if (!ts.isClassLike(body)) ts.forEachChild(body, visit);
    else for (const member of body.members) if (ts.isConstructorDeclaration(member) || ts.isPropertyDeclaration(member)) ts.forEachChild(member, visit);
  };
  for (const statement of file.statements) visit(statement);
  return [...found];
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
  return (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && (parent.expression === node || (parent.arguments?.includes(node) ?? false));
}

// A function that is called or handed over where it stands.
function isCalledHere(node: ts.Node): boolean {
  const outer = ts.isParenthesizedExpression(node.parent) ? node.parent : node;
  const { parent } = outer;
  return ts.isCallExpression(parent) && (parent.expression === outer || parent.arguments.some((argument) => argument === outer));
}
