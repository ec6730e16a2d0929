// A piece of code that becomes a function or a constant of its own, with the name that somebody wants for it.
import ts from 'typescript';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { editOf } from './edits.ts';
import { formatOf, PREFERENCES } from './manner.ts';
import { changed, mustBeName, mustBeUnused, renamedIn } from './naming.ts';
import { otherOccurrences, type Repeated, scopeAround } from './occurrences.ts';
import { pathOfUri } from './paths.ts';
import type { Project } from './project.ts';
import type { Projects } from './projects.ts';
import { Refused } from './refused.ts';
import { expressionBodyAround, mustBeVisible } from './visibility.ts';

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
  const offers = offersFor(project, source.fileName, span, 'function');
  // A method where there is a class, else as far outside as possible: an inner function could be used nowhere else.
  const method = offers.find(({ description }) => /method in class/.test(description));
  const chosen = method ?? offers.at(-1);
  if (chosen === undefined) throw new Refused('TypeScript finds nothing to extract here; select whole expressions or statements.');
  mustFit(project, source, span, wanted.name, method === undefined ? source : undefined);
  return { edit: editOf(projects, [extractedBy(projects, project, source, span, chosen.name, wanted.name)]), notes: [] };
}

export function extractedVariable(projects: Projects, wanted: Extraction & { readonly allOccurrences: boolean }): Extracted {
  const { project, source, span } = selected(projects, wanted);
  const repeated: Repeated = wanted.allOccurrences ? otherOccurrences(project.program, source, span) : { first: span, others: [], notes: [] };
  const arrow = expressionBodyAround(source, repeated.first);
  if (arrow !== undefined) {
    mustFit(project, source, repeated.first, wanted.name, arrow);
    return { edit: editOf(projects, [bodyWithConstant(source, arrow, repeated, wanted.name)]), notes: repeated.notes };
  }
  const [chosen] = offersFor(project, source.fileName, repeated.first, 'constant');
  if (chosen === undefined) throw new Refused('TypeScript finds no expression to extract here; select one whole expression.');
  const isField = /in class/.test(chosen.description);
  mustFit(project, source, repeated.first, wanted.name, isField ? undefined : scopeAround(source, repeated.first));
  const { fileName, textChanges } = extractedBy(projects, project, source, repeated.first, chosen.name, wanted.name);
  if (!isField) mustBeVisible(project.program, source, repeated.first, Math.min(...textChanges.map(({ span: { start } }) => start)));
  const free = repeated.others.filter(({ pos, end }) =>
    textChanges.every((change) => end <= change.span.start || pos >= change.span.start + change.span.length),
  );
  const more = isField ? [] : free.map(({ pos, end }) => ({ span: { start: pos, length: end - pos }, newText: wanted.name }));
  const left = repeated.others.length - more.length;
  return {
    edit: editOf(projects, [{ fileName, textChanges: [...textChanges, ...more] }]),
    notes: [...repeated.notes, ...(left > 0 ? [`${left} more occurrences stand where the constant cannot be used and were left.`] : [])],
  };
}

// TypeScript would put the constant outside the function, where its parameters are not known.
function bodyWithConstant(source: ts.SourceFile, { body }: ts.ArrowFunction, { first, others }: Repeated, name: string): ts.FileTextChanges {
  const { text } = source;
  const { newLineCharacter = '\n', indentSize = 2, convertTabsToSpaces, semicolons } = formatOf(text);
  const start = body.getStart(source);
  const uses = [first, ...others].filter(({ pos, end }) => pos >= start && end <= body.end);
  const result = changed(
    text.slice(start, body.end),
    uses.map(({ pos, end }) => ({ span: { start: pos - start, length: end - pos }, newText: name })),
  );
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1))?.[0] ?? '';
  const inner = `${indent}${convertTabsToSpaces === false ? '\t' : ' '.repeat(indentSize)}`;
  const stop = semicolons === ts.SemicolonPreference.Remove ? '' : ';';
  const value = text.slice(first.pos, first.end);
  const block = ['{', `${inner}const ${name} = ${value}${stop}`, `${inner}return ${result}${stop}`, `${indent}}`].join(newLineCharacter);
  return { fileName: source.fileName, textChanges: [{ span: { start, length: body.end - start }, newText: block }] };
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
  // Whoever selects an expression up to the end of its line takes the semicolon with it.
  const end = from + chosen.trimEnd().length;
  if (pos >= end) throw new Refused('The range holds no code.');
  return { project, source, span: { pos, end } };
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
  return { fileName: own.fileName, textChanges: [...renamedIn(source.text, path, own.textChanges, found.renameLocation, name)] };
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
