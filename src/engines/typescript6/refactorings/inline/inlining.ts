// A variable or function whose every use, in whichever file, becomes what it stands for, where that means the same.
import { posix } from 'node:path';
import ts from 'typescript';
import { changed } from '../../code/naming.ts';
import type { NavigationPlace } from '../../code/places.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { formatOf } from '../../code/style.ts';
import { meantBy } from '../../code/symbols.ts';
import { mustLoadAsBefore } from '../../evaluation/loadOrder.ts';
import { keyOf } from '../../projects/paths.ts';
import type { Projects } from '../../projects/projects.ts';
import { declarationsOf, removable, spanOf } from '../delete/deleting.ts';
import type { Extracted } from '../extract/extracting.ts';
import { importChanges } from '../importing.ts';
import { inlinedEdit } from '../isolatedDeclarations.ts';
import { withTypeImports } from '../typeImports.ts';
import { inlinedCall, outermost } from './inliningCalls.ts';
import { type Home, type InlinedUse, type Placed, type Uses, usesOf } from './inliningUses.ts';
import { inlinedValue, mustKeepItsValue, valueIn } from './inliningValues.ts';
import type { InlinableFunction } from './meaning.ts';

export function inlined(projects: Projects, asked: NavigationPlace, identifier: ts.Node): Extracted {
  const [declaration, ...others] = declarationsOf(projects.of(asked.path).program.getTypeChecker(), identifier);
  if (declaration === undefined || others.length > 0) throw new UnsoundRefactoring('It is declared in several places.');
  if (functionOf(declaration) === undefined) valueIn(declaration);
  const uses = usesOf(projects, declaration);
  if (uses.values.length === 0) throw new UnsoundRefactoring(whyUnused(uses));
  const isInside = ({ home, place, file }: InlinedUse) =>
    file === home.declaration.getSourceFile() && place.pos >= home.declaration.pos && place.end <= home.declaration.end;
  if (uses.values.some(isInside)) throw new UnsoundRefactoring(functionOf(declaration) === undefined ? 'Its value names itself.' : 'It calls itself.');
  return assembled(projects, declaration, uses, placedUses(uses.values));
}

// What only re-exports name is used by others, whom nobody here knows.
function whyUnused({ listings }: Uses): string {
  const names = new Set(listings.filter(ts.isExportSpecifier).map((listing) => posix.basename(listing.getSourceFile().fileName)));
  if (names.size > 0) return `Nothing here uses it, but ${[...names].join(' and ')} exports it for others, whose uses are not known.`;
  return 'Nothing uses it; safe_delete takes it away.';
}

function functionOf(declaration: ts.Declaration): InlinableFunction | undefined {
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined;
}

// Inner calls come first: they may stand in the arguments of others.
function placedUses(uses: readonly InlinedUse[]): readonly Placed[] {
  const isCall = ({ place, home }: InlinedUse) => {
    const own = functionOf(home.declaration);
    return own !== undefined && (ts.isFunctionDeclaration(own) || (ts.isCallExpression(place.parent) && place.parent.expression === place));
  };
  mustKeepItsValue(uses.filter((use) => !isCall(use)));
  const ordered = uses.toSorted((a, b) => sizeOf(a.place.parent) - sizeOf(b.place.parent));
  const done: Placed[] = [];
  for (const use of ordered) {
    const own = functionOf(use.home.declaration);
    done.push(own !== undefined && isCall(use) ? inlinedCall(own, use, done) : inlinedValue(use));
  }
  return done;
}

function sizeOf({ pos, end }: ts.Node): number {
  return end - pos;
}

function assembled(projects: Projects, declaration: ts.Declaration, { homes, listings }: Uses, placed: readonly Placed[]): Extracted {
  const source = declaration.getSourceFile();
  const [own] = homes;
  if (own === undefined) throw new UnsoundRefactoring('TypeScript does not read its file.');
  const files = new Map(
    [source, ...placed.map(({ use }) => use.file), ...listings.map((node) => node.getSourceFile())].map((file) => [keyOf(file.fileName), file]),
  );
  const made = [...files].map(([key, file]) => {
    const here = placed.filter(({ use }) => keyOf(use.file.fileName) === key);
    const replaced = outermost(here.map(({ change }) => change));
    const removed = key === keyOf(source.fileName) ? [{ span: spanOf(removable(own.declaration)), newText: '' }] : [];
    const { program } = homeOf(homes, file);
    const { changes, notes } = importChanges(program, {
      file,
      gone: listings.filter((node) => keyOf(node.getSourceFile().fileName) === key),
      added: here.flatMap(({ added }) => added),
      out: [...replaced, ...removed].map(({ span }) => span),
      into: replaced.map(({ newText }) => newText),
    });
    const change = stillModule(file, joined([...replaced, ...removed, ...changes]));
    const isEmpty = file.text.trim() !== '' && changed(file.text, change.textChanges).trim() === '';
    return { change, notes: isEmpty ? [...notes, `${posix.basename(file.fileName)} is empty now.`] : notes };
  });
  mustLoadAsBefore(
    projects,
    own.program,
    made.map(({ change }) => change),
  );
  const exported = isExported(own) ? ['It was exported: code outside this project that imports it no longer finds it.'] : [];
  return {
    edit: inlinedEdit(
      projects,
      withTypeImports(
        projects,
        own.program,
        made.map(({ change }) => change),
      ),
    ),
    notes: [...exported, ...made.flatMap(({ notes }) => notes)],
  };
}

// The program that the nodes of this file are of.
function homeOf(homes: readonly Home[], file: ts.SourceFile): Home {
  const found = homes.find(({ program }) => program.getSourceFile(file.fileName) === file);
  if (found === undefined) throw new TypeError('each file comes out of one of the programs');
  return found;
}

// In their order, and what two of them take out as one.
function joined(changes: readonly ts.TextChange[]): readonly ts.TextChange[] {
  const ordered = changes.toSorted((a, b) => a.span.start - b.span.start);
  const all: ts.TextChange[] = [];
  for (const change of ordered) {
    const before = all.at(-1);
    const end = before === undefined ? 0 : before.span.start + before.span.length;
    const isOne = before !== undefined && before.newText === '' && change.newText === '' && end >= change.span.start;
    if (isOne) all.pop();
    const span = isOne ? ts.createTextSpanFromBounds(before.span.start, Math.max(end, change.span.start + change.span.length)) : change.span;
    all.push({ span, newText: change.newText });
  }
  return all;
}

// A file that would export and import nothing more would share its names with all others.
function stillModule(file: ts.SourceFile, textChanges: readonly ts.TextChange[]): ts.FileTextChanges {
  const after = changed(file.text, textChanges);
  const isLost = ts.isExternalModule(file) && after.trim() !== '' && !ts.isExternalModule(ts.createSourceFile(file.fileName, after, ts.ScriptTarget.Latest));
  if (!isLost) return { fileName: file.fileName, textChanges: [...textChanges] };
  const { newLineCharacter = '\n', semicolons } = formatOf(file.text);
  const line = `export {}${semicolons === ts.SemicolonPreference.Remove ? '' : ';'}${newLineCharacter}`;
  const gap = /[\r\n]$/.test(after) ? '' : newLineCharacter;
  return { fileName: file.fileName, textChanges: [...textChanges, { span: { start: file.text.length, length: 0 }, newText: `${gap}${line}` }] };
}

function isExported({ checker, declaration }: Home): boolean {
  const module = checker.getSymbolAtLocation(declaration.getSourceFile());
  const name = ts.getNameOfDeclaration(declaration);
  const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
  return module !== undefined && symbol !== undefined && checker.getExportsOfModule(module).some((one) => meantBy(checker, one) === meantBy(checker, symbol));
}
