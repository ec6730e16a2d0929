// What the debugging tools answer, as far as this view shows it.

export interface Value {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  // For what is inside; holds until the program goes on.
  readonly id?: string;
  readonly size?: number;
  readonly length?: number;
}

export interface Frame {
  readonly index: number;
  readonly function: string;
  readonly file?: string;
  readonly line?: number;
  readonly library?: true;
}

export interface Watch {
  readonly id: string;
  readonly expression: string;
  readonly value?: string;
  readonly type?: string;
  readonly error?: string;
}

export interface DebugStatus {
  readonly state: 'paused' | 'running' | 'ended';
  readonly reason?: string;
  readonly location?: { readonly file?: string; readonly line: number; readonly function: string };
  readonly exception?: { readonly type: string; readonly message: string };
  readonly stack?: readonly Frame[];
  readonly depth?: number;
  readonly frameIndex?: number;
  readonly variables?: readonly Value[];
  readonly moreVariables?: true;
  readonly scopes?: readonly { readonly name: string; readonly id: string }[];
  readonly watches?: readonly Watch[];
  readonly source?: readonly string[];
  readonly notes?: readonly string[];
}

export interface Breakpoint {
  readonly id: string;
  readonly type: 'line' | 'function' | 'exception' | 'data';
  readonly file?: string;
  readonly line?: number;
  readonly enabled: boolean;
  readonly verified: boolean;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
  readonly hits: number;
}

export interface SourceContext {
  readonly file?: string;
  readonly line: number;
  readonly source: readonly string[];
}

export interface FrameVariables {
  readonly scopes: readonly { readonly name: string; readonly id: string; readonly variables: readonly Value[] }[];
}
