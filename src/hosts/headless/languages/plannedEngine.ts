// An engine that is asked as if planned texts were in the files.
import type { AskedEngine } from './diagnosticsReport.ts';
import type { Engine } from './engine.ts';
import type { Route } from './routes.ts';

export function engineWith(engine: Engine, texts: ReadonlyMap<string, string>, route: Route): AskedEngine {
  const { lints, assists } = engine.row;
  // A linter is shown the files of every language, an assistant those of the engine that it assists.
  const isOwn = (uri: string) => lints !== undefined || route.rowOf(uri) === engine.row || (assists !== undefined && route.rowOf(uri)?.id === assists);
  const own = new Map([...texts].filter(([uri]) => isOwn(uri)));
  return { name: engine.name, row: engine.row, run: (signal, work) => engine.runWith(own, signal, work) };
}
