// Debug sessions, runs and terminals have ids of their project; a window shows many projects, so it knows each by a short id of its own.
import type { Ide, Workbench } from '../../ide/ide.ts';

export interface ProjectThing {
  readonly ide: Ide;
  // What tools of the project take.
  readonly handle: string;
}

export class ProjectThings {
  readonly #workbench: Workbench;
  // For as long as this daemon lives, so that an id means the same after its project was opened anew.
  readonly #numbers = new Map<string, number>();

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  // In ASCII, because it goes before the bytes of a terminal.
  idOf(project: string, handle: string): string {
    const number = this.#numbers.get(project) ?? this.#numbers.size + 1;
    this.#numbers.set(project, number);
    return `${number}.${handle}`;
  }

  // Undefined where the project is not open, or there never was such an id.
  find(id: string): ProjectThing | undefined {
    const [, number, handle = ''] = /^(\d+)\.(.+)$/.exec(id) ?? [];
    const path = [...this.#numbers].find(([, known]) => String(known) === number)?.[0];
    const ide = path === undefined ? undefined : this.#workbench.ide(path);
    return ide === undefined ? undefined : { ide, handle };
  }
}
