// The refactorings that agents ask for by name, each as the edit that makes it, or the reason why it would not be sound.
import ts from 'typescript';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { editOf } from '../code/edits.ts';
import type { WantedRefactoring } from '../code/parameters.ts';
import { askedAt, type NavigationPlace } from '../code/places.ts';
import { UnsoundRefactoring } from '../code/refused.ts';
import type { LinePosition } from '../projects/lineStarts.ts';
import { pathOfUri, uriOfPath } from '../projects/paths.ts';
import type { Projects } from '../projects/projects.ts';
import { deletionsOf } from './delete/deleting.ts';
import { extractedFunction, extractedVariable } from './extract/extracting.ts';
import { inlined } from './inline/inlining.ts';
import { moved } from './move/moving.ts';
import { signatureChanged } from './signature/changing.ts';

export type RefactoringAnswer =
  | { readonly edit: WorkspaceEdit; readonly notes: readonly string[]; readonly otherwise?: 'inner'; readonly conflicts?: readonly unknown[] }
  | { readonly refused: string }
  // Ask again with every file open that names what stands at one of these places.
  | { readonly needs: readonly { readonly uri: string; readonly position: LinePosition }[] };

export function refactored(projects: Projects, wanted: WantedRefactoring): RefactoringAnswer {
  try {
    return made(projects, wanted);
  } catch (error) {
    if (error instanceof UnsoundRefactoring) return { refused: error.message };
    throw error;
  }
}

function made(projects: Projects, wanted: WantedRefactoring): RefactoringAnswer {
  if (wanted.kind === 'extractFunction') return extractedFunction(projects, wanted);
  if (wanted.kind === 'extractVariable') return extractedVariable(projects, wanted);
  const asked = askedAt(projects, { textDocument: { uri: wanted.uri }, position: wanted.position });
  if (wanted.kind === 'inline') return inlined(projects, asked, identifierAt(projects.of(asked.path).program, asked));
  if (wanted.kind === 'move') return moved(projects, asked, identifierAt(projects.of(asked.path).program, asked), pathOfUri(wanted.to));
  if (wanted.kind === 'changeSignature') return withSignature(projects, asked, wanted);
  return deleted(projects, asked);
}

function withSignature(
  projects: Projects,
  asked: NavigationPlace,
  { parameters, known }: Extract<WantedRefactoring, { kind: 'changeSignature' }>,
): RefactoringAnswer {
  const places = known.map(({ uri, position }) => askedAt(projects, { textDocument: { uri }, position }));
  const answer = signatureChanged(projects, asked, parameters, places);
  if (!('needs' in answer)) return answer;
  return { needs: answer.needs.map(({ path, offset }) => ({ uri: uriOfPath(path), position: projects.texts.lines(path).positionAt(offset) })) };
}

function deleted(projects: Projects, asked: NavigationPlace): RefactoringAnswer {
  const { program } = projects.of(asked.path);
  const { deletions, notes } = deletionsOf(program.getTypeChecker(), identifierAt(program, asked));
  const paths = [...new Set(deletions.map(({ path }) => path))];
  const changes = paths.map((fileName) => ({
    fileName,
    textChanges: deletions.filter(({ path }) => path === fileName).map(({ span }) => ({ span, newText: '' })),
  }));
  return { edit: editOf(projects, changes), notes };
}

function identifierAt(program: ts.Program, { path, offset }: NavigationPlace): ts.Node {
  const source = program.getSourceFile(path);
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (source === undefined || node.getStart(source) > offset || node.end < offset) return;
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteralLike(node)) found ??= node;
    ts.forEachChild(node, visit);
  };
  if (source !== undefined) visit(source);
  if (found === undefined) throw new UnsoundRefactoring('There is no name at this place.');
  return found;
}
