// Whether code behind a try sees what a selection in it has assigned before something in the selection fails: a function that fails returns nothing.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import type { PythonModule } from '../syntax/pythonModule.ts';
import { reads, writes } from '../syntax/scopes.ts';
import type { SelectedCode } from '../syntax/selection.ts';
import { type Node, statementOf } from '../syntax/syntax.ts';
import { hasValueAt, leaves, loopsAround, runWith } from './flow.ts';

export interface Assigned {
  readonly name: string;
  readonly inside: readonly Node[];
  readonly outside: readonly Node[];
}

const FAILING: ReadonlySet<string> = new Set([
  ...['call', 'subscript', 'await', 'yield', 'raise', 'assert', 'import', 'importFrom', 'binary', 'power', 'for', 'with'],
]);

export function checkInterruptions(module: PythonModule, selection: SelectedCode, { name, inside, outside }: Assigned): void {
  if (selection.isExpression) return;
  for (const written of inside.filter(writes)) {
    const failing = failingAfter(selection, written);
    if (failing === undefined) continue;
    const reader = triesAround(selection.first).flatMap((tried) => seeing(tried, name, outside.filter(reads)))[0];
    if (reader !== undefined)
      throw new RefusedRefactoring(
        `line ${module.lineOf(written)} gives ${name} a value, which line ${module.lineOf(reader)} would not see when line ${module.lineOf(failing)} fails.`,
      );
  }
}

// The first thing in the selection that may fail when the name has its value already.
function failingAfter(selection: SelectedCode, written: Node): Node | undefined {
  const statement = statementOf(written);
  const isSimple = ['assign', 'update', 'import', 'importFrom', 'function', 'class'].includes(statement.kind);
  const from = isSimple ? statement.end : written.end;
  const loops = loopsAround(written).filter((loop) => selection.nodes.some((node) => node.holds(loop)));
  return selection.nodes
    .flatMap((node) => [...runWith(node)])
    .find((node) => FAILING.has(node.kind) && node !== statement && (node.start >= from || loops.some((loop) => loop !== node && loop.holds(node))));
}

interface Tried {
  readonly statement: Node;
  // Whether what is raised in the selection may end in a handler of it.
  readonly isCaught: boolean;
}

function triesAround(node: Node): readonly Tried[] {
  const found: Tried[] = [];
  let below = node;
  for (const above of node.upwards()) {
    if (above !== below && ['function', 'class', 'lambda'].includes(above.kind) && below.role === 'body') break;
    if (above.kind === 'try' && below.role !== 'finally') found.push({ statement: above, isCaught: below.role === 'body' && below.kind === 'block' });
    below = above;
  }
  return found;
}

// Of these places those that are reached when the tried code fails, with the value from before.
function seeing({ statement, isCaught }: Tried, name: string, places: readonly Node[]): readonly Node[] {
  const handlers = isCaught ? statement.children.filter(({ kind }) => kind === 'handler') : [];
  const catching = [...handlers, ...statement.all('finally')];
  const goesOn = handlers.some((handler) => !leaves(handler.child('body')?.children ?? []));
  return places.filter((place) => {
    const catcher = catching.find((one) => one.holds(place));
    if (catcher !== undefined) return !hasValueAt(place, name, catcher.start);
    if (!goesOn || statement.holds(place)) return false;
    const isAgain = place.start < statement.start && loopsAround(statement).some((loop) => loop.holds(place));
    return (place.start >= statement.end || isAgain) && !hasValueAt(place, name, statement.start);
  });
}
