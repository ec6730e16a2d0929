// A piece of code that becomes a function or a constant of its own, with the name that somebody wants for it.
import ts from 'typescript';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { identifiersIn, mustBeName, mustBeUnused, promisedIn, renamedIn } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { formatOf, PREFERENCES } from '../../code/style.ts';
import { expressionAt, otherOccurrences, type Repeated, scopeAround } from '../../evaluation/occurrences.ts';
import { pathOfUri } from '../../projects/paths.ts';
import type { TypeScriptProject } from '../../projects/project.ts';
import type { Projects } from '../../projects/projects.ts';
import { asBody, declaredBefore, declaredByUs, replacedBy, typeOfLiteral } from '../declaring.ts';
import { isolatedEdit } from '../isolatedDeclarations.ts';
import { withTypeImports } from '../typeImports.ts';
import { mustBeVisible } from '../visibility.ts';
import { mustBeAValue, mustKeepItsFrame, outermostFrom, scopesAround, scopesInNamespace, sharedVariables, usesThis } from './extractable.ts';
import { type Flow, flowOf } from './flow.ts';
import { flushLeft } from './flushLeft.ts';
import { valueFor } from './hoisting.ts';
import { needsTypes } from './jsDoc.ts';
import { madeFunctionIn } from './madeFunction.ts';
import { mustNarrowThere, withWrittenPredicate } from './olderCompilers.ts';
import { rewritten } from './rewriting.ts';
import { standInFor } from './standIn.ts';

export interface ExtractRequest {
  readonly uri: string;
  readonly range: { readonly start: ts.LineAndCharacter; readonly end: ts.LineAndCharacter };
  readonly name: string;
}

export interface Extracted {
  readonly edit: WorkspaceEdit;
  readonly notes: readonly string[];
  // How it could be asked for besides.
  readonly otherwise?: 'inner';
}

const EXTRACT = 'Extract Symbol';

export function extractedFunction(projects: Projects, wanted: ExtractRequest & { readonly inner?: boolean | undefined }): Extracted {
  const { project, source, span } = selected(projects, wanted);
  const { name, inner = false } = wanted;
  mustKeepItsFrame(source, span);
  const { program } = project;
  const checker = program.getTypeChecker();
  const shared = sharedVariables(program, source, span);
  const flow = flowOf(checker, source, span);
  if (flow !== undefined) {
    mustBeMoreThanExits(flow);
    mustKeepDeclarations(checker, source, flow);
  }
  const standIn = flow === undefined ? undefined : standInFor(source, span, flow);
  const isInner = inner || shared.length > 0;
  const make = (text: string, place: ts.TextRange) => {
    const changes = madeByTypeScript(projects, { path: source.fileName, span: place, name, isInner, isRewritten: standIn !== undefined });
    return flushLeft(text, source.fileName, madeFunctionIn(text, source.fileName, changes.textChanges, name), name);
  };
  const made = standIn === undefined ? make(source.text, span) : projects.texts.asIf(source.fileName, standIn.text, () => make(standIn.text, standIn.span));
  const rewriting = { checker, source, span, flow, standIn, shared, name, documented: needsTypes(program, source) };
  const textChanges = [...withWrittenPredicate(projects, source, name, (predicate) => rewritten(made, { ...rewriting, predicate }))];
  // TypeScript imports the types that it writes.
  const edit = isolatedEdit(projects, withTypeImports(projects, program, [{ fileName: source.fileName, textChanges }]));
  return { edit, notes: [], ...(!isInner && scopesAround(source, span) > 1 && { otherwise: 'inner' }) };
}

interface Wanted {
  readonly path: string;
  readonly span: ts.TextRange;
  readonly name: string;
  // An inner function could be used nowhere else, but shares the variables around it.
  readonly isInner: boolean;
  // Its body is written by us, so that names of a namespace must mean the same there.
  readonly isRewritten: boolean;
}

// A method where there is a class, else as far outside as possible.
function madeByTypeScript(projects: Projects, { path, span, name, isInner, isRewritten }: Wanted): ts.FileTextChanges {
  const project = projects.of(path);
  const source = project.program.getSourceFile(path);
  if (source === undefined) throw new UnsoundRefactoring('TypeScript does not read this file.');
  const inNamespace = isRewritten && !isInner && classAround(source, span.pos) === undefined ? scopesInNamespace(source, span) : undefined;
  if (inNamespace !== undefined) {
    mustFit(project, source, span, name, source);
    return extractedBy(projects, project, source, span, `function_scope_${inNamespace}`, name);
  }
  const outside = isInner || classAround(source, span.pos) !== undefined ? undefined : madeOutside(projects, project, source, span, name);
  if (outside !== undefined) return outside;
  const offers = offersFor(project, source.fileName, span, 'function');
  const method = isInner ? undefined : offers.find(({ description }) => /method in class/.test(description));
  const chosen = method ?? offers.at(isInner ? 0 : -1);
  if (chosen === undefined) throw new UnsoundRefactoring('TypeScript finds nothing to extract here; select whole expressions or statements.');
  mustFit(project, source, span, name, method === undefined ? source : undefined);
  const made = extractedBy(projects, project, source, span, chosen.name, name);
  return method === undefined ? made : calledOnThis(made, source, span, name);
}

function mustBeMoreThanExits({ statements, exits }: Flow): void {
  const isOnlyExit = statements.every((statement) =>
    exits.some((exit) => exit === statement && !(ts.isReturnStatement(exit) && exit.expression !== undefined)),
  );
  if (isOnlyExit) throw new UnsoundRefactoring('There is nothing but a way out of the code around it here; select the statements before it too.');
}

// TypeScript calls these exported, which they are not.
function mustKeepDeclarations(checker: ts.TypeChecker, source: ts.SourceFile, { statements }: Flow): void {
  const end = statements.at(-1)?.end ?? 0;
  for (const statement of statements) {
    if (!isNamedDeclaration(statement)) continue;
    // Or a member of it, as the property of a type.
    const isIn = (declaration: ts.Declaration) =>
      declaration.getSourceFile() === source && declaration.pos >= statement.pos && declaration.end <= statement.end;
    const isUsed = identifiersIn(source).some((use) => use.pos >= end && checker.getSymbolAtLocation(use)?.declarations?.some(isIn));
    if (isUsed)
      throw new UnsoundRefactoring(
        `${statement.name?.text ?? 'Something'} is declared in the selection and used behind it; select that too, or leave the declaration where it is.`,
      );
  }
}

function isNamedDeclaration(
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.ClassDeclaration | ts.EnumDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return [ts.isFunctionDeclaration, ts.isClassDeclaration, ts.isEnumDeclaration, ts.isInterfaceDeclaration, ts.isTypeAliasDeclaration].some((is) => is(node));
}

// To ask what can be extracted takes half as long as the extraction, and what is wanted is known here: the last scope, which is the file.
// Undefined where TypeScript does not make it; whoever then asks hears why.
function madeOutside(projects: Projects, project: TypeScriptProject, source: ts.SourceFile, span: ts.TextRange, name: string): ts.FileTextChanges | undefined {
  mustFit(project, source, span, name, source);
  try {
    return extractedBy(projects, project, source, span, `function_scope_${scopesAround(source, span) - 1}`, name);
  } catch {
    return undefined;
  }
}

// TypeScript calls a static method on its class, where `this` may be a class that extends it.
function calledOnThis({ fileName, textChanges }: ts.FileTextChanges, source: ts.SourceFile, span: ts.TextRange, name: string): ts.FileTextChanges {
  const owner = classAround(source, span.pos)?.name?.text;
  if (owner === undefined || !usesThis(source, span)) return { fileName, textChanges };
  return { fileName, textChanges: textChanges.map((change) => ({ ...change, newText: change.newText.replace(`${owner}.${name}(`, () => `this.${name}(`) })) };
}

export function extractedVariable(projects: Projects, wanted: ExtractRequest & { readonly allOccurrences: boolean }): Extracted {
  const { source, changes, notes } = variableChanges(projects, wanted);
  mustNarrowThere(projects, source, wanted.name, changes);
  return { edit: isolatedEdit(projects, [{ fileName: source.fileName, textChanges: [...changes] }]), notes };
}

interface VariableChanges {
  readonly source: ts.SourceFile;
  readonly changes: readonly ts.TextChange[];
  readonly notes: readonly string[];
}

function variableChanges(projects: Projects, wanted: ExtractRequest & { readonly allOccurrences: boolean }): VariableChanges {
  const { project, source, span } = selected(projects, wanted);
  const repeated: Repeated = wanted.allOccurrences ? otherOccurrences(project.program, source, span) : { first: span, others: [], notes: [], merged: [] };
  const chosen = expressionAt(source, repeated.first);
  if (chosen !== undefined) mustBeAValue(chosen);
  const ours = declaredByUs(project.program, { source, chosen, repeated, name: wanted.name });
  if (ours !== undefined) {
    mustFit(project, source, repeated.first, wanted.name, ours.scope);
    const notes = [...repeated.notes, ...(ours.lazy ? [] : repeated.merged), ...leftOver(repeated.others.length - ours.others), ...ours.notes];
    return { source, changes: ours.changes, notes };
  }
  const [offer] = offersFor(project, source.fileName, repeated.first, 'constant');
  if (offer === undefined) throw new UnsoundRefactoring('TypeScript finds no expression to extract here; select one whole expression.');
  const isField = /in class/.test(offer.description);
  mustFit(project, source, repeated.first, wanted.name, isField ? undefined : scopeAround(source, repeated.first));
  const { textChanges } = extractedBy(projects, project, source, repeated.first, offer.name, wanted.name);
  const at = Math.min(...textChanges.map(({ span: { start } }) => start));
  if (!isField) mustBeVisible(project.program, source, repeated.first, at);
  const free = repeated.others.filter(({ pos, end }) =>
    textChanges.every((change) => end <= change.span.start || pos >= change.span.start + change.span.length),
  );
  const notes = [...repeated.notes, ...leftOver(isField ? repeated.others.length : repeated.others.length - free.length)];
  if (chosen === undefined) return { source, changes: textChanges, notes };
  if (isField) return { source, ...inField(project.program, { textChanges, chosen, name: wanted.name, notes }) };
  const statement = outermostFrom(chosen, at);
  const value = valueFor(project.program, wanted.name, chosen, statement);
  const more = free.map((range) => replacedBy(source, range, wanted.name));
  const changes = value.lazy
    ? declaredBefore(project.program, { source, chosen, repeated: { ...repeated, others: free }, name: wanted.name }, statement, value)
    : [...withType(textChanges, wanted.name, typeOfLiteral(project.program.getTypeChecker(), chosen)), ...more];
  return { source, changes, notes: [...notes, ...(value.lazy ? [] : repeated.merged), ...value.notes] };
}

// A field is initialised before the one that uses it, and so may only hold a function as well.
function inField(
  program: ts.Program,
  {
    textChanges,
    chosen,
    name,
    notes,
  }: { readonly textChanges: readonly ts.TextChange[]; readonly chosen: ts.Expression; readonly name: string; readonly notes: readonly string[] },
): Omit<VariableChanges, 'source'> {
  const member = ts.findAncestor(chosen, ts.isPropertyDeclaration);
  const value = valueFor(program, name, chosen, member?.initializer ?? chosen);
  const text = chosen.getText();
  const made = !value.lazy
    ? textChanges
    : textChanges.map(({ span, newText }) =>
        newText.includes(`${name} = `)
          ? { span, newText: newText.replace(`${name} = ${text}`, () => `${name} = () => ${asBody(chosen)}`) }
          : { span, newText: newText.replace(`.${name}`, () => `.${name}()`) },
      );
  return { changes: made, notes: [...notes, ...value.notes] };
}

function leftOver(count: number): readonly string[] {
  return count > 0 ? [`The constant cannot be used in ${count === 1 ? 'one more place' : `${count} more places`}, which were left.`] : [];
}

// TypeScript gives a type to functions only.
function withType(changes: readonly ts.TextChange[], name: string, type: string): readonly ts.TextChange[] {
  return changes.map(({ span, newText }) => ({ span, newText: newText.replace(`const ${name} = `, () => `const ${name}${type} = `) }));
}

function selected(projects: Projects, { uri, range, name }: ExtractRequest): { project: TypeScriptProject; source: ts.SourceFile; span: ts.TextRange } {
  mustBeName(name);
  const path = pathOfUri(uri);
  const project = projects.of(path);
  const source = project.program.getSourceFile(path);
  if (source === undefined) throw new UnsoundRefactoring('TypeScript does not read this file.');
  const lines = projects.texts.lines(path);
  const [from, to] = [lines.offsetAt(range.start), lines.offsetAt(range.end)];
  const chosen = source.text.slice(from, to);
  const pos = from + (chosen.length - chosen.trimStart().length);
  const trimmed = from + chosen.trimEnd().length;
  // Where no semicolons are written, one at the start of the next line still belongs to the statement.
  const ahead = /^[ \t]*\r?\n\s*;/.exec(source.text.slice(trimmed))?.[0] ?? '';
  const end = ahead !== '' && endsStatement(source, trimmed + ahead.length) ? trimmed + ahead.length : trimmed;
  if (pos >= end) throw new UnsoundRefactoring('The range holds no code.');
  // Whoever selects an expression up to the end of its line takes the semicolon with it.
  const bare = { pos, end: from + chosen.replace(/[;\s]+$/, '').length };
  const only = expressionAt(source, bare);
  return { project, source, span: only === undefined || ts.isExpressionStatement(only.parent) ? { pos, end } : bare };
}

function endsStatement(source: ts.SourceFile, end: number): boolean {
  const visit = (node: ts.Node): boolean =>
    node.pos < end && node.end >= end && ((ts.isStatement(node) && node.end === end) || (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false));
  return visit(source);
}

function offersFor(project: TypeScriptProject, path: string, span: ts.TextRange, what: 'function' | 'constant'): readonly ts.RefactorActionInfo[] {
  const offers = project.service
    .getApplicableRefactors(path, span, PREFERENCES, 'invoked', `refactor.extract.${what}`, false)
    .filter(({ name }) => name === EXTRACT)
    .flatMap(({ actions }) => actions)
    .filter(({ name, kind }) => name.startsWith(`${what}_`) || kind === `refactor.extract.${what}`);
  const possible = offers.filter(({ notApplicableReason }) => notApplicableReason === undefined);
  const [reason] = offers.flatMap(({ notApplicableReason }) => notApplicableReason ?? []);
  if (possible.length === 0 && reason !== undefined) throw new UnsoundRefactoring(`TypeScript says: ${reason}`);
  return possible;
}

function extractedBy(
  projects: Projects,
  project: TypeScriptProject,
  source: ts.SourceFile,
  span: ts.TextRange,
  action: string,
  name: string,
): ts.FileTextChanges {
  const path = source.fileName;
  const found = project.service.getEditsForRefactor(path, formatOf(projects.texts.read(path) ?? ''), span, EXTRACT, action, PREFERENCES);
  const [own, ...others] = found?.edits ?? [];
  if (found?.notApplicableReason !== undefined) throw new UnsoundRefactoring(`TypeScript says: ${found.notApplicableReason}`);
  if (own === undefined || others.length > 0 || found?.renameLocation === undefined)
    throw new UnsoundRefactoring('TypeScript offers this extraction but does not make it.');
  const renamed = renamedIn(source.text, path, own.textChanges, found.renameLocation, name);
  return { fileName: own.fileName, textChanges: [...promisedIn(source.text, path, renamed, name)] };
}

// A member must not meet one of its class, anything else no name in its scope.
function mustFit(project: TypeScriptProject, source: ts.SourceFile, { pos }: ts.TextRange, name: string, scope: ts.Node | undefined): void {
  if (scope !== undefined) mustBeUnused(name, scope);
  if (scope !== undefined) return;
  const owner = classAround(source, pos);
  if (owner === undefined) return;
  const checker = project.program.getTypeChecker();
  const types = [checker.getTypeAtLocation(owner), ...(owner.symbol === undefined ? [] : [checker.getTypeOfSymbol(owner.symbol)])];
  if (types.some((type) => type.getProperty(name) !== undefined)) throw new UnsoundRefactoring(`The class has a member ${name} already; choose another name.`);
}

function classAround(source: ts.SourceFile, at: number): (ts.ClassLikeDeclaration & { readonly symbol?: ts.Symbol }) | undefined {
  let found: ts.ClassLikeDeclaration | undefined;
  const visit = (node: ts.Node): void => {
    if (at < node.pos || at >= node.end) return;
    if (ts.isClassLike(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
