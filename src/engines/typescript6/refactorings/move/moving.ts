// A declaration that goes to another file, with the imports of everyone who uses it.
import { posix } from 'node:path';
import ts from 'typescript';
import { changed } from '../../code/naming.ts';
import type { NavigationPlace } from '../../code/places.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { difference } from '../../code/splicing.ts';
import { formatOf, PREFERENCES, quoteIn } from '../../code/style.ts';
import { mustLoadAsBefore } from '../../evaluation/loadOrder.ts';
import { folderOf, keyOf } from '../../projects/paths.ts';
import type { TypeScriptProject } from '../../projects/project.ts';
import type { Projects } from '../../projects/projects.ts';
import { declarationsOf, removable } from '../delete/deleting.ts';
import type { Extracted } from '../extract/extracting.ts';
import { hiddenImports, withoutImportsOf } from '../hiddenImports.ts';
import { isolatedEdit } from '../isolatedDeclarations.ts';
import { mustNotBeLost, reExportChanges, specifierTo, withOtherNames } from '../reExports.ts';
import { withTypeImports } from '../typeImports.ts';
import { arrived } from './arrivingCode.ts';
import { type Accompanied, accompanied } from './companions.ts';
import { movableText, withText } from './movable.ts';
import { throughNamespaces } from './movedNamespaces.ts';
import { placed } from './movedPlace.ts';
import { tidySeams } from './movedText.ts';
import { mustBeExportedWhole, mustNotAssignImports, mustNotBeAssignedToExports, resolved, usesLeftBehind } from './movingHazards.ts';
import { mustFitInto } from './nameConflicts.ts';

const MOVE = 'Move to file';
const TOP_LEVEL = 'Only what stands at the top level of a file can move.';

export function moved(projects: Projects, asked: NavigationPlace, identifier: ts.Node, targetFile: string): Extracted {
  const declarations = declarationsOf(projects.of(asked.path).program.getTypeChecker(), identifier);
  const [source] = declarations.map((declaration) => declaration.getSourceFile());
  if (source === undefined) throw new UnsoundRefactoring('It has no declaration.');
  if (declarations.some((declaration) => declaration.getSourceFile() !== source)) throw new UnsoundRefactoring('It is declared in several files.');
  if (keyOf(source.fileName) === keyOf(targetFile)) throw new UnsoundRefactoring('It is in that file already.');
  if (declarations.some((declaration) => statementOf(declaration).parent !== source)) throw new UnsoundRefactoring(TOP_LEVEL);
  const name = identifierName(declarations);
  const { fileName, text } = source;
  const movable = movableText(source, name, declarations);
  const alone = { text: movable, names: [] };
  const together = ts.isExternalModule(source) ? accompanied(fileName, movable, name) : alone;
  const asking = { path: fileName, name, targetFile, asked: asked.path };
  if (together.names.length === 0) return movedWith(projects, text, alone, asking);
  try {
    return movedWith(projects, text, together, asking);
  } catch (error) {
    // Where what it uses cannot go along, the code imports it from where it stays.
    if (error instanceof UnsoundRefactoring) return movedWith(projects, text, alone, asking);
    throw error;
  }
}

function movedWith(projects: Projects, text: string, { text: movable, names }: Accompanied, given: Omit<Asking, 'companions'> & { asked: string }): Extracted {
  const { path: fileName, asked } = given;
  const homes = projects.holding(fileName);
  const { changes, notes } = withText(projects, fileName, movable, () => movedInAll(projects, homes, { ...given, companions: names }));
  const own = changes.filter((change) => change.fileName === fileName).flatMap(({ textChanges }) => textChanges);
  const after = changed(
    movable,
    own.toSorted((a, b) => a.span.start - b.span.start),
  );
  const others = changes.filter((change) => change.fileName !== fileName);
  const all = [...others, { fileName, textChanges: [difference(text, tidySeams(text, after))] }];
  mustLoadAsBefore(projects, projects.of(fileName).program, all);
  const along = names.length === 0 ? [] : [`Moved along, because nothing else uses ${names.length === 1 ? 'it' : 'them'}: ${names.join(', ')}.`];
  return { edit: isolatedEdit(projects, withTypeImports(projects, projects.of(asked).program, all)), notes: [...notes, ...along] };
}

interface Moved {
  readonly changes: readonly ts.FileTextChanges[];
  readonly notes: readonly string[];
}

interface Asking {
  readonly path: string;
  readonly name: string;
  readonly targetFile: string;
  // Names of what goes along.
  readonly companions: readonly string[];
}

// Whoever imports it may be in another program than its own: in one of another configuration, or in that of the files which none takes.
function movedInAll(projects: Projects, [own, ...others]: readonly TypeScriptProject[], asking: Asking): Moved {
  if (own === undefined) throw new UnsoundRefactoring(TOP_LEVEL);
  const made = movedFrom(projects, own, asking);
  const known = new Set(made.changes.map(({ fileName }) => keyOf(fileName)));
  const changes = [...made.changes];
  for (const project of others) {
    const found = project.lending(asking.targetFile, () => movedFrom(projects, project, asking));
    const fresh = found.changes.filter(({ fileName }) => !known.has(keyOf(fileName)) && !own.contains(fileName));
    for (const { fileName } of fresh) known.add(keyOf(fileName));
    changes.push(...fresh);
  }
  return { changes, notes: made.notes };
}

function movedFrom(projects: Projects, project: TypeScriptProject, { path, name, targetFile, companions }: Asking): Moved {
  const { program } = project;
  const source = program.getSourceFile(path);
  const declared = source?.statements.flatMap(declaredBy) ?? [];
  const declarations = declared.filter((node) => nameOf(node) === name);
  const main = [...new Set(declarations.map(removable))];
  const along = declared.filter((node) => companions.includes(nameOf(node) ?? '')).map(removable);
  const statements = [...new Set([...main, ...along])].toSorted((a, b) => a.pos - b.pos);
  const [first] = statements;
  const last = statements.at(-1);
  if (source === undefined || first === undefined || last === undefined) throw new UnsoundRefactoring(TOP_LEVEL);
  const between = source.statements.filter((statement) => statement.pos >= first.pos && statement.end <= last.end);
  if (between.length !== statements.length) throw new UnsoundRefactoring('Other code stands between its declarations.');
  const isType = declarations.every((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));
  const isDefault = mustNotBeLost(program, { name, from: source, to: targetFile }, main);
  const named = { name, isType, from: source, to: targetFile };
  mustFitInto(program, named, statements);
  mustBeExportedWhole(named, statements);
  mustNotBeAssignedToExports(named);
  mustNotAssignImports(program.getTypeChecker(), named, statements);
  const exported = { name: isDefault ? 'default' : name, isType, from: source, to: targetFile };
  const checker = program.getTypeChecker();
  const isMeant = (node: ts.Node): boolean =>
    resolved(checker, checker.getSymbolAtLocation(node))?.declarations?.some((each) => declarations.includes(each)) ?? false;
  const span = { pos: first.getStart(source), end: last.end };
  const isTarget = ({ fileName }: ts.FileTextChanges): boolean => keyOf(fileName) === keyOf(targetFile);
  // Code that loads with require() is TypeScript's own business.
  const hidden = ts.isExternalModule(source);
  const printed = hidden
    ? movedWithHiddenImports(projects, project, { source, statements, span, targetFile })
    : movedBy(projects, project, { source, statements, span, targetFile });
  const tidy = tidied(projects, program, source, isDefault ? withOtherNames(program, printed, exported) : printed, targetFile);
  const ours = !hidden ? [] : tidy.filter(isTarget).map((change) => arrived({ program, moved: named, statements, along, isMeant, printed: change }));
  const fitting = !hidden ? tidy : [...tidy.filter((change) => !isTarget(change)), ...ours.map(({ change }) => change)];
  const changes = throughNamespaces(program, placed(program, fitting, named, { isMeant, statements }), named, isMeant);
  return {
    changes: merged([...changes, ...reExportChanges(program, exported, main), ...usesLeftBehind(program, named, isMeant)]),
    notes: ours.flatMap(({ notes }) => notes),
  };
}

interface Move {
  readonly source: ts.SourceFile;
  readonly statements: readonly ts.Node[];
  readonly span: ts.TextRange;
  readonly targetFile: string;
}

// TypeScript fails where it would both take away an import and add to it, so the two files then do not see each other either.
function movedWithHiddenImports(projects: Projects, project: TypeScriptProject, move: Move): readonly ts.FileTextChanges[] {
  const { program } = project;
  const { source, statements, targetFile } = move;
  const attempt = (all: boolean) => {
    const { shown, text } = hiddenImports(program, source, statements, targetFile, all);
    return shown(withText(projects, source.fileName, text, () => movedBy(projects, project, move)));
  };
  try {
    return attempt(false);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('Changes overlap')) throw error;
    const target = program.getSourceFile(targetFile);
    if (target === undefined) return attempt(true);
    return withText(projects, targetFile, withoutImportsOf(program, target, source), () => attempt(true));
  }
}

// Of a variable, also the statement that it shares with others.
function statementOf(declaration: ts.Declaration): ts.Node {
  const whole = removable(declaration);
  return ts.isVariableDeclaration(whole) ? whole.parent.parent : whole;
}

function declaredBy(statement: ts.Statement): readonly ts.Declaration[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations;
  const isDeclared =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isDeclared ? [statement] : [];
}

function nameOf(declaration: ts.Declaration): string | undefined {
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
}

function identifierName(declarations: readonly ts.Declaration[]): string {
  const [name] = declarations.map(nameOf);
  if (name === undefined) throw new UnsoundRefactoring('It has no plain name.');
  return name;
}

// One list of changes for each file.
function merged(changes: readonly ts.FileTextChanges[]): readonly ts.FileTextChanges[] {
  const byFile = new Map<string, ts.FileTextChanges>();
  for (const change of changes) {
    const known = byFile.get(change.fileName);
    byFile.set(change.fileName, known === undefined ? change : { ...known, textChanges: [...known.textChanges, ...change.textChanges] });
  }
  return [...byFile.values()];
}

function movedBy(projects: Projects, { service }: TypeScriptProject, { source, span, targetFile }: Move): readonly ts.FileTextChanges[] {
  const preferences = { ...PREFERENCES, allowTextChangesInNewFiles: true };
  const offered = service.getApplicableRefactors(source.fileName, span, preferences, 'invoked', 'refactor.move', true).find(({ name }) => name === MOVE);
  const reason = offered?.actions[0]?.notApplicableReason;
  if (offered === undefined || reason !== undefined) throw new UnsoundRefactoring(`TypeScript says: ${reason ?? 'this cannot move.'}`);
  const format = formatOf(projects.texts.read(source.fileName) ?? '');
  const found = service.getEditsForRefactor(source.fileName, format, span, MOVE, MOVE, preferences, { targetFile });
  if (found?.notApplicableReason !== undefined) throw new UnsoundRefactoring(`TypeScript says: ${found.notApplicableReason}`);
  if (found === undefined || found.edits.length === 0) throw new UnsoundRefactoring('TypeScript does not move this.');
  return found.edits;
}

// TypeScript writes every import as the file that something moves from does, which may have none, and does not keep a distance in the other file.
function tidied(
  projects: Projects,
  program: ts.Program,
  source: ts.SourceFile,
  changes: readonly ts.FileTextChanges[],
  targetFile: string,
): readonly ts.FileTextChanges[] {
  const textOf = (path: string): string => projects.texts.read(path) ?? '';
  const near = [...changes.map(({ fileName }) => textOf(fileName)), ...program.getSourceFiles().flatMap((file) => (file.isDeclarationFile ? [] : [file.text]))];
  const movedText = projects.texts.read(source.fileName) ?? '';
  const usual = near.map(quoteIn).find((quote) => quote !== undefined) ?? '"';
  return changes.map((change) => {
    const text = textOf(change.fileName);
    const quote = quoteIn(text) ?? usual;
    const isTarget = keyOf(change.fileName) === keyOf(targetFile);
    const relative = isTarget ? undefined : relativeImportOf(program, source, change.fileName);
    const built = writesBuiltExtensions(text) ?? writesBuiltExtensions(movedText) ?? false;
    const textChanges = change.textChanges.map(({ span, newText }) => {
      const local = relative === undefined ? newText : withSpecifier(newText, relative, change.fileName, targetFile);
      const quoted = local.replace(
        /\b(from|import)(\s*)(["'])([^"'\r\n]*)\3/g,
        (_, word: string, gap: string, __: string, path: string) => `${word}${gap}${quote}${built ? builtPath(path) : path}${quote}`,
      );
      return { span, newText: isTarget ? spaced(text, span, quoted) : quoted };
    });
    return { ...change, textChanges };
  });
}

// Imports of the other file, written as `relative` is that the file has already: not from the baseUrl, and with an extension where that has one.
function withSpecifier(newText: string, relative: string, from: string, to: string): string {
  const isExtended = /\.[cm]?[jt]sx?.$/.test(relative);
  const isOther = (path: string) => path === to.replace(/\.[cm]?[jt]sx?$/, '');
  return newText.replace(/\bfrom(\s*)(["'])([^"'\r\n]*)\2/g, (all, gap: string, _, path: string) => {
    const isMeant = !path.startsWith('.') || (isExtended && isOther(posix.join(folderOf(from), path)));
    return isMeant ? `from${gap}${specifierTo(relative, from, to)}` : all;
  });
}

// As a file writes the path to another; undefined where that is no relative one. TypeScript prefers a shorter path from the baseUrl, which a file that
// no configuration takes may not be run with.
function relativeImportOf(program: ts.Program, source: ts.SourceFile, path: string): string | undefined {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const specifiers = file?.statements.flatMap((statement) => (ts.isImportDeclaration(statement) ? [statement.moduleSpecifier] : [])) ?? [];
  const meant = specifiers
    .filter((specifier) => checker.getSymbolAtLocation(specifier)?.valueDeclaration === source)
    .map((specifier) => specifier.getText(file));
  return meant.find((text) => /^.\.{1,2}\//.test(text));
}

// One blank line before what is put behind the last statement, and never two.
function spaced(text: string, { start }: ts.TextSpan, newText: string): string {
  const lineBreak = /\r\n/.test(newText) ? '\r\n' : '\n';
  const single = newText.replace(/(\r\n|\n)(?:[ \t]*\1){2,}/g, '$1$1');
  if (text.trim() === '' || text.slice(start).trim() !== '') return single;
  return `${/[\r\n]$/.test(text.slice(0, start)) ? lineBreak : lineBreak.repeat(2)}${single.replace(/^[\r\n]+/, '')}`;
}

// Whether a text imports sources by what they are built to; undefined where it does not show that.
function writesBuiltExtensions(text: string): boolean | undefined {
  const extension = /\b(?:from|import)\s*\(?['"]\.{1,2}\/[^'"]*\.[cm]?([jt])sx?['"]/.exec(text)?.[1];
  return extension === undefined ? undefined : extension === 'j';
}

function builtPath(path: string): string {
  return /^\.{1,2}\//.test(path) ? path.replace(/(?<!\.d)\.([cm]?)tsx?$/, '.$1js') : path;
}
