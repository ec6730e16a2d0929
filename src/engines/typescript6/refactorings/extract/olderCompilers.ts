// What the compiler of a project, if it is older than the one here, does not see by itself in extracted code: which conditions narrow a type.
import ts from 'typescript';
import { isOlder, type PackageVersion, packageVersionFor } from '../../../../base/files/packageVersion.ts';
import { changed, identifiersNamed } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { quoteIn } from '../../code/style.ts';
import { folderOf, isJavascript } from '../../projects/paths.ts';
import type { Projects } from '../../projects/projects.ts';
import { withRelativeImports } from './jsDoc.ts';
import { changeAround } from './madeFunction.ts';

// Since then a function that is nothing but a condition has a type predicate without writing one.
const INFERS_PREDICATES = { major: 5, minor: 5 };
// Since then `const isText = typeof x === 'string'` narrows x where isText is tested.
const FOLLOWS_ALIASES = { major: 4, minor: 4 };

type Changes = readonly ts.TextChange[];

// The changes that `write` makes, with the type predicate written where the project's own compiler would not infer it.
export function withWrittenPredicate(projects: Projects, source: ts.SourceFile, name: string, write: (predicate?: string) => Changes): Changes {
  const plain = write();
  if (!isCompiledBefore(source, INFERS_PREDICATES)) return plain;
  const predicate = predicateIn(projects, source, name, plain);
  if (predicate === undefined) return plain;
  const before = errorsAfter(projects, source, plain);
  const written = write(predicate);
  if (added(before, errorsAfter(projects, source, written)).length === 0) return written;
  // Nobody may rely on it.
  if (added(before, errorsAfter(projects, source, write('boolean'))).length === 0) return plain;
  throw new UnsoundRefactoring(
    `The code behind relies on ${predicate}, which the TypeScript of this project does not infer, and whose type has no name there; import that first.`,
  );
}

// Throws UnsoundRefactoring where code relies on a condition that the project's own compiler does not follow through a constant.
export function mustNarrowThere(projects: Projects, source: ts.SourceFile, name: string, changes: Changes): void {
  if (!isCompiledBefore(source, FOLLOWS_ALIASES) || isJavascript(source.fileName)) return;
  const text = after(source, changes);
  // With a type of its own a constant narrows nothing here either.
  const typed = projects.texts.asIf(source.fileName, text, () => {
    const { program } = projects.of(source.fileName);
    const file = program.getSourceFile(source.fileName);
    const declared = (file === undefined ? [] : identifiersNamed(name, file)).map(({ parent }) => parent).find(isPlainConstant);
    if (declared?.initializer === undefined) return undefined;
    const checker = program.getTypeChecker();
    const type = checker.typeToString(checker.getTypeAtLocation(declared.initializer), declared, ts.TypeFormatFlags.NoTruncation);
    return { start: declared.name.end, type: `: ${type}` };
  });
  if (typed === undefined) return;
  const plain = errorsIn(projects, source.fileName, text);
  const whole = `${text.slice(0, typed.start)}${typed.type}${text.slice(typed.start)}`;
  const [lost] = added(plain, errorsIn(projects, source.fileName, whole, typed));
  if (lost !== undefined) throw new UnsoundRefactoring(`The TypeScript of this project does not narrow through a constant, so that it would say: ${lost}`);
}

// Each as often as there are more of it.
function added(before: readonly string[], now: readonly string[]): readonly string[] {
  const left = [...before];
  return now.filter((error) => {
    const at = left.indexOf(error);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function isCompiledBefore({ fileName }: ts.SourceFile, since: PackageVersion): boolean {
  const own = packageVersionFor(folderOf(fileName), 'typescript');
  return own !== undefined && isOlder(own, since);
}

function isPlainConstant(node: ts.Node): node is ts.VariableDeclaration {
  return ts.isVariableDeclaration(node) && node.type === undefined && ts.isIdentifier(node.name);
}

function after(source: ts.SourceFile, changes: Changes): string {
  return changed(
    source.text,
    changes.toSorted((a, b) => a.span.start - b.span.start),
  );
}

// As it can be written behind the parameters; undefined where none is inferred.
function predicateIn(projects: Projects, source: ts.SourceFile, name: string, changes: Changes): string | undefined {
  const ordered = changes.toSorted((a, b) => a.span.start - b.span.start);
  return projects.texts.asIf(source.fileName, changed(source.text, ordered), () => {
    const { program } = projects.of(source.fileName);
    const checker = program.getTypeChecker();
    const file = program.getSourceFile(source.fileName);
    const declaration = (file === undefined ? [] : identifiersNamed(name, file))
      .map(({ parent }) => parent)
      .find((node) => (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && changeAround(ordered, node.getStart()) !== undefined);
    const signature =
      declaration === undefined || !ts.isFunctionLike(declaration) || declaration.type !== undefined
        ? undefined
        : checker.getSignatureFromDeclaration(declaration);
    const found = signature === undefined ? undefined : checker.getTypePredicateOfSignature(signature);
    if (found?.kind !== ts.TypePredicateKind.Identifier || found.type === undefined) return undefined;
    const type = withRelativeImports(checker.typeToString(found.type, declaration, ts.TypeFormatFlags.NoTruncation), source);
    const quote = quoteIn(source.text) ?? '"';
    return `${found.parameterName} is ${type.replace(/\bimport\("([^"]*)"\)/g, (_, path: string) => `import(${quote}${path}${quote})`)}`;
  });
}

function errorsAfter(projects: Projects, source: ts.SourceFile, changes: Changes): readonly string[] {
  return errorsIn(projects, source.fileName, after(source, changes));
}

// What is wrong in a file with another text, but for a piece of it that is only there to ask.
function errorsIn(projects: Projects, path: string, text: string, piece?: { readonly start: number; readonly type: string }): readonly string[] {
  return projects.texts.asIf(path, text, () => {
    const { program } = projects.of(path);
    const file = program.getSourceFile(path);
    const found = file === undefined ? [] : [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    const isOfPiece = ({ start = 0 }: ts.Diagnostic): boolean => piece !== undefined && start >= piece.start && start < piece.start + piece.type.length;
    return found
      .filter((diagnostic) => diagnostic.category === ts.DiagnosticCategory.Error && !isOfPiece(diagnostic))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  });
}
