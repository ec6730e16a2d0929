// What is particular about the YAML server: schemas from the network are never fetched, tags belong to who reads a file, and templates are not YAML yet.
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { ProtocolDiagnostic } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { Middleware, Next } from '../engine/middleware.ts';
import { Templates } from './templates.ts';

const SCHEMA_NOT_LOADED = /(?:Unable to load schema|Problems loading reference).*https?:/s;
// As in !Ref of CloudFormation, !reference of GitLab, !!python/name of MkDocs.
const UNKNOWN_TAG = /^Unresolved tag: /;
// A line of Helm, Jinja or Go templates: nobody means a mapping as the key of a mapping, and a percent sign begins nothing.
const TEMPLATE_LINE = /^\s*(?:-\s+)*(?:[\w."'/-]+:\s+)?\{[{%]/;

export class YamlServer implements Middleware {
  readonly #templates: Templates;

  constructor(session: EngineSession) {
    this.#templates = new Templates(session, TEMPLATE_LINE, 'YAML');
  }

  configuration(section: string): unknown {
    if (section === 'yaml') return { validate: true, hover: true, schemaStore: { enable: false }, kubernetesCRDStore: { enable: false } };
    return section === 'http' ? { proxy: NOWHERE } : {};
  }

  async diagnostics(uri: string, next: Next<readonly ProtocolDiagnostic[]>, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
    const found = (await next()).filter(({ message }) => !SCHEMA_NOT_LOADED.test(message) && !UNKNOWN_TAG.test(message));
    return this.#templates.checked(uri, found, signal);
  }

  filesChanged(changes: readonly DiskChange[]): void {
    this.#templates.changed(changes);
  }

  notes(): readonly string[] {
    return this.#templates.notes();
  }
}

// Nothing listens on the port "discard"; whoever is sent there reaches no network.
export const NOWHERE = 'http://127.0.0.1:9';
