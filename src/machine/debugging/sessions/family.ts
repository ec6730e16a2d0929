// A session and the sessions of the programs that its program starts: whoever waits for one of them waits for all.
import { untilAborted } from '../../../base/waiting/abort.ts';
import { deferred } from '../../../base/waiting/deferred.ts';
import type { DebugSession } from '../../../ide/doors/debugging.ts';
import { cancelled } from '../../../ide/errors/errors.ts';

export class SessionFamily<Member extends DebugSession> {
  readonly members: Member[] = [];
  readonly #waiting = new Set<() => void>();

  // After every change of a member's state.
  changed(): void {
    for (const look of [...this.#waiting]) look();
  }

  // The one that is paused, the asked one first; the asked one when all have ended; undefined when the time is over.
  async halted(asked: Member, milliseconds: number, signal: AbortSignal): Promise<Member | undefined> {
    const found = deferred<Member | undefined>();
    const look = () => {
      const halted = this.#halted(asked);
      if (halted !== undefined) found.resolve(halted);
    };
    const timer = setTimeout(() => found.resolve(undefined), milliseconds);
    this.#waiting.add(look);
    look();
    try {
      return await untilAborted(found.promise, signal, cancelled);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(look);
    }
  }

  #halted(asked: Member): Member | undefined {
    const paused = [asked, ...this.members].find(({ state }) => state.state === 'paused');
    if (paused !== undefined) return paused;
    return this.members.every(({ state }) => state.state === 'ended') ? asked : undefined;
  }
}
