// The three ways to take a step, in V8's words.
export type StepKind = 'over' | 'into' | 'out';

export const STEP_METHODS: Record<StepKind, string> = { over: 'Debugger.stepOver', into: 'Debugger.stepInto', out: 'Debugger.stepOut' };

export interface StepUnderWay {
  readonly kind: StepKind;
  // How many frames there were when it began.
  readonly depth: number;
  // How many stops it went through that were none of the user's.
  passed: number;
  // A stop of ours came in between, and the way back leads through deeper frames.
  returning?: boolean;
}
