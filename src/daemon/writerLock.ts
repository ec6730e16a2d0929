// Who may write in a project: one process for each root, by a claim in the state folder that all Binnacles of this user respect.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type ClaimAttempt, tryClaim } from './claim.ts';

export function claimWriting(state: string, projectPath: string): ClaimAttempt {
  return tryClaim(join(state, 'writers'), createHash('sha256').update(projectPath).digest('hex').slice(0, 32));
}
