// Every tool there is, and the list of them as clients get it, computed once.
import { closest } from '../base/text/closest.ts';
import type { OptionalDoor } from '../ide/optionalDoors.ts';
import { agents } from './agents/index.ts';
import { debugging } from './debugging/index.ts';
import { diagnostics } from './diagnostics/index.ts';
import { editing } from './editing/index.ts';
import { editor } from './editor/index.ts';
import { git } from './git/index.ts';
import { navigation } from './navigation/index.ts';
import { project } from './project/index.ts';
import { refactoring } from './refactoring/index.ts';
import { running } from './running/index.ts';
import { search } from './search/index.ts';
import { system } from './system/index.ts';
import { terminal } from './terminal/index.ts';
import { testing } from './testing/index.ts';
import type { Tool } from './tool.ts';

// In the order in which agents read them.
export const families: Readonly<Record<string, readonly Tool[]>> = {
  navigation,
  search,
  diagnostics,
  editing,
  editor,
  refactoring,
  debugging,
  testing,
  git,
  running,
  terminal,
  project,
  agents,
  system,
};

export const allTools: readonly Tool[] = Object.values(families).flat();

export class Catalogue {
  readonly tools: readonly Tool[];
  readonly families: Readonly<Record<string, readonly Tool[]>>;
  readonly #byName: ReadonlyMap<string, Tool>;
  readonly #elsewhere: readonly Tool[];
  readonly #parts = new Map<string, Catalogue>();

  // elsewhere: those that work in no IDE of this process. They are refused with their reason, and listed for nobody.
  constructor(tools: readonly Tool[], ofFamilies: Readonly<Record<string, readonly Tool[]>> = {}, elsewhere: readonly Tool[] = []) {
    this.#elsewhere = elsewhere;
    this.tools = tools;
    this.families = ofFamilies;
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
  }

  find(name: string): Tool | undefined {
    return this.#byName.get(name);
  }

  // Of these tools, those that a host with these doors can call: what is listed there, while a call of any other is refused with its reason.
  having(doors: readonly OptionalDoor[]): Catalogue {
    const key = doors.join();
    const part = this.#parts.get(key) ?? this.#having(doors);
    this.#parts.set(key, part);
    return part;
  }

  namesLike(name: string): string[] {
    return closest(name, [...this.#byName.keys()], 3);
  }

  #having(doors: readonly OptionalDoor[]): Catalogue {
    const works = (tool: Tool) => !this.#elsewhere.includes(tool) && tool.needs.every((door) => doors.includes(door));
    // Answers that were computed for the whole catalogue are found by it.
    if (this.tools.every(works)) return this;
    return new Catalogue(this.tools.filter(works), Object.fromEntries(Object.entries(this.families).map(([name, tools]) => [name, tools.filter(works)])));
  }
}
