// Who may write in a project: one process for each root, by a claim in the state folder that all Binnacles of this user respect.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Claim, tryClaim } from './claim.ts';

// The right of this process in one project: taken when it is opened, or later, when the process that had it is gone.
export class WriterLock implements Disposable {
  readonly #folder: string;
  readonly #name: string;
  #claim: Claim | undefined;
  // What must end before the right can be ours, as far as it was asked.
  waitsFor: string | undefined;
  // The process that works for us and has it meanwhile.
  #lentTo: number | undefined;

  constructor(state: string, projectPath: string) {
    this.#folder = join(state, 'writers');
    this.#name = createHash('sha256').update(projectPath).digest('hex').slice(0, 32);
    this.heldByAnother();
  }

  // Undefined when the right is ours, also when it has just become so.
  heldByAnother(): { readonly ownerPid: number; readonly waitsFor?: string } | undefined {
    if (this.#claim !== undefined) return undefined;
    if (this.#lentTo !== undefined) return { ownerPid: this.#lentTo, waitsFor: 'the VS Code window that now serves the project' };
    const attempt = tryClaim(this.#folder, this.#name);
    if (!attempt.held) return { ownerPid: attempt.holder.pid, ...(this.waitsFor !== undefined && { waitsFor: this.waitsFor }) };
    this.#claim = attempt.claim;
    this.waitsFor = undefined;
    return undefined;
  }

  // Another process may take it, and nobody here does until it is taken back.
  lendTo(pid: number): void {
    this[Symbol.dispose]();
    this.#lentTo = pid;
  }

  // Ours again as soon as that process has let it go or is dead.
  takeBack(): void {
    this.#lentTo = undefined;
    this.heldByAnother();
  }

  [Symbol.dispose](): void {
    this.#claim?.[Symbol.dispose]();
    this.#claim = undefined;
  }
}
