// Uses of a moved declaration through a namespace, `cart.Total`: TypeScript leaves those in types as they are, and mistakes names that a file has already.
import { posix } from 'node:path';
import ts from 'typescript';
import { identifiersIn } from '../../code/naming.ts';
import { keyOf } from '../../projects/paths.ts';
import { isOfTypes, namespaceOf, widenedAt } from '../namespaceImports.ts';
import { type MovedName, specifierTo } from '../reExports.ts';
import { holderOf, isNamespaceOf } from './movingHazards.ts';

// The changes of every file that uses it, with those that TypeScript lacks. `isMeant` says whether a name means what moves.
export function throughNamespaces(
  program: ts.Program,
  changes: readonly ts.FileTextChanges[],
  moved: MovedName,
  isMeant: (node: ts.Node) => boolean,
): readonly ts.FileTextChanges[] {
  const checker = program.getTypeChecker();
  const users = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && file !== moved.from && keyOf(file.fileName) !== keyOf(moved.to) && file.text.includes(moved.name));
  const made = new Map(changes.map((change) => [keyOf(change.fileName), change]));
  for (const file of users) {
    const holders = identifiersIn(file).flatMap((identifier) => {
      const holder = identifier.text === moved.name && isMeant(identifier) ? holderOf(identifier) : undefined;
      return holder !== undefined && ts.isIdentifier(holder) && isNamespaceOf(checker, holder, moved.from) ? [holder] : [];
    });
    const own = made.get(keyOf(file.fileName));
    const textChanges = holders.length === 0 ? undefined : followed(program, file, holders, own?.textChanges ?? [], moved);
    if (textChanges !== undefined) made.set(keyOf(file.fileName), { ...own, fileName: file.fileName, textChanges });
  }
  return [...made.values()];
}

// Every use has the namespace of the other file before it: one that is imported already, or a new one with a name of its own.
function followed(
  program: ts.Program,
  file: ts.SourceFile,
  holders: readonly ts.Identifier[],
  known: readonly ts.TextChange[],
  { to }: MovedName,
): readonly ts.TextChange[] {
  const checker = program.getTypeChecker();
  const starts = new Set(holders.map((holder) => holder.getStart(file)));
  // What TypeScript has made of these uses, and its import of the other file, is made anew.
  const others = known.filter(({ span, newText }) => !starts.has(span.start) && pathImportedBy(newText) === undefined);
  const target = program.getSourceFile(to);
  const imports = file.statements.map(namespaceOf).filter((found) => found !== undefined);
  const present = imports.find(([, statement]) => target !== undefined && checker.getSymbolAtLocation(statement.moduleSpecifier)?.valueDeclaration === target);
  const isForTypes = holders.every((holder) => ts.isQualifiedName(holder.parent));
  const name = present?.[0] ?? freeName(file, to);
  const uses = holders.map((holder) => ({ span: { start: holder.getStart(file), length: holder.text.length }, newText: name }));
  if (present !== undefined) return [...others, ...uses, ...(isOfTypes(present[1]) && !isForTypes ? [widenedAt(present[1])] : [])];
  const old = imports.find(([local]) => local === holders[0]?.text)?.[1];
  if (old === undefined) return known;
  const path =
    known.map(({ newText }) => pathImportedBy(newText)).find((each) => each !== undefined) ?? specifierTo(old.moduleSpecifier.getText(file), file.fileName, to);
  const lineBreak = file.text.includes('\r\n') ? '\r\n' : '\n';
  const stop = file.text[old.end - 1] === ';' ? ';' : '';
  const added = `${lineBreak}import ${isForTypes ? 'type ' : ''}* as ${name} from ${path}${stop}`;
  return [...others, ...uses, { span: { start: old.end, length: 0 }, newText: added }];
}

// Of a text that is `import * as name from` and nothing else, the path in its quotes.
function pathImportedBy(newText: string): string | undefined {
  const { statements } = ts.createSourceFile('added.ts', newText, ts.ScriptTarget.Latest, true);
  const [only] = statements.length === 1 ? statements.map(namespaceOf) : [];
  return only?.[1].moduleSpecifier.getText();
}

// After the file, as TypeScript does it, with a number where that is taken.
function freeName(file: ts.SourceFile, to: string): string {
  const words = posix
    .basename(to)
    .replace(/\.[cm]?[jt]sx?$/, '')
    .split(/[^\p{ID_Continue}$]+/u)
    .filter((word) => word !== '');
  const plain = words.map((word, index) => (index === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('');
  const wanted = /^[\p{ID_Start}$_]/u.test(plain) ? plain : `_${plain}`;
  const taken = new Set(identifiersIn(file).map(({ text }) => text));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (!taken.has(name)) return name;
  }
}
