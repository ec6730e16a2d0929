// The door to changing files for one call: what the call worked out for a text that somebody has changed meanwhile is refused.
import type { Authorship, ChangePlan, ChangeSet, Changes } from '../../ide/doors/changes.ts';
import { changedMeanwhile } from '../../ide/errors/errors.ts';
import type { Ide } from '../../ide/ide.ts';
import type { FileOperation, WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { fileOf } from '../../tools/words/place.ts';

// An engine returns places without the text that it saw, and reads files that nobody has opened whenever it likes. So whoever plans is trusted only
// with files that were the same from the beginning of the call to the plan; from there on the host compares contents.
export class SteadyChanges implements Changes, Disposable {
  readonly #ide: Ide;
  readonly #changes: Changes;
  readonly #listening: Disposable;
  readonly #changed = new Set<string>();
  // Written in this call: hearing of it says nothing about others.
  readonly #own = new Set<string>();

  // What changed before the call is known by then.
  static async since(ide: Ide, changes: Changes, signal: AbortSignal): Promise<SteadyChanges> {
    await ide.documents.settle(signal);
    return new SteadyChanges(ide, changes);
  }

  private constructor(ide: Ide, changes: Changes) {
    this.#ide = ide;
    this.#changes = changes;
    this.#listening = ide.documents.onChanges((changes) => {
      for (const { uri } of changes) this.#changed.add(uri);
    });
  }

  readonly planUndo: Changes['planUndo'] = (id, signal, hunks) => this.#changes.planUndo(id, signal, hunks);
  readonly planUndoUntil: Changes['planUndoUntil'] = (until, signal) => this.#changes.planUndoUntil(until, signal);
  readonly list: Changes['list'] = (signal) => this.#changes.list(signal);
  readonly read: Changes['read'] = (id, signal) => this.#changes.read(id, signal);
  readonly keepEvidence: Changes['keepEvidence'] = (id, evidence) => this.#changes.keepEvidence(id, evidence);
  readonly onChange: Changes['onChange'] = (listener) => this.#changes.onChange(listener);
  readonly observe: Changes['observe'] = (authorship, signal) => this.#changes.observe(authorship, signal);

  async plan(edit: WorkspaceEdit, signal: AbortSignal): Promise<ChangePlan> {
    await this.#ide.documents.settle(signal);
    const stale = edit.operations.filter(dependsOnText).filter(({ uri }) => this.#changed.has(uri) && !this.#own.has(uri));
    if (stale.length > 0) throw changedMeanwhile([...new Set(stale.map(({ uri }) => fileOf(this.#ide.project, uri)))]);
    return this.#changes.plan(edit, signal);
  }

  async apply(plan: ChangePlan, authorship: Authorship, signal: AbortSignal): Promise<ChangeSet> {
    for (const { uri, movedFrom = uri } of plan.files) this.#own.add(uri).add(movedFrom);
    return this.#changes.apply(plan, authorship, signal);
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }
}

// An edit that brings its text is compared with the file by the host.
function dependsOnText(operation: FileOperation): boolean {
  return operation.kind === 'delete' || (operation.kind === 'edit' && operation.basis === undefined);
}
