// Files that are no YAML or HTML yet but templates of it (Helm, Jinja, ERB …): what their server finds wrong in them says nothing.
import { counted } from '../../../../base/text/counted.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { ProtocolDiagnostic } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';

export class Templates {
  readonly #session: EngineSession;
  // A line that only a template has.
  readonly #line: RegExp;
  readonly #what: string;
  readonly #known = new Set<string>();

  // `what` is made of them.
  constructor(session: EngineSession, line: RegExp, what: string) {
    this.#session = session;
    this.#line = line;
    this.#what = what;
  }

  // Nothing where one of the problems stands in such a line: the others may follow from it.
  async checked(uri: string, found: readonly ProtocolDiagnostic[], signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
    this.#known.delete(uri);
    if (found.length === 0) return found;
    const document = await this.#session.project.documents.read(uri, signal);
    if (found.every(({ range }) => !this.#line.test(document.line(range.start.line) ?? ''))) return found;
    this.#known.add(uri);
    return [];
  }

  changed(changes: readonly DiskChange[]): void {
    for (const { uri } of changes) this.#known.delete(uri);
  }

  notes(): readonly string[] {
    const count = this.#known.size;
    return count === 0 ? [] : [`Not checked, because only what is made of them is ${this.#what}: ${counted(count, 'template')}.`];
  }
}
