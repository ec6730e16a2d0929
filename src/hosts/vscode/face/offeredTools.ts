// Which tools the agents of VS Code are offered, and under which names: the usual ones, which lead to all others.
import type { Dialect } from '../../../dialects/dialect.ts';
import type { ServerParts } from '../../../server/call/callTool.ts';
import { captionOf } from '../../../tools/caption.ts';
import type { Catalogue } from '../../../tools/catalogue.ts';
import type { Tool } from '../../../tools/tool.ts';
import { DEFAULT_TOOLSET, toolsIn } from '../../../tools/toolsets.ts';
import type { OfferedTool } from './languageModelTools.ts';

// VS Code refuses requests of its agents with more tools than that, its own among them.
export const MOST_TOOLS = 128;

// All extensions share one list of names, so ours begin with our own.
export function toolId(name: string): string {
  return `binnacle_${name}`;
}

// What the manifest lists, whatever the host can do.
export function manifestTools(catalogue: Catalogue): readonly Tool[] {
  return toolsIn(DEFAULT_TOOLSET, catalogue);
}

interface Calling {
  call(tool: string, given: unknown, signal: AbortSignal): Promise<{ readonly text: string }>;
}

export function offeredTools({ catalogue, workbench }: Pick<ServerParts, 'catalogue' | 'workbench'>, calling: Calling): readonly OfferedTool[] {
  const here = new Set(catalogue.having(workbench.doors).tools);
  return manifestTools(catalogue)
    .filter((tool) => here.has(tool))
    .map((tool) => ({
      id: toolId(tool.name),
      caption: (given) => captionOf(tool, given),
      call: (given, signal) => calling.call(tool.name, given, signal),
    }));
}

// Under the names by which users of another extension call them, as that extension does: VS Code does not show them to its agents, who have ours.
export function offeredInDialect(
  { tools }: Dialect,
  { catalogue, workbench }: Pick<ServerParts, 'catalogue' | 'workbench'>,
  calling: Calling,
): readonly OfferedTool[] {
  const here = catalogue.having(workbench.doors);
  return tools
    .filter(({ tool }) => here.find(tool) !== undefined)
    .map(({ name }) => ({ id: name, caption: () => name, call: (given, signal) => calling.call(name, given, signal) }));
}
