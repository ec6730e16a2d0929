// A variable or function whose every use becomes what it stands for, where that means the same.
import ts from 'typescript';
import { declarationsOf, removable, spanOf } from './deleting.ts';
import { editOf } from './edits.ts';
import type { Extracted } from './extracting.ts';
import { inlinedCall } from './inliningCalls.ts';
import { formatOf, PREFERENCES } from './manner.ts';
import { type InlinableFunction, mustMeanTheSame } from './meaning.ts';
import { identifiersIn } from './naming.ts';
import type { Asked } from './navigation.ts';
import { runsCode, writtenIn } from './occurrences.ts';
import type { Project } from './project.ts';
import type { Projects } from './projects.ts';
import { Refused } from './refused.ts';

const INLINE = 'Inline variable';

export function inlined(projects: Projects, asked: Asked, identifier: ts.Node): Extracted {
  const project = projects.of(asked.path);
  const [declaration, ...others] = declarationsOf(project.program.getTypeChecker(), identifier);
  if (declaration === undefined || others.length > 0) throw new Refused('It is declared in several places.');
  const name = ts.getNameOfDeclaration(declaration);
  if (name === undefined || !ts.isIdentifier(name)) throw new Refused('It has no plain name.');
  const uses = usesOf(project, declaration, name);
  const own = functionOf(declaration);
  if (own !== undefined) return inlinedFunction(projects, project, declaration, own, uses);
  if (ts.isVariableDeclaration(declaration)) return inlinedVariable(projects, project, declaration, uses);
  throw new Refused('Only variables, constants and functions can be inlined.');
}

function usesOf(project: Project, declaration: ts.Declaration, name: ts.Identifier): readonly ts.Identifier[] {
  const source = declaration.getSourceFile();
  const found = (project.service.findReferences(source.fileName, name.getStart(source)) ?? []).flatMap(({ references }) => references);
  const elsewhere = found.find(({ fileName }) => fileName !== source.fileName);
  if (elsewhere !== undefined) throw new Refused(`It is used in other files too (${elsewhere.fileName.split('/').at(-1)}), whose imports it would need.`);
  const starts = new Set(found.map(({ textSpan }) => textSpan.start));
  return identifiersIn(source).filter((identifier) => identifier !== name && starts.has(identifier.getStart(source)));
}

function functionOf(declaration: ts.Declaration): InlinableFunction | undefined {
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined;
}

function inlinedVariable(projects: Projects, project: Project, declaration: ts.VariableDeclaration, uses: readonly ts.Identifier[]): Extracted {
  const checker = project.program.getTypeChecker();
  const source = declaration.getSourceFile();
  const { initializer } = declaration;
  if (initializer === undefined) throw new Refused('It has no value where it is declared.');
  if (uses.length === 0) throw new Refused('Nothing uses it; safe_delete takes it away.');
  if (uses.length > 1 && runsCode(initializer)) throw new Refused(`Its value is computed by a call, which would run ${uses.length} times instead of once.`);
  const scope = ts.findAncestor(declaration, (node) => ts.isBlock(node) || ts.isSourceFile(node)) ?? source;
  const written = writtenIn(initializer, scope, declaration.end, checker);
  if (written !== undefined) throw new Refused(`${written}, on which its value depends, is changed after it.`);
  for (const use of uses) mustMeanTheSame(checker, initializer, use);
  const start = declaration.name.getStart(source);
  const span = { pos: start, end: start };
  const [offered] = project.service
    .getApplicableRefactors(source.fileName, span, PREFERENCES, 'invoked', 'refactor.inline', false)
    .filter(({ name }) => name === INLINE)
    .flatMap(({ actions }) => actions);
  if (offered?.notApplicableReason !== undefined) throw new Refused(`TypeScript says: ${offered.notApplicableReason}`);
  if (offered === undefined) throw new Refused('TypeScript finds that this variable cannot be inlined.');
  const format = formatOf(projects.texts.read(source.fileName) ?? '');
  const found = project.service.getEditsForRefactor(source.fileName, format, span, INLINE, offered.name, PREFERENCES);
  if (found === undefined || found.notApplicableReason !== undefined) throw new Refused(`TypeScript says: ${found?.notApplicableReason ?? 'nothing.'}`);
  return { edit: editOf(projects, found.edits), notes: [] };
}

function inlinedFunction(projects: Projects, project: Project, declaration: ts.Declaration, own: InlinableFunction, uses: readonly ts.Identifier[]): Extracted {
  if (uses.length === 0) throw new Refused('Nothing uses it; safe_delete takes it away.');
  if (uses.some((use) => use.pos >= own.pos && use.end <= own.end)) throw new Refused('It calls itself.');
  const checker = project.program.getTypeChecker();
  const changes = uses.map((use) => inlinedCall(checker, own, use));
  const nested = changes.some((a) =>
    changes.some((b) => a !== b && a.span.start <= b.span.start && a.span.start + a.span.length >= b.span.start + b.span.length),
  );
  if (nested) throw new Refused('One call of it stands in the arguments of another.');
  const textChanges = [...changes, { span: spanOf(removable(declaration)), newText: '' }];
  return { edit: editOf(projects, [{ fileName: declaration.getSourceFile().fileName, textChanges }]), notes: [] };
}
