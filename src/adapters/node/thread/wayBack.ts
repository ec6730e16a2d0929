// Where a step that went into skipped code comes out of it again: V8 loses some steps on their way back through functions of its snapshot, `require` among them, and runs on.
import { boundBreakpoint, type CallFrame, nothing, type PausedEvent, possibleBreakpoints, type ScriptLocation } from '../cdp/cdp.ts';
import type { CdpConnection } from '../cdp/cdpConnection.ts';

const placed = boundBreakpoint.pick({ breakpointId: true });

// The statements that come next, and those to which a loop leads back; a bundle has tens of thousands in one function.
const MOST_AHEAD = 100;
const MOST_BEHIND = 50;

export class WayBack {
  readonly #connection: CdpConnection;
  #ids: readonly string[] = [];
  // How many frames there are in the one to which it leads.
  #depth = 0;

  constructor(connection: CdpConnection) {
    this.#connection = connection;
  }

  get isLaid(): boolean {
    return this.#ids.length > 0;
  }

  // To the innermost frame that is not skipped; where there is none, the program comes back to nobody.
  async lay({ callFrames }: PausedEvent, isSkipped: (frame: CallFrame) => boolean): Promise<void> {
    const index = callFrames.findIndex((frame) => !isSkipped(frame));
    const frame = callFrames[index];
    if (frame === undefined) return;
    this.#depth = callFrames.length - index;
    const start = frame.functionLocation ?? { scriptId: frame.location.scriptId, lineNumber: 0, columnNumber: 0 };
    const { locations } = await this.#connection.post('Debugger.getPossibleBreakpoints', { start, restrictToFunction: true }, possibleBreakpoints);
    const ahead = locations.filter((location) => isBehind(location, frame.location)).slice(0, MOST_AHEAD);
    const behind = locations.filter((location) => !isBehind(location, frame.location)).slice(-MOST_BEHIND);
    const ids = await Promise.all(
      // Where somebody else's is already, that one stops it.
      [...ahead, ...behind].map((location) => this.#connection.post('Debugger.setBreakpoint', { location }, placed).catch(() => undefined)),
    );
    this.#ids = ids.flatMap((id) => (id === undefined ? [] : [id.breakpointId]));
  }

  // The same code in a call further in: whoever comes back is not there yet.
  isPassedDeeper({ callFrames, hitBreakpoints = [] }: PausedEvent): boolean {
    return callFrames.length > this.#depth && hitBreakpoints.length > 0 && hitBreakpoints.every((id) => this.#ids.includes(id));
  }

  async takeAway(): Promise<void> {
    const ids = this.#ids;
    this.#ids = [];
    await Promise.allSettled(ids.map((breakpointId) => this.#connection.post('Debugger.removeBreakpoint', { breakpointId }, nothing)));
  }
}

function isBehind(one: ScriptLocation, other: ScriptLocation): boolean {
  return one.lineNumber > other.lineNumber || (one.lineNumber === other.lineNumber && one.columnNumber > other.columnNumber);
}
