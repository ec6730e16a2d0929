// What an agent has selected to become a function: one expression, or whole statements of one block.

import type { Span } from '../../../../../../base/text/rewrites.ts';
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { selectedExpression } from '../extract/extractVariable.ts';
import type { PythonModule } from './pythonModule.ts';
import { isExpression, type Node } from './syntax.ts';

export interface SelectedCode extends Span {
  // The expression, or the statements.
  readonly nodes: readonly Node[];
  readonly isExpression: boolean;
  readonly first: Node;
}

export function selectionIn(module: PythonModule, span: Span): SelectedCode {
  if (span.start === span.end) throw new RefusedRefactoring('nothing is selected.');
  const statements = statementsIn(module, span);
  const [first] = statements;
  if (first !== undefined)
    return { start: Math.min(span.start, first.start), end: Math.max(span.end, statements.at(-1)?.end ?? 0), nodes: statements, isExpression: false, first };
  const expression = module.expressionAt(span);
  if (expression === undefined || !isExpression(expression))
    throw new RefusedRefactoring(`what is selected from line ${module.lineOf(span)} on is neither one expression nor whole statements of one block.`);
  const node = selectedExpression(module, span);
  return { start: node.start, end: node.end, nodes: [node], isExpression: true, first: node };
}

// The statements that stand wholly in the selection, if nothing else than comments does.
function statementsIn(module: PythonModule, { start, end }: Span): readonly Node[] {
  for (const block of module.root.walk()) {
    if (block.kind !== 'block' && block.kind !== 'module') continue;
    const touched = block.children.filter((statement) => statement.start < end && statement.end > start);
    const [first] = touched;
    const last = touched.at(-1);
    if (first === undefined || last === undefined || first.start < start || last.end > end) continue;
    if (isOnlyComments(module.text.slice(start, first.start)) && isOnlyComments(module.text.slice(last.end, end))) return touched;
  }
  return [];
}

function isOnlyComments(text: string): boolean {
  return /^(?:[\s;]|#[^\r\n]*)*$/.test(text);
}
