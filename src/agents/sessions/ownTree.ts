// The tree of a conversation that is isolated: looked at after each turn, and kept at the end where it holds what nobody has merged.
import type { AgentIsolation } from '../../ide/doors/agents.ts';

export interface SessionTree extends AgentIsolation {
  readonly isThere: boolean;
  // How many files are other than what it began with.
  look(signal: AbortSignal): Promise<number>;
}

export interface OwnTreeParts {
  // Absent where the agent works in the project itself.
  readonly tree: SessionTree | undefined;
  notice(text: string): void;
  // Nothing works in its folder any more.
  left(): Promise<void>;
}

// The person's project, or their patience, is as large as it is.
// Of files, in one line.
const MOST_NAMED = 10;
const NEVER = new AbortController().signal;

export class OwnTree {
  readonly #parts: OwnTreeParts;

  constructor(parts: OwnTreeParts) {
    this.#parts = parts;
  }

  get folder(): string | undefined {
    return this.#parts.tree?.folder;
  }

  get isolation(): AgentIsolation | undefined {
    const { tree } = this.#parts;
    return tree?.isThere === true ? tree : undefined;
  }

  // Undefined where nobody can tell.
  async look(): Promise<number | undefined> {
    const { tree, notice } = this.#parts;
    try {
      return await tree?.look(NEVER);
    } catch (error) {
      notice(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  async leave(): Promise<void> {
    const { tree, left, notice } = this.#parts;
    await left();
    if (tree?.isThere !== true) return;
    const files = await this.look();
    await this.#sayShared(tree);
    const work = files === undefined ? 'what is in it' : `${files} changed ${files === 1 ? 'file' : 'files'}`;
    if (files === 0) await tree.discard();
    else notice(`Its tree is kept, with ${work} that nobody has merged: ${tree.folder}`);
  }

  // What it wrote through links is in the person's packages already.
  async #sayShared(tree: SessionTree): Promise<void> {
    const { notice } = this.#parts;
    try {
      const files = await tree.shared(NEVER);
      if (files.length === 0) return;
      const named = `${files.slice(0, MOST_NAMED).join(', ')}${files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : ''}`;
      notice(`Written in the packages of the project itself, which its tree only links, by the agent or by whoever installed meanwhile: ${named}`);
    } catch (error) {
      notice(error instanceof Error ? error.message : String(error));
    }
  }
}
