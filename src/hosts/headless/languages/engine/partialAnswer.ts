// An answer of one engine, with what it is known to lack.

export interface PartialAnswer<Value> {
  readonly value: Value;
  // What the answer does not know, in one sentence.
  readonly gap?: string | undefined;
  // Where it is not what the engine said, and why.
  readonly notes?: readonly string[] | undefined;
}
