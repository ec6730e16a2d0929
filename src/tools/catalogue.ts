// Every tool there is, and the list of them as clients get it, computed once.
import { closest } from '../base/closest.ts';
import { diagnostics } from './diagnostics/index.ts';
import { navigation } from './navigation/index.ts';
import { project } from './project/index.ts';
import { search } from './search/index.ts';
import type { Tool } from './tool.ts';

// The default list, in the order in which agents read it.
export const allTools: readonly Tool[] = [...navigation, ...search, ...diagnostics, ...project];

export class Catalogue {
  readonly tools: readonly Tool[];
  readonly #byName: ReadonlyMap<string, Tool>;

  constructor(tools: readonly Tool[]) {
    this.tools = tools;
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
  }

  find(name: string): Tool | undefined {
    return this.#byName.get(name);
  }

  namesLike(name: string): string[] {
    return closest(name, [...this.#byName.keys()], 3);
  }
}
