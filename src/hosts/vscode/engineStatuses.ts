// Which extensions of VS Code serve the languages of a project, and whether they run.
import type { ListedFile } from '../../ide/doors/documents.ts';
import type { EngineStatus } from '../../ide/doors/languages.ts';
import type { Extensions } from './extensions.ts';

// Languages that no extension serves are left out: VS Code colours dozens of them, and does not say who would serve them.
export function engineStatuses(files: readonly ListedFile[], root: string, extensions: Extensions): readonly EngineStatus[] {
  const counts = new Map<string, number>();
  for (const { uri } of files) {
    const language = extensions.languageOf(uri);
    if (language !== undefined && extensions.serves(uri)) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].map(([language, count]) => {
    const servers = extensions.serversOf(language);
    return {
      language,
      engine: servers.map(({ id, version }) => `${id} ${version}`).join(', '),
      state: servers.every(({ active }) => active) ? ('ready' as const) : ('notStarted' as const),
      root,
      restarts: 0,
      files: count,
    };
  });
}
