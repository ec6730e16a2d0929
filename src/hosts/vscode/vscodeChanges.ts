// Nothing is changed through a window yet: it takes no writer lock, so two writers could meet.
import type { ChangeSet, Changes, Observation, Plan, PlannedFile } from '../../ide/changes.ts';
import { editingElsewhere } from '../../ide/errors.ts';

export class VscodeChanges implements Changes {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  plan(): Promise<Plan> {
    return Promise.reject(editingElsewhere(this.#root));
  }

  planUndo(): Promise<Plan> {
    return Promise.reject(editingElsewhere(this.#root));
  }

  apply(): Promise<ChangeSet> {
    return Promise.reject(editingElsewhere(this.#root));
  }

  list(): Promise<readonly ChangeSet[]> {
    return Promise.reject(editingElsewhere(this.#root));
  }

  read(): Promise<readonly PlannedFile[]> {
    return Promise.reject(editingElsewhere(this.#root));
  }

  // A window keeps no history, and that is no reason to refuse a command.
  observe(): Promise<Observation> {
    return Promise.resolve({ end: () => Promise.resolve({}) });
  }
}
