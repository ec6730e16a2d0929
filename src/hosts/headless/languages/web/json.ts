// What is particular about the JSON server: schemas from the network are never fetched, and that is not the file's fault.
import type { ProtocolDiagnostic } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { Middleware, Next } from '../engine/middleware.ts';
import { ThrownValidations } from './thrownValidations.ts';

const SCHEMA_NOT_LOADED = /^Unable to load schema from 'https?:/;

// Whoever reads these takes them; the schemas that say so come from the network.
const TRAILING_COMMAS = /\/(?:[jt]sconfig[^/]*\.json|[^/]+\.code-workspace|\.vscode\/[^/]+\.json|\.?devcontainer\.json)$/;
// As vscode-json-languageservice numbers it.
const TRAILING_COMMA = 519;

export class JsonServer implements Middleware {
  readonly #thrown: ThrownValidations;

  constructor(session: EngineSession) {
    this.#thrown = new ThrownValidations(session.name);
  }

  configuration(section: string): unknown {
    return section === 'json' ? { validate: { enable: true } } : {};
  }

  logged(text: string): void {
    this.#thrown.logged(text);
  }

  async diagnostics(uri: string, next: Next<readonly ProtocolDiagnostic[]>): Promise<readonly ProtocolDiagnostic[]> {
    const found = this.#thrown.checked(uri, await next()).filter(({ message }) => !SCHEMA_NOT_LOADED.test(message));
    return TRAILING_COMMAS.test(uri) ? found.filter(({ code }) => code !== TRAILING_COMMA) : found;
  }
}
