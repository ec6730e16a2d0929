// Imports of components (.vue, .svelte, .astro): TypeScript knows no such files, and calls each an error that the project's own compiler does not find.
import { posix } from 'node:path';
import type { ProtocolDiagnostic } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';

// "Cannot find module './App.vue' or its corresponding type declarations."
const UNRESOLVED: ReadonlySet<string> = new Set(['2307', '2792']);
const COMPONENT = /^[^']*'([^'?]+\.(?:vue|svelte|astro))(?:\?[^']*)?'/;

// Without those that lead to a component of the project.
export async function withoutComponentImports(
  session: EngineSession,
  uri: string,
  found: readonly ProtocolDiagnostic[],
  signal: AbortSignal,
): Promise<readonly ProtocolDiagnostic[]> {
  if (found.every((diagnostic) => componentIn(diagnostic) === undefined)) return found;
  const listed = await session.project.documents.list({ include: ['**/*.{vue,svelte,astro}'] }, signal);
  const uris = new Set(listed.map((file) => file.uri));
  const paths = listed.map(({ path }) => `/${path}`);
  return found.filter((diagnostic) => {
    const written = componentIn(diagnostic);
    if (written === undefined) return true;
    if (/^\.{1,2}\//.test(written)) return !uris.has(new URL(written.split('/').map(encodeURIComponent).join('/'), uri).href);
    // Behind an alias such as `@/`, which only the bundler's configuration explains.
    const rest = posix.normalize(`/${written.slice(written.indexOf('/') + 1)}`);
    return !paths.some((path) => path.endsWith(rest));
  });
}

function componentIn({ code, message }: ProtocolDiagnostic): string | undefined {
  return code !== undefined && UNRESOLVED.has(String(code)) ? COMPONENT.exec(message)?.[1] : undefined;
}
