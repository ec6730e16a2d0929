// What happens in the open projects, as clients hear of it: resources that changed, lists that changed. Listens only while someone listens.
import { milliseconds } from '../../base/waiting/duration.ts';
import type { FileChange } from '../../ide/doors/documents.ts';
import type { Ide, Project, Workbench } from '../../ide/ide.ts';
import { SETTINGS_FILE } from '../permission/projectSettings.ts';
import { ofProject, STATUS_URI, STRUCTURE_URI } from './resourceUris.ts';

export type ProjectEvent =
  | { readonly kind: 'resource_updated'; readonly uri: string; readonly project: string }
  | { readonly kind: 'tools_list_changed'; readonly project: string }
  // Prompts name tools, so they may change with them.
  | { readonly kind: 'prompts_list_changed'; readonly project: string }
  | { readonly kind: 'resources_list_changed' };

// A checkout or an install changes thousands of files in a moment, and an engine that loads reports every percent: each is reported once.
const GATHERING = milliseconds(50);

export class ProjectEvents {
  readonly #workbench: Workbench;
  readonly #listeners = new Set<(event: ProjectEvent) => void>();
  readonly #projects = new Map<Ide, Disposable>();
  readonly #gathered = new Map<string, ProjectEvent>();
  #opening: Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  listen(listener: (event: ProjectEvent) => void): Disposable {
    // A listener of its own each time, so that the same function can be given twice.
    const own = (event: ProjectEvent) => listener(event);
    this.#listeners.add(own);
    this.#follow();
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(own);
        this.#follow();
      },
    };
  }

  #follow(): void {
    const isHeard = this.#listeners.size > 0;
    if (isHeard) {
      this.#opening ??= this.#workbench.onProjects(() => {
        this.#follow();
        this.#gather('list', { kind: 'resources_list_changed' });
      });
    } else {
      this.#opening?.[Symbol.dispose]();
      this.#opening = undefined;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#gathered.clear();
    }
    const open = new Set(isHeard ? this.#workbench.projects().flatMap(({ path }) => this.#workbench.ide(path) ?? []) : []);
    for (const [ide, listening] of this.#projects) {
      if (open.has(ide)) continue;
      listening[Symbol.dispose]();
      this.#projects.delete(ide);
    }
    for (const ide of open) if (!this.#projects.has(ide)) this.#projects.set(ide, this.#followProject(ide));
  }

  #followProject({ project, documents, languages }: Ide): Disposable {
    const changes = documents.onChanges((changed) => {
      for (const change of changed) this.#changed(project, change);
    });
    const status = languages.onStatus(() => this.#updated(STATUS_URI, project));
    return {
      [Symbol.dispose]() {
        changes[Symbol.dispose]();
        status[Symbol.dispose]();
      },
    };
  }

  #changed(project: Project, { uri, kind }: FileChange): void {
    this.#gather(uri, { kind: 'resource_updated', uri, project: project.path });
    // Which modules there are is read off the names of files.
    if (kind !== 'changed') this.#updated(STRUCTURE_URI, project);
    if (uri !== `${project.uri}/${SETTINGS_FILE}`) return;
    for (const list of ['tools_list_changed', 'prompts_list_changed'] as const) this.#gather(`${list} ${project.path}`, { kind: list, project: project.path });
  }

  // Under the name that means a client's own project, and under the one that names the project.
  #updated(uri: string, project: Project): void {
    for (const name of [uri, ofProject(uri, project.path)])
      this.#gather(`${name} ${project.path}`, { kind: 'resource_updated', uri: name, project: project.path });
  }

  #gather(key: string, event: ProjectEvent): void {
    this.#gathered.set(key, event);
    this.#timer ??= setTimeout(() => this.#notify(), GATHERING);
    this.#timer.unref();
  }

  #notify(): void {
    this.#timer = undefined;
    const events = [...this.#gathered.values()];
    this.#gathered.clear();
    for (const event of events) for (const listener of [...this.#listeners]) listener(event);
  }
}
