// Uses of a symbol that an edit of it leaves as they are.
import { pathOf } from '../../../../base/files/fileUri.ts';
import { type Answer, incomplete } from '../../../../ide/answer.ts';
import type { Refactored } from '../../../../ide/refactorings.ts';
import type { Location } from '../../../../ide/text.ts';
import type { WorkspaceEdit } from '../../../../ide/workspaceEdit.ts';
import type { Route } from '../engine/route.ts';

const MOST_PLACES = 5;

// What makes a refactoring knows no components: a use in one that it leaves makes it incomplete.
export function withUsesInComponents(made: Answer<Refactored>, uses: readonly Location[], route: Route): Answer<Refactored> {
  const left = uses.filter((use) => route.rowOf(use.uri)?.embeds !== undefined && !isEdited(made.value.edit, use));
  if (left.length === 0) return made;
  const why = `It is also used in components, which would be left as they are: ${placesNamed(left)}.`;
  const certificate = { ...(made.engine !== undefined && { engine: made.engine }), ...(made.notes !== undefined && { notes: made.notes }) };
  return incomplete(made.value, made.complete ? why : `${made.why} ${why}`, certificate);
}

export function placesNamed(left: readonly Location[]): string {
  const places = [...new Set(left.map(({ uri, range }) => `${pathOf(uri).split(/[\\/]/).slice(-2).join('/')}:${range.start.line + 1}`))];
  return places.slice(0, MOST_PLACES).join(', ') + (places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : '');
}

export function isEdited({ operations }: WorkspaceEdit, { uri, range }: Location): boolean {
  return operations.some(
    (operation) =>
      operation.kind === 'edit' &&
      operation.uri === uri &&
      operation.edits.some((edit) => edit.range.start.line <= range.start.line && range.start.line <= edit.range.end.line),
  );
}
