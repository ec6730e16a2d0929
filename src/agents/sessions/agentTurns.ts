// From a prompt to its stop an agent may ask its editor to write and to run; what it asks outside of that, or after a person has stopped it, is answered with no.
import { agentStopped } from '../../ide/errors/agentErrors.ts';
import type { AgentsEditor } from './agentProcess.ts';

export class AgentTurns {
  readonly #title: () => string;
  #over = AbortSignal.abort();
  #end: () => void = () => {};

  // Before the first prompt nobody has asked it for anything.
  constructor(title: () => string) {
    this.#title = title;
  }

  get isStopped(): boolean {
    return this.#over.aborted;
  }

  begin(): void {
    const ending = new AbortController();
    this.#over = ending.signal;
    this.#end = () => ending.abort();
  }

  // What waits for a person is withdrawn.
  stop(): void {
    this.#end();
  }

  // The editor that is there when something is asked.
  guarding(editor: () => AgentsEditor): AgentsEditor {
    return {
      updated: (notification) => editor().updated(notification),
      permit: async (request, signal) => (this.isStopped ? { outcome: { outcome: 'cancelled' } } : editor().permit(request, this.#within(signal))),
      readText: async (request, signal) => editor().readText(request, signal),
      writeText: async (request, signal) => this.#begun(editor()).writeText(request, this.#within(signal)),
      createTerminal: async (request, signal) => this.#begun(editor()).createTerminal(request, this.#within(signal)),
      terminalOutput: (terminal) => editor().terminalOutput(terminal),
      terminalExit: async (terminal, signal) => editor().terminalExit(terminal, signal),
      killTerminal: async (terminal) => editor().killTerminal(terminal),
      releaseTerminal: async (terminal) => editor().releaseTerminal(terminal),
    };
  }

  #begun(editor: AgentsEditor): AgentsEditor {
    if (this.isStopped) throw agentStopped(this.#title());
    return editor;
  }

  #within(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#over]);
  }
}
