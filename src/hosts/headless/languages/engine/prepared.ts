// How a question is asked only of an engine that can answer it wholly, without making it wait when it can.

import { outsideOfProjects } from '../projectFile.ts';
import type { Scope } from './engineRow.ts';
import type { EngineSession } from './engineSession.ts';

export interface Prepared<Value> {
  readonly value: Value;
  // What the answer does not know, in one sentence.
  readonly lacking: string | undefined;
  // Where it is not what the engine said, and why.
  readonly notes?: readonly string[];
}

export async function prepared<Value>(session: EngineSession, scope: Scope, signal: AbortSignal, ask: () => Promise<Value>): Promise<Prepared<Value>> {
  const { quirk, documents } = session;
  const outside = outsideOfProjects(session.row, session.project, scope);
  if (quirk.prepare === undefined) return { value: await ask(), lacking: outside };
  if (!quirk.answersWhilePreparing) {
    const lacking = await quirk.prepare(scope, signal);
    return { value: await ask(), lacking: lacking ?? outside };
  }
  // Usually everything is open already, and then both together take no longer than the answer alone.
  const before = documents.openings;
  const [early, lacking] = await Promise.all([ask(), quirk.prepare(scope, signal)]);
  return { value: documents.openings === before ? early : await ask(), lacking };
}
