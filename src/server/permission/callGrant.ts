// One call and the grants of the person: whether one may answer for them here, which it is, and that it did.
import type { Project } from '../../ide/ide.ts';
import type { Grants } from './grants.ts';

export interface CallGrantParts {
  // Absent where nobody can grant, and where a person has decided on this very call: that stands above what they grant.
  readonly grants: Grants | undefined;
  // Nothing but the person's own policy asks.
  readonly isPossible: boolean;
  readonly tool: string;
  readonly project: Project | undefined;
  // Only where it stays.
  readonly connection: string | undefined;
  // Called once.
  readonly onPassed: (grant: number) => void;
}

export class CallGrant {
  readonly #parts: CallGrantParts;
  #passed: number | undefined;

  constructor(parts: CallGrantParts) {
    this.#parts = parts;
  }

  get isPossible(): boolean {
    return this.#parts.isPossible && this.#parts.project !== undefined;
  }

  // The grant that let the call through.
  get passed(): number | undefined {
    return this.#passed;
  }

  // Undefined where the person must be asked. Paths are absolute; undefined for what shows no files.
  find(paths: readonly string[] | undefined): number | undefined {
    const { grants, tool, project, connection } = this.#parts;
    if (!this.isPossible || project === undefined) return undefined;
    return grants?.passing({ tool, project: project.path, connection, paths })?.id;
  }

  pass(grant: number): void {
    if (this.#passed !== undefined) return;
    this.#passed = grant;
    this.#parts.onPassed(grant);
  }
}
