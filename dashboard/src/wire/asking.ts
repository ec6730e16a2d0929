// What a person asks of the daemon: tools and methods, with progress and an end, and details that are kept while they are true.
import { effect, type Signal, signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { PageMessage, ShownError } from '../../../src/dashboard/protocol/messages.ts';
import type { AnswerOf, Method, ParamsOf } from '../../../src/dashboard/protocol/methods.ts';
import { isLost, LOST, onAnswer, send } from './connection.ts';

export interface Answer<Value> {
  readonly value: Value;
  // What a tool tells an agent.
  readonly text?: string;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  progress?(message: string): void;
}

// The daemon's own error: what is so, and what to do.
class DaemonError extends Error {
  readonly shown: ShownError;

  constructor(shown: ShownError) {
    super(shown.message);
    this.shown = shown;
  }
}

let lastId = 0;

// A tool of the catalogue, as the person. Throws DaemonError.
export function call<Value>(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  options: AskOptions & { readonly project?: string } = {},
): Promise<Answer<Value>> {
  const { project } = options;
  return answerTo((id) => ({ kind: 'call', id, tool, arguments: input, ...(project !== undefined && { project }) }), options);
}

// The same of a tool that only reads, for what a view draws by itself: nobody did it, so it is not in the history. Throws DaemonError.
export function look<Value>(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  options: AskOptions & { readonly project?: string } = {},
): Promise<Answer<Value>> {
  const { project } = options;
  return answerTo((id) => ({ kind: 'call', id, tool, arguments: input, ...(project !== undefined && { project }), isForView: true }), options);
}

// What only a person may ask. Throws DaemonError.
export async function ask<Name extends Method>(method: Name, params: ParamsOf<Name>, options: AskOptions = {}): Promise<AnswerOf<Name>> {
  const { value } = await answerTo<AnswerOf<Name>>((id) => ({ kind: 'ask', id, method, params }), options);
  return value;
}

function answerTo<Value>(message: (id: number) => PageMessage, { signal: end, progress }: AskOptions): Promise<Answer<Value>> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const cancel = () => void send({ kind: 'cancel', id });
    const listening = onAnswer(id, (answer) => {
      if (answer.kind === 'progress') return progress?.(answer.message);
      listening[Symbol.dispose]();
      end?.removeEventListener('abort', cancel);
      if (!answer.ok) reject(new DaemonError(answer.error));
      else if (hasShape<Value>(answer.value)) resolve({ value: answer.value, ...(answer.text !== undefined && { text: answer.text }) });
    });
    end?.addEventListener('abort', cancel, { once: true });
    if (end?.aborted === true || !send(message(id))) {
      listening[Symbol.dispose]();
      reject(new DaemonError(LOST));
    }
  });
}

// The daemon has proved that it is ours, and a page of another version reloads itself; its methods are held to the same shapes by their types.
function hasShape<Value>(_: unknown): _ is Value {
  return true;
}

export function shownError(thrown: unknown): ShownError {
  if (thrown instanceof DaemonError) return thrown.shown;
  return { code: 'page', message: thrown instanceof Error ? thrown.message : String(thrown), next: 'Reload the page; if it stays, report it.' };
}

// ---- an action that somebody started, shown where it was started ----

export type Action =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly progress?: string; cancel(): void }
  | { readonly state: 'failed'; readonly error: ShownError; retry(): void };

export interface Acting {
  readonly action: Signal<Action>;
  // One at a time: another start is ignored while one runs.
  start(act: (options: AskOptions) => Promise<unknown>): void;
}

export function useAction(): Acting {
  const action = useSignal<Action>({ state: 'idle' });
  return useMemo(() => {
    const start = (act: (options: AskOptions) => Promise<unknown>) => {
      // A key does no more than the button that it stands for, which waits too.
      if (action.peek().state === 'running' || isLost.peek()) return;
      const end = new AbortController();
      const running = { state: 'running' as const, cancel: () => end.abort() };
      action.value = running;
      const progress = (message: string) => {
        action.value = { ...running, progress: message };
      };
      act({ signal: end.signal, progress }).then(
        () => {
          action.value = { state: 'idle' };
        },
        (thrown: unknown) => {
          action.value = { state: 'failed', error: shownError(thrown), retry: () => start(act) };
        },
      );
    };
    return { action, start };
  }, [action]);
}

// ---- details by id ----

export type Detail<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'known'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: ShownError; retry(): void };

const MOST_DETAILS = 200;
const details = new Map<string, Promise<unknown>>();

// Asked again when the version differs, such as the status of the row; meanwhile what was known stays.
export function useDetail<Name extends Method>(method: Name, params: ParamsOf<Name>, version = ''): Signal<Detail<AnswerOf<Name>>> {
  const words = JSON.stringify(params);
  const detail = useMemo(() => signal<Detail<AnswerOf<Name>>>({ state: 'loading' }), [method, words]);
  useEffect(() => {
    let isShown = true;
    const show = (next: Detail<AnswerOf<Name>>) => {
      if (isShown) detail.value = next;
    };
    const load = () =>
      kept(method, words, version).then(
        (value) => show({ state: 'known', value }),
        (thrown: unknown) =>
          show({
            state: 'failed',
            error: shownError(thrown),
            retry: () => {
              show({ state: 'loading' });
              void load();
            },
          }),
      );
    // A page that was just loaded is not connected yet; after a break what is known is asked again only where it is not kept.
    const stop = effect(() => {
      if (!isLost.value) void load();
    });
    return () => {
      isShown = false;
      stop();
    };
  }, [detail, method, words, version]);
  return detail;
}

async function kept<Name extends Method>(method: Name, words: string, version: string): Promise<AnswerOf<Name>> {
  const key = `${method}\n${words}\n${version}`;
  const known = details.get(key);
  const asked = known ?? ask(method, JSON.parse(words));
  details.delete(key);
  details.set(key, asked);
  for (const oldest of details.keys()) if (details.size > MOST_DETAILS) details.delete(oldest);
  try {
    const value: unknown = await asked;
    if (hasShape<AnswerOf<Name>>(value)) return value;
    throw new Error('unreachable');
  } catch (thrown) {
    details.delete(key);
    throw thrown;
  }
}
