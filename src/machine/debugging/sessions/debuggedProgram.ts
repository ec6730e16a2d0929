// The program of a session as a process: known to whoever outlives us, and ended with all that it has started.
import type { AdoptedProcess, Processes } from '../../processes/processes.ts';
import type { SpawnedProcess } from '../../processes/spawnedProcess.ts';

export class DebuggedProgram {
  readonly #processes: Processes;
  // Undefined where the program is somebody else's and lives on.
  readonly #debugger: SpawnedProcess | undefined;
  #processId: number | undefined;
  #adopted: AdoptedProcess | undefined;
  // Not every debugger says which process its program is; whatever this one has started is no less to be ended.
  readonly #held: AdoptedProcess | undefined;

  // With the process of its debugger where that is this session's own.
  constructor(processes: Processes, debuggerProcess: SpawnedProcess | undefined, own: SpawnedProcess | undefined) {
    this.#processes = processes;
    this.#debugger = debuggerProcess;
    this.#held = debuggerProcess !== undefined && debuggerProcess === own ? processes.adopt(own.pid, own) : undefined;
  }

  get processId(): number | undefined {
    return this.#processId;
  }

  // The debugger says which it is.
  runs(processId: number | undefined): void {
    if (processId === undefined || processId <= 0) return;
    this.#processId = processId;
    if (this.#debugger !== undefined) this.#adopted ??= this.#processes.adopt(processId, this.#debugger);
  }

  // It and what it has started. Not one more statement of theirs runs.
  kill(): void {
    this.#adopted?.kill();
  }

  // And whatever else the debugger has started, also where that is not known yet.
  killAll(): void {
    this.#debugger?.killDebugged(this.#processId);
  }

  // It has ended: its number may be another's.
  release(): void {
    this.#adopted?.[Symbol.dispose]();
    this.#adopted = undefined;
    this.#held?.[Symbol.dispose]();
  }
}
