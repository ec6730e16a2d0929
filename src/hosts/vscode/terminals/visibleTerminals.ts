// The terminals of agents as tabs of VS Code's panel: a person sees every character, and types into the same program.
import * as vscode from 'vscode';
import type { AttachedTerminal, Terminal, Terminals } from '../../../ide/doors/terminals.ts';
import { PERSON_AT_WINDOW } from '../../../ide/sharedDebuggers.ts';
import { isTerminalsAnswer } from './terminalsAnswer.ts';

const LINES_ABOVE = 1_000;
const NEVER = new AbortController().signal;

// Until it is disposed; tabs that are open then are closed.
export function showTerminals(terminals: Terminals): Disposable {
  const tabs = new Map<string, { readonly pty: TerminalTab; readonly tab: vscode.Terminal }>();
  const listening = terminals.onEvent(({ kind, terminal }) => {
    if (kind !== 'opened') return tabs.get(terminal.id)?.pty.changed();
    const pty = new TerminalTab(terminal);
    const tab = vscode.window.createTerminal({ name: terminal.title, iconPath: new vscode.ThemeIcon('robot'), pty });
    tabs.set(terminal.id, { pty, tab });
    // Beside what the person does, never in place of it.
    tab.show(true);
  });
  return {
    [Symbol.dispose]() {
      listening[Symbol.dispose]();
      for (const { tab } of tabs.values()) tab.dispose();
    },
  };
}

class TerminalTab implements vscode.Pseudoterminal {
  readonly #terminal: Terminal;
  readonly #written = new vscode.EventEmitter<string>();
  readonly #closed = new vscode.EventEmitter<number>();
  readonly #sized = new vscode.EventEmitter<vscode.TerminalDimensions | undefined>();
  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#closed.event;
  // The agent has said how large its screen is, and reads it row by row: the panel does not change that.
  readonly onDidOverrideDimensions = this.#sized.event;
  #attached: AttachedTerminal | undefined;
  #isOver = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  open(): void {
    void this.#attach();
  }

  handleInput(text: string): void {
    if (this.#isOver) this.#closed.fire(0);
    // The screen that we keep has answered already.
    else if (!isTerminalsAnswer(text))
      void this.#terminal.input(text, { author: PERSON_AT_WINDOW, tool: 'terminal', title: `typed in ${this.#terminal.title}` }, NEVER);
  }

  // By the person: a tab that is closed ends its program, as every tab of the panel does.
  close(): void {
    this.#attached?.[Symbol.dispose]();
    void this.#terminal.close();
  }

  // It has another size, or has ended.
  changed(): void {
    const { state, columns, rows } = this.#terminal;
    this.#sized.fire({ columns, rows });
    if (state.state === 'running' || this.#attached === undefined || this.#isOver) return;
    this.#isOver = true;
    this.#written.fire(`\r\n[It has ended with exit code ${state.exitCode}. Any key closes this tab.]\r\n`);
  }

  async #attach(): Promise<void> {
    const attached = await this.#terminal.attach((text) => this.#written.fire(text), LINES_ABOVE);
    this.#attached = attached;
    this.#sized.fire({ columns: attached.columns, rows: attached.rows });
    this.#written.fire(attached.image);
    this.changed();
  }
}
