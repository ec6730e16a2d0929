// Whether reads and edits may execute what a project brings: its linter and formatter, the interpreter of its environment, its build scripts, git's filters.
import type { Project } from './ide.ts';

type Decided = Pick<Project, 'trusted' | 'runsDenied'>;

// Why they may not, as the end of a sentence.
export function whyNothingRuns({ trusted, runsDenied }: Decided): string | undefined {
  if (!trusted) return 'nobody has trusted this project';
  return runsDenied === true ? 'the policy denies runs here' : undefined;
}

// What a person can do about it; `root` is the project's folder.
export function howToLetRun({ trusted }: Decided, root: string): string {
  return trusted ? 'A person can allow runs in the policy file (see binnacle status).' : `A person can allow it with: binnacle trust ${root}`;
}
