// The whole configuration for an agent, to be copied by a person.
import { type Agent, SCOPES, type Scope, type UserHome } from './agents.ts';
import type { ServerEntry } from './entry.ts';
import { withEntry, withItem } from './formats/format.ts';

export interface CopiedConfiguration {
  // The file in which the agent looks for it.
  readonly file: string;
  // With the token, where the agent needs it there.
  readonly text: string;
}

export function copyConfiguration(
  agent: Agent,
  entry: ServerEntry,
  { scope, project, home }: { scope: Scope; project: string; home: UserHome },
): CopiedConfiguration {
  const chosen = agent.places[scope] ?? SCOPES.map((each) => agent.places[each]).find((place) => place !== undefined);
  const file = chosen?.files(home, project).at(-1) ?? '';
  const format = chosen?.format ?? 'json';
  // Without the project's name, which a person would have to find in a large file.
  const servers = chosen?.servers(home, project) ?? [];
  const text = withEntry({ format, text: '', file }, [...servers, entry.name], { set: agent.fields(entry), usual: agent.usual?.(entry) ?? {}, drop: [] });
  const items = agent.asks?.(entry) ?? [];
  return { file, text: items.reduce((whole, item) => withItem({ format, text: whole, file }, 'inputs', item), text).trimEnd() };
}
