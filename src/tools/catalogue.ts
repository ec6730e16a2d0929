// Every tool there is, and the list of them as clients get it, computed once.
import { closest } from '../base/closest.ts';
import { debugging } from './debugging/index.ts';
import { diagnostics } from './diagnostics/index.ts';
import { editing } from './editing/index.ts';
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
  refactoring,
  debugging,
  testing,
  git,
  running,
  terminal,
  project,
  system,
};

export const allTools: readonly Tool[] = Object.values(families).flat();

export class Catalogue {
  readonly tools: readonly Tool[];
  readonly families: Readonly<Record<string, readonly Tool[]>>;
  readonly #byName: ReadonlyMap<string, Tool>;

  constructor(tools: readonly Tool[], ofFamilies: Readonly<Record<string, readonly Tool[]>> = {}) {
    this.tools = tools;
    this.families = ofFamilies;
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
  }

  find(name: string): Tool | undefined {
    return this.#byName.get(name);
  }

  namesLike(name: string): string[] {
    return closest(name, [...this.#byName.keys()], 3);
  }
}
