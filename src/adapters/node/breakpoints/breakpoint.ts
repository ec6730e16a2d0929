// A breakpoint as its user placed it, and in which threads it is bound. It is verified exactly while it is bound somewhere.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { SourcePosition } from '../sources/sourceMap.ts';
import { type Conditions, complaintAbout } from './conditions.ts';

// Of the file that it was asked for in, unless a map leads to another.
interface BoundPlace extends SourcePosition {
  readonly source?: string;
}

export class NodeBreakpoint {
  readonly id: number;
  // The file under the name that the client uses, and under its real one.
  readonly file: string;
  readonly real: string;
  readonly asked: SourcePosition;
  // Whether the user named a column, or means the line.
  readonly hasColumn: boolean;
  readonly conditions: Conditions;
  // Why it can never be bound.
  readonly complaint: string | undefined;
  // Where it is in each thread that has it, as the source counts.
  readonly #bound = new Map<number, BoundPlace>();
  #trouble: string | undefined;
  hits = 0;

  constructor(of: Pick<NodeBreakpoint, 'id' | 'file' | 'real' | 'asked' | 'hasColumn' | 'conditions'>) {
    this.id = of.id;
    this.file = of.file;
    this.real = of.real;
    this.asked = of.asked;
    this.hasColumn = of.hasColumn;
    this.conditions = of.conditions;
    this.complaint = complaintAbout(of.conditions);
  }

  get verified(): boolean {
    return this.#bound.size > 0;
  }

  // Whether what a client should know has changed.
  bind(thread: number, at: BoundPlace): boolean {
    const before = this.#state();
    this.#bound.set(thread, at);
    return before !== this.#state();
  }

  unbind(thread: number): boolean {
    const before = this.#state();
    this.#bound.delete(thread);
    return before !== this.#state();
  }

  refuse(trouble: string): void {
    this.#trouble = trouble;
  }

  equals(other: Pick<NodeBreakpoint, 'file' | 'asked' | 'hasColumn' | 'conditions'>): boolean {
    return (
      this.asked.line === other.asked.line &&
      this.asked.column === other.asked.column &&
      this.hasColumn === other.hasColumn &&
      JSON.stringify(this.conditions) === JSON.stringify(other.conditions)
    );
  }

  // The place where it is bound, else where it was asked for.
  get place(): BoundPlace {
    return this.#bound.values().next().value ?? this.asked;
  }

  toDap(count: { line(line: number): number; column(column: number): number }): DebugProtocol.Breakpoint {
    const { line, column, source: mapped } = this.place;
    const source = { path: mapped ?? this.file };
    if (this.verified) return { id: this.id, verified: true, line: count.line(line), column: count.column(column), source };
    const message = this.complaint ?? this.#trouble ?? 'No loaded script has code of this file here yet.';
    return { id: this.id, verified: false, line: count.line(line), ...(this.hasColumn && { column: count.column(column) }), source, message };
  }

  #state(): string {
    return JSON.stringify([this.verified, this.place]);
  }
}
