// The tools of version control.
import type { Tool } from '../tool.ts';
import { gitBlame } from './git_blame.ts';
import { gitBranch } from './git_branch.ts';
import { gitCommit } from './git_commit.ts';
import { gitDiff } from './git_diff.ts';
import { gitFetch } from './git_fetch.ts';
import { gitLog } from './git_log.ts';
import { gitPull } from './git_pull.ts';
import { gitPush } from './git_push.ts';
import { gitShow } from './git_show.ts';
import { gitStage } from './git_stage.ts';
import { gitStash } from './git_stash.ts';
import { gitStatus } from './git_status.ts';
import { gitUnstage } from './git_unstage.ts';

export const git: readonly Tool[] = [
  gitStatus,
  gitDiff,
  gitLog,
  gitShow,
  gitBlame,
  gitStage,
  gitUnstage,
  gitCommit,
  gitBranch,
  gitStash,
  gitPush,
  gitPull,
  gitFetch,
];
