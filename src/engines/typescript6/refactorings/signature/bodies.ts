// What a new list of parameters means for the function behind it: names that change with it, names that would be missed or mistaken.
import ts from 'typescript';
import type { ParameterChange } from '../../../../base/text/parameterLists.ts';
import type { Rewrite } from '../../../../base/text/rewrites.ts';
import { isMemberName } from '../../code/naming.ts';
import { type NavigationPlace, places } from '../../code/places.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { PREFERENCES } from '../../code/style.ts';
import { symbolNamed } from '../../code/symbols.ts';
import type { Projects } from '../../projects/projects.ts';
import { type Conflict, keyOf, nameIn, placeOf, type WrittenSignature } from './families.ts';
import { bodyOf, ownParameters } from './targets.ts';
import { boundIdentifiers, type Reference } from './writtenParameters.ts';

export interface PlacedRewrite {
  readonly path: string;
  readonly rewrite: Rewrite;
}

// The parameters of this list that have the name of the reference's get the new one too; others keep their own.
export function renamedParameters(projects: Projects, { signature }: WrittenSignature, { parameters, change }: Reference): readonly PlacedRewrite[] {
  const own = ownParameters(signature);
  const seen = new Set<string>();
  return change.slots.flatMap(({ old, name }) => {
    const mine = old === undefined ? undefined : own[old];
    const theirs = old === undefined ? undefined : parameters[old];
    if (mine === undefined || theirs === undefined || mine.name.getText() !== theirs.name.getText()) return [];
    if (squeezed(mine.name.getText()) === squeezed(name)) return [];
    if (!ts.isIdentifier(mine.name)) throw new UnsoundRefactoring(`${mine.name.getText()} is a pattern; its names are changed one by one with rename_symbol.`);
    return places(projects, placeOf(mine.name)).flatMap(([{ service }, { path, offset }]) =>
      (service.findRenameLocations(path, offset, false, false, PREFERENCES) ?? []).flatMap(({ fileName, textSpan, prefixText = '', suffixText = '' }) => {
        const key = keyOf({ path: fileName, offset: textSpan.start });
        if (seen.has(key)) return [];
        seen.add(key);
        const text = () => prefixText + name + suffixText;
        return [{ path: fileName, rewrite: { start: textSpan.start, end: textSpan.start + textSpan.length, text } }];
      }),
    );
  });
}

// Parameters that are properties of their class too, and that go or get another name: they may be used anywhere.
export function changedProperties({ parameters, change }: Reference): readonly NavigationPlace[] {
  const changed = parameters.filter((parameter, index) => {
    const slot = change.slots.find(({ old }) => old === index);
    return slot === undefined || slot.name !== parameter.name.getText();
  });
  return changed.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, parameter.parent)).map(({ name }) => placeOf(name));
}

export function bodyConflicts(projects: Projects, { project, signature }: WrittenSignature, change: ParameterChange): readonly Conflict[] {
  const own = ownParameters(signature);
  const body = bodyOf(signature);
  mustBeFree(project.program.getTypeChecker(), signature, change);
  const missed = change.removed.flatMap((index) => {
    const parameter = own[index];
    return parameter === undefined ? [] : boundIdentifiers(parameter.name).flatMap((name) => usesBeside(projects, name, parameter));
  });
  const listed = change.moves && body !== undefined && !ts.isArrowFunction(signature) ? argumentsIn(body) : [];
  return [
    ...missed.map((node) => ({ node, why: `${node.getText()} would be gone` })),
    ...listed.map((node) => ({ node, why: 'arguments are read by their number' })),
  ];
}

function usesBeside(projects: Projects, name: ts.Identifier, parameter: ts.ParameterDeclaration): readonly ts.Node[] {
  const found = new Map<string, ts.Node>();
  for (const [{ service, program }, { path, offset }] of places(projects, placeOf(name))) {
    for (const { fileName, textSpan } of (service.findReferences(path, offset) ?? []).flatMap(({ references }) => references)) {
      const source = program.getSourceFile(fileName);
      const node = source === undefined ? undefined : nameIn(source, textSpan);
      if (node === undefined || ts.findAncestor(node, (above) => keyOf(placeOf(above)) === keyOf(placeOf(parameter)) && ts.isParameter(above))) continue;
      found.set(keyOf(placeOf(node)), node);
    }
  }
  return [...found.values()];
}

// Throws UnsoundRefactoring when a new name means something else in the function already.
function mustBeFree(checker: ts.TypeChecker, signature: ts.SignatureDeclaration, { slots }: ParameterChange): void {
  const own = ownParameters(signature);
  const leaving = new Set(
    own.filter((_, index) => !slots.some(({ old, name }) => old === index && own[index]?.name.getText() === name)).flatMap(declarationsIn),
  );
  for (const { name, old } of slots) {
    if (old !== undefined && own[old]?.name.getText() === name) continue;
    const taken = namesLike(signature, name).find((identifier) => {
      const declared = symbolNamed(checker, identifier)?.declarations ?? [];
      if (declared.length === 0 || declared.every((declaration) => leaving.has(declaration))) return false;
      return old !== undefined || declared.some((declaration) => !isNested(declaration, signature));
    });
    if (taken === undefined) continue;
    const source = taken.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(taken.getStart(source));
    throw new UnsoundRefactoring(`The name ${name} means something else on line ${line + 1} of ${source.fileName.split('/').at(-1)}; choose another.`);
  }
}

function declarationsIn({ name }: ts.ParameterDeclaration): readonly ts.Node[] {
  return boundIdentifiers(name).map(({ parent }) => parent);
}

// Declared in a block or function inside of this one, where it hides the new parameter and nobody is mistaken.
function isNested(declaration: ts.Node, signature: ts.SignatureDeclaration): boolean {
  const scope = ts.findAncestor(declaration.parent, (node) => ts.isBlock(node) || ts.isFunctionLike(node) || ts.isSourceFile(node));
  if (scope === undefined || scope === signature || scope === bodyOf(signature)) return false;
  return ts.findAncestor(scope, (node) => node === signature) !== undefined;
}

function namesLike(signature: ts.SignatureDeclaration, name: string): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name && !isMemberName(node) && !ts.isPartOfTypeNode(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  for (const part of [...signature.parameters, bodyOf(signature)]) if (part !== undefined) visit(part);
  return found;
}

function argumentsIn(body: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && !ts.isArrowFunction(node)) return;
    if (ts.isIdentifier(node) && node.text === 'arguments' && !isMemberName(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}
