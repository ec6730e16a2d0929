// Which extensions of VS Code serve the languages of a project, and whether they run.
import type { ListedFile } from '../../ide/documents.ts';
import type { EngineStatus } from '../../ide/languages.ts';
import type { Extensions } from './extensions.ts';

// Languages that no extension serves are not known here: VS Code names them only once a file is open.
export function engineStatuses(files: readonly ListedFile[], root: string, extensions: Extensions): readonly EngineStatus[] {
  const counts = new Map<string, number>();
  for (const { uri } of files) {
    const language = extensions.languageOf(uri);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].flatMap(([language, count]) =>
    extensions.serversOf(language).map(({ id, version, active }) => ({
      language,
      engine: `${id} ${version}`,
      state: active ? ('ready' as const) : ('notStarted' as const),
      root,
      restarts: 0,
      detail: 'an extension of VS Code, which does not tell its memory or progress',
      files: count,
    })),
  );
}
