// Which tools a client is shown: a set has a name, and several names make one list.
import { unknownToolset } from '../ide/errors/machineErrors.ts';
import type { Catalogue } from './catalogue.ts';
import type { Tool } from './tool.ts';

export const DEFAULT_TOOLSET = 'default';
const EVERYTHING = 'all';

// They lead to everything else, so they are shown exactly where something else is not.
const FINDERS: ReadonlySet<string> = new Set(['find_tools', 'call_tool']);

// In the order of the catalogue, whatever the order of the names, and only what works here. Throws unknown_toolset.
export function toolsIn(toolset: string, catalogue: Catalogue, here = catalogue): readonly Tool[] {
  const names = toolset.split(',').map((name) => name.trim());
  // A name is known also where nothing of it works: the same settings serve a window and the daemon beside it.
  const chosen = new Set(names.flatMap((name) => named(name, catalogue)));
  const leavesOut = here.tools.some((tool) => !chosen.has(tool) && !FINDERS.has(tool.name));
  return here.tools.filter((tool) => chosen.has(tool) || (leavesOut && FINDERS.has(tool.name)));
}

function toolsetNames(catalogue: Catalogue): string[] {
  return [DEFAULT_TOOLSET, EVERYTHING, ...Object.keys(catalogue.families)];
}

function named(name: string, catalogue: Catalogue): readonly Tool[] {
  if (name === DEFAULT_TOOLSET) return catalogue.tools.filter(({ hidden }) => hidden !== true);
  if (name === EVERYTHING) return catalogue.tools;
  const tool = catalogue.find(name);
  const found = Object.hasOwn(catalogue.families, name) ? catalogue.families[name] : tool && [tool];
  if (found === undefined) throw unknownToolset(name || '(nothing)', toolsetNames(catalogue));
  return found;
}
