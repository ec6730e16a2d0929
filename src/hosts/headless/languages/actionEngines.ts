// Which engines know what can be done about a file: the one that serves it, linters that its project asks for, and assistants.
import type { EngineProject, EngineRow } from './engineRow.ts';

// In that order. What the first knows too is more trustworthy there, because it holds the whole project.
export async function rowsForActions(rows: readonly EngineRow[], project: EngineProject, uri: string): Promise<readonly EngineRow[]> {
  const own = (await project.routes.now()).rowOf(uri);
  const linters = rows.filter((row) => row.lints?.(project)(uri));
  const assistants = rows.filter(({ assists }) => assists !== undefined && assists === own?.id);
  return [...(own === undefined ? [] : [own]), ...linters, ...assistants];
}
