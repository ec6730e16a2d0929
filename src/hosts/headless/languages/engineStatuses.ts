// How the engines of a project do: those that run, and those that have files here.
import type { EngineStatus } from '../../../ide/doors/languages.ts';
import type { LanguageParts } from './languageParts.ts';

export async function engineStatuses({ rowsWithFiles, project, engines }: LanguageParts, signal: AbortSignal): Promise<readonly EngineStatus[]> {
  const counts = new Map([...(await rowsWithFiles.counts(signal)), ...(await rowsWithFiles.lintCounts(signal))]);
  const route = await project.routes.now();
  const shown = [...engines.values()].filter((engine) => engine.running || counts.has(engine.row));
  return Promise.all(
    shown.map(async (engine) => {
      const status = await engine.status();
      const detail = [status.detail, route.reasonFor(engine.row)].filter((text) => text !== undefined).join('. ');
      return { ...status, files: counts.get(engine.row) ?? 0, ...(detail !== '' && { detail }) };
    }),
  );
}
