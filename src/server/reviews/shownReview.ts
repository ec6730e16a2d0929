// A question as windows show it: its files by their names, their texts, their hunks, and what the texts do not say.
import { randomUUID } from 'node:crypto';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { counted } from '../../base/text/counted.ts';
import type { PlannedText } from '../../ide/doors/changes.ts';
import { proposedHunks, type ReviewProposal } from '../../ide/doors/reviews.ts';
import type { Project } from '../../ide/ide.ts';
import { fileOf } from '../../tools/words/place.ts';
import { withoutKnownSecrets } from '../secrets/knownSecrets.ts';
import type { Review } from './reviewShape.ts';

export interface ReviewQuestion {
  readonly proposal: ReviewProposal;
  readonly author: string;
  // The agent: its connection, or its name where each call is a connection of its own.
  readonly owner: string;
  // Only where it stays.
  readonly connection?: string | undefined;
  readonly project?: Project | undefined;
  // Of the person, which holds what is known to be secret; absent where it is not known to be theirs.
  readonly environment?: Environment | undefined;
  // It waits for as long as its call does, and that for as long as somebody waits for it.
  readonly lasts?: boolean | undefined;
  // What the call is, so that an answer that travelled through a client comes back to the same one.
  readonly call: string;
}

export function shownReview({ proposal, author, connection, project, environment = {}, lasts }: ReviewQuestion, now: number, longest: number): Review {
  const hunks = proposedHunks(proposal);
  const nameOf = (uri: string) => (project === undefined ? uri : fileOf(project, uri));
  return {
    id: randomUUID(),
    time: new Date(now).toISOString(),
    ...(lasts !== true && { expires: new Date(now + longest).toISOString() }),
    tool: proposal.tool,
    title: proposal.title,
    author,
    ...(connection !== undefined && { connection }),
    ...(project !== undefined && { project: project.path }),
    ...(proposal.parameters !== undefined && { parameters: withoutKnownSecrets(proposal.parameters, environment) }),
    ...(proposal.runs !== undefined && { runs: proposal.runs.map((step) => withoutKnownSecrets(step, environment)) }),
    ...(proposal.grantable !== undefined && { mayBeGranted: true }),
    files: proposal.files.map(({ uri, movedFrom, before, after }) => ({
      file: nameOf(uri),
      ...(movedFrom !== undefined && { movedFrom: nameOf(movedFrom) }),
      ...textAs('before', before),
      ...textAs('after', after),
      ...aboutBoth(before, after),
      hunks: hunks
        .filter((hunk) => hunk.uri === uri)
        .map(({ number, kind, oldStart, newStart, removed, added }) => ({ number, kind, oldStart, newStart, removed: [...removed], added: [...added] })),
    })),
  };
}

function textAs(side: 'before' | 'after', planned: PlannedText | undefined): { before?: string; after?: string } {
  return planned !== undefined && 'text' in planned ? { [side]: planned.text } : {};
}

function aboutBoth(before: PlannedText | undefined, after: PlannedText | undefined): { about?: string } {
  const [old, current] = [before, after].map((side) => (side === undefined ? undefined : aboutSide(side)));
  const about = before === undefined || after === undefined || old === current ? (current ?? old ?? '') : `${old || 'plain text'} → ${current || 'plain text'}`;
  return about === '' ? {} : { about };
}

function aboutSide(side: PlannedText): string {
  if (!('text' in side)) return `${counted(side.binaryBytes, 'byte')} that are not text`;
  return [...(side.link === true ? ['a link, and where it leads'] : []), ...(side.encoding === undefined ? [] : [`in ${side.encoding}`])].join(', ');
}
