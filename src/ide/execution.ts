// Whether reads and edits may execute what a project brings: its linter and formatter, the interpreter of its environment, its build scripts, git's filters.
import type { Project } from './ide.ts';

type Decided = Pick<Project, 'trusted' | 'runsDenied'>;

// Why they may not, as the end of a sentence.
export function whyNothingRuns({ trusted, runsDenied }: Decided): string | undefined {
  if (!trusted) return 'nobody has trusted this project';
  return runsDenied === true ? 'the policy denies runs here' : undefined;
}

// What a person can do about it; `root` is the project's folder.
export function howToLetRun({ trusted, howToTrust: how }: Decided & Pick<Project, 'howToTrust'>, root: string): string {
  if (trusted) return 'A person can allow runs in the policy file (see binnacle status).';
  return `A person can allow it: ${howToTrust({ path: root, ...(how !== undefined && { howToTrust: how }) })}`;
}

// What a person does to trust a project, as the end of a sentence.
export function howToTrust({ path, howToTrust: how }: Pick<Project, 'path' | 'howToTrust'>): string {
  return how ?? `binnacle trust ${path}`;
}
