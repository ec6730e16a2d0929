// Which tools one client is shown: what its connection asks for, else what the daemon was started with, else what its project says, else the usual.
import type { Catalogue } from '../tools/catalogue.ts';
import type { Tool } from '../tools/tool.ts';
import { DEFAULT_TOOLSET, toolsIn } from '../tools/toolsets.ts';
import type { ServerParts } from './call/callTool.ts';
import { projectSettings } from './permission/projectSettings.ts';

// Throws unknown_toolset when the connection or the daemon names one that is not there.
export function shownTools(parts: ServerParts, asked: string | undefined, projectPath: string | undefined): readonly Tool[] {
  const chosen = asked ?? parts.toolset;
  if (chosen !== undefined) return shownIn(parts, chosen);
  return (projectPath === undefined ? undefined : shownByProject(parts, projectPath)) ?? shownIn(parts, DEFAULT_TOOLSET);
}

// For a person who names a toolset, while there is still someone to correct it. Throws unknown_toolset.
export function checkToolset(toolset: string, catalogue: Catalogue): void {
  toolsIn(toolset, catalogue);
}

function shownIn({ catalogue, workbench }: ServerParts, toolset: string): readonly Tool[] {
  return toolsIn(toolset, catalogue, catalogue.having(workbench.doors));
}

// A slip in a file of the project is for the log: it must not leave an agent without tools.
function shownByProject(parts: ServerParts, projectPath: string): readonly Tool[] | undefined {
  try {
    const { toolset, problem } = projectSettings(projectPath);
    if (problem !== undefined) throw problem;
    return toolset === undefined ? undefined : shownIn(parts, toolset);
  } catch (thrown) {
    parts.onInternalError('tools/list', thrown);
    return undefined;
  }
}
