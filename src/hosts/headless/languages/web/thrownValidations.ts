// What the servers of VS Code could not validate: they answer that there are no problems, and only their log has the exception.
import { engineFailed } from '../../../../ide/errors/errors.ts';
import type { ProtocolDiagnostic } from '../engine/answers.ts';

const THROWN = /^Error while validating (\S+): (.*)/;

export class ThrownValidations {
  readonly #server: string;
  // What was thrown, by the file.
  readonly #thrown = new Map<string, string>();

  constructor(server: string) {
    this.#server = server;
  }

  logged(text: string): void {
    const [, uri, message] = THROWN.exec(text) ?? [];
    if (uri !== undefined && message !== undefined) this.#thrown.set(uri, message);
  }

  // The log comes before the answer. Throws engine_failed.
  checked(uri: string, answer: readonly ProtocolDiagnostic[]): readonly ProtocolDiagnostic[] {
    const message = this.#thrown.get(uri);
    if (message === undefined) return answer;
    this.#thrown.delete(uri);
    throw engineFailed(this.#server, message);
  }
}
