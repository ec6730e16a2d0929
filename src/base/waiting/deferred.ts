// A promise with its handles outside; Promise.withResolvers comes only with Node 22.

export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

export function deferred<Value>(): Deferred<Value> {
  let handles: Pick<Deferred<Value>, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    handles = { resolve, reject };
  });
  if (handles === undefined) throw new TypeError('a promise runs its executor at once');
  return { promise, ...handles };
}
