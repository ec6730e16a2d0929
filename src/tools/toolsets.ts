// Which tools a client is shown: a set has a name, and several names make one list.
import { unknownToolset } from '../ide/errors/machineErrors.ts';

export const DEFAULT_TOOLSET = 'default';
const EVERYTHING = 'all';

// They lead to everything else, so they are shown exactly where something else is not.
const FINDERS: ReadonlySet<string> = new Set(['find_tools', 'call_tool']);

// What a toolset is chosen from; the tools themselves are of no interest here, so the door chooses from its own list in the same way.
interface Chosen<Row> {
  readonly tools: readonly Row[];
  readonly families: Readonly<Record<string, readonly Row[]>>;
}

interface ToolRow {
  readonly name: string;
  readonly hidden?: boolean;
}

// In the order of the catalogue, whatever the order of the names, and only what works here. Throws unknown_toolset.
export function toolsIn<Row extends ToolRow>(toolset: string, catalogue: Chosen<Row>, here = catalogue): readonly Row[] {
  const names = toolset.split(',').map((name) => name.trim());
  // A name is known also where nothing of it works: the same settings serve a window and the daemon beside it.
  const chosen = new Set(names.flatMap((name) => named(name, catalogue)));
  const leavesOut = here.tools.some((tool) => !chosen.has(tool) && !FINDERS.has(tool.name));
  return here.tools.filter((tool) => chosen.has(tool) || (leavesOut && FINDERS.has(tool.name)));
}

function toolsetNames(catalogue: Chosen<ToolRow>): string[] {
  return [DEFAULT_TOOLSET, EVERYTHING, ...Object.keys(catalogue.families)];
}

function named<Row extends ToolRow>(name: string, catalogue: Chosen<Row>): readonly Row[] {
  if (name === DEFAULT_TOOLSET) return catalogue.tools.filter(({ hidden }) => hidden !== true);
  if (name === EVERYTHING) return catalogue.tools;
  const tool = catalogue.tools.find((row) => row.name === name);
  const found = Object.hasOwn(catalogue.families, name) ? catalogue.families[name] : tool && [tool];
  if (found === undefined) throw unknownToolset(name || '(nothing)', toolsetNames(catalogue));
  return found;
}
