// Terminals whose programs repeat what is typed: the behaviour of a terminal, without a process. A line "exit 3" ends one.
import type { ObservedOutcome } from '../../ide/doors/changes.ts';
import type {
  AttachedTerminal,
  Settling,
  Shell,
  Terminal,
  TerminalLines,
  TerminalScreen,
  TerminalState,
  Terminals,
  TerminalsEvent,
  WantedTerminal,
} from '../../ide/doors/terminals.ts';
import { keySequence } from '../../ide/terminalKeys.ts';

export class ScriptedTerminals implements Terminals {
  readonly #terminals: ScriptedTerminal[] = [];
  readonly #listeners = new Set<(event: TerminalsEvent) => void>();

  async open(wanted: WantedTerminal): Promise<Terminal> {
    const terminal: ScriptedTerminal = new ScriptedTerminal(`t${this.#terminals.length + 1}`, wanted, (kind) => this.#report({ kind, terminal }));
    this.#terminals.push(terminal);
    this.#report({ kind: 'opened', terminal });
    return terminal;
  }

  onEvent(listener: (event: TerminalsEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #report(event: TerminalsEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  list(): readonly Terminal[] {
    return this.#terminals;
  }

  shells(): readonly Shell[] {
    return [{ name: 'sh', path: '/bin/sh', isDefault: true }];
  }

  ownerLeft(owner: string): void {
    for (const terminal of this.#terminals) if (terminal.owner === owner) void terminal.close();
  }
}

class ScriptedTerminal implements Terminal {
  readonly id: string;
  readonly title: string;
  readonly owner: string | undefined;
  readonly processId = 1;
  readonly started = '2026-01-01T00:00:00.000Z';
  readonly #lines: string[];
  readonly #changed: (how: 'resized' | 'ended') => void;
  #columns: number;
  #rows: number;
  readonly #listeners = new Set<(text: string) => void>();
  #typed = '';
  #state: TerminalState = { state: 'running' };

  constructor(id: string, { title, owner, line, columns, rows }: WantedTerminal, changed: (how: 'resized' | 'ended') => void) {
    this.id = id;
    this.title = title;
    this.owner = owner;
    this.#columns = columns;
    this.#rows = rows;
    this.#changed = changed;
    this.#lines = line === undefined ? [] : [`ran ${line}`];
  }

  get state(): TerminalState {
    return this.#state;
  }

  get columns(): number {
    return this.#columns;
  }

  get rows(): number {
    return this.#rows;
  }

  get typed(): string {
    return this.#typed;
  }

  async type(text: string, keys: readonly string[]): Promise<void> {
    this.#type(text);
    for (const key of keys) this.#type(keySequence(key, false) ?? '');
  }

  async input(text: string): Promise<void> {
    this.#type(text);
  }

  resize(columns: number, rows: number): void {
    this.#columns = columns;
    this.#rows = rows;
    this.#changed('resized');
  }

  async attach(listener: (text: string) => void): Promise<AttachedTerminal> {
    this.#listeners.add(listener);
    const image = [...this.#lines, this.#typed].join('\r\n');
    return { image, columns: this.#columns, rows: this.#rows, [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async changed(): Promise<ObservedOutcome> {
    return {};
  }

  #type(text: string): void {
    const lines = (this.#typed + text).split(/\r?\n|\r/);
    this.#typed = lines.pop() ?? '';
    for (const line of lines) {
      this.#lines.push(`> ${line}`);
      for (const listener of this.#listeners) listener(`> ${line}\r\n`);
      const code = /^exit (\d+)$/.exec(line)?.[1];
      if (code !== undefined) this.#end(Number(code));
    }
  }

  async screen(): Promise<TerminalScreen> {
    const shown = [...this.#lines, this.#typed].slice(-this.#rows);
    return {
      rows: Array.from({ length: this.#rows }, (_, row) => shown[row] ?? ''),
      cursor: { row: shown.length - 1, column: this.#typed.length },
      isFullScreen: false,
    };
  }

  async lines(cursor: string | undefined, most: number): Promise<TerminalLines> {
    const all = [...this.#lines, this.#typed];
    const from = Number(/^t(\d+)$/.exec(cursor ?? 't0')?.[1] ?? Number.NaN);
    const isStale = Number.isNaN(from) || from >= all.length;
    const start = isStale ? 0 : from;
    const lines = all.slice(start, start + most);
    const hasMore = start + lines.length < all.length;
    return { lines, cursor: `t${hasMore ? start + lines.length : all.length - 1}`, hasMore, isStale };
  }

  async settled({ until }: Settling): Promise<boolean> {
    return until === undefined || [...this.#lines, this.#typed].join('\n').includes(until);
  }

  async close(): Promise<void> {
    if (this.#state.state === 'running') this.#end(129);
  }

  #end(exitCode: number): void {
    this.#state = { state: 'ended', exitCode };
    this.#changed('ended');
  }
}
