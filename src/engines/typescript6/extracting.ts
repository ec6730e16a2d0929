// A piece of code that becomes a function or a constant of its own, with the name that somebody wants for it.
import ts from 'typescript';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { declaredByUs, replacedBy, typeOfLiteral } from './declaring.ts';
import { editOf } from './edits.ts';
import { mustBeAValue, mustKeepItsFrame, mustNotLeaveItsLoop, outermostFrom, scopesAround, sharesVariables, timeNotes, usesThis } from './extractable.ts';
import { formatOf, PREFERENCES } from './manner.ts';
import { mustBeName, mustBeUnused, promisedIn, renamedIn } from './naming.ts';
import { expressionAt, otherOccurrences, type Repeated, scopeAround } from './occurrences.ts';
import { pathOfUri } from './paths.ts';
import type { Project } from './project.ts';
import type { Projects } from './projects.ts';
import { Refused } from './refused.ts';
import { mustBeVisible } from './visibility.ts';

export interface Extraction {
  readonly uri: string;
  readonly range: { readonly start: ts.LineAndCharacter; readonly end: ts.LineAndCharacter };
  readonly name: string;
}

export interface Extracted {
  readonly edit: WorkspaceEdit;
  readonly notes: readonly string[];
}

const EXTRACT = 'Extract Symbol';

export function extractedFunction(projects: Projects, wanted: Extraction): Extracted {
  const { project, source, span } = selected(projects, wanted);
  mustKeepItsFrame(source, span);
  // A method where there is a class, else as far outside as possible: an inner function could be used nowhere else, but shares the variables around it.
  const isInner = sharesVariables(project.program, source, span);
  const outside = isInner || classAround(source, span.pos) !== undefined ? undefined : madeOutside(projects, project, source, span, wanted.name);
  if (outside !== undefined) return { edit: editOf(projects, [outside]), notes: [] };
  const offers = offersFor(project, source.fileName, span, 'function');
  const method = isInner ? undefined : offers.find(({ description }) => /method in class/.test(description));
  const chosen = method ?? offers.at(isInner ? 0 : -1);
  if (chosen === undefined) throw new Refused('TypeScript finds nothing to extract here; select whole expressions or statements.');
  mustFit(project, source, span, wanted.name, method === undefined ? source : undefined);
  const made = extractedBy(projects, project, source, span, chosen.name, wanted.name);
  return { edit: editOf(projects, [method === undefined ? made : calledOnThis(made, source, span, wanted.name)]), notes: [] };
}

// To ask what can be extracted takes half as long as the extraction, and what is wanted is known here: the last scope, which is the file.
// Undefined where TypeScript does not make it; whoever then asks hears why.
function madeOutside(projects: Projects, project: Project, source: ts.SourceFile, span: ts.TextRange, name: string): ts.FileTextChanges | undefined {
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

export function extractedVariable(projects: Projects, wanted: Extraction & { readonly allOccurrences: boolean }): Extracted {
  const { project, source, span } = selected(projects, wanted);
  const repeated: Repeated = wanted.allOccurrences ? otherOccurrences(project.program, source, span) : { first: span, others: [], notes: [] };
  const chosen = expressionAt(source, repeated.first);
  if (chosen !== undefined) mustBeAValue(chosen);
  const ours = declaredByUs(project.program.getTypeChecker(), { source, chosen, repeated, name: wanted.name });
  if (ours !== undefined) {
    mustFit(project, source, repeated.first, wanted.name, ours.scope);
    if (chosen !== undefined) mustNotLeaveItsLoop(project.program, chosen, ours.before);
    const notes = [...repeated.notes, ...leftOver(repeated.others.length - ours.others), ...ours.notes];
    return { edit: editOf(projects, [{ fileName: source.fileName, textChanges: [...ours.changes] }]), notes };
  }
  const [offer] = offersFor(project, source.fileName, repeated.first, 'constant');
  if (offer === undefined) throw new Refused('TypeScript finds no expression to extract here; select one whole expression.');
  const isField = /in class/.test(offer.description);
  mustFit(project, source, repeated.first, wanted.name, isField ? undefined : scopeAround(source, repeated.first));
  const { fileName, textChanges } = extractedBy(projects, project, source, repeated.first, offer.name, wanted.name);
  const at = Math.min(...textChanges.map(({ span: { start } }) => start));
  if (!isField) mustBeVisible(project.program, source, repeated.first, at);
  const statement = chosen === undefined || isField ? undefined : outermostFrom(chosen, at);
  if (chosen !== undefined && statement !== undefined) mustNotLeaveItsLoop(project.program, chosen, statement);
  const free = repeated.others.filter(({ pos, end }) =>
    textChanges.every((change) => end <= change.span.start || pos >= change.span.start + change.span.length),
  );
  const more = isField ? [] : free.map((range) => replacedBy(source, range, wanted.name));
  const typed = chosen === undefined ? textChanges : withType(textChanges, wanted.name, typeOfLiteral(project.program.getTypeChecker(), chosen));
  const times = chosen !== undefined && statement !== undefined ? timeNotes(chosen, statement) : [];
  return {
    edit: editOf(projects, [{ fileName, textChanges: [...typed, ...more] }]),
    notes: [...repeated.notes, ...leftOver(repeated.others.length - more.length), ...times],
  };
}

function leftOver(count: number): readonly string[] {
  return count > 0 ? [`The constant cannot be used in ${count === 1 ? 'one more place' : `${count} more places`}, which were left.`] : [];
}

// TypeScript gives a type to functions only.
function withType(changes: readonly ts.TextChange[], name: string, type: string): readonly ts.TextChange[] {
  return changes.map(({ span, newText }) => ({ span, newText: newText.replace(`const ${name} = `, () => `const ${name}${type} = `) }));
}

function selected(projects: Projects, { uri, range, name }: Extraction): { project: Project; source: ts.SourceFile; span: ts.TextRange } {
  mustBeName(name);
  const path = pathOfUri(uri);
  const project = projects.of(path);
  const source = project.program.getSourceFile(path);
  if (source === undefined) throw new Refused('TypeScript does not read this file.');
  const lines = projects.texts.lines(path);
  const [from, to] = [lines.offsetAt(range.start), lines.offsetAt(range.end)];
  const chosen = source.text.slice(from, to);
  const pos = from + (chosen.length - chosen.trimStart().length);
  const end = from + chosen.trimEnd().length;
  if (pos >= end) throw new Refused('The range holds no code.');
  // Whoever selects an expression up to the end of its line takes the semicolon with it.
  const bare = { pos, end: from + chosen.replace(/[;\s]+$/, '').length };
  const only = expressionAt(source, bare);
  return { project, source, span: only === undefined || ts.isExpressionStatement(only.parent) ? { pos, end } : bare };
}

function offersFor(project: Project, path: string, span: ts.TextRange, what: 'function' | 'constant'): readonly ts.RefactorActionInfo[] {
  const offers = project.service
    .getApplicableRefactors(path, span, PREFERENCES, 'invoked', `refactor.extract.${what}`, false)
    .filter(({ name }) => name === EXTRACT)
    .flatMap(({ actions }) => actions)
    .filter(({ name, kind }) => name.startsWith(`${what}_`) || kind === `refactor.extract.${what}`);
  const possible = offers.filter(({ notApplicableReason }) => notApplicableReason === undefined);
  const [reason] = offers.flatMap(({ notApplicableReason }) => notApplicableReason ?? []);
  if (possible.length === 0 && reason !== undefined) throw new Refused(`TypeScript says: ${reason}`);
  return possible;
}

function extractedBy(projects: Projects, project: Project, source: ts.SourceFile, span: ts.TextRange, action: string, name: string): ts.FileTextChanges {
  const path = source.fileName;
  const found = project.service.getEditsForRefactor(path, formatOf(projects.texts.read(path) ?? ''), span, EXTRACT, action, PREFERENCES);
  const [own, ...others] = found?.edits ?? [];
  if (found?.notApplicableReason !== undefined) throw new Refused(`TypeScript says: ${found.notApplicableReason}`);
  if (own === undefined || others.length > 0 || found?.renameLocation === undefined)
    throw new Refused('TypeScript offers this extraction but does not make it.');
  const renamed = renamedIn(source.text, path, own.textChanges, found.renameLocation, name);
  return { fileName: own.fileName, textChanges: [...promisedIn(source.text, path, renamed, name)] };
}

// A member must not meet one of its class, anything else no name in its scope.
function mustFit(project: Project, source: ts.SourceFile, { pos }: ts.TextRange, name: string, scope: ts.Node | undefined): void {
  if (scope !== undefined) mustBeUnused(name, scope);
  if (scope !== undefined) return;
  const owner = classAround(source, pos);
  if (owner === undefined) return;
  const checker = project.program.getTypeChecker();
  const types = [checker.getTypeAtLocation(owner), ...(owner.symbol === undefined ? [] : [checker.getTypeOfSymbol(owner.symbol)])];
  if (types.some((type) => type.getProperty(name) !== undefined)) throw new Refused(`The class has a member ${name} already; choose another name.`);
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
