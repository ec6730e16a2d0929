// Values that were handed out by number while a thread is paused: what they are, so that their parts can be asked for.
import type { CallFrame, RemoteObject } from '../cdp/cdp.ts';
import { unknownReference } from '../session/refusals.ts';
import type { JsThread } from '../thread/jsThread.ts';

export type Expandable = RemoteObject & { readonly objectId: string };

export type Container = { readonly thread: JsThread } & (
  | { readonly kind: 'scope'; readonly call: CallFrame; readonly index: number }
  | { readonly kind: 'object'; readonly object: Expandable; readonly path: string | undefined }
  // Some of the elements of a list or collection.
  | { readonly kind: 'range'; readonly object: Expandable; readonly path: string | undefined; readonly start: number; readonly count: number }
  // A property whose getter runs when somebody asks.
  | { readonly kind: 'getter'; readonly owner: Expandable; readonly name: string; readonly path: string | undefined }
  // An entry of a map whose key is an object.
  | { readonly kind: 'entry'; readonly key: RemoteObject; readonly value: RemoteObject }
  | { readonly kind: 'exception'; readonly object: RemoteObject }
);

export class ValueStore {
  readonly #containers = new Map<number, Container>();
  #last = 0;

  add(container: Container): number {
    const reference = ++this.#last;
    this.#containers.set(reference, container);
    return reference;
  }

  get(reference: number): Container {
    const container = this.#containers.get(reference);
    if (container === undefined) throw unknownReference(reference);
    return container;
  }

  forget(thread: JsThread): void {
    for (const [reference, container] of this.#containers) if (container.thread === thread) this.#containers.delete(reference);
  }
}
