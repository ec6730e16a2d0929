// The door to private copies of the project, in which engines find a plan as if it had been written.
import type { Answer } from '../answer.ts';
import type { ChangePlan } from './changes.ts';
import type { DiagnosticsReport, Progress } from './languages.ts';

export interface Copies {
  // Errors of these files once the plan is carried out in a copy; without files in the plan, as they are. Both sides of a comparison are asked here.
  // `within` are the milliseconds that it may take.
  check(
    plan: Pick<ChangePlan, 'files'>,
    uris: readonly string[],
    within: number,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<Answer<DiagnosticsReport> | Uncopied>;
}

export interface Uncopied {
  // Why there is no answer.
  readonly uncopied: string;
}
