// What an imported build lacks: libraries that could not be had, and what the import itself complains about.
import { existsSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { z } from 'zod';
import { uriOf } from '../../../../base/files/fileUri.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { isBuildFile } from './sourceFolders.ts';

const MOST_SHOWN = 5;
const ERROR = 1;

const classpaths = z.looseObject({ classpaths: z.array(z.string()), modulepaths: z.array(z.string()) }).nullable();
const problem = z.looseObject({ severity: z.number().nullish(), message: z.string() });

// Of the projects in these folders: a build tool puts what it could not fetch on the class path all the same.
export async function missingLibraries(session: EngineSession, folders: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const missing = new Set<string>();
  for (const folder of folders) {
    const asked = { command: 'java.project.getClasspaths', arguments: [uriOf(folder), JSON.stringify({ scope: 'test' })] };
    const found = classpaths.parse(await session.request('workspace/executeCommand', asked, signal));
    for (const path of [...(found?.classpaths ?? []), ...(found?.modulepaths ?? [])]) if (path.endsWith('.jar') && !existsSync(path)) missing.add(path);
  }
  return [...missing];
}

export function gapOfLibraries(missing: readonly string[]): string | undefined {
  if (missing.length === 0) return undefined;
  const shown = missing.slice(0, MOST_SHOWN).map((path) => basename(path));
  const more = missing.length > MOST_SHOWN ? ` and ${missing.length - MOST_SHOWN} more` : '';
  return `Libraries of the build could not be had, so what they declare is not known, nor uses that go through it: ${shown.join(', ')}${more}. Once they are there (mvn dependency:resolve says why they are not), the next call knows them.`;
}

// Pushed with the import, about the build files themselves.
export function errorsOfBuild({ published }: EngineSession): string | undefined {
  const found = published.entries().flatMap(([uri, items]) =>
    !isBuildFile(uri)
      ? []
      : items.flatMap((item) => {
          const { data } = problem.safeParse(item);
          // Those are reported as libraries.
          return data?.severity !== ERROR || data.message.startsWith('Missing artifact ') ? [] : [`${posix.basename(uri)}: ${data.message}`];
        }),
  );
  if (found.length === 0) return undefined;
  const more = found.length > MOST_SHOWN ? ` and ${found.length - MOST_SHOWN} more` : '';
  return `The import of the build reported errors, so not all of it may be known: ${found.slice(0, MOST_SHOWN).join('; ')}${more}.`;
}
