// From a prompt to its stop an agent may ask its editor to write and to run; what it asks outside of that, or after a person has stopped it, is answered with no.
import { agentSessionNotFound, agentStopped } from '../../ide/errors/agentErrors.ts';
import type { AgentsEditor } from './agentProcess.ts';

const LONGEST_ECHO = 200;

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

  // The editor that is there when something is asked. conversation: the agent's own id, empty before it has one; what it asks for any other is nobody's.
  guarding(editor: () => AgentsEditor, conversation: () => string): AgentsEditor {
    const of = <Request extends { readonly sessionId: string }>(request: Request): Request => {
      const own = conversation();
      if (own !== '' && request.sessionId !== own) throw agentSessionNotFound(request.sessionId.slice(0, LONGEST_ECHO), [own]);
      return request;
    };
    return {
      updated: (notification) => editor().updated(notification),
      permit: async (request, signal) => (this.isStopped ? { outcome: { outcome: 'cancelled' } } : editor().permit(of(request), this.#within(signal))),
      readText: async (request, signal) => editor().readText(of(request), signal),
      writeText: async (request, signal) => this.#begun(editor()).writeText(of(request), this.#within(signal)),
      createTerminal: async (request, signal) => this.#begun(editor()).createTerminal(of(request), this.#within(signal)),
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
