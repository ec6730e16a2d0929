// What an engine knows, together with how far that knowledge goes.

export type Answer<Value> = Complete<Value> | Incomplete<Value>;

interface Complete<Value> extends Certificate {
  readonly complete: true;
  readonly value: Value;
}

interface Incomplete<Value> extends Certificate {
  readonly complete: false;
  readonly value: Value;
  // One sentence for the agent: what is missing and, where there is one, the way to get it.
  readonly why: string;
}

interface Certificate {
  // Which engine answered, as in "typescript 7.0.2"; absent when no engine was needed.
  readonly engine?: string;
  // What happened on the way that the agent should hear of, such as a restart after a crash.
  readonly notes?: readonly string[];
}

export function complete<Value>(value: Value, certificate: Certificate = {}): Answer<Value> {
  return { complete: true, value, ...certificate };
}

export function incomplete<Value>(value: Value, why: string, certificate: Certificate = {}): Answer<Value> {
  return { complete: false, value, why, ...certificate };
}

// The same knowledge under another shape: completeness, engine and notes carry over.
export function mapAnswer<From, To>(answer: Answer<From>, convert: (value: From) => To): Answer<To> {
  return { ...answer, value: convert(answer.value) };
}
