// Another list of parameters for a function: its declarations, everything that overrides or implements it, its comments and every call, in one edit.
import ts from 'typescript';
import type { Location, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { groupBy } from '../../../../base/groupBy.ts';
import { counted } from '../../../../base/text/counted.ts';
import { matchedParameters, type ParameterChange, type Slot, type WantedParameter } from '../../../../base/text/parameterLists.ts';
import { rewritten } from '../../../../base/text/rewrites.ts';
import { locationOf, type NavigationPlace } from '../../code/places.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import type { Projects } from '../../projects/projects.ts';
import { isolatedEdit } from '../isolatedDeclarations.ts';
import { bodyConflicts, changedProperties, type PlacedRewrite, renamedParameters } from './bodies.ts';
import { changedCall } from './callArguments.ts';
import { type Conflict, familyOf, keyOf, type SignatureFamily, type WrittenSignature } from './families.ts';
import { changedTags } from './paramTags.ts';
import { bodyOf, ownParameters, type Target, targetAt } from './targets.ts';
import { changedList, type Reference } from './writtenParameters.ts';

export interface SignatureChanged {
  readonly edit: WorkspaceEdit;
  readonly notes: readonly string[];
  // Places that the edit leaves wrong, or in doubt.
  readonly conflicts: readonly (Location & { readonly why: string })[];
}

// `known`: the names whose every use is in an open file.
export function signatureChanged(
  projects: Projects,
  asked: NavigationPlace,
  parameters: readonly WantedParameter[],
  known: readonly NavigationPlace[],
): SignatureChanged | { readonly needs: readonly NavigationPlace[] } {
  mustBeWritable(parameters);
  const project = projects.of(asked.path);
  const target = targetAt(project.program, asked.path, asked.offset);
  if (known.length === 0) return needsOf(familyOf(projects, target, project, known));
  const properties = new Set(target.declarations.flatMap((declaration) => (ts.isClassLike(declaration) ? parameterProperties(declaration) : [])));
  const family = familyOf(
    projects,
    target,
    project,
    known.filter((place) => !properties.has(keyOf(place))),
  );
  if ('needs' in family) return family;
  const reference = referenceOf(target, family, asked, parameters);
  const unknown = changedProperties(reference).filter((place) => !known.some((other) => keyOf(other) === keyOf(place)));
  if (unknown.length > 0) return { needs: unknown };
  return changed(projects, family, reference);
}

function needsOf(family: SignatureFamily | { readonly needs: readonly NavigationPlace[] }): { readonly needs: readonly NavigationPlace[] } {
  if ('needs' in family) return family;
  throw new UnsoundRefactoring('It has no name that could be looked for.');
}

function parameterProperties(declaration: ts.ClassLikeDeclaration): readonly string[] {
  return declaration.members
    .filter(ts.isConstructorDeclaration)
    .flatMap(({ parameters }) => parameters.map(({ name }) => keyOf({ path: name.getSourceFile().fileName, offset: name.getStart() })));
}

// The list at which the agent points or, from a use, the one of the function itself.
function referenceOf(target: Target, { written }: SignatureFamily, asked: NavigationPlace, parameters: readonly WantedParameter[]): Reference {
  const own = written.filter(({ signature }) => target.declarations.some((declaration) => isIn(signature, declaration)));
  if (own.length === 0)
    throw new UnsoundRefactoring(target.kind === 'class' ? `${target.name} has no constructor of its own.` : `${target.name} is no function.`);
  const pointed = own.find(({ signature }) => isAt(signature, asked) && !ts.isFunctionTypeNode(signature));
  const { signature } = pointed ?? own.find((one) => bodyOf(one.signature) !== undefined) ?? own[0] ?? failed();
  const old = ownParameters(signature);
  const change = matchedParameters(
    old.map(({ name }) => name.getText()),
    parameters.filter(({ name }) => name !== 'this'),
  );
  if ('problem' in change) throw new UnsoundRefactoring(change.problem);
  return { signature, parameters: old, change: { ...change, slots: change.slots.map((slot) => withOldDefault(slot, old)) } };
}

// Where a default goes, calls that relied on it pass it themselves, if it means the same everywhere.
function withOldDefault(slot: Slot, old: readonly ts.ParameterDeclaration[]): Slot {
  const initial = slot.old === undefined ? undefined : old[slot.old]?.initializer;
  const isPlain = initial !== undefined && (ts.isLiteralExpression(initial) || /^(?:true|false|null|undefined|\[\]|\{\}|-\d+)$/.test(initial.getText()));
  return slot.default === '' && slot.value === undefined && isPlain ? { ...slot, value: initial.getText() } : slot;
}

function changed(projects: Projects, family: SignatureFamily, reference: Reference): SignatureChanged {
  const { change } = reference;
  const rest = reference.parameters.findIndex(({ dotDotDotToken }) => dotDotDotToken !== undefined);
  const lists = family.written.map((written) => listChange(projects, written, reference));
  const calls = family.calls.map((called) => ({ path: called.call.getSourceFile().fileName, ...changedCall(called, change, rest < 0 ? undefined : rest) }));
  // As long as every argument stays where it is, it may be handed to anybody.
  const values = change.moves ? family.values : [];
  const rewrites = [...lists.flatMap((list) => list.rewrites), ...calls.flatMap(({ path, rewrites: own }) => own.map((rewrite) => ({ path, rewrite })))];
  const changes = changesOf(projects, rewrites);
  const conflicts = [...values, ...lists.flatMap((list) => list.conflicts), ...calls.flatMap((call) => call.conflicts)];
  if (changes.length === 0 && conflicts.length === 0) throw new UnsoundRefactoring('These are its parameters already.');
  return {
    edit: isolatedEdit(projects, changes),
    notes: notesOf(
      family,
      lists.flatMap((list) => list.notes),
      change,
    ),
    conflicts: placedConflicts(projects, conflicts),
  };
}

interface PlacedChange {
  readonly rewrites: readonly PlacedRewrite[];
  readonly conflicts: readonly Conflict[];
  readonly notes: readonly string[];
}

function listChange(projects: Projects, written: WrittenSignature, reference: Reference): PlacedChange {
  const { signature } = written;
  const path = signature.getSourceFile().fileName;
  const list = changedList(signature, reference);
  const tags = changedTags(signature, reference);
  return {
    // The names come last: they are inside of all others.
    rewrites: [...[...list.rewrites, ...tags].map((rewrite) => ({ path, rewrite })), ...renamedParameters(projects, written, reference)],
    conflicts: [...list.conflicts, ...bodyConflicts(projects, written, reference.change)],
    notes: list.notes,
  };
}

function changesOf(projects: Projects, rewrites: readonly PlacedRewrite[]): readonly ts.FileTextChanges[] {
  return [...groupBy(rewrites, ({ path }) => path)].flatMap(([fileName, own]) => {
    const textChanges = rewritten(
      projects.texts.read(fileName) ?? '',
      own.map(({ rewrite }) => rewrite),
    );
    return textChanges.length === 0
      ? []
      : [{ fileName, textChanges: textChanges.map(({ start, end, newText }) => ({ span: { start, length: end - start }, newText })) }];
  });
}

function notesOf({ written, calls }: SignatureFamily, notes: readonly string[], { moves }: ParameterChange): readonly string[] {
  const beside = written.length > 1 ? [`${counted(written.length, 'declaration')} changed together.`] : [];
  return [...(moves && calls.length === 0 ? ['Nobody calls it.'] : []), ...beside, ...notes];
}

function placedConflicts(projects: Projects, conflicts: readonly Conflict[]): SignatureChanged['conflicts'] {
  const found = new Map<string, Location & { readonly why: string }>();
  for (const { node, why } of conflicts) {
    const source = node.getSourceFile();
    const start = node.getStart(source);
    const location = locationOf(projects, { fileName: source.fileName, textSpan: { start, length: node.end - start } });
    found.set(`${source.fileName}#${start}`, { ...location, why });
  }
  return [...found.values()];
}

// Throws UnsoundRefactoring where a piece is none: it would break every file that it is written into.
function mustBeWritable(parameters: readonly WantedParameter[]): void {
  for (const { name, type, default: initial, value } of parameters) {
    const written = `${name.trim()}${type ? `: ${type}` : ''}${initial ? ` = ${initial}` : ''}`;
    const [declared] = statementsOf(`function f(${written.replace(/^(\S+)\?(: .*)? = /s, '$1$2 = ')}) {}`, 1);
    if (declared === undefined || !ts.isFunctionDeclaration(declared) || declared.parameters.length !== 1)
      throw new UnsoundRefactoring(`This is no parameter: ${written}`);
    const [called] = value ? statementsOf(`f(${value});`, 1) : [];
    const call = called !== undefined && ts.isExpressionStatement(called) && ts.isCallExpression(called.expression) ? called.expression : undefined;
    if (value && (call?.arguments.length !== 1 || call.arguments.some(ts.isSpreadElement)))
      throw new UnsoundRefactoring(`This is no value for one argument: ${value}`);
  }
}

// None, if it is not this many without a mistake.
function statementsOf(text: string, count: number): readonly ts.Statement[] {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true, fileName: 'piece.tsx' });
  const { statements } = ts.createSourceFile('piece.tsx', text, ts.ScriptTarget.Latest, true);
  return diagnostics.length > 0 || statements.length !== count ? [] : statements;
}

function isIn(signature: ts.Node, declared: ts.Node): boolean {
  // exports.total = …
  const declaration = ts.isPropertyAccessExpression(declared) ? declared.parent : declared;
  if (signature.getSourceFile().fileName !== declaration.getSourceFile().fileName) return false;
  return signature.pos >= declaration.pos && signature.end <= declaration.end;
}

function isAt(signature: ts.SignatureDeclaration, { path, offset }: NavigationPlace): boolean {
  return signature.getSourceFile().fileName === path && offset >= signature.getStart() && offset <= signature.parameters.pos;
}

function failed(): never {
  throw new UnsoundRefactoring('It has no parameters that could be read.');
}
