// Where a checked out tree stands, and what git is in the middle of, as agents read it.
import { z } from 'zod';
import type { GitHead, GitOperation } from '../../../ide/doors/git.ts';
import type { Project } from '../../../ide/ide.ts';
import { fileOf } from '../../words/place.ts';

export const headOutput = {
  branch: z.string().optional(),
  // No branch is checked out, but this commit.
  detached: z.boolean().optional(),
  // Absent before the first commit.
  commit: z.string().optional(),
  upstream: z.string().optional(),
  ahead: z.number().optional(),
  behind: z.number().optional(),
  // As in "rebase of feature, step 2 of 5".
  inProgress: z.string().optional(),
  // The project lies in a linked worktree, or in a submodule.
  place: z.enum(['worktree', 'submodule']).optional(),
  // The folder of the repository, of which the project is a part.
  repository: z.string().optional(),
};

const shape = z.object(headOutput);
export type HeadOutput = z.infer<typeof shape>;

// As git shortens it for people.
const SHORT = 10;

export function headFields(project: Project, { branch, commit, upstream, ahead, behind, operation, place, top }: GitHead): HeadOutput {
  return {
    ...(branch === undefined ? { detached: true } : { branch }),
    ...(commit !== undefined && { commit: commit.slice(0, SHORT) }),
    ...(upstream !== undefined && { upstream }),
    ...(ahead !== undefined && ahead > 0 && { ahead }),
    ...(behind !== undefined && behind > 0 && { behind }),
    ...(operation !== undefined && { inProgress: operationText(operation) }),
    ...(place !== undefined && { place }),
    ...(top !== undefined && { repository: fileOf(project, top) }),
  };
}

export function tellHead({ branch, commit, upstream, ahead = 0, behind = 0, inProgress, place, repository }: HeadOutput): string[] {
  const at = commit === undefined ? 'no commits yet' : `at ${commit}`;
  const distance = [...(ahead > 0 ? [`${ahead} ahead`] : []), ...(behind > 0 ? [`${behind} behind`] : [])].join(', ');
  const following = upstream === undefined ? '' : `, follows ${upstream}${distance === '' ? '' : ` (${distance})`}`;
  return [
    `${branch === undefined ? 'Detached head' : `On ${branch}`}, ${at}${following}${place === undefined ? '' : `, in a ${place}`}`,
    ...(inProgress === undefined ? [] : [`In the middle of a ${inProgress}`]),
    ...(repository === undefined ? [] : [`The repository is ${repository}; only what lies in the project is shown.`]),
  ];
}

function operationText({ kind, branch, step, steps }: GitOperation): string {
  return `${kind}${branch === undefined ? '' : ` of ${branch}`}${step === undefined || steps === undefined ? '' : `, step ${step} of ${steps}`}`;
}
