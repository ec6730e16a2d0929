// An engine that is asked as if planned texts were in the files.
import type { AskedEngine } from './diagnosticsReport.ts';
import type { Engine } from './engine.ts';
import type { Route } from './routes.ts';

export function engineWith(engine: Engine, texts: ReadonlyMap<string, string>, route: Route): AskedEngine {
  // A linter is shown the files of every language.
  const own = new Map([...texts].filter(([uri]) => engine.row.lints !== undefined || route.rowOf(uri) === engine.row));
  return { name: engine.name, row: engine.row, run: (signal, work) => engine.runWith(own, signal, work) };
}
