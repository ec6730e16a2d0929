// One module as its text alone shows it: what it loads, what it uses while it is loaded, what it exports.
import ts from 'typescript';
import { identifiersIn, isMemberName } from '../code/naming.ts';
import { isJavascript } from '../projects/paths.ts';
import { effectOf } from './loadEffects.ts';
import { isOfType } from './typePositions.ts';
import { type Used, usedBy, usedWhenLoaded } from './usedNames.ts';

// A name of another module; `*` is all of it, `module.exports` what a CommonJS module is.
export interface ImportedName {
  readonly specifier: string;
  readonly name: string;
}

export interface Outline {
  // Of the modules that are loaded with it, in their order.
  readonly specifiers: readonly string[];
  // Of those that only types need.
  readonly typeSpecifiers: readonly string[];
  // Written elsewhere than in an import: loaded later, by a worker, by a test that replaces a module, or never.
  readonly mentions: readonly string[];
  // By the name that they have here.
  readonly imports: ReadonlyMap<string, ImportedName>;
  // By the name that others import.
  readonly reExports: ReadonlyMap<string, ImportedName>;
  // Whose exports it exports too.
  readonly stars: readonly string[];
  // Exported name to own name.
  readonly exports: ReadonlyMap<string, string>;
  // Declared at the top level and filled when the module runs.
  readonly variables: ReadonlySet<string>;
  // Declared at the top level, and there before the module runs.
  readonly functions: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  // It assigns module.exports as a whole.
  readonly isReplaced: boolean;
  readonly loading: Used;
  // How the first code begins that does something for others when the module is loaded.
  readonly effect: string | undefined;
  // By one of its functions, when that is called.
  usedBy(name: string): Used;
}

const outlines = new WeakMap<ts.SourceFile, Outline>();

// `keepsAll`: imports that only types need are loaded too.
export function outlineOf(file: ts.SourceFile, keepsAll: boolean): Outline {
  const known = outlines.get(file) ?? outlined(file, keepsAll || isJavascript(file.fileName));
  outlines.set(file, known);
  return known;
}

function outlined(file: ts.SourceFile, keepsAll: boolean): Outline {
  const imported = importsIn(file, keepsAll);
  const { reExports, stars, exports } = exportsIn(file, imported.origins);
  const loading = usedWhenLoaded(file);
  const required = [...imported.origins].flatMap(([local, { name }]) => (imported.required.has(local) && name !== '*' ? [local] : []));
  return {
    specifiers: imported.specifiers,
    typeSpecifiers: imported.typeSpecifiers,
    mentions: pathsIn(file).filter((path) => !imported.specifiers.includes(path) && !imported.typeSpecifiers.includes(path)),
    imports: imported.origins,
    ...{ reExports, stars, exports },
    variables: new Set(file.statements.flatMap(variablesOf)),
    functions: new Set(file.statements.flatMap((statement) => (ts.isFunctionDeclaration(statement) ? [statement.name?.text ?? 'default'] : []))),
    classes: new Set(file.statements.flatMap((statement) => (ts.isClassDeclaration(statement) ? [statement.name?.text ?? 'default'] : []))),
    isReplaced: /\bmodule\.exports\s*=(?!=)/.test(file.text),
    // What require() gives is taken out at once.
    loading: { names: new Set([...loading.names, ...required]), called: loading.called, given: loading.given },
    effect: effectOf(file),
    usedBy: (name) => usedBy(file, name),
  };
}

interface Imported {
  readonly specifiers: readonly string[];
  readonly typeSpecifiers: readonly string[];
  readonly origins: ReadonlyMap<string, ImportedName>;
  readonly required: ReadonlySet<string>;
}

function importsIn(file: ts.SourceFile, keepsAll: boolean): Imported {
  const isUse = (identifier: ts.Identifier) => !isMemberName(identifier) && ts.findAncestor(identifier, ts.isImportDeclaration) === undefined;
  const values = new Set(identifiersIn(file).flatMap((identifier) => (isUse(identifier) && !isOfType(identifier) ? [identifier.text] : [])));
  const specifiers: string[] = [];
  const typeSpecifiers: string[] = [];
  const origins = new Map<string, ImportedName>();
  const required = new Set<string>();
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const { text: specifier } = statement.moduleSpecifier;
      const { importClause } = statement;
      const names = bindingsOf(importClause);
      const isKept = keepsAll && importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword;
      const isLoaded = importClause === undefined || isKept || names.some(([local]) => values.has(local));
      (isLoaded ? specifiers : typeSpecifiers).push(specifier);
      if (!isLoaded) continue;
      for (const [local, name] of names) origins.set(local, { specifier, name });
    } else if (ts.isExportDeclaration(statement)) {
      const { moduleSpecifier } = statement;
      if (moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier))
        (isOnlyTypes(statement) ? typeSpecifiers : specifiers).push(moduleSpecifier.text);
    } else {
      for (const { specifier, names } of requiresIn(statement)) {
        specifiers.push(specifier);
        for (const [local, name] of names) {
          origins.set(local, { specifier, name });
          required.add(local);
        }
      }
    }
  }
  return { specifiers, typeSpecifiers, origins, required };
}

function isOnlyTypes({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly) return true;
  return (
    exportClause !== undefined && ts.isNamedExports(exportClause) && exportClause.elements.length > 0 && exportClause.elements.every((each) => each.isTypeOnly)
  );
}

type Binding = readonly [local: string, name: string];

function bindingsOf(clause: ts.ImportClause | undefined): readonly Binding[] {
  if (clause === undefined || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const { name, namedBindings } = clause;
  const whole: readonly Binding[] = name === undefined ? [] : [[name.text, 'default']];
  if (namedBindings === undefined) return whole;
  if (ts.isNamespaceImport(namedBindings)) return [...whole, [namedBindings.name.text, '*']];
  const listed = namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly);
  return [...whole, ...listed.map((each): Binding => [each.name.text, (each.propertyName ?? each.name).text])];
}

// `const a = require('./a')`, `const { a } = require('./a')`, `import a = require('./a')`, `require('./a')`.
function requiresIn(statement: ts.Statement): readonly { readonly specifier: string; readonly names: readonly Binding[] }[] {
  if (ts.isImportEqualsDeclaration(statement)) {
    const { moduleReference, name, isTypeOnly } = statement;
    const path = ts.isExternalModuleReference(moduleReference) && !isTypeOnly ? moduleReference.expression : undefined;
    return path !== undefined && ts.isStringLiteral(path) ? [{ specifier: path.text, names: [[name.text, 'module.exports']] }] : [];
  }
  if (ts.isExpressionStatement(statement)) {
    const specifier = requiredBy(statement.expression);
    return specifier === undefined ? [] : [{ specifier, names: [] }];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    const member = initializer !== undefined && ts.isPropertyAccessExpression(initializer) ? initializer : undefined;
    const specifier = requiredBy(member?.expression ?? initializer);
    if (specifier === undefined) return [];
    if (ts.isIdentifier(name)) return [{ specifier, names: [[name.text, member?.name.text ?? 'module.exports'] as const] }];
    const elements = ts.isObjectBindingPattern(name) ? name.elements : [];
    const names = elements.flatMap((each): readonly Binding[] => {
      const taken = each.propertyName ?? each.name;
      return ts.isIdentifier(each.name) && ts.isIdentifier(taken) ? [[each.name.text, taken.text]] : [];
    });
    return [{ specifier, names }];
  });
}

function requiredBy(node: ts.Node | undefined): string | undefined {
  if (node === undefined || !ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'require') return undefined;
  const [path] = node.arguments;
  return path !== undefined && ts.isStringLiteral(path) ? path.text : undefined;
}

function exportsIn(file: ts.SourceFile, imports: ReadonlyMap<string, ImportedName>): Pick<Outline, 'reExports' | 'stars' | 'exports'> {
  const reExports = new Map<string, ImportedName>();
  const exports = new Map<string, string>();
  const stars: string[] = [];
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement)) {
      const { moduleSpecifier, exportClause } = statement;
      const specifier = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
      if (exportClause === undefined) stars.push(...(specifier === undefined || statement.isTypeOnly ? [] : [specifier]));
      else if (ts.isNamespaceExport(exportClause)) reExports.set(exportClause.name.text, { specifier: specifier ?? '', name: '*' });
      else
        for (const { name, propertyName } of exportClause.elements) {
          const local = (propertyName ?? name).text;
          const origin = specifier === undefined ? imports.get(local) : { specifier, name: local };
          if (origin === undefined) exports.set(name.text, local);
          else reExports.set(name.text, origin);
        }
    } else if (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      const isDefault = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
      for (const name of namesOf(statement)) exports.set(isDefault ? 'default' : name, name);
    }
  }
  return { reExports, stars, exports };
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return variablesOf(statement);
  const isNamed =
    ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement) || ts.isModuleDeclaration(statement);
  return isNamed ? [statement.name?.text ?? 'default'] : [];
}

function variablesOf(statement: ts.Statement): readonly string[] {
  if (ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) return statement.name === undefined ? [] : [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  const bound = (name: ts.BindingName): readonly string[] =>
    ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((each) => (ts.isOmittedExpression(each) ? [] : bound(each.name)));
  return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
}

// Texts that could name a file from here.
function pathsIn(file: ts.SourceFile): readonly string[] {
  const found = new Set<string>();
  for (const [, , path = ''] of file.text.matchAll(/(['"`])(\.{1,2}\/[^'"`\n\\$]*)\1/g)) found.add(path);
  return [...found];
}
