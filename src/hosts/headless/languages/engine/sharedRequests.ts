// Equal questions that are under way at once are asked of an engine once, as long as nothing was said in between that could change the answer.
import { setMaxListeners } from 'node:events';
import { untilAborted } from '../../../../base/waiting/abort.ts';
import { cancelled } from '../../../../ide/errors/errors.ts';

interface UnderWay {
  readonly answer: Promise<unknown>;
  readonly controller: AbortController;
  wanting: number;
}

export interface SharedRequest {
  readonly method: string;
  readonly params: unknown;
  readonly state: number;
}

// What changes nothing and depends on nothing but its parameters: of whoever asks nothing reaches an engine that runs (see EngineEnvironment).
const SHARED = /^(?:textDocument|callHierarchy|typeHierarchy)\/|^workspace\/symbol$/;

export class SharedRequests {
  readonly #underWay = new Map<string, UnderWay>();

  // `state` is another one after everything that was said.
  async ask(question: SharedRequest, signal: AbortSignal, request: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
    if (!SHARED.test(question.method)) return request(signal);
    const key = JSON.stringify(question);
    const asked = this.#underWay.get(key) ?? this.#begin(key, request);
    asked.wanting += 1;
    try {
      return await untilAborted(asked.answer, signal, cancelled);
    } finally {
      asked.wanting -= 1;
      // What is answered needs no end, and an abort costs a stack trace.
      if (asked.wanting === 0 && this.#underWay.get(key) === asked) {
        this.#end(key, asked);
        asked.controller.abort();
      }
    }
  }

  #begin(key: string, request: (signal: AbortSignal) => Promise<unknown>): UnderWay {
    const controller = new AbortController();
    // As many wait as ask; Node would warn of a leak.
    setMaxListeners(0, controller.signal);
    const begun: UnderWay = { answer: request(controller.signal).finally(() => this.#end(key, begun)), controller, wanting: 0 };
    begun.answer.catch(() => {});
    this.#underWay.set(key, begun);
    return begun;
  }

  #end(key: string, asked: UnderWay): void {
    if (this.#underWay.get(key) === asked) this.#underWay.delete(key);
  }
}
