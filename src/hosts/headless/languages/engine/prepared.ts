// How a question is asked only of an engine that can answer it wholly, without making it wait when it can.

import type { EngineSession } from './engineSession.ts';
import type { QuestionScope } from './middleware.ts';
import type { PartialAnswer } from './partialAnswer.ts';
import { outsideOfProjects } from './projectFile.ts';

export async function prepared<Value>(
  session: EngineSession,
  scope: QuestionScope,
  signal: AbortSignal,
  ask: () => Promise<Value>,
): Promise<PartialAnswer<Value>> {
  const { middleware, documents, row } = session;
  const outside = outsideOfProjects(row, session.project, scope);
  if (middleware.prepare === undefined) return { value: await ask(), gap: outside };
  if (row.answersWhilePreparing !== true) {
    const gap = await middleware.prepare(scope, signal);
    return { value: await ask(), gap: gap ?? outside };
  }
  // Usually everything is open already, and then both together take no longer than the answer alone.
  const before = documents.openings;
  const [early, gap] = await Promise.all([ask(), middleware.prepare(scope, signal)]);
  return { value: documents.openings === before ? early : await ask(), gap };
}
