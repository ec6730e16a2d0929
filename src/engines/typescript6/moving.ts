// A declaration that goes to another file, with the imports of everyone who uses it.
import ts from 'typescript';
import { declarationsOf, removable } from './deleting.ts';
import { editOf } from './edits.ts';
import type { Extracted } from './extracting.ts';
import { handedOn, mustBeExportedPlainly } from './handingOn.ts';
import { withValuesImported } from './importedValues.ts';
import { formatOf, PREFERENCES, quoteIn } from './manner.ts';
import { throughNamespaces } from './movedNamespaces.ts';
import { mustFit, resolved, usesLeftBehind } from './movingHazards.ts';
import type { Asked } from './navigation.ts';
import { keyOf } from './paths.ts';
import { placed } from './movedPlace.ts';
import type { Projects } from './projects.ts';
import { Refused } from './refused.ts';
import { withoutRepeatedImports } from './repeatedImports.ts';

const MOVE = 'Move to file';

export function moved(projects: Projects, asked: Asked, identifier: ts.Node, targetFile: string): Extracted {
  const declarations = declarationsOf(projects.of(asked.path).program.getTypeChecker(), identifier);
  const statements = [...new Set(declarations.map(removable))].toSorted((a, b) => a.pos - b.pos);
  const [first] = statements;
  const last = statements.at(-1);
  const source = first?.getSourceFile();
  if (first === undefined || last === undefined || source === undefined) throw new Refused('It has no declaration.');
  if (statements.some((statement) => statement.getSourceFile() !== source)) throw new Refused('It is declared in several files.');
  if (statements.some((statement) => statement.parent !== source))
    throw new Refused('Only what stands at the top level of a file, in a statement of its own, can move.');
  const between = source.statements.filter((statement) => statement.pos >= first.pos && statement.end <= last.end);
  if (between.length !== statements.length) throw new Refused('Other code stands between its declarations.');
  if (keyOf(source.fileName) === keyOf(targetFile)) throw new Refused('It is in that file already.');
  const { program } = projects.of(source.fileName);
  const isType = declarations.every((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));
  const named = { name: identifierName(declarations), isType, from: source, to: targetFile };
  mustBeExportedPlainly(named, statements);
  mustFit(program, named, statements);
  const checker = program.getTypeChecker();
  const isMeant = (node: ts.Node): boolean =>
    resolved(checker, checker.getSymbolAtLocation(node))?.declarations?.some((each) => declarations.includes(each)) ?? false;
  const tidy = tidied(projects, program, movedBy(projects, source, { pos: first.getStart(source), end: last.end }, targetFile), targetFile);
  const fitting = withoutRepeatedImports(program, withValuesImported(tidy, statements, targetFile), targetFile);
  const changes = throughNamespaces(program, placed(program, fitting, named, { isMeant, statements }), named, isMeant);
  return { edit: editOf(projects, merged([...changes, ...handedOn(program, named, statements), ...usesLeftBehind(program, named, isMeant)])), notes: [] };
}

function identifierName(declarations: readonly ts.Declaration[]): string {
  const [name] = declarations.map((declaration) => ts.getNameOfDeclaration(declaration));
  if (name === undefined || !ts.isIdentifier(name)) throw new Refused('It has no plain name.');
  return name.text;
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

function movedBy(projects: Projects, source: ts.SourceFile, span: ts.TextRange, targetFile: string): readonly ts.FileTextChanges[] {
  const { service } = projects.of(source.fileName);
  const preferences = { ...PREFERENCES, allowTextChangesInNewFiles: true };
  const offered = service.getApplicableRefactors(source.fileName, span, preferences, 'invoked', 'refactor.move', true).find(({ name }) => name === MOVE);
  const reason = offered?.actions[0]?.notApplicableReason;
  if (offered === undefined || reason !== undefined) throw new Refused(`TypeScript says: ${reason ?? 'this cannot move.'}`);
  const format = formatOf(projects.texts.read(source.fileName) ?? '');
  const found = service.getEditsForRefactor(source.fileName, format, span, MOVE, MOVE, preferences, { targetFile });
  if (found?.notApplicableReason !== undefined) throw new Refused(`TypeScript says: ${found.notApplicableReason}`);
  if (found === undefined || found.edits.length === 0) throw new Refused('TypeScript does not move this.');
  return found.edits;
}

// TypeScript writes every import as the file that something moves from does, which may have none, and does not keep a distance in the other file.
function tidied(projects: Projects, program: ts.Program, changes: readonly ts.FileTextChanges[], targetFile: string): readonly ts.FileTextChanges[] {
  const textOf = (path: string): string => projects.texts.read(path) ?? '';
  const near = [...changes.map(({ fileName }) => textOf(fileName)), ...program.getSourceFiles().flatMap((file) => (file.isDeclarationFile ? [] : [file.text]))];
  const usual = near.map(quoteIn).find((quote) => quote !== undefined) ?? '"';
  return changes.map((change) => {
    const text = textOf(change.fileName);
    const quote = quoteIn(text) ?? usual;
    const isTarget = keyOf(change.fileName) === keyOf(targetFile);
    const textChanges = change.textChanges.map(({ span, newText }) => {
      const quoted = newText.replace(
        /\b(from|import)(\s*)(["'])([^"'\r\n]*)\3/g,
        (_, word: string, gap: string, __: string, path: string) => `${word}${gap}${quote}${path}${quote}`,
      );
      return { span, newText: isTarget ? spaced(text, span, quoted) : quoted };
    });
    return { ...change, textChanges };
  });
}

// One blank line before what is put behind the last statement, and never two.
function spaced(text: string, { start }: ts.TextSpan, newText: string): string {
  const lineBreak = /\r\n/.test(newText) ? '\r\n' : '\n';
  const single = newText.replace(/(\r\n|\n)(?:[ \t]*\1){2,}/g, '$1$1');
  if (text.trim() === '' || text.slice(start).trim() !== '') return single;
  return `${/[\r\n]$/.test(text.slice(0, start)) ? lineBreak : lineBreak.repeat(2)}${single.replace(/^[\r\n]+/, '')}`;
}
