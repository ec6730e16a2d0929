// An IDE that answers from fixture text, in memory, and behaves as its script says.

import type { OwnSettings } from '../../ide/doors/settings.ts';
import { notAFolder } from '../../ide/errors/errors.ts';
import { invalidSetting, unknownSetting } from '../../ide/errors/machineErrors.ts';
import type { Ide, Project, Workbench } from '../../ide/ide.ts';
import { doorsOf, OPTIONAL_DOORS, type OptionalDoor, type WholeIde } from '../../ide/optionalDoors.ts';
import { FileSettings } from '../../machine/editor/fileSettings.ts';
import { ProjectEditor } from '../../machine/editor/projectEditor.ts';
import { type Fixture, parseFixture } from './fixture.ts';
import { ScriptedChanges } from './scriptedChanges.ts';
import { ScriptedDebugging } from './scriptedDebugging.ts';
import { ScriptedDocuments } from './scriptedDocuments.ts';
import { ScriptedFormatting } from './scriptedFormatting.ts';
import { ScriptedGit } from './scriptedGit.ts';
import { scriptedHttp } from './scriptedHttp.ts';
import { type ScriptedBehaviour, ScriptedLanguages } from './scriptedLanguages.ts';
import { ScriptedPackages } from './scriptedPackages.ts';
import { ScriptedRunning } from './scriptedRunning.ts';
import { ScriptedSearch } from './scriptedSearch.ts';
import { ScriptedTerminals } from './scriptedTerminals.ts';
import { ScriptedTesting } from './scriptedTesting.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

export interface ScriptedIde extends WholeIde {
  readonly documents: ScriptedDocuments;
  readonly languages: ScriptedLanguages;
  readonly fixture: Fixture;
}

export function openScriptedIde(source: string, script: ScriptedBehaviour = {}, name = 'fixture'): ScriptedIde {
  const fixture = parseFixture(source);
  const project: Project = { name, path: `/${name}`, uri: `file:///${name}`, trusted: true };
  const documents = new ScriptedDocuments(project, fixture.files);
  const changes = new ScriptedChanges(documents);
  const git = new ScriptedGit(project, script.repository);
  return {
    project,
    documents,
    languages: new ScriptedLanguages(documents, fixture.marks, project.path, script),
    search: new ScriptedSearch(documents, fixture.marks),
    toolchains: { find: async (programs) => (script.programs ?? []).filter(({ name: program }) => programs.includes(program)) },
    packages: new ScriptedPackages(script),
    changes,
    formatting: new ScriptedFormatting(documents),
    debugging: new ScriptedDebugging(documents),
    editor: new ProjectEditor({ project, documents, changes, log: SILENT }),
    git,
    gitChanges: git,
    running: new ScriptedRunning(documents, script),
    terminals: new ScriptedTerminals(),
    http: scriptedHttp(script),
    log: { lines: async () => script.log ?? [] },
    testing: new ScriptedTesting(documents),
    settings: new FileSettings(documents, scriptedSettings()),
    fixture,
    close: async () => {},
  };
}

// Two of Binnacle's own, of which one is a person's.
function scriptedSettings(): OwnSettings {
  const set = new Map<string, unknown>([['evaluation', 'off']]);
  const usual = new Map<string, unknown>([
    ['evaluation', 'free'],
    ['maxHistorySize', 1000],
  ]);
  return {
    read: (name) => (usual.has(name) ? { usual: usual.get(name), ...(set.has(name) && { user: set.get(name) }) } : undefined),
    write(name, value) {
      if (!usual.has(name)) throw unknownSetting(name, undefined);
      if (value !== undefined && typeof value !== typeof usual.get(name)) throw invalidSetting(name, JSON.stringify(value), 'it is of another type');
      if (value === undefined) set.delete(name);
      else set.set(name, value);
    },
  };
}

// The same project in a host that lacks these doors.
export function withoutDoors(ide: WholeIde, missing: readonly OptionalDoor[]): Ide {
  const { changes, formatting, gitChanges, running, terminals, testing, debugging, editor, settings, ...always } = ide;
  const has = (door: OptionalDoor) => !missing.includes(door);
  return {
    ...always,
    ...(has('changes') && { changes }),
    ...(has('formatting') && { formatting }),
    ...(has('gitChanges') && { gitChanges }),
    ...(has('running') && { running }),
    ...(has('terminals') && { terminals }),
    ...(has('testing') && { testing }),
    ...(has('debugging') && { debugging }),
    ...(has('editor') && { editor }),
    ...(has('settings') && { settings }),
  };
}

// A workbench over scripted projects. Opening a path that is not among them opens an empty one, unless it looks like a file.
export class ScriptedWorkbench implements Workbench {
  readonly #ides: Map<string, Ide>;
  readonly #listeners = new Set<() => void>();

  constructor(ides: readonly Ide[]) {
    this.#ides = new Map(ides.map((ide) => [ide.project.path, ide]));
  }

  // Every door while no project is there.
  get doors(): readonly OptionalDoor[] {
    const ides = [...this.#ides.values()];
    return ides.length === 0 ? OPTIONAL_DOORS : OPTIONAL_DOORS.filter((door) => ides.some((ide) => doorsOf(ide).includes(door)));
  }

  projects(): readonly Project[] {
    return [...this.#ides.values()].map((ide) => ide.project);
  }

  async open(path: string, options: { trusted: boolean }): Promise<Ide> {
    const known = this.#ides.get(path);
    if (known !== undefined) return known;
    if (/\.\w+$/.test(path)) throw notAFolder(path);
    const empty = openScriptedIde('', {}, path.replace(/^\/+/, ''));
    const ide = { ...empty, project: { ...empty.project, trusted: options.trusted } };
    this.#ides.set(path, ide);
    for (const listener of this.#listeners) listener();
    return ide;
  }

  ide(path: string): Ide | undefined {
    return this.#ides.get(path);
  }

  onProjects(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async closeAll(): Promise<void> {
    this.#ides.clear();
  }
}
