// The stack of a paused thread as DAP shows it: mapped to sources, with the asynchronous callers below, without our own frames.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { z } from 'zod';
import type { Counting } from '../breakpoints/counting.ts';
import { type CallFrame, type StackTrace, stackTrace } from '../cdp/cdp.ts';
import { unknownFrame } from '../session/refusals.ts';
import { pathOfUrl } from '../sources/paths.ts';
import type { DebugPlace } from '../sources/script.ts';
import type { Sources } from '../sources/sources.ts';
import type { JsThread, Pause } from './jsThread.ts';

export interface JsFrame {
  readonly id: number;
  readonly thread: JsThread;
  readonly name: string;
  readonly place: DebugPlace | undefined;
  // Undefined for callers that have already returned: their variables are gone.
  readonly call: CallFrame | undefined;
  // A line between a function and the one that has scheduled it.
  readonly label: boolean;
}

export class Frames {
  readonly #sources: Sources;
  readonly #frames = new Map<number, JsFrame>();
  readonly #stacks = new Map<Pause, Promise<JsFrame[]>>();
  #last = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  frame(id: number): JsFrame {
    const frame = this.#frames.get(id);
    if (frame === undefined) throw unknownFrame(id);
    return frame;
  }

  stackOf(thread: JsThread): Promise<JsFrame[]> {
    const pause = thread.paused();
    const known = this.#stacks.get(pause) ?? this.#stackOf(thread, pause);
    this.#stacks.set(pause, known);
    return known;
  }

  forget(thread: JsThread): void {
    this.#stacks.clear();
    for (const [id, frame] of this.#frames) if (frame.thread === thread) this.#frames.delete(id);
  }

  toDap(frame: JsFrame, counting: Counting): DebugProtocol.StackFrame {
    const { id, name, place, thread } = frame;
    if (frame.label || place === undefined) return { id, name, line: 0, column: 0, presentationHint: 'label' };
    const source = this.#sources.sourceOf(thread, place);
    const hint = source.presentationHint === 'deemphasize' ? { presentationHint: 'subtle' as const } : {};
    return {
      id,
      name,
      source,
      line: counting.line(place.line),
      column: counting.column(place.column),
      canRestart: frame.call?.canBeRestarted === true,
      ...hint,
    };
  }

  async #stackOf(thread: JsThread, { event, reason }: Pause): Promise<JsFrame[]> {
    const [first] = event.callFrames;
    const isShown = first !== undefined && thread.scriptOf(first.location.scriptId)?.url === 'binnacle:uncaught';
    // What was thrown earlier: where it came from is more than where Node reports it.
    const thrown = isShown ? thrownFrom(thread, reason.exception?.object.description ?? '') : [];
    const calls = event.callFrames.map((call) => ({ name: nameOf(call), call, location: call.location, label: false }));
    const all = [...thrown, ...calls, ...(await asyncCallers(thread, event.asyncStackTrace, event.asyncStackTraceId))];
    return all.flatMap(({ name, call, location, label }) => {
      const script = location === undefined ? undefined : thread.scriptOf(location.scriptId);
      if (script !== undefined && thread.host.isOwnScript(script.url)) return [];
      const frame = { id: ++this.#last, thread, name, call, label, place: location === undefined ? undefined : script?.placeOf(location) };
      this.#frames.set(frame.id, frame);
      return [frame];
    });
  }
}

// The frames that an error has written down, as far as their scripts are known.
function thrownFrom(thread: JsThread, text: string): Caller[] {
  return [...text.matchAll(/^ *at (?:(async )?(.*?) \()?((?:file:\/\/|\/|[A-Za-z]:\\).*?):(\d+):(\d+)\)?$/gm)].flatMap(
    ([, , name = '', url = '', line, column]) => {
      const path = pathOfUrl(url);
      const script = [...thread.scripts()].find((candidate) => candidate.path !== undefined && candidate.path === path);
      if (script === undefined) return [];
      const location = { scriptId: script.id, lineNumber: Number(line) - 1, columnNumber: Number(column) - 1 };
      return [{ name: name === '' ? '<anonymous>' : name, call: undefined, location, label: false }];
    },
  );
}

interface Caller {
  readonly name: string;
  readonly call: undefined;
  readonly location: { scriptId: string; lineNumber: number; columnNumber: number } | undefined;
  readonly label: boolean;
}

// A chain of promises can be endless.
const MOST_LINKS = 32;

async function asyncCallers(thread: JsThread, direct: StackTrace | undefined, elsewhere: { id: string } | undefined): Promise<Caller[]> {
  const callers: Caller[] = [];
  let trace = direct ?? (elsewhere === undefined ? undefined : await stackTraceOf(thread, elsewhere));
  for (let links = 0; trace !== undefined && links < MOST_LINKS; links++) {
    // Node's own way from one to the next explains nothing.
    if (trace.callFrames.some(({ url }) => !url.startsWith('node:'))) {
      callers.push({ name: trace.description || 'async', call: undefined, location: undefined, label: true });
      callers.push(...trace.callFrames.map((frame) => ({ name: frame.functionName || '<anonymous>', call: undefined, location: frame, label: false })));
    }
    trace = trace.parent ?? (trace.parentId === undefined ? undefined : await stackTraceOf(thread, trace.parentId));
  }
  return callers;
}

async function stackTraceOf(thread: JsThread, stackTraceId: { id: string }): Promise<StackTrace | undefined> {
  const answer = await thread.connection.post('Debugger.getStackTrace', { stackTraceId }, z.object({ stackTrace })).catch(() => undefined);
  return answer?.stackTrace;
}

function nameOf({ functionName, this: receiver, scopeChain }: CallFrame): string {
  if (functionName === '') return scopeChain[0]?.type === 'module' ? '<module>' : '<anonymous>';
  const owner = receiver.className;
  return owner === undefined || ['Object', 'global', 'Window', 'Function', 'process', 'Module'].includes(owner) || functionName.includes('.')
    ? functionName
    : `${owner}.${functionName}`;
}
