// For which versions of Python a project is written, by its own word.

import { textOrNothing } from '../../../engine/documents/sourceText.ts';
import type { EngineSession } from '../../../engine/engineSession.ts';

// Python has `(name := value)` from 3.8 on. A project that says nothing is one of today.
export async function knowsAssignmentExpressions(session: EngineSession, signal: AbortSignal): Promise<boolean> {
  for (const file of ['pyproject.toml', 'setup.cfg', 'setup.py']) {
    const least = leastMinor((await textOrNothing(session, `${session.project.rootUri}/${file}`, signal))?.text ?? '');
    if (least !== undefined) return least >= 8;
  }
  return true;
}

// The least version 3.x in the text of a manifest; below 0 for Python 2.
export function leastMinor(manifest: string): number | undefined {
  const [, major, minor] = /^\s*(?:requires-python|python_requires|python)\s*=\s*["']?\s*(?:>=?|~=|\^|==)?\s*([23])(?:\.(\d+))?/m.exec(manifest) ?? [];
  if (major === undefined) return undefined;
  return major === '2' ? -1 : minor === undefined ? undefined : Number(minor);
}
